package orderflow_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"larek/e2e/shoptest"
	"larek/internal/clock"
	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// breakTable makes every such change of a table fail until the returned
// function is called.
func breakTable(s *shoptest.Shop, table, event string) (repair func()) {
	s.T.Helper()
	owner := pgtest.Owner(s.T, s.Pool)
	pgtest.Exec(s.T, owner, `create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`)
	pgtest.Exec(s.T, owner, fmt.Sprintf(`create trigger fail_on_purpose before %s on %s for each row execute function fail_on_purpose()`, event, table))
	return func() { s.T.Helper(); pgtest.Exec(s.T, owner, `drop function fail_on_purpose cascade`) }
}

func TestFailingStepWaitsForOperatorsUntilItSucceeds(t *testing.T) {
	t.Parallel()
	for step, tc := range map[order.Step]struct {
		table, event string // the change that fails
		story        string
		ends         string
	}{
		order.StepProcessNotices:  {"payments", "insert", "codes", "done"},
		order.StepAdvanceDelivery: {"delivery_units", "insert", "supply", "done"},
		order.StepDeliverUnit:     {"delivery_attempts", "insert", "supply", "done"},
		order.StepRefund:          {"refunds", "update", "undeliverable", "failed"},
	} {
		t.Run(string(step), func(t *testing.T) {
			t.Parallel()
			s := shoptest.Open(t)
			s.StartWorker() // a second worker fails at the same steps
			repair := breakTable(s, tc.table, tc.event)
			var b *shoptest.Buyer
			switch tc.story {
			case "codes":
				b = codes(s)
			case "undeliverable":
				s.Exec(`update offers set is_active = false`)
				fallthrough
			default:
				b = supply(s, "5123456789", 1)
			}
			b.PayByCard()
			s.Eventually(func() string {
				n := shoptest.One[int64](s, `select count(*) from order_failing_steps where order_id = $1 and step = $2`, b.ID, step)
				return shoptest.FailUnless(n == 1, "got %d rows of failing step %s, want 1", n, step)
			})
			if stuck := stuckSteps(s); len(stuck) != 0 {
				t.Errorf("stuck steps: got %+v before StuckAfter, want none", stuck)
			}
			s.Clock.Advance(order.StuckAfter)
			var stuck []order.FailingStep
			s.Eventually(func() string {
				stuck = stuckSteps(s)
				return shoptest.FailUnless(len(stuck) == 1, "stuck steps: got %+v, want one", stuck)
			})
			f := stuck[0]
			if f.OrderID != b.ID || f.Step != step || f.Tries < 2 || f.Reason != "database: SQLSTATE P0001: broken on purpose" {
				t.Errorf("stuck step: got %+v, want %s of order %d, broken on purpose", f, step, b.ID)
			}
			if n := failures(t, s.Metrics, step); n < 2 {
				t.Errorf("got %v counted failures of %s, want at least 2", n, step)
			}
			repair()
			b.WaitForStatus(tc.ends)
			s.Eventually(func() string {
				n := shoptest.One[int64](s, `select count(*) from order_failing_steps`)
				return shoptest.FailUnless(n == 0, "got %d failing steps after success, want 0", n)
			})
			s.Audit()
		})
	}
}

// failures reads the counter of a step's failures.
func failures(t *testing.T, registry *prometheus.Registry, step order.Step) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "larek_flow_step_failures_total" && m.GetLabel()[0].GetValue() == string(step) {
				return m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no counter of %s", step)
	return 0
}

func stuckSteps(s *shoptest.Shop) []order.FailingStep {
	s.T.Helper()
	stuck, err := s.Services().Watch.StuckSteps(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	return stuck
}

// If the database is unavailable, there are only the log and the counter.
func TestFailureWithoutDatabaseIsLoggedAndCounted(t *testing.T) {
	t.Parallel()
	pool, err := pg.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none?connect_timeout=1", pg.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	var lines bytes.Buffer
	registry := prometheus.NewRegistry()
	orders, watch, log := order.NewService(pool, clock.System), order.NewWatch(pool, clock.System), slog.New(slog.NewJSONHandler(&lines, nil))
	payments := payment.New(payment.Config{Write: pool, Clock: clock.System, Log: log})
	steps := orderflow.NewActivities(fulfilment.New(fulfilment.Config{Pool: pool, Orders: orders, Poller: payments.Poller, Clock: clock.System, Log: log}), watch, nil, orderflow.NewMetrics(registry), log)
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{orderflow.FailureRecorder(steps)}})
	env.RegisterActivityWithOptions(steps.ProcessNotices, activity.RegisterOptions{Name: "Settle"})
	_, err = env.ExecuteActivity("Settle", int64(7))
	if err == nil || !strings.Contains(err.Error(), "settle 7 failed") || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("error for Temporal: got %v, want only that settle 7 failed", err)
	}
	if n := failures(t, registry, order.StepProcessNotices); n != 1 {
		t.Errorf("got %v counted failures, want 1", n)
	}
	for _, want := range []string{`"msg":"step failed"`, `"step":"settle"`, `"subject":7`, `"msg":"failed step not recorded"`} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("log %s lacks %s", lines.String(), want)
		}
	}
}

func TestReasonsContainNoPersonalData(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err  error
		want string
	}{
		{errors.New("no connection"), "no connection"},
		{errors.New(`user anna.k+x@mail.example.test not found`), "user …@… not found"},
		{errors.New("player 5123456789 is unknown"), "player … is unknown"},
		{fmt.Errorf("unit 7: %w", errors.New("status 502")), "unit 7: status 502"},
		{fmt.Errorf("settle: %w", &pgconn.PgError{Code: "22P02", Message: `invalid input syntax: "anna"`}), "database: SQLSTATE 22P02"},
		{&pgconn.PgError{Code: "23514", Message: "refunds of payment 7 exceed it", Detail: "anna"}, "database: SQLSTATE 23514: refunds of payment 7 exceed it"},
		{errors.New(strings.Repeat("я", 400)), strings.Repeat("я", 300) + "…"},
	} {
		if got := fulfilment.ReasonOf(tc.err); got != tc.want {
			t.Errorf("reason of %v: got %q, want %q", tc.err, got, tc.want)
		}
	}
}
