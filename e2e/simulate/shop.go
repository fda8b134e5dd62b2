package simulate

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/feature"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/promo"
	"larek/internal/queuecmd"
	"larek/internal/seal"
	"larek/internal/seed/seedtest"
)

// shop is a database in which orders are played one after the other. Several of them are
// played at once, each in its own.
type shop struct {
	pool   *pgxpool.Pool
	world  *world // of the order that is played
	ring   *seal.Keyring
	key    seal.Key
	market payment.Market
	codes  int64 // products: of codes, of a supplier, of an operator
	supply int64
	lot    int64
	staff  int64 // a person of finance
	loaded int
	// features are the switches as the shop has them.
	features *feature.Switches
}

func openShop(t testing.TB) *shop {
	t.Helper()
	s := &shop{key: seal.NewKey()}
	s.ring = seal.NewKeyring("sim", s.key)
	opened, err := pg.Open(t.Context(), pgtest.Clone(t, seedtest.Template("shop", clock.System())), pg.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	cfg := opened.Config()
	opened.Close()
	cfg.ConnConfig.Tracer = s
	cfg.MaxConns = 3
	cfg.ConnConfig.RuntimeParams["synchronous_commit"] = "off"             // the machine is not killed here, only processes
	cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan" // a few small orders; planning would cost most
	if s.pool, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.pool.Close)
	pgtest.Exec(t, pgtest.Owner(t, s.pool), `grant delete on supplier_health to larek_app`) // what play forgets
	s.world = newWorld(0, clock.System())
	pgtest.Exec(t, s.pool, `update payment_methods set min_amount = 1 where min_amount > 1`) // orders are small
	s.features = feature.NewSwitches(s.pool)
	if err := s.features.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, payments := s.services()
	if s.market, err = payments.Markets.MarketByISO(t.Context(), payment.HomeCountry); err != nil {
		t.Fatal(err)
	}
	err = s.pool.QueryRow(t.Context(), `select (select min(id) from products where kind = 'pubg'),
		(select min(p.id) from products p join games g on g.id = p.game_id where g.kind = 'supply' and not g.is_server_needed and p.max_quantity > 2),
		(select min(id) from products where kind = 'standoff')`).Scan(&s.codes, &s.supply, &s.lot)
	if err != nil {
		t.Fatal(err)
	}
	s.staff = pgtest.One[int64](t, s.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select 'sim@staff.test', 'Анна', id, '', now(), now() from staff_roles where name = 'finance' returning id`)
	return s
}

// TraceQueryStart implements pgx.QueryTracer: a process is killed between two statements.
func (s *shop) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	return s.world.statement(ctx, q.SQL)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *shop) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// services builds the shop as app.Build does, with the world in place of banks and suppliers.
func (s *shop) services() (checkout.Config, *payment.Services) {
	w, log := s.world, slog.New(slog.DiscardHandler)
	var banks []payment.Provider
	for _, name := range []string{"tbank", "payselection", "payin"} {
		banks = append(banks, w.banks[name])
	}
	suppliers := []delivery.Supplier{w.suppliers["moogold"], w.suppliers["gamesdrop"]}
	stock := delivery.NewStock(s.pool, s.ring, s.key.Derive("codes"))
	payments := payment.New(payment.Config{Read: s.pool, Write: s.pool, Connected: banks, Known: providers.All, Clock: w.clock, Log: log})
	return checkout.Config{
		Pool: s.pool, Orders: order.NewService(s.pool, w.clock), Promos: promo.NewService(s.pool),
		Markets:       payments.Markets,
		Attempts:      payments.Attempts,
		Inbox:         payments.Inbox,
		Poller:        payments.Poller,
		Ledger:        ledger.NewService(s.pool),
		Stock:         stock,
		Dispatch:      delivery.NewDispatcher(s.pool, suppliers, s.ring, w.clock, log).WithStock(stock),
		Sourcing:      delivery.NewSourcing(s.pool, suppliers, w.clock, log),
		Emails:        email.NewService(s.pool, nil, w.clock, log, "https://larek.example"),
		Clock:         w.clock,
		Origin:        "https://larek.example",
		PhoneKey:      s.key.Derive("phone"),
		PublishChange: func(context.Context, int64) {},
	}, payments
}

// play plays the order of a seed and returns its world. err is a failure of the
// simulation itself.
func (s *shop) play(ctx context.Context, seed uint64, from time.Time) (*world, error) {
	w := newWorld(seed, from)
	s.world = w
	// What one order leaves for the next must not change it: the seed alone decides.
	if _, err := s.pool.Exec(ctx, `delete from supplier_health`); err != nil {
		return w, fmt.Errorf("forget health: %w", err)
	}
	p := &player{world: w, shop: s, ctx: ctx, seed: seed, units: map[int64]bool{}, refunds: map[int64]bool{}, closed: map[int64]bool{}}
	p.restart()
	for _, b := range w.banks {
		b.deliver = func(hook payment.Webhook) { p.receive(b, hook) }
	}
	for _, x := range w.suppliers {
		x.callBack = func(hook delivery.Callback) { p.receiveCallback(x, hook) }
	}
	if err := p.create(); err != nil {
		return w, err
	}
	for events := 0; len(w.wrong) == 0; events++ {
		if events > 3000 {
			w.violation("the order does not end")
			break
		}
		if w.next() {
			continue
		}
		if more, err := p.lookForWork(); err != nil || !more {
			if err != nil {
				return w, err
			}
			break
		}
	}
	if len(w.wrong) > 0 {
		return w, nil
	}
	return w, p.check()
}

// player plays one order: its buyer, its operator, and the processes of the shop.
type player struct {
	*world
	shop     *shop
	ctx      context.Context // of the whole run
	seed     uint64
	services checkout.Config
	checkout *checkout.Service
	webhooks *checkout.Webhooks
	steps    *fulfilment.Steps
	operator *queuecmd.Commands
	buyer    order.Owner
	order    int64
	user     int64 // of the buyer; 0 for a guest
	goods    int   // units that were ordered
	got      int   // units that were delivered

	// What the engine knows of the order's workflow.
	units, refunds map[int64]bool
	wake           int // the newest timer; older ones do nothing
	overdue        int
	reading        bool
	visits         int
	reminders      int
	polls          int            // the newest poll that is planned
	isAsked        bool           // the buyer was asked to correct the details
	isReleasing    bool           // an operator will decide about a paused delivery
	closed         map[int64]bool // tasks
}

// restart builds the services again, as a process does that was killed.
func (p *player) restart() {
	service, payments := p.shop.services()
	service.Workflows = p
	features := p.shop.features
	if p.seed%4 == 0 {
		features = nil // all off
	}
	p.services, p.checkout = service, checkout.NewService(service)
	p.webhooks = checkout.NewWebhooks(service.Inbox, service.Dispatch, p)
	p.steps = fulfilment.New(fulfilment.Config{
		Pool: service.Pool, Orders: service.Orders, Attempts: service.Attempts, Inbox: service.Inbox, Poller: service.Poller, Tasks: payments.Tasks, Refunds: payments.Refunds,
		Ledger: service.Ledger, Promos: service.Promos, Stock: service.Stock, Dispatch: service.Dispatch, Emails: service.Emails,
		Reservations: checkout.NewReservations(service.Promos, service.Stock, service.Clock), Features: features, PublishChange: service.PublishChange, Clock: service.Clock, Log: slog.New(slog.DiscardHandler),
	})
	p.operator = &queuecmd.Commands{Steps: p.steps, Orders: service.Orders, Tasks: payments.Tasks, Refunds: payments.Refunds}
}
