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

// ChangeLines sets new quantities at the current prices and removes the lines
// that are not listed. It also resets the discounts: the caller applies the
// promo code again. The caller holds the order's lock.
func (s *Service) ChangeLines(ctx context.Context, tx pgx.Tx, o *Order, lines []LineInput) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		params := orderdb.RepriceLinesParams{OrderID: o.ID, Now: s.clock()}
		for i, l := range lines {
			if o.line(l.ID) == nil || slices.Contains(params.LineIds, l.ID) {
				return 0, problem.InvalidFields(problem.Field{
					Name: fmt.Sprintf("products.%d.id", i), Code: "unknown_value", Detail: "Такой строки в заказе нет.",
				})
			}
			params.LineIds, params.Quantities = append(params.LineIds, l.ID), append(params.Quantities, l.Quantity)
		}
		n, err := q.RepriceLines(ctx, params)
		if err == nil && n == 0 {
			err = explainChangeRefusal(ctx, q, o, lines)
		}
		return n, err
	})
}

// ChangeAmount sets another amount of a Steam top-up. The caller holds the
// order's lock.
func (s *Service) ChangeAmount(ctx context.Context, tx pgx.Tx, o *Order, amount money.RUB) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		n, err := q.RepriceSteam(ctx, orderdb.RepriceSteamParams{OrderID: o.ID, Amount: amount, Now: s.clock()})
		if err == nil && n == 0 {
			err = explainSteamRefusal(ctx, q, CreateInput{UserID: o.UserID, Amount: amount}, nil)
		}
		return n, err
	})
}

// ChangeGift replaces the gift of the order. The caller holds the order's lock.
func (s *Service) ChangeGift(ctx context.Context, tx pgx.Tx, o *Order, giftID int64) error {
	return s.change(ctx, tx, o, func(q *orderdb.Queries) (int64, error) {
		return q.RepriceGift(ctx, orderdb.RepriceGiftParams{OrderID: o.ID, GiftID: giftID, Now: s.clock()})
	})
}

// change runs do and reads the order again. It returns ErrNotChangeable if the
// order is paid or closed, and ErrPaymentStarted if an attempt may still be
// paid at the old price.
func (s *Service) change(ctx context.Context, tx pgx.Tx, o *Order, do func(*orderdb.Queries) (int64, error)) error {
	q := orderdb.New(tx)
	if !o.AcceptsPayment(s.clock()) {
		return ErrNotChangeable
	}
	paying, err := q.HasPayment(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("payments of order %d: %w", o.ID, err)
	}
	if paying {
		return ErrPaymentStarted
	}
	n, err := do(q)
	if err != nil {
		return fmt.Errorf("change order %d: %w", o.ID, err)
	}
	if n == 0 {
		return ErrUnavailable
	}
	fresh, err := Lock(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	*o = *fresh
	return nil
}

// explainChangeRefusal returns the reason why a change of quantities was
// refused.
func explainChangeRefusal(ctx context.Context, q *orderdb.Queries, o *Order, lines []LineInput) error {
	n := CreateInput{Kind: o.Kind, UserID: o.UserID, Email: new("known"), Detail: o.Detail}
	var ids []int64
	for _, l := range lines {
		id := *o.line(l.ID).ProductID
		ids = append(ids, id)
		n.Lines = append(n.Lines, LineInput{ID: id, Quantity: l.Quantity})
	}
	rows, err := q.LinesForRefusal(ctx, orderdb.LinesForRefusalParams{ProductIds: ids, ServerID: o.Detail.MoogoldServer})
	if err != nil {
		return fmt.Errorf("read lines of a refused change: %w", err)
	}
	return validateLines(n, rows, nil)
}

func (o *Order) line(id int64) *Line {
	for i := range o.Lines {
		if o.Lines[i].ID == id {
			return &o.Lines[i]
		}
	}
	return nil
}
