package fulfilment

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/email"
	"larek/internal/order"
	"larek/internal/payment"
)

// Expire closes an attempt that has expired and for which the provider, queried
// once more, knows no payment or was silent for days, and the order if its payment window has
// ended as well. What a silent provider reports later is a late payment.
// One whose payment has come meanwhile is left to the workflow. Partial payments are
// refunded; it reports whether the workflow has to send a refund.
func (s *Intake) Expire(ctx context.Context, c *payment.StatusCheck) (isOwed bool, err error) {
	st, err := s.WithLockedOrder(ctx, c.OrderID, func(tx pgx.Tx, o *order.Order) error {
		if waits, err := payment.IsPaymentWaiting(ctx, tx, o.ID, false); err != nil || waits {
			return err
		}
		closed, err := s.attempts.CloseAttempt(ctx, tx, c.AttemptID, payment.AttemptExpired)
		if err != nil || !closed {
			return err
		}
		isPart, err := s.refundPartial(ctx, tx, o, c.AttemptID)
		if err != nil {
			return err
		}
		var params map[string]any
		if isPart {
			params = map[string]any{"note": "пришла не вся сумма"}
		} else if c.IsGivenUp { // no email: it would say that nothing was charged
			params = map[string]any{"note": "платёжная система не ответила. Если деньги придут, мы их учтём или вернём"}
		} else if err := s.emails.Enqueue(ctx, tx, o.ID, email.Expired); err != nil {
			return err
		}
		if err := s.orders.AppendEvent(ctx, tx, o.ID, order.EventPaymentExpired, params); err != nil {
			return err
		}
		if err := s.reservations.Release(ctx, tx, o); err != nil {
			return err
		}
		return s.closeUnpaid(ctx, tx, o)
	})
	return len(st.Refunds) > 0, err
}

// refundPartial refunds partial payments of an attempt that was never paid in
// full. Each notice holds the running sum, so the largest is all that was
// received. It reports whether there was any.
func (s *Intake) refundPartial(ctx context.Context, tx pgx.Tx, o *order.Order, attemptID int64) (isPart bool, err error) {
	notices, err := payment.PendingNotices(ctx, tx, o.ID)
	if err != nil {
		return false, err
	}
	for i := range notices {
		f := &notices[i]
		if f.Kind != payment.NoticePartial || f.AttemptID != attemptID {
			continue
		}
		isPart = true
		if err := s.refundUnneeded(ctx, tx, o, f, payment.AllocationShort, order.EventPaymentShort); err != nil {
			return false, err
		}
		if err := s.inbox.MarkNoticeProcessed(ctx, tx, f.NoticeID); err != nil {
			return false, err
		}
	}
	return isPart, nil
}
