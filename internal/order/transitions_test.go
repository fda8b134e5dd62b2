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
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// newOrders returns a service with one product that costs 99 rubles.
func newOrders(t *testing.T) (*order.Service, *pgxpool.Pool) {
	t.Helper()
	pool := pgtest.New(t)
	game := factory.Game(t, pool, factory.With{"kind": "pubg", "title": "PUBG"})
	factory.Product(t, pool, game, factory.With{"id": 1, "kind": "pubg", "title": "60 UC", "price": 99})
	return order.NewService(pool, clock.Fixed(noon)), pool
}

func place(t *testing.T, s *order.Service, pool *pgxpool.Pool) *order.CreatedOrder {
	t.Helper()
	p, err := s.Create(t.Context(), pool, order.CreateInput{
		Kind: order.PUBG, Guest: new(publicid.New()), Email: new("buyer@example.test"), Lines: []order.LineInput{{ID: 1, Quantity: 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inOrder runs fn under the order's lock.
func inOrder(t *testing.T, pool *pgxpool.Pool, id int64, fn func(context.Context, pgx.Tx, *order.Order) error) error {
	t.Helper()
	return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		o, err := order.Lock(t.Context(), tx, id)
		if err != nil {
			return err
		}
		return fn(t.Context(), tx, o)
	})
}

func TestTransitionsAppendEvents(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	due := noon.Add(time.Hour)
	err := inOrder(t, pool, p.ID, func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
		for _, step := range []struct {
			to    order.Status
			event string
			next  order.Action
		}{
			{order.WaitingForPayment, order.EventPaymentStarted, order.ActPay}, {order.Paid, order.EventPaymentReceived, order.ActDeliver},
			{order.Sending, order.EventDeliverySending, order.ActDeliver}, {order.Sent, "", order.ActDeliver}, {order.Done, order.EventDone, ""},
		} {
			if err := s.Transition(ctx, tx, o, step.to, order.StatusChange{Event: step.event, Next: step.next, Due: due}); err != nil {
				return err
			}
		}
		if err := s.TransitionLine(ctx, tx, o, o.Lines[0].ID, order.LineSending, order.EventDeliverySending, nil); err != nil {
			return err
		}
		return s.TransitionLine(ctx, tx, o, o.Lines[0].ID, order.Completed, order.EventDeliveryCompleted, map[string]any{"count": 2})
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
	var got []string
	for _, e := range events {
		got = append(got, e.Event)
	}
	want := []string{
		order.EventCreated, order.EventPaymentStarted, order.EventPaymentReceived, order.EventDeliverySending, "", order.EventDone,
		order.EventDeliverySending, order.EventDeliveryCompleted,
	}
	if !slices.Equal(got, want) {
		t.Errorf("events: got %q, want %q", got, want)
	}
	rest, err := s.Events(t.Context(), p.ID, events[5].ID)
	if err != nil || len(rest) != 2 || *rest[1].LineID != o.Lines[0].ID || *rest[1].Status != order.Status(order.Completed) || rest[1].Params["count"] != 2.0 {
		t.Errorf("events after the sixth: got %+v, %v", rest, err)
	}
}

func TestInvalidTransitionsChangeNothing(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	for name, change := range map[string]func(context.Context, pgx.Tx, *order.Order) error{
		"skips payment": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			return s.Transition(ctx, tx, o, order.Done, order.StatusChange{Event: order.EventDone})
		},
		"stale status": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			o.Status = order.Paid
			return s.Transition(ctx, tx, o, order.Sending, order.StatusChange{Event: "x", Next: order.ActDeliver, Due: noon})
		},
		"stale line status": func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			o.Lines[0].Status = order.LineSending
			return s.TransitionLine(ctx, tx, o, o.Lines[0].ID, order.IncorrectDetails, "x", nil)
		},
	} {
		if err := inOrder(t, pool, p.ID, change); !errors.Is(err, order.ErrInvalidTransition) {
			t.Errorf("%s: got %v, want ErrInvalidTransition", name, err)
		}
	}
	err := inOrder(t, pool, p.ID, func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
		return s.Transition(ctx, tx, o, order.WaitingForPayment, order.StatusChange{Event: "x"})
	})
	if err == nil {
		t.Error("transition without a next action: got no error")
	}
	if events, err := s.Events(t.Context(), p.ID, 0); err != nil || len(events) != 1 {
		t.Errorf("%+v, %v", events, err)
	}
}

