package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:// in development
	_ "gocloud.dev/blob/s3blob"   // s3:// in production

	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/dataversion"
	"larek/internal/edge"
	"larek/internal/events"
	"larek/internal/feedback"
	"larek/internal/httpapi"
	"larek/internal/httpapi/store"
	"larek/internal/obs"
	"larek/internal/picture"
	"larek/internal/report"
)

const (
	// versionPoll bounds how long a copy may serve old prices when no hint reaches it.
	versionPoll = time.Second
	// drain lets the balancer notice that the copy is leaving before it refuses.
	drain         = 2 * time.Second
	shutdownLimit = 20 * time.Second
	pictureSlots  = 2
	traceRatio    = 0.05 // in production; elsewhere every call is traced
)

type apiCommand struct{}

// Run serves until told to stop, then finishes what has been started.
func (*apiCommand) Run(ctx context.Context, sh *shell) error {
	return runShop(ctx, sh, "larek-api", func(s *shop, cfg *config, log *slog.Logger) error {
		return s.serveAPI(ctx, cfg, log)
	})
}

func (s *shop) serveAPI(ctx context.Context, cfg *config, log *slog.Logger) error {
	bucket, err := blob.OpenBucket(ctx, cfg.BlobURL)
	if err != nil {
		return fmt.Errorf("blob store: %w", err)
	}
	defer func() { _ = bucket.Close() }()

	versions := dataversion.NewWatcher(s.reading, versionPoll, s.bus.Hints(ctx, events.DataChanged), log)
	purger := edge.NewPurger(cfg.edgeCaches(), log)
	go purger.Run(ctx)
	versions.OnMove(func(moved ...dataversion.Scope) {
		tags := make([]string, len(moved))
		for i, s := range moved {
			tags[i] = string(s)
		}
		purger.Purge(tags...)
	})
	go versions.Run(ctx)
	ready := httpapi.NewReadiness(
		httpapi.Check{Name: "postgres", Ask: s.reading.Ping},
		httpapi.Check{Name: "redis", Ask: s.bus.Ping},
		httpapi.Check{Name: "temporal", Ask: s.engine.Ping},
	)
	live := httpapi.NewLive(s.checkout.Orders)
	feed := httpapi.NewFeed(report.NewService(s.reading).NewestDelivered, log)
	go feed.Run(ctx)
	go s.bus.Messages(ctx, events.OrderChanged, func(order string) { live.Heard(order); feed.Heard(order) })
	pictures := picture.NewStore(bucket, pictureSlots)
	s.checkout.Pictures = pictures
	tokens := account.NewTokens(s.secret.For("token"))
	accounts, err := s.accounts(cfg, tokens, s.checkout.Letters)
	if err != nil {
		return err
	}
	go accounts.Watch(ctx, log)
	counts, err := httpapi.NewRedisCounts(cfg.RedisURL)
	if err != nil {
		return err
	}
	defer counts.Close()
	limits := httpapi.NewLimits(counts, cfg.limits(), clock.System, log)
	registry := obs.NewRegistry()
	handler, err := httpapi.New(httpapi.Deps{
		Store:     s.handlers(accounts, tokens, limits),
		Limits:    limits,
		Live:      live,
		Feed:      feed,
		Pictures:  pictures,
		Versions:  versions,
		Readiness: ready,
		Registry:  registry,
		Clock:     clock.System,
		Log:       log,

		EdgeSecret: cfg.EdgeSecret,
	})
	if err != nil {
		return err
	}
	if cfg.MetricsAddr != "" {
		go showInside(ctx, cfg.MetricsAddr, httpapi.Inside(registry, ready), log)
	}
	return serve(ctx, cfg.HTTPAddr, handler, func() { ready.Stop(); live.Close(); feed.Close() }, log)
}

// handlers answer the public contract.
func (s *shop) handlers(accounts *account.Service, tokens *account.Tokens, limits *httpapi.Limits) *store.Handlers {
	return &store.Handlers{
		Catalog:  catalog.NewService(s.reading),
		Content:  content.NewService(s.reading),
		Feedback: feedback.NewService(s.reading, s.writing, clock.System),
		Report:   report.NewService(s.reading),
		Receipts: report.NewReceipts(s.writing, s.secret.For(receiptPurpose)),
		Payment:  s.checkout.Payments,
		Orders:   s.checkout.Orders,
		Checkout: s.checkout,
		Promo:    s.checkout.Promos,
		Stock:    s.checkout.Stock,
		Accounts: accounts,
		Tokens:   tokens,
		GuestKey: s.secret.For("guest"),

		SignInKey: s.secret.For("browser"),
		Origin:    s.checkout.Origin,
		Slow:      limits.Slow,
		Clock:     clock.System,
	}
}

// showInside serves what only operators see; nothing else waits for it.
func showInside(ctx context.Context, addr string, inside http.Handler, log *slog.Logger) {
	if err := serve(ctx, addr, inside, func() {}, log); err != nil {
		log.WarnContext(ctx, "no metrics", "error", err)
	}
}

// serve listens until ctx ends. Leaving is announced first, so that a
// rolling deployment loses no request.
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
