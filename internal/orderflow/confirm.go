package orderflow

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// confirm asks providers whether what their webhooks say about an order is so,
// with no transaction open. A provider that does not answer, or lags behind its
// own webhook, is asked again by the watch.
func (s *Steps) confirm(ctx context.Context, orderID int64) {
	claims, err := s.Payments.TakeClaimed(ctx, orderID)
	for i := range claims {
		if _, _, e := s.Payments.Ask(ctx, &claims[i]); e != nil {
			err = errors.Join(err, e)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "webhook not confirmed yet", "order", orderID, "error", err)
	}
}

// acceptFree delivers an order that costs nothing. There is no payment to keep
// and nothing to book: the delivery books the discount.
func (s *Steps) acceptFree(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	switch err := s.hold(ctx, tx, o); {
	case errors.As(err, new(*problem.Error)):
		return s.fail(ctx, tx, o, "Товар закончился.")
	case err != nil:
		return err
	}
	if err := s.Payments.MarkPaid(ctx, tx, f.AttemptID); err != nil {
		return err
	}
	return s.deliverFor(ctx, tx, o, f)
}
