package payment_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// grants is an order of 100 rubles whose refunds two people grant and send.
type grants struct {
	t *testing.T
	*payment.Grants
	pool        *pgxpool.Pool
	now         time.Time
	order, line int64
	anna, boris int64
}

func newGrants(t *testing.T) *grants {
	t.Helper()
	f := &grants{t: t, pool: pgtest.New(t), now: time.Now()}
	f.Grants = payment.New(payment.Config{Write: f.pool, Clock: func() time.Time { return f.now }}).Grants
	f.order = factory.Order(t, f.pool, factory.With{"status": "done", "game_id": factory.Game(t, f.pool, nil)})
	f.line = factory.Line(t, f.pool, f.order, factory.With{"status": "completed"})
	factory.Payment(t, f.pool, factory.PaymentAttempt(t, f.pool, f.order, factory.With{"status": "paid"}))
	hire := func(name string) int64 {
		return pgtest.One[int64](t, f.pool, `insert into staff (email, name, role_id, password, created, seen_at)
			select $1 || '@staff.test', $1, min(id), '', now(), now() from staff_roles returning id`, name)
	}
	f.anna, f.boris = hire("anna"), hire("boris")
	return f
}

// grant lets Anna grant 60 rubles.
func (f *grants) grant() (int64, error) {
	g := &payment.Grant{
		OrderID: f.order, Destination: payment.DestinationMethod, Amount: money.Of(60_00, money.Ruble), Rubles: 60_00, ReasonCode: "other", Reason: "так",
		GrantedBy: f.anna, Lines: []payment.GrantLine{{LineID: f.line, IsDelivered: true, Units: []int64{}, Amount: 60_00}},
	}
	err := pgx.BeginFunc(f.t.Context(), f.pool, func(tx pgx.Tx) error { return f.GrantRefund(f.t.Context(), tx, g) })
	return g.ID, err
}

func (f *grants) send(id, who int64, limit money.RUB) error {
	return pgx.BeginFunc(f.t.Context(), f.pool, func(tx pgx.Tx) error {
		g, err := payment.LockGrant(f.t.Context(), tx, id)
		if err != nil {
			return err
		}
		return f.SendGrant(f.t.Context(), tx, g, who, "staff", limit)
	})
}

func TestGrantIsSentOnceAndByTwoPeopleAboveTheLimit(t *testing.T) {
	t.Parallel()
	f := newGrants(t)
	id, err := f.grant()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.grant(); !errors.Is(err, payment.ErrGrantOpen) {
		t.Errorf("a second grant: got %v, want ErrGrantOpen", err)
	}
	if err := f.send(id, f.anna, 59_99); !errors.Is(err, payment.ErrSecondPerson) {
		t.Errorf("the granter above the limit: got %v, want ErrSecondPerson", err)
	}
	if n := pgtest.One[int64](t, f.pool, `select count(*) from refunds`); n != 0 {
		t.Errorf("%d refunds after a refusal, want none", n)
	}
	if err := f.send(id, f.boris, 0); err != nil {
		t.Errorf("another person: %v", err)
	}
	if err := f.send(id, f.boris, 0); !errors.Is(err, payment.ErrGrantDecided) {
		t.Errorf("again: got %v, want ErrGrantDecided", err)
	}
	if got := pgtest.One[string](t, f.pool, `select count(*) || ' ' || sum(amount) from refunds where grant_id = $1`, id); got != "1 60.00" {
		t.Errorf("got %s, want one refund of 60.00", got)
	}
	if _, err := f.pool.Exec(t.Context(), `update refund_grants set amount = 90 where id = $1`, id); err == nil {
		t.Error("a decided grant was changed")
	}
	if id, err = f.grant(); err != nil {
		t.Fatal(err)
	}
	if err := f.send(id, f.anna, 100_00); !errors.Is(err, payment.ErrTooMuch) {
		t.Errorf("60 of the 40 that are left: got %v, want ErrTooMuch", err)
	}
}

func TestGrantEndsAfterADay(t *testing.T) {
	t.Parallel()
	f := newGrants(t)
	id, err := f.grant()
	if err != nil {
		t.Fatal(err)
	}
	f.now = f.now.Add(25 * time.Hour)
	if err := f.send(id, f.anna, 100_00); !errors.Is(err, payment.ErrGrantDecided) {
		t.Errorf("after a day: got %v, want ErrGrantDecided", err)
	}
	if orders, err := f.ExpireGrants(t.Context()); err != nil || len(orders) != 1 || orders[0] != f.order {
		t.Errorf("got %v expired (%v), want order %d", orders, err, f.order)
	}
	if _, err := f.grant(); err != nil {
		t.Errorf("a grant after the expired one: %v", err)
	}
}
