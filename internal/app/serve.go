package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	// drain gives the balancer time to notice that the instance is stopping before
	// it refuses connections.
	drain         = 2 * time.Second
	shutdownLimit = 20 * time.Second
)

// serve listens until ctx ends. It calls leaving first, so that a rolling
// deployment loses no request.
func serve(ctx context.Context, addr string, handler http.Handler, leaving func(), log *slog.Logger) error {
	srv := &http.Server{
		Addr:              addr,
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute, // reading and writing are bounded per request, in httpapi
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	log.Info("serving", "addr", listener.Addr().String())
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("leaving")
	leaving()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer cancel()
	select {
	case <-time.After(drain):
	case <-ctx.Done():
	}
	if err := srv.Shutdown(ctx); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("shutdown: %w", err)
	}
	return nil
}
