// Package shoptest starts a whole shop in the test process: API, workers and the
// sandbox in place of all external services, on a database and a task queue of its
// own. Tests buy over HTTP and verify the sandbox's journal.
package shoptest

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"gocloud.dev/blob/memblob"

	"larek/internal/account"
	"larek/internal/app"
	"larek/internal/clock"
	"larek/internal/deliveryproof"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/money"
	"larek/internal/orderflow"
	"larek/internal/orderjobs"
	"larek/internal/password"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/publicid"
	"larek/internal/pubsub"
	"larek/internal/queuecmd"
	"larek/internal/sandbox"
	"larek/internal/seal"
	"larek/internal/seed/seedtest"
	"larek/internal/telemetry"
)

// Shop is open until its test ends.
type Shop struct {
	T        *testing.T
	URL      string
	Sandbox  *Sandbox
	Pool     *pgxpool.Pool
	Tokens   *account.Tokens
	Accounts *account.Service
	SignIns  *account.SignIns
	Mail     *Mailbox
	Clock    *Clock
	Client   *http.Client // of every buyer
	// Limits of the instances that are started next; nil sets none.
	Limits *ratelimit.Limits
	// ManualRefunds is what operators have yet to refund when all is over.
	ManualRefunds money.Minor
	// Engine, Namespace and Queue are where its flows run.
	Engine, Namespace, Queue string
	// Metrics are those of its workers.
	Metrics *prometheus.Registry

	services   *app.Services
	infra      *app.Infra
	activities *orderflow.Activities
	log        *slog.Logger
	env        map[string]string
	cfg        *app.Config
	apis       []*app.API
	isCounted  bool // its statements are
}

