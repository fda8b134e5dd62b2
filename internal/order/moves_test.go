package order_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// newOrders is a shop with one pack of 99 rubles.
func newOrders(t *testing.T) (*order.Service, *pgxpool.Pool) {
	t.Helper()
	pool := pgtest.New(t)
	if _, err := pool.Exec(t.Context(), `
		with game as (
			insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
			values (1, 'pubg', 'PUBG', '', '', repeat('0', 26), '', repeat('0', 26), 1, now()) returning id
		)
		insert into products (id, game_id, kind, title, price, picture, amount_uc, position)
		select 1, id, 'pubg', '60 UC', 99, repeat('0', 26), 60, 1 from game`); err != nil {
		t.Fatal(err)
	}
	return order.NewService(pool, clock.Fixed(noon)), pool
}

func place(t *testing.T, s *order.Service, pool *pgxpool.Pool) *order.Placed {
	t.Helper()
	p, err := s.Create(t.Context(), pool, order.New{
		Kind: order.PUBG, Guest: new(ident.NewHash()), Email: new("buyer@example.test"), Lines: []order.Wanted{{ID: 1, Quantity: 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func inTx(t *testing.T, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) error) error {
	t.Helper()
	return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return fn(t.Context(), tx) })
}

func TestAnOrderWalksItsWayAndLeavesAHistory(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	due := noon.Add(time.Hour)
	err := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
		o, err := s.Lock(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		for _, step := range []struct {
			to    order.Status
			event string
			next  order.Action
		}{
			{order.WaitingForPayment, order.EventPaymentStarted, order.ActPay}, {order.Paid, order.EventPaymentReceived, order.ActDeliver},
			{order.Sending, order.EventDeliverySending, order.ActDeliver}, {order.Sent, "", order.ActDeliver}, {order.Done, order.EventDone, ""},
		} {
			if err := s.Move(ctx, tx, o, step.to, order.Change{Event: step.event, Next: step.next, Due: due}); err != nil {
				return err
			}
		}
		if err := s.MoveLine(ctx, tx, o, o.Lines[0].ID, order.LineSending, order.EventDeliverySending, nil); err != nil {
			return err
		}
		return s.MoveLine(ctx, tx, o, o.Lines[0].ID, order.Completed, order.EventDeliveryCompleted, map[string]any{"count": 2})
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := s.ByHash(t.Context(), p.Hash)
	if err != nil || o.Status != order.Done || o.DoneAt == nil || !o.DoneAt.Equal(noon) || o.NextAction != nil || o.DueAt != nil || o.Lines[0].Status != order.Completed {
		t.Fatalf("%+v, %v", o, err)
	}
	events, err := s.Events(t.Context(), p.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, e := range events {
		told = append(told, e.Event)
	}
	want := []string{
		order.EventCreated, order.EventPaymentStarted, order.EventPaymentReceived, order.EventDeliverySending, "", order.EventDone,
		order.EventDeliverySending, order.EventDeliveryCompleted,
	}
	if !slices.Equal(told, want) {
		t.Errorf("%q", told)
	}
	rest, err := s.Events(t.Context(), p.ID, events[5].ID)
	if err != nil || len(rest) != 2 || *rest[1].LineID != o.Lines[0].ID || *rest[1].Status != order.Status(order.Completed) || rest[1].Facts["count"] != 2.0 {
		t.Errorf("after the sixth: %+v, %v", rest, err)
	}
}

func TestIllegalMovesChangeNothing(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	for name, move := range map[string]func(context.Context, pgx.Tx, *order.Order) error{
		"past the payment": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			return s.Move(ctx, tx, o, order.Done, order.Change{Event: order.EventDone})
		},
		"what is stale": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			o.Status = order.Paid
			return s.Move(ctx, tx, o, order.Sending, order.Change{Event: "x", Next: order.ActDeliver, Due: noon})
		},
		"a line twice": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			o.Lines[0].Status = order.LineSending
			return s.MoveLine(ctx, tx, o, o.Lines[0].ID, order.IncorrectDetails, "x", nil)
		},
	} {
		err := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
			o, err := s.Lock(ctx, tx, p.ID)
			if err != nil {
				return err
			}
			return move(ctx, tx, o)
		})
		if !errors.Is(err, order.ErrIllegalMove) {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
		o, err := s.Lock(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		return s.Move(ctx, tx, o, order.WaitingForPayment, order.Change{Event: "x"})
	})
	if err == nil {
		t.Error("an order may wait for nothing")
	}
	if events, err := s.Events(t.Context(), p.ID, 0); err != nil || len(events) != 1 {
		t.Errorf("%+v, %v", events, err)
	}
}

