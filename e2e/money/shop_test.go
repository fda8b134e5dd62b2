// Package money_test buys in a whole shop over HTTP and judges by what the
// providers' sandbox recorded, by the ledger and by the stock.
package money_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob/memblob"

	"larek/db"
	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/dataversion"
	"larek/internal/delivery"
	"larek/internal/events"
	"larek/internal/feedback"
	"larek/internal/httpapi"
	"larek/internal/httpapi/store"
	"larek/internal/ident"
	"larek/internal/ledger"
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
	"larek/internal/seed"
)

// shop is one whole shop in this process: API, worker, sandbox, on a database
// and a task queue of its own.
type shop struct {
	t        *testing.T
	url      string
	box      *box
	reading  *pgxpool.Pool
	pool     *pgxpool.Pool
	bus      *events.Bus
	engine   *orderflow.Engine
	checkout *checkout.Service
	tokens   *account.Tokens
	secret   seal.Key
	clock    *handClock
	client   *http.Client
	log      *slog.Logger
	pack     int64 // 660 UC
}

// openShop opens a shop with so many codes of 660 UC.
func openShop(t *testing.T, codes int) *shop { t.Helper(); return openShopWith(t, codes, "") }

// openShopWith adds settings to the address of the database.
func openShopWith(t *testing.T, codes int, settings string) *shop {
	t.Helper()
	database := pgtest.Clone(t, seeded()) + settings
	s := &shop{
		t: t, clock: &handClock{}, secret: seal.NewKey(),
		reading: pgtest.OpenPool(t, database, pg.Reading), pool: pgtest.OpenPool(t, database, pg.Writing),
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	s.tokens = account.NewTokens(s.secret.For("token"))
	s.keepLogs()
	s.connect()
	front := httptest.NewUnstartedServer(nil)
	s.url = "http://" + front.Listener.Addr().String()
	s.box = openBox(t, s.url, s.clock.now)
	s.wire()
	s.work()
	s.serve(front)
	s.pack = queryOne[int64](s, `select id from products where kind = 'pubg' and title = '660 UC'`)
	s.load(codes)
	return s
}

// keepLogs shows what the shop complained of when a test has failed.
func (s *shop) keepLogs() {
	logs := &syncBuffer{}
	s.log = obs.NewLogger(logs, slog.LevelWarn)
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("the shop's log:\n%s", logs.tail(8000))
		}
	})
}

var namespaceOnce sync.Once

// connect opens Redis and the engine. Flows of tests live in a namespace of
// their own, so that no worker of a running shop meets them.
func (s *shop) connect() {
	s.t.Helper()
	addr, namespace := os.Getenv("LAREK_TEMPORAL_ADDR"), os.Getenv("LAREK_TEMPORAL_NAMESPACE")+"-test"
	redis := os.Getenv("LAREK_TEST_REDIS_URL")
	if addr == "" || redis == "" {
		s.t.Fatal("LAREK_TEMPORAL_ADDR or LAREK_TEST_REDIS_URL is not set: run `make up`, then `make test`")
	}
	namespaceOnce.Do(func() {
		if err := orderflow.EnsureNamespace(context.Background(), addr, namespace, 24*time.Hour); err != nil {
			s.t.Error(err)
		}
	})
	var err error
	if s.bus, err = events.Open(redis, s.log); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.bus.Close)
	queue := "money-" + ident.NewHash().String()[:10]
	if s.engine, err = orderflow.Connect(addr, namespace, queue, s.secret.For("flow"), s.log); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.engine.Close)
}

// wire builds the verbs as cmd/larek does.
func (s *shop) wire() {
	ring := seal.NewRing("t", seal.NewKey())
	s.checkout = &checkout.Service{
		Pool:     s.pool,
		Orders:   order.NewService(s.pool, s.clock.now),
		Promos:   promo.NewService(s.pool),
		Payments: payment.NewService(s.reading, s.pool, s.box.providers(), s.clock.now, s.log),
		Ledger:   ledger.NewService(s.pool),
		Stock:    delivery.NewStock(s.pool, ring, s.secret.For("codes")),
		Dispatch: delivery.NewDispatch(s.pool, nil, ring, s.clock.now, s.log), // codes need no supplier
		Letters:  notify.NewService(s.pool, nil, s.clock.now, s.log, s.url),
		Flow:     s.engine,
		Clock:    s.clock.now,
		Origin:   s.url,
		Announce: func(ctx context.Context, orderID int64) {
			_ = s.bus.Publish(ctx, events.OrderChanged, strconv.FormatInt(orderID, 10))
		},
	}
}

