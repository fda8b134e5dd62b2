// Package httpapitest opens a seeded shop behind the real HTTP API, for tests alone.
package httpapitest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob/memblob"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/brand"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/dataversion"
	"larek/internal/delivery"
	"larek/internal/deliveryproof"
	"larek/internal/desk"
	"larek/internal/desk/operations"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/httpapi"
	"larek/internal/httpapi/health"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/stream"
	"larek/internal/ledger"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/password"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/publicfeed"
	"larek/internal/pubsub"
	"larek/internal/seal"
	"larek/internal/seed/seedtest"
	"larek/internal/staff"
	"larek/internal/telemetry"
)

// Noon is when the seeded shop of the tests is looked at.
var Noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// Shop is a seeded shop behind a real HTTP server.
type Shop struct {
	// IsOpen says that buyers have paid, so that keys are changed by two people.
	IsOpen bool

	T             testing.TB
	URL           string
	Pool          *pgxpool.Pool
	versions      *dataversion.Watcher
	Brand         *brand.Reader
	Pictures      *picture.Store
	Readiness     *health.Readiness
	Logs          *LogBuffer
	Clock         *Clock
	Stock         *delivery.Stock
	Tokens        *account.Tokens
	Accounts      *account.Service
	Sessions      *account.Sessions
	SignIns       *account.SignIns
	Staff         *staff.Service
	Credentials   *staff.Credentials
	StaffSessions *staff.Sessions
	Audit         *audit.Service
	Desk          *desk.Desk
	Operations    *operations.Services
	Emails        *SentEmails
	Stream        *stream.Console // of changes, to operators
	Deps          httpapi.Deps
	inside        string // where metrics are
	client        *http.Client
	Stop          func() // waits for the requests under way
	ring          *seal.Keyring
	hasher        *password.Hasher
}

// NewShop opens a shop of the test's own, to be changed at will.
func NewShop(t *testing.T) *Shop {
	t.Helper()
	return openShop(t)
}

// NewLimitedShop opens a shop that has the limits of production.
func NewLimitedShop(t *testing.T) *Shop {
	t.Helper()
	s := NewShop(t)
	limits := ratelimit.NewLimits(nil, 1, s.Clock.Now, slog.New(slog.DiscardHandler))
	deps := s.Deps
	handlers := *deps.Store
	handlers.Limits = limits
	handlers.Accounts.SetLetterLimit(limits.SlowLetters)
	handlers.Checkout.SetLetterLimit(limits.SlowLetters)
	console := *deps.Admin
	console.Slow = limits.Slow
	deps.Admin = &console
	deps.Store, deps.Limits, deps.Registry = &handlers, limits, telemetry.NewRegistry("test")
	handler, err := httpapi.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	s.URL = srv.URL
	return s
}

