// Package sandbox stands in for every outside service the shop talks to: it
// speaks their protocols, checks our signatures as strictly as they do, and
// keeps a record of its own of what really happened.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"larek/internal/clock"
)

// Config is what a sandbox is built from.
type Config struct {
	// Origin is the address browsers and the shop reach it by, without a slash.
	Origin string
	// StateDir holds the record.
	StateDir string
	Accounts Accounts
	Clock    clock.Clock  // the system's if nil
	Client   *http.Client // sends webhooks; one of its own if nil
	Log      *slog.Logger // silent if nil
}

// Server is the sandbox: an http.Handler that must be closed.
type Server struct {
	cfg    Config
	now    clock.Clock
	log    *slog.Logger
	client *http.Client
	routes http.Handler
	wire   map[string]protocol
	faults faults
	auto   autoBuyer
	lags   lags
	slots  chan struct{} // bounds the webhooks under way

	suppliers  suppliers
	nsSessions nsSessions
	signIns    signIns

	mu     sync.Mutex // guards the book and everything reached from it
	book   *book
	record *record

	life  context.Context // of what outlives requests: webhooks and promises
	end   context.CancelFunc
	after sync.WaitGroup
}

// New opens the record, takes up what was unfinished and is ready to serve.
func New(cfg Config) (*Server, error) {
	cfg.Origin = strings.TrimSuffix(cfg.Origin, "/")
	s := &Server{cfg: cfg, now: cfg.Clock, log: cfg.Log, client: cfg.Client, slots: make(chan struct{}, 256)}
	if s.now == nil {
		s.now = clock.System
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.client == nil {
		s.client = webhookClient()
	}
	s.wire = map[string]protocol{
		"payselection": payselection{cfg.Accounts.Payselection},
		"tbank":        tbank{cfg.Accounts.TBank},
		"payin":        payin{cfg.Accounts.Payin},
		"getpay":       getpay{cfg.Accounts.GetPay},
	}
	s.routes = s.router()
	if err := s.start(); err != nil {
		return nil, err
	}
	return s, nil
}

// start opens the record and replays it.
func (s *Server) start() error {
	b := newBook(s.wire)
	rec, err := openRecord(s.cfg.StateDir, b.apply)
	if err != nil {
		return err
	}
	if b.n == 0 {
		// Numbers go on growing when the record is thrown away, so that a shop
		// that kept its database never sees one twice.
		b.n = s.now().Unix() * 100
	}
	s.book, s.record = b, rec
	s.life, s.end = context.WithCancel(context.Background())
	s.launch(s.life, b.takeFresh())
	return nil
}

// Close stops sending and closes the record.
func (s *Server) Close() error {
	s.end()
	s.after.Wait()
	return s.record.close()
}

// reset throws everything away.
func (s *Server) reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	n := s.book.n
	if err := errors.Join(s.record.close(), os.Remove(s.record.path)); err != nil {
		return fmt.Errorf("sandbox: reset: %w", err)
	}
	s.faults.clear()
	s.auto.clear()
	s.lags.clear()
	s.suppliers.clear()
	s.nsSessions.clear()
	s.signIns.clear()
	if err := s.start(); err != nil {
		return err
	}
	s.book.n = max(s.book.n, n)
	return nil
}

// ServeHTTP serves the providers, the pay pages and the control calls.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// do runs fn on the book and returns when all that fn saw and wrote is on the
// disk: nothing is answered that a kill could take back.
func (s *Server) do(fn func(b *book) error) error {
	s.mu.Lock()
	rec, life := s.record, s.life
	err := fn(s.book)
	upTo, todo := rec.newest(), s.book.takeFresh()
	s.mu.Unlock()
	if err := rec.wait(upTo); err != nil {
		return err
	}
	s.launch(life, todo)
	return err
}

// doWithin is do for what goes on after a request: nothing once life is over,
// because the book it began with is gone.
func (s *Server) doWithin(life context.Context, fn func(b *book) error) error {
	return s.do(func(b *book) error {
		if life.Err() != nil {
			return life.Err()
		}
		return fn(b)
	})
}

// todo is what must start once its cause is on the disk.
type todo struct {
	notices  []*Notice
	promises []*Invoice
	plans    []*Supply
}

func (b *book) takeFresh() todo {
	t := todo{b.fresh, b.promises, b.supply.plans}
	b.fresh, b.promises, b.supply.plans = nil, nil, nil
	return t
}

func (s *Server) launch(life context.Context, t todo) {
	for _, n := range t.notices {
		s.after.Go(func() { s.deliver(life, n) })
	}
	for _, inv := range t.promises {
		s.after.Go(func() { s.keepPromise(life, inv) })
	}
	for _, o := range t.plans {
		s.after.Go(func() { s.keepPlan(life, o) })
	}
}

// keepPromise pays when the time has come.
func (s *Server) keepPromise(life context.Context, inv *Invoice) {
	s.mu.Lock()
	p, kept := inv.promised, inv.Promise == nil
	s.mu.Unlock()
	if kept || !pause(life, p.Due.Sub(s.now())) {
		return
	}
	err := s.doWithin(life, func(b *book) error {
		if !inv.beyondPaying() && inv.Promise != nil {
			s.take(b, inv, pick(p.Amount, inv.Amount-inv.Taken()), *p.Webhook)
		}
		return nil
	})
	if err != nil && life.Err() == nil {
		s.log.Error("a promised payment was not made", "error", err)
	}
}

// pause waits; false means life ended first.
func pause(life context.Context, d time.Duration) bool {
	if d <= 0 {
		return life.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-life.Done():
		return false
	}
}
