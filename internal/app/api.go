package app

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"larek/internal/checkout"
	"larek/internal/dataversion"
	"larek/internal/edgecache"
	"larek/internal/httpapi"
	"larek/internal/httpapi/health"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/stream"
	"larek/internal/pubsub"
	"larek/internal/telemetry"
)

// versionPoll bounds how long an instance may serve old prices when no change
// message reaches it.
const versionPoll = time.Second

// API is one instance of the API.
type API struct {
	Handler http.Handler // what the public can reach
	Inside  http.Handler // what only operators see

	services *Services
	versions *dataversion.Watcher
	purger   *edgecache.Purger
	ready    *health.Readiness
	live     *stream.Orders
	feed     *stream.LiveFeed
	console  *stream.Console
}

// APIOptions are what differs between instances.
type APIOptions struct {
	Limits *ratelimit.Limits // nil sets none
}

// NewLimits returns the limits of the settings, shared by all instances.
func (s *Services) NewLimits() *ratelimit.Limits {
	return ratelimit.NewLimits(s.in.Counts, s.cfg.limitFactor(), s.in.Clock, s.in.Log)
}

// NewAPI returns an instance of the API. It does nothing by itself until Start is
// called.
func (s *Services) NewAPI(ctx context.Context, o APIOptions) (*API, error) {
	a := &API{
		services: s,
		versions: dataversion.NewWatcher(s.in.Read, versionPoll, s.in.Bus.SubscribeCoalesced(ctx, pubsub.DataChanged), s.in.Log),
		purger:   edgecache.NewPurger(s.cfg.edgeCaches(), s.in.Log),
		ready: health.NewReadiness(
			health.Check{Name: "postgres", Ask: s.in.Read.Ping},
			health.Check{Name: "redis", Ask: s.in.Bus.Ping},
			health.Check{Name: "temporal", Ask: s.in.Engine.Ping},
		),
		live:    stream.NewOrders(s.Orders),
		feed:    stream.NewLiveFeed(s.Feed.NewestDelivered, s.in.Log),
		console: stream.NewConsole(),
	}
	a.versions.OnChange(func(moved ...dataversion.Scope) {
		tags := make([]string, len(moved))
		for i, scope := range moved {
			tags[i] = string(scope)
		}
		if slices.Contains(moved, dataversion.Brand) {
			s.Brand.Forget()
			s.Opening.Forget()
		}
		a.purger.Purge(tags...)
	})
	registry := telemetry.NewRegistry(s.in.Version)
	var err error
	a.Handler, err = httpapi.New(httpapi.Deps{
		Store:      s.handlers(o.Limits),
		Admin:      s.console(o.Limits),
		Limits:     o.Limits,
		Live:       a.live,
		Feed:       a.feed,
		Console:    a.console,
		Demo:       s.demo(),
		Pictures:   s.Pictures,
		Versions:   a.versions,
		Readiness:  a.ready,
		Registry:   registry,
		Clock:      s.in.Clock,
		Log:        s.in.Log,
		EdgeSecret: s.cfg.EdgeSecret,
		LogKey:     s.in.Keys.Log(),
		Version:    s.in.Version,
	})
	a.Inside = httpapi.Inside(registry, a.ready)
	return a, err
}

// handlers returns the handlers of the public contract.
func (s *Services) handlers(limits *ratelimit.Limits) *store.Handlers {
	if limits != nil {
		s.Accounts.SetLetterLimit(limits.SlowLetters)
		s.Checkout.SetLetterLimit(limits.SlowLetters)
	}
	h := &store.Handlers{
		Catalog:       s.Catalog,
		Previews:      s.newPreviews(),
		Content:       s.Content,
		Brand:         s.Brand,
		Opening:       s.Opening,
		Feedback:      s.Feedback,
		Feed:          s.Feed,
		Movements:     s.Movements,
		Proofs:        s.Proofs,
		Providers:     s.Payments.Providers,
		Markets:       s.Payments.Markets,
		Attempts:      s.Payments.Attempts,
		Orders:        s.Orders,
		Checkout:      s.Checkout,
		PromoCodes:    s.PromoCodes,
		OwnAccounts:   checkout.NewAccounts(s.in.Write, s.Ledger, s.Audit, s.in.Clock),
		Webhooks:      checkout.NewWebhooks(s.Payments.Inbox, s.Dispatch, s.Workflows()),
		Promo:         s.Promos,
		Stock:         s.Stock,
		Dispatch:      s.Dispatch,
		ProofPictures: s.ProofPictures,
		Ledger:        s.Ledger,
		Queue:         s.publishQueue,
		Accounts:      s.Accounts,
		Sessions:      s.Sessions,
		SignIns:       s.SignIns,
		Tokens:        s.Tokens,
		GuestKey:      s.in.Keys.Guest(),
		SignInKey:     s.in.Keys.SignIn(),
		Origin:        s.cfg.PublicOrigin,
		Limits:        limits,
		Clock:         s.in.Clock,
	}
	return h
}

// Start follows changes of data, orders and sessions in the background until ctx
// ends.
func (a *API) Start(ctx context.Context) {
	go a.services.PartnerAccounts.Follow(ctx)
	go a.purger.Run(ctx)
	go a.versions.Run(ctx)
	go a.feed.Run(ctx)
	go a.FollowChanges(ctx)
	go a.services.Sessions.RunSync(ctx, a.services.in.Log)
}

// FollowChanges updates open pages when an order or the operators' queue changes, until
// ctx ends.
func (a *API) FollowChanges(ctx context.Context) {
	go a.services.in.Bus.Subscribe(ctx, pubsub.DeskChanged, a.console.OnDeskChange)
	a.services.in.Bus.Subscribe(ctx, pubsub.OrderChanged, func(order string) {
		a.live.OnOrderChange(order)
		a.feed.OnOrderChange(order)
		a.console.OnOrderChange(order)
	})
}

// RefreshVersions reads the versions of the data now.
func (a *API) RefreshVersions(ctx context.Context) error { return a.versions.Refresh(ctx) }

// Drain closes the streams and reports that the instance is stopping.
func (a *API) Drain() {
	a.ready.Stop()
	a.live.Close()
	a.feed.Close()
	a.console.Close()
}

// Run serves until ctx ends, then finishes the requests under way.
func (a *API) Run(ctx context.Context) error {
	cfg, log := a.services.cfg, a.services.in.Log
	a.Start(ctx)
	if cfg.MetricsAddr != "" {
		go serveInside(ctx, cfg.MetricsAddr, a.Inside, log)
	}
	return serve(ctx, cfg.HTTPAddr, a.Handler, a.Drain, log)
}

// serveInside serves what only operators see, in the background.
func serveInside(ctx context.Context, addr string, inside http.Handler, log *slog.Logger) {
	if err := serve(ctx, addr, inside, func() {}, log); err != nil {
		log.WarnContext(ctx, "no metrics", "error", err)
	}
}
