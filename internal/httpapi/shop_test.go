package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob/memblob"

	"larek/db"
	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/dataversion"
	"larek/internal/delivery"
	"larek/internal/feedback"
	"larek/internal/httpapi"
	"larek/internal/httpapi/store"
	"larek/internal/ledger"
	"larek/internal/notify"
	"larek/internal/obs"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/report"
	"larek/internal/seal"
	"larek/internal/seed"
)

// noon is the moment the seeded shop of the tests is seen at.
var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// shop is a seeded shop behind a real HTTP server.
type shop struct {
	t        testing.TB
	url      string
	writing  *pgxpool.Pool
	versions *dataversion.Watcher
	pictures *picture.Store
	ready    *httpapi.Readiness
	logs     *syncBuffer
	clock    *handClock
	stock    *delivery.Stock
	tokens   *account.Tokens
	accounts *account.Service
	mail     *mailbox
	deps     httpapi.Deps
	inside   string // where metrics are
	client   *http.Client
	stop     func() // waits for the requests under way
}

// newShop opens a shop of the test's own, to be changed at will.
func newShop(t *testing.T) *shop {
	t.Helper()
	return openShop(t)
}

// openShop speaks to the services people sign in with at idp; without one
// they are all away.
func openShop(t testing.TB, idp ...string) *shop {
	t.Helper()
	database := pgtest.Clone(t, seeded())
	reading := pgtest.OpenPool(t, database, pg.Reading)
	logs := &syncBuffer{}
	log := obs.NewLogger(logs, slog.LevelInfo)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	s := &shop{
		t: t, writing: pgtest.OpenPool(t, database, pg.Writing), logs: logs,
		versions: dataversion.NewWatcher(reading, time.Hour, nil, log),
		pictures: picture.NewStore(bucket, 2),
		ready:    httpapi.NewReadiness(httpapi.Check{Name: "postgres", Ask: reading.Ping}),
		clock:    &handClock{},
		client:   newClient(),
	}
	s.refresh()
	secret := seal.NewKey()
	s.stock = delivery.NewStock(s.writing, seal.NewRing("t", seal.NewKey()), secret.For("fingerprint"))
	s.tokens = account.NewTokens(secret.For("token"))
	s.mail = &mailbox{}
	s.accounts = account.NewService(account.Config{
		Pool: s.writing, Secret: secret, Tokens: s.tokens, Ring: seal.NewRing("t", seal.NewKey()), Origin: shopOrigin,
		Passwords: account.NewPasswords(account.Work{Memory: 64, Passes: 1, Lanes: 1}, 2), Clock: s.clock.now,
		Letters: s.mail, Providers: socials(append(idp, "http://idp.invalid")[0], s.clock.now),
	})
	orders, promos := order.NewService(s.writing, s.clock.now), promo.NewService(s.writing)
	payments := payment.NewService(reading, s.writing, nil, s.clock.now, log)
	s.deps = httpapi.Deps{
		Store: &store.Handlers{
			Catalog: catalog.NewService(reading), Content: content.NewService(reading), Feedback: feedback.NewService(reading, s.writing, s.clock.now),
			Payment: payments, Report: report.NewService(reading), Receipts: report.NewReceipts(s.writing, secret.For("receipt")), Orders: orders, Promo: promos, Stock: s.stock,
			Accounts: s.accounts, Tokens: s.tokens, GuestKey: secret.For("guest"), SignInKey: secret.For("browser"), Origin: shopOrigin, Clock: s.clock.now,
			Checkout: &checkout.Service{
				Pool: s.writing, Orders: orders, Promos: promos, Payments: payments, Ledger: ledger.NewService(s.writing),
				Dispatch: delivery.NewDispatch(s.writing, nil, seal.NewRing("t", seal.NewKey()), s.clock.now, log),
				Letters:  notify.NewService(s.writing, nil, s.clock.now, log, shopOrigin),
				Stock:    s.stock, Pictures: s.pictures, Flow: noFlow{}, Clock: s.clock.now, Announce: func(context.Context, int64) {},
			},
		},
		Pictures: s.pictures, Versions: s.versions, Readiness: s.ready,
		Registry: obs.NewRegistry(), Clock: s.clock.now, Log: log,
	}
	handler, err := httpapi.New(s.deps)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	s.url, s.stop = srv.URL, srv.Close
	inside := httptest.NewServer(httpapi.Inside(s.deps.Registry, s.ready))
	t.Cleanup(inside.Close)
	s.inside = inside.URL
	return s
}

// look reads what is not for the public.
func (s *shop) look(path string) answer {
	s.t.Helper()
	inside := *s
	inside.url = s.inside
	return inside.get(path)
}

// noFlow is an engine that is never there: what the API answers must not
// depend on it.
type noFlow struct{}

func (noFlow) Tell(context.Context, int64) error { return errors.New("no engine in these tests") }

// seeded is the believable shop, built once per change of its texts.
func seeded() pgtest.Template {
	h := sha256.New()
	_ = fs.WalkDir(db.Seed, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(db.Seed, path)
			_, _ = h.Write(b)
		}
		return err
	})
	return pgtest.Template{Name: "seeded", Stamp: hex.EncodeToString(h.Sum(nil)), Fill: func(ctx context.Context, url string) error {
		pool, err := pg.Open(ctx, url, pg.Writing)
		if err != nil {
			return err
		}
		defer pool.Close()
		bucket := memblob.OpenBucket(nil)
		defer func() { _ = bucket.Close() }()
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: noon})
	}}
}

// refresh makes the server notice what the test wrote, as its watcher would.
func (s *shop) refresh() {
	s.t.Helper()
	if err := s.versions.Refresh(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// exec changes the shop behind the server's back.
func (s *shop) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.writing.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
	s.refresh()
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (s *shop) do(method, path string, header http.Header, body string) answer {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for k, v := range header {
		req.Header[http.CanonicalHeaderKey(k)] = v
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{status: res.StatusCode, header: res.Header, body: b}
}

func (s *shop) get(path string) answer { s.t.Helper(); return s.do(http.MethodGet, path, nil, "") }

func (s *shop) post(path, body string) answer {
	s.t.Helper()
	return s.do(http.MethodPost, path, http.Header{"Content-Type": {"application/json"}}, body)
}

// newClient shows answers as they are sent: packed, and with no redirect followed.
func newClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// value reads one text from the shop's database.
func (s *shop) value(sql string, args ...any) string {
	s.t.Helper()
	var v string
	if err := s.writing.QueryRow(s.t.Context(), sql, args...).Scan(&v); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// queryAll reads one column from the shop's database.
func queryAll[T any](s *shop, sql string) []T {
	s.t.Helper()
	rows, err := s.writing.Query(s.t.Context(), sql)
	if err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
	return list
}

// picture is the address of the picture whose key sql selects.
func (s *shop) picture(sql string, args ...any) string {
	s.t.Helper()
	return picture.Key(s.value(sql, args...)).URL()
}

// decode reads an answer into a value the test can compare.
func decode[T any](t testing.TB, a answer) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return v
}

// page is any list, with its items as they came.
type page struct {
	Count    int              `json:"count"`
	Next     *string          `json:"next"`
	Previous *string          `json:"previous"`
	Results  []map[string]any `json:"results"`
}
