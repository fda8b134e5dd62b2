// Command sandbox serves internal/sandbox: every payment service, supplier and
// mail server, standing in, for development, tests and fault runs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"larek/internal/sandbox"
)

const shutdownLimit = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Getenv, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, env func(string) string, out io.Writer) error {
	setting := func(name, otherwise string) string {
		if v := env(name); v != "" {
			return v
		}
		return otherwise
	}
	addr := setting("LAREK_SANDBOX_ADDR", "127.0.0.1:8090")
	origin := setting("LAREK_SANDBOX_ORIGIN", "http://"+addr)
	state := setting("LAREK_SANDBOX_STATE", ".dev/sandbox")
	smtpAddr := setting("LAREK_SANDBOX_SMTP_ADDR", "127.0.0.1:8025")
	// Payin and the suppliers do not carry their webhooks' address; here it is the shop's.
	shop := strings.TrimSuffix(setting("LAREK_PUBLIC_ORIGIN", "http://localhost:8080"), "/")
	log := slog.New(slog.NewTextHandler(out, nil))

	server, err := sandbox.New(sandbox.Config{
		Origin: origin, StateDir: state, Log: log,
		Accounts: sandbox.DevelopmentAccounts(shop + "/hooks/payin/").WithCallbacks(shop),
	})
	if err != nil {
		return err
	}
	// No write time-out: playing a slow provider is part of the work.
	srv := &http.Server{
		Addr: addr, Handler: server, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	letters, err := (&net.ListenConfig{}).Listen(ctx, "tcp", smtpAddr)
	switch {
	case err != nil && env("LAREK_SANDBOX_SMTP_ADDR") != "":
		return errors.Join(err, server.Close())
	case err != nil:
		// A second sandbox on this machine lives without letters nobody asked for.
		log.Warn("no inbox", "error", err)
	default:
		defer letters.Close()
		go func() {
			if err := server.ServeSMTP(letters); err != nil {
				log.Error("no inbox any more", "error", err)
			}
		}()
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	log.Info("sandbox listens", "addr", addr, "smtp", smtpAddr,
		"origin", origin, "state", state)
	select {
	case err = <-failed:
	case <-ctx.Done():
		over, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
		defer cancel()
		if err = srv.Shutdown(over); err != nil {
			err = srv.Close() // somebody is still being kept waiting on purpose
		}
	}
	return errors.Join(err, server.Close())
}
