package desk_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob/memblob"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/operations"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/promo"
	"larek/internal/publicid"
	"larek/internal/seal"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// office is a desk over a database without suppliers, providers and workflows.
type office struct {
	t             *testing.T
	pool          *pgxpool.Pool
	do            *operations.Services
	shop          checkout.Config
	payments      *payment.Services
	checkout      *checkout.Service
	flow          *fulfilment.Steps
	admin         staff.Actor
	game, product int64
	offer         int64
	coded         int64 // a product sold from stock
}

type noWorkflows struct{}

func (noWorkflows) Notify(context.Context, int64) error { return nil }

func newOffice(t *testing.T) *office {
	t.Helper()
	pool, now, log := pgtest.New(t), func() time.Time { return noon }, slog.New(slog.DiscardHandler)
	ring, key := seal.NewKeyring("t", seal.NewKey()), seal.NewKey()
	stock, sessions := delivery.NewStock(pool, ring, key), account.NewSessions(pool, account.NewTokens(key), key, now)
	payments := payment.New(payment.Config{Read: pool, Write: pool, Clock: now, Log: log})
	shop := checkout.Config{
		Pool: pool, Orders: order.NewService(pool, now), Promos: promo.NewService(pool), Markets: payments.Markets, Attempts: payments.Attempts, Inbox: payments.Inbox,
		Poller: payments.Poller,
		Ledger: ledger.NewService(pool), Stock: stock, Dispatch: delivery.NewDispatcher(pool, nil, ring, now, log).WithStock(stock),
		Sourcing: delivery.NewSourcing(pool, nil, now, log),
		Emails:   email.NewService(pool, nil, now, log, "http://shop.test"), Workflows: noWorkflows{}, Clock: now, PublishChange: func(context.Context, int64) {},
	}
	o := &office{t: t, pool: pool, shop: shop, payments: payments, checkout: checkout.NewService(shop), flow: fulfilment.New(fulfilment.Config{
		Pool: shop.Pool, Orders: shop.Orders, Attempts: shop.Attempts, Inbox: shop.Inbox, Poller: shop.Poller, Tasks: payments.Tasks, Refunds: payments.Refunds,
		Ledger: shop.Ledger, Promos: shop.Promos, Stock: shop.Stock, Dispatch: shop.Dispatch, Emails: shop.Emails,
		Reservations: checkout.NewReservations(shop.Promos, shop.Stock, shop.Clock), PublishChange: shop.PublishChange, Clock: shop.Clock, Log: log,
	})}
	o.do = operations.New(operations.Parts{
		Desk:   desk.New(pool, audit.NewService(pool, seal.Succession{key}, now), now),
		Orders: shop.Orders, Payments: payments, Ledger: shop.Ledger, Stock: shop.Stock, Dispatch: shop.Dispatch, Sourcing: shop.Sourcing, Emails: shop.Emails, Promos: shop.Promos,
		Checkout: o.checkout, Steps: o.flow,
		Accounts: account.NewService(pool, sessions, nil, "", now), Sessions: sessions,
		Reviews: feedback.NewService(pool, pool, now), Settlement: settlement.NewService(pool),
		Prices: catalog.NewPrices(pool, now), Assortment: catalog.NewAssortment(pool, now), Pictures: picture.NewStore(memblob.OpenBucket(nil), 1),
		Notify: desk.Notifier{PublishChange: shop.PublishChange, Workflows: shop.Workflows},
	})
	o.admin = o.hire("admin")
	o.game = factory.Game(t, pool, nil)
	o.product = factory.Product(t, pool, o.game, nil)
	o.offer = factory.Offer(t, pool, o.product, factory.With{"supplier": "moogold", "sku": "1"})
	o.coded = factory.Product(t, pool, factory.Game(t, pool, factory.With{"kind": "pubg"}), factory.With{"kind": "pubg", "amount_uc": 60})
	return o
}

