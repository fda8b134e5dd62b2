// Package shoptest opens a whole shop in the test process: API, workers and
// the sandbox that stands for the world, on a database and a task queue of its
// own. Tests buy over HTTP and judge by the sandbox's record.
package shoptest

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"gocloud.dev/blob/memblob"

	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/dataversion"
	"larek/internal/delivery"
	"larek/internal/events"
	"larek/internal/feedback"
	"larek/internal/httpapi"
	"larek/internal/httpapi/store"
	"larek/internal/ident"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/notify"
	"larek/internal/obs"
	"larek/internal/order"
	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/report"
	"larek/internal/seal"
)

// Shop is open until its test ends.
type Shop struct {
	T        *testing.T
	URL      string
	Box      *Box
	Pool     *pgxpool.Pool
	Checkout *checkout.Service
	Tokens   *account.Tokens
	Accounts *account.Service
	Mail     *Mailbox
	Clock    *Clock
	Client   *http.Client // of every buyer
	// Limits of the copies that are opened next; nil lets everybody.
	Limits *httpapi.Limits
	// ByHand is what operators have yet to give back when all is over.
	ByHand money.Minor
	// Engine, Namespace and Queue are where its flows run.
	Engine, Namespace, Queue string
	// Metrics are those of its workers.
	Metrics *prometheus.Registry

	reading *pgxpool.Pool
	flow    *orderflow.Engine
	counted *orderflow.Metrics
	bus     *events.Bus
	secret  seal.Key
	log     *slog.Logger
}

// Open opens a shop with one worker.
func Open(t *testing.T) *Shop { t.Helper(); return OpenWith(t, "") }

// OpenWith adds settings to the address of the database, such as few connections.
func OpenWith(t *testing.T, settings string) *Shop {
	t.Helper()
	s := open(t, seal.NewKey(), settings)
	s.Work()
	return s
}

// OpenWithoutWorker opens a shop that takes money and delivers nothing until
// Work is called. Secrets are derived from the key.
func OpenWithoutWorker(t *testing.T, key seal.Key) *Shop { t.Helper(); return open(t, key, "") }