func TestPromoDiscountsAreWrittenLineByLine(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	if _, err := pool.Exec(t.Context(), `insert into promo_codes (id, code, kind, percent, goods, valid_from, created) values (5, 'A', 'public', 10, 'all', now(), now())`); err != nil {
		t.Fatal(err)
	}
	set := func(code *int64, off ...money.RUB) error {
		return inTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
			o, err := s.Lock(ctx, tx, p.ID)
			if err != nil {
				return err
			}
			return s.SetPromo(ctx, tx, o, code, off)
		})
	}
	if err := set(new(int64(5)), 1980); err != nil {
		t.Fatal(err)
	}
	o, err := s.ByID(t.Context(), p.ID)
	if err != nil || o.ToPay() != 17820 || o.Lines[0].Discount != 1980 || o.Lines[0].Net() != 17820 || *o.PromoCodeID != 5 {
		t.Fatalf("%+v, %v", o, err)
	}
	if err := set(new(int64(5)), 19801); err == nil {
		t.Error("more is taken off than the line costs")
	}
	if err := set(new(int64(5)), 1, 1); err == nil {
		t.Error("a discount without a line is taken")
	}
	if err := set(nil); err != nil {
		t.Fatal(err)
	}
	if o, err = s.ByID(t.Context(), p.ID); err != nil || o.ToPay() != 19800 || o.PromoCodeID != nil || o.Lines[0].Discount != 0 {
		t.Fatalf("%+v, %v", o, err)
	}
}

func TestUnpaidOrdersCloseOnceWhenTheirTimeIsOver(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	late := map[int64]bool{}
	for range 30 {
		late[place(t, s, pool).ID] = true
	}
	if _, err := pool.Exec(t.Context(), `update orders set due_at = $1`, noon); err != nil {
		t.Fatal(err)
	}
	paying := place(t, s, pool)
	if _, err := pool.Exec(t.Context(), `update orders set status = 'waiting_for_payment', due_at = $2 where id = $1`, paying.ID, noon); err != nil {
		t.Fatal(err)
	}
	place(t, s, pool) // has a day left
	if overdue, err := s.Overdue(t.Context(), 100); err != nil || len(overdue) != 31 {
		t.Fatalf("%d overdue, %v", len(overdue), err)
	}
	if n, err := s.Unattended(t.Context()); err != nil || n != 0 {
		t.Errorf("%d unattended within the grace, %v", n, err)
	}
	// Several copies of the worker close at the same time.
	var mu sync.Mutex
	var wg sync.WaitGroup
	closed := map[int64]int{}
	for range 6 {
		wg.Go(func() {
			for {
				ids, err := s.CloseExpired(t.Context(), noon, 3)
				if err != nil {
					t.Error(err)
				}
				if len(ids) == 0 || err != nil {
					return
				}
				mu.Lock()
				for _, id := range ids {
					closed[id]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for id := range late {
		if closed[id] != 1 {
			t.Errorf("order %d was closed %d times", id, closed[id])
		}
	}
	if len(closed) != len(late) {
		t.Errorf("%d orders were closed instead of %d", len(closed), len(late))
	}
	for id := range late {
		o, err := s.ByID(t.Context(), id)
		if err != nil || o.Status != order.Failed || *o.RejectReason != "Время на оплату вышло" || o.NextAction != nil {
			t.Fatalf("%+v, %v", o, err)
		}
		events, err := s.Events(t.Context(), id, 0)
		if err != nil || len(events) != 2 || events[1].Text != "Заказ закрыт: время на оплату вышло" {
			t.Fatalf("%+v, %v", events, err)
		}
		break
	}
}

func TestOrdersNobodyLooksAfterAreCounted(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	place(t, s, pool)
	forgotten := place(t, s, pool)
	if _, err := pool.Exec(t.Context(), `update orders set due_at = $2 where id = $1`, forgotten.ID, noon.Add(-11*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Unattended(t.Context()); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := pool.Exec(t.Context(), `update orders set next_action = null where id = $1`, forgotten.ID); err == nil {
		t.Error("an order that is not final may have nothing next")
	}
}