func (o *office) hire(role string) staff.Actor {
	o.t.Helper()
	a := staff.Actor{Name: role, Session: publicid.New(), Grants: staff.Grants{}, FreshAt: noon}
	a.ID = pgtest.One[int64](o.t, o.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select $1, $2, id, '', now(), now() from staff_roles where name = $2 returning id`, publicid.New().String()+"@staff.test", role)
	for _, p := range pgtest.All[struct {
		Name  string
		Limit int64
	}](o.t, o.pool, `select permission, coalesce(alone_limit * 100, 0)::bigint from staff_role_permissions p join staff_roles r on r.id = p.role_id where r.name = $1`, role) {
		a.Grants[staff.Permission(p.Name)] = rubles(p.Limit)
	}
	return a
}

// random inserts an order in a random state; the same seed makes the same state.
func (o *office) random(seed uint64) int64 {
	o.t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	with := factory.With{"game_id": o.game, "status": pick("created", "waiting_for_payment", "sending", "sending", "sending", "done", "failed"), "detail": `{"moogold_user_id":"5123456789"}`}
	if r.IntN(2) == 0 {
		with["email"] = fmt.Sprintf("b%d@box.example", r.IntN(1_000_000_000))
	}
	if r.IntN(2) == 0 {
		with["user_id"] = factory.User(o.t, o.pool, nil)
	}
	status := with["status"].(string)
	if status != "done" && status != "failed" {
		with["due_at"] = noon.Add(time.Hour)
	}
	id := factory.Order(o.t, o.pool, with)
	lineStatus := map[string]string{"sending": pick("sending", "incorrect-details"), "done": "completed", "failed": "refunded"}[status]
	if lineStatus == "" {
		lineStatus = "processing"
	}
	line := factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "quantity": 2, "unit_price": 50, "status": lineStatus})
	attempt := ""
	switch {
	case status == "waiting_for_payment" && r.IntN(2) == 0:
		attempt = "pending"
	case status != "created" && status != "waiting_for_payment":
		attempt = "paid"
	}
	if attempt != "" {
		a := factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": attempt})
		if attempt == "paid" {
			factory.Payment(o.t, o.pool, a)
		}
	}
	o.randomUnits(r, id, line, status, lineStatus)
	if status == "sending" && r.IntN(4) == 0 {
		pgtest.Exec(o.t, o.pool, `insert into delivery_pauses (order_id, paused_at, until, paused_by) values ($1, $2, $3, $4)`, id, noon, noon.Add(time.Hour), o.admin.ID)
	}
	if r.IntN(2) == 0 {
		state := pick("waiting", "given_up", "sent")
		pgtest.Exec(o.t, o.pool, `insert into letters (order_id, event, state, created, sent_at) values ($1, 'paid', $2, $3, case when $2 = 'sent' then $3::timestamptz end)`, id, state, noon)
	}
	return id
}

// randomUnits adds the units of an order that is or was delivered by suppliers, or the
// codes of one that was delivered from stock.
func (o *office) randomUnits(r *rand.Rand, id, line int64, status, lineStatus string) {
	o.t.Helper()
	if status == "created" || status == "waiting_for_payment" {
		return
	}
	if status == "done" && r.IntN(2) == 0 {
		for i := range 2 + r.IntN(2) { // the last one is free
			given := i < 2
			pgtest.Exec(o.t, o.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at)
				values ($1, 'x', 't', $2, case when $3 then 'given' else 'free' end, case when $3 then $4::bigint end, case when $3 then $5::timestamptz end)`,
				o.coded, publicid.New().String(), given, line, noon)
		}
		return
	}
	states := map[string][]string{"done": {"delivered"}, "failed": {"refunded"}, "sending": {"waiting", "placed", "queued", "delivered"}}[status]
	if lineStatus == "incorrect-details" {
		states = []string{"wrong_details"}
	}
	for n := range 2 {
		state := states[r.IntN(len(states))]
		var held, delivered *time.Time
		if state == "waiting" && r.IntN(2) == 0 {
			held = new(noon.Add(time.Hour))
		}
		if state == "delivered" {
			delivered = &noon
		}
		unit := pgtest.One[int64](o.t, o.pool, `insert into delivery_units (order_id, line_id, n, state, held_until, delivered_at) values ($1, $2, $3, $4, $5, $6) returning id`, id, line, n+1, state, held, delivered)
		if state == "delivered" && n == 0 {
			pgtest.Exec(o.t, o.pool, `update delivery_units set supplier = 'operator', cost = 10, cost_currency = 'RUB' where id = $1`, unit)
		}
		if state == "placed" || state == "queued" && r.IntN(2) == 0 {
			pgtest.Exec(o.t, o.pool, `insert into delivery_attempts (unit_id, offer_id, supplier, key, cost, cost_currency, created, state) values ($1, $2, 'moogold', $3, 1, 'RUB', $4, 'pending')`,
				unit, o.offer, publicid.New().String(), noon)
		}
		if state == "queued" {
			pgtest.Exec(o.t, o.pool, `insert into operator_tasks (unit_id, order_id, kind, due_at, created) values ($1, $2, 'by_hand', $3, $3)`, unit, id, noon)
		}
	}
}

