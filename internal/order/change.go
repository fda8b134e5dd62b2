package order

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// ChangeLines gives lines new quantities at today's prices and drops the lines
// left out. The promo code's share is gone after it: reprice next.
func (s *Service) ChangeLines(ctx context.Context, tx pgx.Tx, o *Order, lines []Wanted) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		ask := orderdb.RepriceLinesParams{OrderID: o.ID, Now: s.clock()}
		for i, l := range lines {
			if o.line(l.ID) == nil || slices.Contains(ask.LineIds, l.ID) {
				return 0, problem.InvalidFields(problem.Field{
					Name: fmt.Sprintf("products.%d.id", i), Code: "unknown_value", Detail: "Такой строки в заказе нет.",
				})
			}
			ask.LineIds, ask.Quantities = append(ask.LineIds, l.ID), append(ask.Quantities, l.Quantity)
		}
		n, err := q.RepriceLines(ctx, ask)
		if err == nil && n == 0 {
			err = whyNotChanged(ctx, q, o, lines)
		}
		return n, err
	})
}

// ChangeAmount gives a Steam top-up another amount.
func (s *Service) ChangeAmount(ctx context.Context, tx pgx.Tx, o *Order, amount money.RUB) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		n, err := q.RepriceSteam(ctx, orderdb.RepriceSteamParams{OrderID: o.ID, Amount: amount, Now: s.clock()})
		if err == nil && n == 0 {
			err = whyNotSteam(ctx, q, New{UserID: o.UserID, Amount: amount}, nil)
		}
		return n, err
	})
}

// ChangeGift puts another gift into the order.
func (s *Service) ChangeGift(ctx context.Context, tx pgx.Tx, o *Order, giftID int64) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		return q.RepriceGift(ctx, orderdb.RepriceGiftParams{OrderID: o.ID, GiftID: giftID, Now: s.clock()})
	})
}

// change refuses to touch the goods of an order that is paid or closed, or
// that money may still come for under the price of before; and reads the order
// anew after the change.
func (s *Service) change(ctx context.Context, tx pgx.Tx, o *Order, do func(*orderdb.Queries) (int64, error)) error {
	q := s.q.WithTx(tx)
	if !o.Payable(s.clock()) {
		return ErrPaid
	}
	paying, err := q.HasPayment(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("payments of order %d: %w", o.ID, err)
	}
	if paying {
		return ErrPaying
	}
	n, err := do(q)
	if err != nil {
		return fmt.Errorf("change order %d: %w", o.ID, err)
	}
	if n == 0 {
		return ErrUnavailable
	}
	fresh, err := s.Lock(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	*o = *fresh
	return nil
}

// whyNotChanged explains a refused change of quantities.
func whyNotChanged(ctx context.Context, q *orderdb.Queries, o *Order, lines []Wanted) error {
	n := New{Kind: o.Kind, UserID: o.UserID, Email: new("known"), Detail: o.Detail}
	var ids []int64
	for _, l := range lines {
		id := *o.line(l.ID).ProductID
		ids = append(ids, id)
		n.Lines = append(n.Lines, Wanted{ID: id, Quantity: l.Quantity})
	}
	rows, err := q.WhyNotLines(ctx, orderdb.WhyNotLinesParams{ProductIds: ids, ServerID: o.Detail.MoogoldServer})
	if err != nil {
		return fmt.Errorf("why not: %w", err)
	}
	return judgeLines(n, rows, nil)
}

func (o *Order) line(id int64) *Line {
	for i := range o.Lines {
		if o.Lines[i].ID == id {
			return &o.Lines[i]
		}
	}
	return nil
}