// openShop uses the sign-in providers at idp; without one all of them are
// unreachable.
func openShop(t testing.TB, idp ...string) *Shop {
	t.Helper()
	database := pgtest.Clone(t, seedtest.Template("seeded", Noon))
	reading := pgtest.OpenPool(t, database, pg.ReadOnly)
	logs := &LogBuffer{}
	log := telemetry.NewLogger(logs, slog.LevelInfo)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	s := &Shop{
		T: t, Pool: pgtest.OpenPool(t, database, pg.ReadWrite), Logs: logs,
		versions: dataversion.NewWatcher(reading, time.Hour, nil, log),
		Pictures: picture.NewStore(bucket, 2), Brand: brand.NewReader(reading),
		Readiness: health.NewReadiness(health.Check{Name: "postgres", Ask: reading.Ping}),
		Clock:     &Clock{},
		client:    newClient(),
	}
	secret := seal.NewKey()
	gate := opening.NewGate(reading, secret.Derive("pass"), s.Clock.Now)
	s.versions.OnChange(func(...dataversion.Scope) { s.Brand.Forget(); gate.Forget() })
	s.RefreshVersions()
	s.Stock = delivery.NewStock(s.Pool, seal.NewKeyring("t", seal.NewKey()), secret.Derive("fingerprint"))
	s.Tokens = account.NewTokens(secret.Derive("token"))
	s.Emails = &SentEmails{}
	hasher := password.NewHasher(password.Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 2)
	s.addAccounts(secret, hasher, append(idp, "http://idp.invalid")[0])
	orders, promos := order.NewService(s.Pool, s.Clock.Now), promo.NewService(s.Pool)
	s.Stream = stream.NewConsole()
	t.Cleanup(s.Stream.Close)
	payments := payment.New(payment.Config{Read: reading, Write: s.Pool, Known: providers.All, Queue: s.announce, Clock: s.Clock.Now, Log: log})
	parts := checkout.Config{
		Pool: s.Pool, Brand: s.Brand, Opening: gate, Orders: orders, Promos: promos, Markets: payments.Markets, Attempts: payments.Attempts, Inbox: payments.Inbox, Poller: payments.Poller,
		Ledger:   ledger.NewService(s.Pool),
		Dispatch: delivery.NewDispatcher(s.Pool, nil, seal.NewKeyring("t", seal.NewKey()), s.Clock.Now, log),
		Sourcing: delivery.NewSourcing(s.Pool, nil, s.Clock.Now, log).WithQueue(s.announce),
		Emails:   email.NewService(s.Pool, s.Emails, s.Clock.Now, log, Origin),
		Stock:    s.Stock, Pictures: s.Pictures, Workflows: noWorkflows{}, Clock: s.Clock.Now,
		PublishChange: func(_ context.Context, id int64) { s.Stream.OnOrderChange(strconv.FormatInt(id, 10)) },
	}
	s.Deps = httpapi.Deps{
		Store: &store.Handlers{
			Catalog: catalog.NewService(reading), Previews: catalog.NewPreviews(secret.Derive("preview"), s.Clock.Now), Content: content.NewService(reading).WithBrand(s.Brand), Brand: s.Brand, Opening: gate, Feedback: feedback.NewService(reading, s.Pool, s.Clock.Now),
			Providers: payments.Providers, Markets: payments.Markets, Attempts: payments.Attempts, Feed: publicfeed.NewService(reading), Movements: ledger.NewMovements(reading), Proofs: deliveryproof.NewService(s.Pool, s.Brand, secret.Derive("receipt")), Orders: orders, Promo: promos, Stock: s.Stock,
			Accounts: s.Accounts, Sessions: s.Sessions, SignIns: s.SignIns, Tokens: s.Tokens, GuestKey: secret.Derive("guest"), SignInKey: secret.Derive("browser"), Origin: Origin, Clock: s.Clock.Now,
			Checkout: checkout.NewService(parts), PromoCodes: checkout.NewPromoCodes(parts), Webhooks: checkout.NewWebhooks(payments.Inbox, parts.Dispatch, noWorkflows{}), Dispatch: parts.Dispatch, ProofPictures: delivery.NewPictures(s.Pool, s.Pictures, s.Clock.Now), Ledger: parts.Ledger, Queue: s.announce,
		},
		Pictures: s.Pictures, Versions: s.versions, Readiness: s.Readiness, Console: s.Stream,
		LogKey: secret.Derive("log"), Registry: telemetry.NewRegistry("test"), Version: "test", Clock: s.Clock.Now, Log: log,
	}
	s.addConsole(parts, payments, secret, hasher, reading, bucket)
	s.serve(t)
	return s
}

// serve starts the servers of the public and of operators.
func (s *Shop) serve(t testing.TB) {
	t.Helper()
	handler, err := httpapi.New(s.Deps)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	s.URL, s.Stop = srv.URL, srv.Close
	inside := httptest.NewServer(httpapi.Inside(s.Deps.Registry, s.Readiness))
	t.Cleanup(inside.Close)
	s.inside = inside.URL
}

// announce passes a row of the queue to the operators' stream, as Redis does.
func (s *Shop) announce(_ context.Context, kind string, id int64) {
	s.Stream.OnDeskChange(pubsub.QueueMessage(kind, id))
}

// noWorkflows is a Temporal that is never reached: responses must not depend on it.
type noWorkflows struct{}

func (noWorkflows) Notify(context.Context, int64) error {
	return errors.New("no Temporal in these tests")
}