// work runs the worker until the test ends.
func (s *shop) work() {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	steps := &orderflow.Steps{Service: s.checkout, Log: s.log}
	running.Go(func() { steps.Watch(ctx) })
	running.Go(func() {
		if err := s.engine.Work(ctx, steps); err != nil {
			s.t.Errorf("worker: %v", err)
		}
	})
	s.t.Cleanup(func() { stop(); running.Wait() })
}

// serve answers on a server; several may serve one shop. The returned
// function ends it as a rolling deployment would.
func (s *shop) serve(srv *httptest.Server) (stop func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	live := httpapi.NewLive(s.checkout.Orders)
	go s.bus.Messages(ctx, events.OrderChanged, live.Heard)
	versions := dataversion.NewWatcher(s.reading, time.Hour, nil, s.log)
	if err := versions.Refresh(ctx); err != nil {
		s.t.Fatal(err)
	}
	bucket := memblob.OpenBucket(nil)
	pictures := picture.NewStore(bucket, 1)
	handler, err := httpapi.New(httpapi.Deps{
		Store: &store.Handlers{
			Catalog: catalog.NewService(s.reading), Content: content.NewService(s.reading), Feedback: feedback.NewService(s.reading, s.pool, s.clock.now),
			Report: report.NewService(s.reading), Payment: s.checkout.Payments, Orders: s.checkout.Orders, Checkout: s.checkout,
			Promo: s.checkout.Promos, Stock: s.checkout.Stock, Tokens: s.tokens, GuestKey: s.secret.For("guest"), Clock: s.clock.now,
		},
		Live: live, Pictures: pictures, Versions: versions,
		Readiness: httpapi.NewReadiness(httpapi.Check{Name: "postgres", Ask: s.reading.Ping}),
		Registry:  obs.NewRegistry(), Clock: s.clock.now, Log: s.log,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	srv.Config.Handler = handler
	srv.Start()
	stop = sync.OnceFunc(func() {
		live.Close()
		srv.Close()
		cancel()
		_ = bucket.Close()
	})
	s.t.Cleanup(stop)
	return stop
}

// load puts codes nobody has seen on sale.
func (s *shop) load(n int) {
	s.t.Helper()
	codes := make([]string, n)
	for i := range codes {
		codes[i] = ident.NewHash().String()
	}
	if loaded, _, err := s.checkout.Stock.Load(s.t.Context(), s.pack, codes); err != nil || loaded != n {
		s.t.Fatalf("%d of %d codes loaded: %v", loaded, n, err)
	}
}

// seeded is the believable shop without any codes.
func seeded() pgtest.Template {
	h := sha256.New()
	_ = fs.WalkDir(db.Seed, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(db.Seed, path)
			_, _ = h.Write(b)
		}
		return err
	})
	return pgtest.Template{Name: "money", Stamp: hex.EncodeToString(h.Sum(nil)), Fill: func(ctx context.Context, url string) error {
		pool, err := pg.Open(ctx, url, pg.Writing)
		if err != nil {
			return err
		}
		defer pool.Close()
		bucket := memblob.OpenBucket(nil)
		defer func() { _ = bucket.Close() }()
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: clock.System()})
	}}
}

// exec changes the shop behind everybody's back.
func (s *shop) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
}

// queryOne reads one value from the shop's database.
func queryOne[T any](s *shop, sql string, args ...any) T {
	s.t.Helper()
	var v T
	if err := s.pool.QueryRow(s.t.Context(), sql, args...).Scan(&v); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// handClock runs with the real one and can be put forward.
type handClock struct{ ahead atomic.Int64 }

func (c *handClock) now() time.Time { return clock.System().Add(time.Duration(c.ahead.Load())) }

// putForward moves the shop's time. The engine's timers keep their own, so
// flows whose deadline has come are woken here in their stead.
func (s *shop) putForward(d time.Duration) {
	s.t.Helper()
	s.clock.ahead.Add(int64(d))
	overdue, err := s.checkout.Orders.Overdue(s.t.Context(), 100)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, id := range overdue {
		if err := s.engine.Tell(s.t.Context(), id); err != nil {
			s.t.Fatal(err)
		}
	}
}

type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) tail(n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.buf.Bytes()
	return string(all[max(0, len(all)-n):])
}

// eventually looks until ok says nothing, or fails with what it said last.
func (s *shop) eventually(within time.Duration, look func() (wrong string)) {
	s.t.Helper()
	end := time.After(within)
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		wrong := look()
		if wrong == "" {
			return
		}
		select {
		case <-end:
			s.t.Fatalf("after %s: %s", within, wrong)
		case <-tick.C:
		}
	}
}

// every runs do for 0…n−1, so many at a time.
func every(n, atOnce int, do func(i int)) {
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}

func unless(ok bool, format string, args ...any) string {
	if ok {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
