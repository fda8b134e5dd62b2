package fulfilment

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
)

// confirmPayments queries providers for the payments their webhooks reported, with no
// transaction open. Payments that are not confirmed now are queried again by
// the sweeper.
func (s *Intake) confirmPayments(ctx context.Context, orderID int64) {
	claims, err := s.poller.ClaimUnconfirmedChecks(ctx, orderID)
	for i := range claims {
		if _, _, e := s.poller.PollAttempt(ctx, &claims[i]); e != nil {
			err = errors.Join(err, e)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "webhook not confirmed yet", "order_id", orderID, "error", err)
	}
}

// acceptFree accepts an order that costs nothing. There is no payment to record
// or post; the delivery posts the discount.
func (s *Intake) acceptFree(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, atOnce bool) error {
	switch refusal, err := s.reserveAgain(ctx, tx, o, f); {
	case err != nil:
		return err
	case refusal != nil:
		return s.closeRefused(ctx, tx, o, refusal)
	}
	if err := payment.MarkPaid(ctx, tx, f.AttemptID); err != nil {
		return err
	}
	if err := s.attempts.SupersedeOpenAttempt(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.markPaid(ctx, tx, o, f, effects{}, atOnce)
}