func open(t *testing.T, key seal.Key, settings string) *Shop {
	t.Helper()
	database := pgtest.Clone(t, seeded()) + settings
	s := &Shop{
		T: t, Clock: &Clock{}, secret: key, Mail: &Mailbox{},
		reading: pgtest.OpenPool(t, database, pg.Reading), Pool: pgtest.OpenPool(t, database, pg.Writing),
		Client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	s.Tokens = account.NewTokens(s.secret.For("token"))
	s.Metrics = prometheus.NewRegistry()
	s.counted = orderflow.NewMetrics(s.Metrics)
	s.keepLogs()
	s.connect()
	front := httptest.NewUnstartedServer(nil)
	s.URL = "http://" + front.Listener.Addr().String()
	s.Box = openBox(t, s.URL, s.Clock.Now)
	s.wire()
	s.openAccounts()
	s.serve(front)
	return s
}

// keepLogs shows what the shop complained of when a test has failed.
func (s *Shop) keepLogs() {
	logs := &buffer{}
	s.log = obs.NewLogger(logs, slog.LevelWarn)
	s.T.Cleanup(func() {
		if s.T.Failed() {
			s.T.Logf("the shop's log:\n%s", logs.tail(8000))
		}
	})
}

var namespaceOnce sync.Once

// connect opens Redis and the engine. Flows of tests have a namespace of their
// own, so that no worker of a running shop meets them.
func (s *Shop) connect() {
	s.T.Helper()
	redis := os.Getenv("LAREK_TEST_REDIS_URL")
	s.Engine, s.Namespace = os.Getenv("LAREK_TEMPORAL_ADDR"), os.Getenv("LAREK_TEMPORAL_NAMESPACE")+"-test"
	if s.Engine == "" || redis == "" {
		s.T.Fatal("LAREK_TEMPORAL_ADDR or LAREK_TEST_REDIS_URL is not set: run `make up`, then `make test`")
	}
	namespaceOnce.Do(func() {
		if err := orderflow.EnsureNamespace(context.Background(), s.Engine, s.Namespace, 24*time.Hour); err != nil {
			s.T.Error(err)
		}
	})
	var err error
	if s.bus, err = events.Open(redis, s.log); err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(s.bus.Close)
	s.Queue = "shop-" + ident.NewHash().String()[:10]
	if s.flow, err = orderflow.Connect(s.Engine, s.Namespace, s.Queue, s.FlowKey(), s.log); err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(s.flow.Close)
}

// ReceiptKey is the public half of what receipts are signed with.
func (s *Shop) ReceiptKey() ed25519.PublicKey {
	return report.ReceiptKey(s.secret.For("receipt")).Public().(ed25519.PublicKey)
}

// FlowKey seals what the engine keeps.
func (s *Shop) FlowKey() seal.Key { return s.secret.For("flow") }

// wire builds the verbs as cmd/larek does.
func (s *Shop) wire() {
	now, ring := s.Clock.Now, seal.NewRing("t", s.secret.For("ring"))
	bucket := memblob.OpenBucket(nil)
	s.T.Cleanup(func() { _ = bucket.Close() })
	orders, letters := order.NewService(s.Pool, now), notify.NewService(s.Pool, s.Mail, now, s.log, s.URL)
	letters.ProveBy(orders.NewProof)
	stock := delivery.NewStock(s.Pool, ring, s.secret.For("codes"))
	s.Checkout = &checkout.Service{
		Pool:     s.Pool,
		Orders:   orders,
		Promos:   promo.NewService(s.Pool),
		Payments: payment.NewService(s.reading, s.Pool, s.Box.providers(), now, s.log),
		Ledger:   ledger.NewService(s.Pool),
		Stock:    stock,
		Dispatch: delivery.NewDispatch(s.Pool, s.Box.suppliers(), ring, now, s.log).WithStock(stock),
		Letters:  letters,
		Pictures: picture.NewStore(bucket, 1),
		Flow:     s.flow,
		Clock:    now,
		Origin:   s.URL,
		ProofKey: s.secret.For("promo-proof"),
		Announce: func(ctx context.Context, orderID int64) {
			_ = s.bus.Publish(ctx, events.OrderChanged, strconv.FormatInt(orderID, 10))
		},
	}
}

// Work starts a worker. It works until it is stopped or the test ends.
func (s *Shop) Work() (stop func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	steps := &orderflow.Steps{Service: s.Checkout, Log: s.log, Metrics: s.counted}
	running.Go(func() { steps.Watch(ctx) })
	running.Go(func() {
		if err := s.flow.Work(ctx, steps); err != nil {
			s.T.Errorf("worker: %v", err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	s.T.Cleanup(stop)
	return stop
}

// CheckSuppliers looks after suppliers that could not serve us, as the worker's
// command does, until the test ends. Without it nothing stops being sold.
func (s *Shop) CheckSuppliers() {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.Checkout.Dispatch.RunChecks(ctx) })
	s.T.Cleanup(func() { cancel(); running.Wait() })
}

// Tell wakes the flow of an order, as the queue's commands do.
func (s *Shop) Tell(orderID int64) {
	s.T.Helper()
	if err := s.flow.Tell(s.T.Context(), orderID); err != nil {
		s.T.Fatal(err)
	}
}

// Copy opens one more copy of the API; stop ends it as a rolling deployment
// would.
func (s *Shop) Copy() (url string, stop func()) {
	s.T.Helper()
	srv := httptest.NewUnstartedServer(nil)
	return "http://" + srv.Listener.Addr().String(), s.serve(srv)
}

func (s *Shop) serve(srv *httptest.Server) (stop func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	live := httpapi.NewLive(s.Checkout.Orders)
	go s.bus.Messages(ctx, events.OrderChanged, live.Heard)
	versions := dataversion.NewWatcher(s.reading, time.Hour, nil, s.log)
	if err := versions.Refresh(ctx); err != nil {
		s.T.Fatal(err)
	}
	handler, err := httpapi.New(httpapi.Deps{
		Store: &store.Handlers{
			Catalog: catalog.NewService(s.reading), Content: content.NewService(s.reading), Feedback: feedback.NewService(s.reading, s.Pool, s.Clock.Now),
			Report: report.NewService(s.reading), Receipts: report.NewReceipts(s.Pool, s.secret.For("receipt")), Payment: s.Checkout.Payments, Orders: s.Checkout.Orders, Checkout: s.Checkout,
			Promo: s.Checkout.Promos, Stock: s.Checkout.Stock, Tokens: s.Tokens, GuestKey: s.secret.For("guest"), Clock: s.Clock.Now,
			Accounts: s.Accounts, SignInKey: s.secret.For("browser"), Origin: s.URL, Slow: slow(s.Limits),
		},
		Live: live, Limits: s.Limits, Feed: httpapi.NewFeed(report.NewService(s.reading).NewestDelivered, s.log), Pictures: s.Checkout.Pictures, Versions: versions,
		Readiness: httpapi.NewReadiness(httpapi.Check{Name: "postgres", Ask: s.reading.Ping}),
		Registry:  obs.NewRegistry(), Clock: s.Clock.Now, Log: s.log,
	})
	if err != nil {
		s.T.Fatal(err)
	}
	srv.Config.Handler = handler
	srv.Start()
	stop = sync.OnceFunc(func() {
		live.Close()
		srv.Close()
		cancel()
	})
	s.T.Cleanup(stop)
	return stop
}

// slow is what handlers ask before a thing that is limited by name.
func slow(limits *httpapi.Limits) func(ctx context.Context, what, who string) error {
	if limits == nil {
		return nil
	}
	return limits.Slow
}
