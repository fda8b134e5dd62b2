package payment_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

func TestGrantIsSentOnceAndByTwoPeopleAboveTheLimit(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	now := time.Now()
	s := payment.NewService(pool, pool, nil, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	order := factory.Order(t, pool, factory.With{"status": "done", "game_id": factory.Game(t, pool, nil)})
	line := factory.Line(t, pool, order, factory.With{"status": "completed"})
	factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid"}))
	hire := func(name string) int64 {
		return pgtest.One[int64](t, pool, `insert into staff (email, name, role_id, password, created, seen_at)
			select $1 || '@staff.test', $1, min(id), '', now(), now() from staff_roles returning id`, name)
	}
	anna, boris := hire("anna"), hire("boris")
	grant := func() (*payment.Grant, error) {
		g := &payment.Grant{
			OrderID: order, Destination: payment.DestinationMethod, Amount: money.Of(60_00, money.Ruble), Rubles: 60_00, ReasonCode: "other", Reason: "так",
			GrantedBy: anna, Lines: []payment.GrantLine{{LineID: line, IsDelivered: true, Units: []int64{}, Amount: 60_00}},
		}
		return g, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error { return s.GrantRefund(t.Context(), tx, g) })
	}
	send := func(id, who int64, limit money.RUB) error {
		return pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			g, err := s.LockGrant(t.Context(), tx, id)
			if err != nil {
				return err
			}
			return s.SendGrant(t.Context(), tx, g, who, "staff", limit)
		})
	}
	g, err := grant()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := grant(); !errors.Is(err, payment.ErrGrantOpen) {
		t.Errorf("a second grant: got %v, want ErrGrantOpen", err)
	}
	if err := send(g.ID, anna, 59_99); !errors.Is(err, payment.ErrSecondPerson) {
		t.Errorf("the granter above the limit: got %v, want ErrSecondPerson", err)
	}
	if n := pgtest.One[int64](t, pool, `select count(*) from refunds`); n != 0 {
		t.Errorf("%d refunds after a refusal, want none", n)
	}
	if err := send(g.ID, boris, 0); err != nil {
		t.Errorf("another person: %v", err)
	}
	if err := send(g.ID, boris, 0); !errors.Is(err, payment.ErrGrantDecided) {
		t.Errorf("again: got %v, want ErrGrantDecided", err)
	}
	if got := pgtest.One[string](t, pool, `select count(*) || ' ' || sum(amount) from refunds where grant_id = $1`, g.ID); got != "1 60.00" {
		t.Errorf("got %s, want one refund of 60.00", got)
	}
	if _, err := pool.Exec(t.Context(), `update refund_grants set amount = 90 where id = $1`, g.ID); err == nil {
		t.Error("a decided grant was changed")
	}
	// What is left is 40: a second refund of 60 is refused as a whole.
	g, err = grant()
	if err != nil {
		t.Fatal(err)
	}
	if err := send(g.ID, anna, 100_00); !errors.Is(err, payment.ErrTooMuch) {
		t.Errorf("more than is left: got %v, want ErrTooMuch", err)
	}
	now = now.Add(25 * time.Hour)
	if err := send(g.ID, anna, 100_00); !errors.Is(err, payment.ErrGrantDecided) {
		t.Errorf("after a day: got %v, want ErrGrantDecided", err)
	}
	if orders, err := s.ExpireGrants(context.Background()); err != nil || len(orders) != 1 {
		t.Errorf("got %v expired (%v), want one", orders, err)
	}
	if _, err := grant(); err != nil {
		t.Errorf("a grant after the expired one: %v", err)
	}
}