func TestSetPromoWritesLineDiscounts(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	p := place(t, s, pool)
	factory.PromoCode(t, pool, factory.With{"id": 5})
	set := func(code *int64, off ...money.RUB) error {
		return inOrder(t, pool, p.ID, func(ctx context.Context, tx pgx.Tx, o *order.Order) error {
			return order.SetPromo(ctx, tx, o, code, off)
		})
	}
	if err := set(new(int64(5)), 1980); err != nil {
		t.Fatal(err)
	}
	o, err := s.ByID(t.Context(), p.ID)
	if err != nil || o.AmountDue() != 17820 || o.Lines[0].Discount != 1980 || o.Lines[0].Net() != 17820 || *o.PromoCodeID != 5 {
		t.Fatalf("%+v, %v", o, err)
	}
	if err := set(new(int64(5)), 19801); err == nil {
		t.Error("discount larger than the line: got no error")
	}
	if err := set(new(int64(5)), 1, 1); err == nil {
		t.Error("more discounts than lines: got no error")
	}
	if err := set(nil); err != nil {
		t.Fatal(err)
	}
	if o, err = s.ByID(t.Context(), p.ID); err != nil || o.AmountDue() != 19800 || o.PromoCodeID != nil || o.Lines[0].Discount != 0 {
		t.Fatalf("%+v, %v", o, err)
	}
}

func TestExpiredOrdersCloseOnce(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	late := map[int64]bool{}
	for range 30 {
		late[place(t, s, pool).ID] = true
	}
	pgtest.Exec(t, pool, `update orders set due_at = $1`, noon)
	paying := place(t, s, pool)
	pgtest.Exec(t, pool, `update orders set status = 'waiting_for_payment', due_at = $2 where id = $1`, paying.ID, noon)
	place(t, s, pool) // has a day left
	if overdue, err := order.NewWatch(pool, clock.Fixed(noon)).Overdue(t.Context(), 100); err != nil || len(overdue) != 31 {
		t.Fatalf("got %d overdue orders, %v, want 31", len(overdue), err)
	}
	if n, err := order.NewWatch(pool, clock.Fixed(noon)).CountStuck(t.Context()); err != nil || n != 0 {
		t.Errorf("got %d stuck orders within stuckAfter, %v, want 0", n, err)
	}
	// Several workers close at the same time.
	var mu sync.Mutex
	var wg sync.WaitGroup
	closed := map[int64]int{}
	for range 6 {
		wg.Go(func() {
			for {
				ids, err := order.NewWatch(pool, clock.Fixed(noon)).CloseExpired(t.Context(), noon, 3)
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
			t.Errorf("order %d was closed %d times, want 1", id, closed[id])
		}
	}
	if len(closed) != len(late) {
		t.Errorf("got %d closed orders, want %d", len(closed), len(late))
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

func TestStuckOrdersAreCounted(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	place(t, s, pool)
	stuck := place(t, s, pool)
	pgtest.Exec(t, pool, `update orders set due_at = $2 where id = $1`, stuck.ID, noon.Add(-11*time.Minute))
	if n, err := order.NewWatch(pool, clock.Fixed(noon)).CountStuck(t.Context()); err != nil || n != 1 {
		t.Errorf("stuck orders: got %d, %v, want 1", n, err)
	}
	if _, err := pool.Exec(t.Context(), `update orders set next_action = null where id = $1`, stuck.ID); err == nil {
		t.Error("unfinished order without a next action: got no error")
	}
}
