package orderflow

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
)

// Expire ends an attempt whose time is over and of which the provider, asked
// once more, knows no payment. What came in parts goes back.
func (s *Steps) Expire(ctx context.Context, c *payment.Check) error {
	_, err := s.inOrder(ctx, c.OrderID, func(tx pgx.Tx, o *order.Order) error {
		closed, err := s.Payments.Close(ctx, tx, c.AttemptID, payment.AttemptExpired)
		if err != nil || !closed {
			return err
		}
		if err := s.returnParts(ctx, tx, o, c.AttemptID); err != nil {
			return err
		}
		if err := s.Orders.Note(ctx, tx, o.ID, order.EventPaymentExpired, nil); err != nil {
			return err
		}
		return s.Release(ctx, tx, o)
	})
	return err
}

// returnParts gives back what came in parts and never became the whole. The
// notices tell running sums: the largest is all that came.
func (s *Steps) returnParts(ctx context.Context, tx pgx.Tx, o *order.Order, attemptID int64) error {
	facts, err := s.Payments.Unsettled(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for i := range facts {
		f := &facts[i]
		if f.Kind != payment.Partial || f.AttemptID != attemptID {
			continue
		}
		if err := s.giveBack(ctx, tx, o, f, payment.Short, order.EventPaymentShort); err != nil {
			return err
		}
		if err := s.Payments.Settled(ctx, tx, f.NoticeID); err != nil {
			return err
		}
	}
	return nil
}
