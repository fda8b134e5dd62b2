package shoptest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/app"
	"larek/internal/orderflow"
	"larek/internal/telemetry"
)

// queueVariable names the task queue that a worker process serves.
const queueVariable = "LAREK_TEST_WORKER_QUEUE"

// RunTests runs the tests of a package whose shops have workers in processes of their
// own: the same program, started again, is such a worker. Call it in TestMain.
func RunTests(m *testing.M) int {
	queue := os.Getenv(queueVariable)
	if queue == "" {
		return m.Run()
	}
	if err := runWorker(context.Background(), queue); err != nil {
		fmt.Fprintln(os.Stderr, "worker process:", err)
		return 1
	}
	return 0
}

// runWorker works until the process is killed.
func runWorker(ctx context.Context, queue string) error {
	cfg, err := app.LoadConfig(os.Getenv)
	if err != nil {
		return err
	}
	log := telemetry.NewLogger(os.Stderr, slog.LevelWarn)
	infra, err := app.Connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	infra.Engine.Close()
	if infra.Engine, err = orderflow.Connect(cfg.TemporalAddr, cfg.TemporalNamespace, queue, infra.Keys.Flow, log); err != nil {
		return err
	}
	services, err := app.Build(cfg, infra)
	if err != nil {
		return err
	}
	activities := services.NewActivities(prometheus.NewRegistry())
	go services.NewSweeper().Run(ctx)
	go services.PartnerAccounts.Follow(ctx)
	return infra.Engine.RunWorker(ctx, activities, services.WorkerOptions())
}

// StartWorkerProcess starts a worker in a process of its own, which shares neither memory
// nor clock with the shop; kill ends it as a crash would. The package's TestMain calls RunTests.
func (s *Shop) StartWorkerProcess() (kill func()) {
	s.T.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(s.T.Context()), os.Args[0]) //nolint:gosec // this program
	cmd.Env = append(cmd.Environ(), queueVariable+"="+s.Queue)
	for name, value := range s.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	logs := &buffer{}
	cmd.Stderr = logs
	if err := cmd.Start(); err != nil {
		s.T.Error(err)
		return func() {}
	}
	exited := make(chan struct{})
	go func() { _ = cmd.Wait(); close(exited) }()
	kill = sync.OnceFunc(func() {
		select {
		case <-exited:
			s.T.Errorf("a worker process ended by itself:\n%s", logs.tail(2000))
		default:
			_ = cmd.Process.Kill()
			<-exited
		}
	})
	s.T.Cleanup(kill)
	return kill
}
