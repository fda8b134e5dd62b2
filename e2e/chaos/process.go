package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"
)

// process is one of the shop's own programs.
type process struct {
	name, ready string // ready is an address that answers 200, if there is one
	args, env   []string
	log         string
	died        func(name string, err error)

	cmd    *exec.Cmd
	ended  chan struct{}
	wanted *atomic.Bool // it was killed on purpose
}

func (w *cluster) process(o options, name, ready string, args ...string) *process {
	return &process{name: name, ready: ready, args: args, log: filepath.Join(o.home, name+".log"), died: w.died}
}

// start runs it and returns when it is ready.
func (p *process) start(ctx context.Context) error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	cmd, ended, wanted := exec.Command(p.args[0], p.args[1:]...), make(chan struct{}), &atomic.Bool{} //nolint:noctx // it outlives the call
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = append(cmd.Environ(), p.env...)
	if err := cmd.Start(); err != nil {
		return errors.Join(err, log.Close())
	}
	go func() {
		err := cmd.Wait()
		_ = log.Close()
		if !wanted.Load() {
			p.died(p.name, err)
		}
		close(ended)
	}()
	p.cmd, p.ended, p.wanted = cmd, ended, wanted
	return p.untilReady(ctx)
}

func (p *process) untilReady(ctx context.Context) error {
	if p.ready == "" {
		return nil
	}
	client := http.Client{Timeout: 2 * time.Second}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.ready, nil)
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		pause(ctx, 50*time.Millisecond)
	}
	return fmt.Errorf("%s did not start, see %s", p.name, p.log)
}

// kill is kill -9.
func (p *process) kill(context.Context) error {
	if p.cmd == nil {
		return nil
	}
	p.wanted.Store(true)
	err := p.cmd.Process.Kill()
	<-p.ended
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
