package core

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

	"github.com/go-chi/chi/v5"

	"larek/internal/clock"
	"larek/internal/money"
)

// Config is what a Server is built from.
type Config struct {
	// Origin is the address of the sandbox for browsers and the shop, without a
	// slash at the end.
	Origin string
	// StateDir is the folder of the journal.
	StateDir string
	// Services are the played services, in the order the pages show them.
	Services []Service
	// Console adds the pages and control calls.
	Console func(r chi.Router, s *Server)
	Clock   clock.Clock  // the system clock if nil
	Client  *http.Client // sends webhooks; nil creates one
	Log     *slog.Logger // silent if nil
}

// Server plays the services of its Config. It is an http.Handler and must be
// closed.
type Server struct {
	Payments  *Payments
	Suppliers *Suppliers
	Faults    Faults

	cfg       Config
	now       clock.Clock
	log       *slog.Logger
	client    *http.Client
	routes    http.Handler
	providers map[string]PaymentProtocol
	lags      statusLags
	slots     chan struct{} // bounds the webhooks being sent

	mu      sync.Mutex // guards the state and everything reached from it
	state   *State
	journal *journal

	life       context.Context // of work that continues after a request: webhooks, scheduled payments, plans
	end        context.CancelFunc
	background sync.WaitGroup
}

// New opens the journal, resumes unfinished work and returns a Server that is
// ready to serve.
func New(cfg Config) (*Server, error) {
	cfg.Origin = strings.TrimSuffix(cfg.Origin, "/")
	s := &Server{
		cfg: cfg, now: cfg.Clock, log: cfg.Log, client: cfg.Client,
		providers: map[string]PaymentProtocol{}, slots: make(chan struct{}, 256),
	}
	if s.now == nil {
		s.now = clock.System
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.client == nil {
		s.client = webhookClient()
	}
	s.Payments, s.Suppliers = &Payments{server: s}, &Suppliers{server: s}
	r := chi.NewRouter()
	for _, service := range cfg.Services {
		if p, ok := service.(PaymentProtocol); ok {
			s.providers[p.Name()] = p
		}
		if supplier, ok := service.(Supplier); ok {
			s.Suppliers.all = append(s.Suppliers.all, supplier)
		}
		service.Routes(r, s)
	}
	if cfg.Console != nil {
		cfg.Console(r, s)
	}
	s.routes = r
	if err := s.start(); err != nil {
		return nil, err
	}
	return s, nil
}

// start opens the journal and replays it.
func (s *Server) start() error {
	st := newState(s.providers, s.Suppliers.all)
	j, err := openJournal(s.cfg.StateDir, st.apply)
	if err != nil {
		return err
	}
	if st.n == 0 {
		// Numbers grow on when the journal is deleted, so that a shop that still
		// has its database never sees the same number twice.
		st.n = s.now().Unix() * 100
	}
	s.state, s.journal = st, j
	s.life, s.end = context.WithCancel(context.Background())
	s.launch(s.life, st.takeWork())
	return nil
}

// Close stops all background work and closes the journal.
func (s *Server) Close() error {
	s.end()
	s.background.Wait()
	return s.journal.close()
}

// Reset drops the journal, the state, faults and rules. Numbers grow on.
func (s *Server) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	n := s.state.n
	if err := errors.Join(s.journal.close(), os.Remove(s.journal.path)); err != nil {
		return fmt.Errorf("sandbox: reset: %w", err)
	}
	s.Faults.Clear()
	s.Payments.autopay.clear()
	s.lags.clear()
	s.Suppliers.rules.clear()
	for _, service := range s.cfg.Services {
		if r, ok := service.(Resetter); ok {
			r.Reset()
		}
	}
	if err := s.start(); err != nil {
		return err
	}
	s.state.n = max(s.state.n, n)
	return nil
}

// ServeHTTP serves the services, the pages and the control calls.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Origin is the address of the sandbox, without a slash at the end.
func (s *Server) Origin() string { return s.cfg.Origin }

// Now returns the time of the sandbox.
func (s *Server) Now() time.Time { return s.now() }

// Log is the log of the sandbox.
func (s *Server) Log() *slog.Logger { return s.log }

// Services returns the played services.
func (s *Server) Services() []Service { return s.cfg.Services }

// Provider returns the payment provider of a name.
func (s *Server) Provider(name string) (PaymentProtocol, bool) {
	p, ok := s.providers[name]
	return p, ok
}

// Do runs fn on the locked state and returns when everything fn read and wrote
// is on disk: no response depends on something a crash could undo. It returns
// the error of fn.
func (s *Server) Do(fn func(st *State) error) error {
	s.mu.Lock()
	j, life := s.journal, s.life
	err := fn(s.state)
	upTo, work := j.newest(), s.state.takeWork()
	s.mu.Unlock()
	if err := j.wait(upTo); err != nil {
		return err
	}
	s.launch(life, work)
	return err
}

// Read runs fn while the state is locked.
func (s *Server) Read(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn()
}

// doWithin is Do for background work. It returns the error of life if that has
// ended, because the state the work began with is gone.
func (s *Server) doWithin(life context.Context, fn func(st *State) error) error {
	return s.Do(func(st *State) error {
		if life.Err() != nil {
			return life.Err()
		}
		return fn(st)
	})
}

// work is what starts once its cause is on disk.
type work struct {
	notices   []*Notice
	scheduled []*Invoice
	planned   []*SupplierOrder
}

func (st *State) takeWork() work {
	w := work{st.notices, st.scheduled, st.orders.planned}
	st.notices, st.scheduled, st.orders.planned = nil, nil, nil
	return w
}

func (s *Server) launch(life context.Context, w work) {
	for _, n := range w.notices {
		s.background.Go(func() { s.deliver(life, n) })
	}
	for _, inv := range w.scheduled {
		s.background.Go(func() { s.Payments.runScheduledPayment(life, inv) })
	}
	for _, o := range w.planned {
		s.background.Go(func() { s.Suppliers.runPlan(life, o) })
	}
}

// runScheduledPayment waits until a scheduled payment is due and makes it.
func (ps *Payments) runScheduledPayment(life context.Context, inv *Invoice) {
	ps.server.mu.Lock()
	e, done := inv.scheduled, inv.ScheduledAt == nil
	ps.server.mu.Unlock()
	if done || !pause(life, e.Due.Sub(ps.server.now())) {
		return
	}
	err := ps.server.doWithin(life, func(st *State) error {
		if !inv.unpayable() && inv.ScheduledAt != nil {
			ps.collect(st, inv, orAmount(e.Amount, inv.Amount-inv.Taken()), *e.Webhook)
		}
		return nil
	})
	if err != nil && life.Err() == nil {
		ps.server.log.Error("make a scheduled payment", "error", err)
	}
}

func orAmount(given, otherwise money.Minor) money.Minor {
	if given > 0 {
		return given
	}
	return otherwise
}

// Pause waits for d, at most as long as a fault may hold a client. It reports
// whether the sandbox still runs on the same state.
func (s *Server) Pause(d time.Duration) bool {
	return pause(s.currentLife(), min(d, maxHold))
}

func (s *Server) currentLife() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life
}

// pause waits for d and reports whether life did not end before.
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