// RefreshVersions makes the API instances see what has changed, which a running shop does every second.
func (s *Shop) RefreshVersions() {
	s.T.Helper()
	for _, api := range s.apis {
		if err := api.RefreshVersions(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
	}
}

// Open opens a shop with one worker.
func Open(t *testing.T) *Shop { t.Helper(); return OpenWith(t, "") }

// OpenWith adds settings to the address of the database, such as few connections.
func OpenWith(t *testing.T, settings string) *Shop {
	t.Helper()
	s := open(t, seal.NewKey(), settings, nil)
	s.StartWorker()
	return s
}

// OpenWithoutWorker starts a shop that takes money and delivers nothing until
// StartWorker is called. Secrets are derived from the key.
func OpenWithoutWorker(t *testing.T, key seal.Key) *Shop { t.Helper(); return open(t, key, "", nil) }

// OpenWithSettings starts a shop with other settings, and one worker.
func OpenWithSettings(t *testing.T, changes map[string]string) *Shop {
	t.Helper()
	s := open(t, seal.NewKey(), "", nil, changes)
	s.StartWorker()
	return s
}

func open(t *testing.T, key seal.Key, settings string, counted *Statements, changes ...map[string]string) *Shop {
	t.Helper()
	database := pgtest.Clone(t, seedtest.Template("shop", clock.System())) + settings
	s := &Shop{
		T: t, Clock: &Clock{}, Mail: &Mailbox{}, isCounted: counted != nil, Pool: openPool(t, database, pg.ReadWrite, counted), Metrics: prometheus.NewRegistry(),
		Client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	s.captureLogs()
	front := httptest.NewUnstartedServer(nil)
	s.URL = localURL(front)
	s.Sandbox = openSandbox(t, s.URL, s.Clock.Now)
	s.cfg = s.loadConfig(database, key, changes)
	s.connect(s.cfg, counted)
	s.build(s.cfg)
	s.serve(front)
	return s
}

// localURL names a server by a domain: passkeys are bound to one, not to an address.
func localURL(srv *httptest.Server) string {
	return fmt.Sprintf("http://localhost:%d", srv.Listener.Addr().(*net.TCPAddr).Port)
}

// loadConfig returns the settings of a shop that uses the sandbox.
func (s *Shop) loadConfig(database string, key seal.Key, changes []map[string]string) *app.Config {
	s.T.Helper()
	redis := os.Getenv("LAREK_TEST_REDIS_URL")
	s.Engine, s.Namespace = os.Getenv("LAREK_TEMPORAL_ADDR"), os.Getenv("LAREK_TEMPORAL_NAMESPACE")+"-test"
	if s.Engine == "" || redis == "" {
		s.T.Fatal("LAREK_TEMPORAL_ADDR or LAREK_TEST_REDIS_URL is not set: run `make up`, then `make test`")
	}
	ring := key.Derive("ring")
	env := sandbox.Env(s.Sandbox.url, "")
	maps.Copy(env, map[string]string{
		"LAREK_ENV": app.Development, "LAREK_PUBLIC_ORIGIN": s.URL, "LAREK_DATABASE_URL": database, "LAREK_REDIS_URL": redis, "LAREK_BLOB_URL": "mem://",
		"LAREK_TEMPORAL_ADDR": s.Engine, "LAREK_TEMPORAL_NAMESPACE": s.Namespace, "LAREK_SMTP_URL": "",
		// Receipts as in production; a test about a shop without them takes the settings away.
		"LAREK_TAX_SYSTEM": "usn_income", "LAREK_TAX_INN": "7700000000", "LAREK_TAX_EMAIL": "shop@shop.example",
		"LAREK_SECRET": base64.StdEncoding.EncodeToString(key[:]), "LAREK_CODE_KEYS": "t:" + base64.StdEncoding.EncodeToString(ring[:]),
	})
	for _, c := range changes {
		maps.Copy(env, c)
	}
	s.env = env
	cfg, err := app.LoadConfig(func(name string) string { return env[name] })
	if err != nil {
		s.T.Fatal(err)
	}
	return cfg
}

// captureLogs shows what the shop complained of when a test has failed.
func (s *Shop) captureLogs() {
	logs := &buffer{}
	s.log = telemetry.NewLogger(logs, slog.LevelWarn)
	s.T.Cleanup(func() {
		if s.T.Failed() {
			s.T.Logf("the shop's log:\n%s", logs.tail(8000))
		}
	})
}

var namespaceOnce sync.Once

// connect opens the connections. Flows of tests have a namespace of their own, so
// that no worker of a running shop meets them.
func (s *Shop) connect(cfg *app.Config, counted *Statements) {
	s.T.Helper()
	namespaceOnce.Do(func() {
		if err := orderflow.EnsureNamespace(context.Background(), s.Engine, s.Namespace, 24*time.Hour); err != nil {
			s.T.Error(err)
		}
	})
	keys, err := cfg.Keys()
	if err != nil {
		s.T.Fatal(err)
	}
	bus, err := pubsub.Open(cfg.RedisURL, s.log)
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(bus.Close)
	blobs := memblob.OpenBucket(nil)
	s.T.Cleanup(func() { _ = blobs.Close() })
	s.infra = &app.Infra{
		Read: openPool(s.T, cfg.DatabaseURL, pg.ReadOnly, counted), Write: s.Pool, Bus: bus, Engine: s.newEngine(keys.Flow), Blobs: blobs, Mailer: s.Mail,
		Passwords: password.NewHasher(password.Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 2),
		HTTP:      app.NewExternalHTTPClient(), Clock: s.Clock.Now, Log: s.log, Keys: keys,
	}
}

// newEngine connects to Temporal, with a task queue in which no order is known.
func (s *Shop) newEngine(ring *seal.Keyring) *orderflow.Engine {
	s.T.Helper()
	s.Queue = "shop-" + publicid.New().String()[:10]
	return s.connectEngine(ring)
}

func (s *Shop) connectEngine(ring *seal.Keyring) *orderflow.Engine {
	s.T.Helper()
	engine, err := orderflow.Connect(s.Engine, s.Namespace, s.Queue, ring, s.log)
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(engine.Close)
	return engine
}

// LoseEngine replaces Temporal by an empty one, as if its database had been lost. API
// instances that run already continue to signal the lost one. Stop the workers first.
func (s *Shop) LoseEngine() {
	s.T.Helper()
	infra := *s.infra
	infra.Engine = s.newEngine(s.infra.Keys.Flow)
	s.infra, s.Metrics = &infra, prometheus.NewRegistry()
	s.build(s.cfg)
}

// ResumeFlows does what larek flows resume does, and returns how many orders it notified.
func (s *Shop) ResumeFlows() int {
	s.T.Helper()
	orders, err := s.services.NewSweeper().Resume(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	return orders
}

// build builds the services as a command does.
func (s *Shop) build(cfg *app.Config) {
	s.T.Helper()
	services, err := app.Build(cfg, s.infra)
	if err != nil {
		s.T.Fatal(err)
	}
	s.services, s.activities = services, services.NewActivities(s.Metrics)
	s.Tokens, s.Accounts, s.SignIns = services.Tokens, services.Accounts, services.SignIns
}

// Operator returns the commands of operators on the command line.
func (s *Shop) Operator() *queuecmd.Commands { return s.services.NewQueueCommands() }

// Activities returns the activities of the shop's workers.
func (s *Shop) Activities() *orderflow.Activities { return s.activities }

// Sweeper returns the periodic jobs of a worker.
func (s *Shop) Sweeper() *orderjobs.Sweeper { return s.services.NewSweeper() }

// ReceiptKey is the public half of what receipts are signed with.
func (s *Shop) ReceiptKey() ed25519.PublicKey {
	return deliveryproof.Key(s.infra.Keys.Receipt()).Public().(ed25519.PublicKey)
}

// StartWorker starts a worker. It works until it is stopped or the test ends.
func (s *Shop) StartWorker() (stop func()) { s.T.Helper(); return s.StartWorkerWith(s.WorkerOptions()) }

// WorkerOptions are those of a worker that belongs to no build.
func (s *Shop) WorkerOptions() orderflow.WorkerOptions { return s.services.WorkerOptions() }

// StartWorkerWith starts a worker with other queues or a build.
func (s *Shop) StartWorkerWith(options orderflow.WorkerOptions) (stop func()) {
	s.T.Helper()
	return s.startWorker(options, s.services.NewSweeper().Run)
}

// StartWorkerWithoutSweeper starts a worker that does nothing but what orders need.
func (s *Shop) StartWorkerWithoutSweeper() (stop func()) {
	s.T.Helper()
	return s.startWorker(s.WorkerOptions(), func(context.Context) {})
}

func (s *Shop) startWorker(options orderflow.WorkerOptions, sweep func(context.Context)) (stop func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { sweep(ctx) })
	running.Go(func() {
		if err := s.infra.Engine.RunWorker(ctx, s.activities, options); err != nil {
			s.T.Errorf("worker: %v", err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	s.T.Cleanup(stop)
	return stop
}

// CheckSuppliers checks suppliers that could not serve us, as the worker's command
// does, until the test ends. Without it no product is taken off sale.
func (s *Shop) CheckSuppliers() {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.services.Sourcing.RunChecks(ctx) })
	s.T.Cleanup(func() { cancel(); running.Wait() })
}

// WatchMethods pauses methods of payment that fail, as a worker does every half a minute.
func (s *Shop) WatchMethods() {
	s.T.Helper()
	if err := s.services.Operations.Methods.WatchMethods(s.T.Context()); err != nil {
		s.T.Error(err)
	}
}

// NotifyWorkflow notifies the workflow of an order, as the queue's commands do.
func (s *Shop) NotifyWorkflow(orderID int64) {
	s.T.Helper()
	if err := s.infra.Engine.Notify(s.T.Context(), orderID); err != nil {
		s.T.Fatal(err)
	}
}

// StartInstance starts one more API instance; stop ends it as a rolling deployment
// would.
func (s *Shop) StartInstance() (url string, stop func()) {
	s.T.Helper()
	srv := httptest.NewUnstartedServer(nil)
	return "http://" + srv.Listener.Addr().String(), s.serve(srv)
}

func (s *Shop) serve(srv *httptest.Server) (stop func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	api, err := s.services.NewAPI(ctx, app.APIOptions{Limits: s.Limits})
	if err != nil {
		s.T.Fatal(err)
	}
	if err := api.RefreshVersions(ctx); err != nil {
		s.T.Fatal(err)
	}
	s.apis = append(s.apis, api)
	go api.FollowChanges(ctx)
	if !s.isCounted { // it looks every second, whatever is sold
		go s.services.PartnerAccounts.Follow(ctx)
	}
	srv.Config.Handler = api.Handler
	srv.Start()
	stop = sync.OnceFunc(func() {
		api.Drain()
		srv.Close()
		cancel()
	})
	s.T.Cleanup(stop)
	return stop
}