// try does an action with arguments that fit the order, as its form would.
func (o *office) try(name string, id int64, list orders.Actions) error {
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Version: list.Version, Reason: audit.Reason{Code: "other", Text: "проверка"}}
	ctx := o.t.Context()
	var err error
	switch name {
	case orders.ActionAsk:
		_, err = o.do.OrderActions.QueryNow(ctx, a)
	case orders.ActionWake:
		_, err = o.do.OrderActions.Wake(ctx, a)
	case orders.ActionRetry:
		_, err = o.do.OrderActions.Retry(ctx, a, nil)
	case orders.ActionReroute:
		_, err = o.do.OrderActions.Reroute(ctx, a, orders.Rerouting{Prefer: &o.offer})
	case orders.ActionDeliver:
		_, err = o.do.OrderActions.Deliver(ctx, a, orders.Delivery{Proof: "пополнили сами", Force: true})
	case orders.ActionCorrect:
		_, err = o.do.OrderActions.Correct(ctx, a, orders.Correction{Account: "5123456788"})
	case orders.ActionPause:
		_, err = o.do.OrderActions.Pause(ctx, a, 4)
	case orders.ActionResume:
		_, err = o.do.OrderActions.Resume(ctx, a)
	case orders.ActionCancel:
		_, err = o.do.OrderActions.Cancel(ctx, a)
	case orders.ActionReplaceCode:
		at := slices.IndexFunc(list.Codes, func(c orders.Code) bool { return c.Refusal == "" })
		r := orders.Replacement{CodeID: 1, New: "NEW-" + newKey()}
		if at >= 0 {
			r.CodeID, r.IsUnit = list.Codes[at].ID, list.Codes[at].IsUnit
		}
		_, err = o.do.OrderActions.ReplaceCode(ctx, a, r)
	case orders.ActionRefund:
		_, err = o.do.Refunds.GrantRefund(ctx, a, refunds.Request{Destination: "method", Force: true, Send: true})
	case orders.ActionGoodwill:
		_, err = o.do.OrderActions.GiveGoodwill(ctx, a, rubles(1_00))
	case orders.ActionLetter:
		_, err = o.do.OrderActions.ResendLetter(ctx, a, email.Paid)
	case orders.ActionCost:
		c := orders.CostCorrection{Unit: 1, Cost: delivery.Cost{TenThousandths: 12_0000}}
		if at := slices.IndexFunc(list.Units, func(u orders.Unit) bool { return u.HasOwnCost }); at >= 0 {
			c.Unit = list.Units[at].ID
		}
		_, err = o.do.OrderActions.CorrectCost(ctx, a, c)
	case orders.ActionNote:
		_, err = o.do.OrderActions.AddNote(ctx, a, "смотрю", nil)
	case orders.ActionBlock:
		_, err = o.do.OrderActions.Block(ctx, a, orders.Blocking{What: "player"})
		if errors.Is(err, order.ErrBlockUnchanged) { // all orders of the test have one player
			err = nil
		}
	case orders.ActionUnblock:
		what := order.BlockPlayer
		if len(list.Blocks) > 0 {
			what = list.Blocks[0]
		}
		_, err = o.do.OrderActions.Unblock(ctx, a, what)
	}
	return err
}

// TestAllowedMeansThatItSucceeds compares the allowed actions with the results of running them, over random states of
// orders. Refused actions change nothing.
func TestAllowedMeansThatItSucceeds(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	seen := map[string][2]int{}
	for seed := range uint64(40) {
		first, err := o.do.OrderActions.Actions(t.Context(), o.admin, o.random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for i := range first.Actions {
			id := o.random(seed) // the same state again: actions change it
			list, err := o.do.OrderActions.Actions(t.Context(), o.admin, id)
			if err != nil {
				t.Fatal(err)
			}
			x := list.Actions[i]
			err = o.try(x.Name, id, list)
			counts := seen[x.Name]
			if x.Allowed {
				counts[0]++
			} else {
				counts[1]++
			}
			seen[x.Name] = counts
			if (err == nil) != x.Allowed {
				t.Errorf("seed %d, %s: allowed %t (%s), but it ended with %v", seed, x.Name, x.Allowed, x.Reason, err)
			}
			if err == nil {
				continue
			}
			if p, is := errors.AsType[*problem.Error](err); !is || p.Detail != x.Reason {
				t.Errorf("seed %d, %s: refused with %v, want the reason %q", seed, x.Name, err, x.Reason)
			}
			after, err := o.do.OrderActions.Actions(t.Context(), o.admin, id)
			if err != nil || after.Version != list.Version {
				t.Errorf("seed %d, %s: a refused action changed the order (%v)", seed, x.Name, err)
			}
		}
	}
	for name, n := range seen {
		if n[0] == 0 || n[1] == 0 && name != orders.ActionNote && name != orders.ActionBlock && name != orders.ActionUnblock {
			t.Errorf("%s was allowed %d times and refused %d times: the states show too little", name, n[0], n[1])
		}
	}
}

func TestStaleActionSaysWhatChanged(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "email": "b@box.example", "due_at": noon.Add(time.Hour)})
	list, err := o.do.OrderActions.Actions(t.Context(), o.admin, id)
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, o.pool, `insert into order_events (order_id, event) values ($1, 'payment.declined')`, id)
	err = o.try(orders.ActionCancel, id, list)
	p, is := errors.AsType[*problem.Error](err)
	if !is || p.Code != "desk.stale" || len(p.Fields) != 1 || p.Fields[0].Code != "payment.declined" {
		t.Errorf("got %v, want desk.stale that names payment.declined", err)
	}
	if got := pgtest.One[string](t, o.pool, `select status from orders where id = $1`, id); got != "created" {
		t.Errorf("the order is %s, want created", got)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit`); n != 0 {
		t.Errorf("%d audit rows, want none", n)
	}
}

func newKey() string {
	b := publicid.New()
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func rubles(kopecks int64) money.RUB { return money.RUB(kopecks) }
