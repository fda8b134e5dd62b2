package fulfilment

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// Reasons why a payment of an attempt that has ended is refunded.
var (
	errTooLate    = problem.New(problem.Conflict, "payment.too_late", "Деньги пришли слишком поздно.")
	errPriceMoved = problem.New(problem.Conflict, "payment.price_moved", "Пока деньги шли, товар подорожал.")
	errNotSold    = problem.New(problem.Conflict, "payment.not_sold", "Пока деньги шли, товар сняли с продажи.")
)

// reserveAgain reserves the stock and the promo code of a received payment. Usually both
// are still reserved from the start of the payment. If the attempt has ended since, they
// were released and prices may have moved; reserveAgain then returns the reason why the
// order is not sold for this money.
func (s *Intake) reserveAgain(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice) (refusal, err error) {
	checkLate := func(ctx context.Context, tx pgx.Tx, o *order.Order) error { return s.checkLate(ctx, tx, o, f) }
	for _, step := range []func(context.Context, pgx.Tx, *order.Order) error{checkLate, s.reservations.ReservePromoAgain, s.reserveGoods} {
		err := step(ctx, tx, o)
		if errors.As(err, new(*problem.Error)) {
			return err, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// reserveGoods reserves stock for a received payment, in a savepoint, so the transaction
// stays usable if there is none left.
func (s *Intake) reserveGoods(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Kind != order.PUBG {
		return nil
	}
	held, err := s.stock.Holds(ctx, tx, quantities(o))
	if err != nil || held {
		return err
	}
	return pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error { return s.reservations.ReserveStock(ctx, sub, o) })
}

// checkLate refuses a payment of an attempt that has ended if it came too late, or if the
// goods are not sold for about this money today.
func (s *Intake) checkLate(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice) error {
	if f.AttemptStatus.IsOpen() || f.Provider == payment.Free || f.Provider == payment.Balance {
		return nil // nothing is paid later than it is started
	}
	window, err := payment.LateWindow(ctx, tx)
	if err != nil {
		return err
	}
	if f.ReceivedAt.After(f.ExpiresAt.Add(window)) {
		return errTooLate
	}
	today, err := order.ReadTodaysPrice(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	if !today.IsSold {
		return errNotSold
	}
	rate, err := payment.Rate(ctx, tx, f.Quoted.Currency)
	if errors.Is(err, payment.ErrCurrency) {
		return errNotSold
	}
	if err != nil {
		return err
	}
	needed := (f.Total + f.Fee + max(0, today.Total-o.Total)).In(f.Quoted.Currency, rate).Minor
	if needed > f.Quoted.Minor+money.Minor(money.RUB(f.Quoted.Minor).Percent(today.LargestStep)) {
		return errPriceMoved
	}
	return nil
}

// refundLate refunds a payment that arrived after its reservations were released and
// others had taken them.
func (s *Intake) refundLate(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, refusal error) error {
	if err := s.refundUnneeded(ctx, tx, o, f, payment.AllocationLate, order.EventPaymentLate); err != nil {
		return err
	}
	return s.closeRefused(ctx, tx, o, refusal)
}

// closeRefused closes the order's open attempt and the order, because it cannot be had as
// it was quoted. If only its promo code cannot be used any more, the order loses the code
// and can be paid without it.
func (s *Intake) closeRefused(ctx context.Context, tx pgx.Tx, o *order.Order, refusal error) error {
	if err := s.attempts.SupersedeOpenAttempt(ctx, tx, o.ID); err != nil {
		return err
	}
	late := slices.ContainsFunc([]*problem.Error{errTooLate, errPriceMoved, errNotSold}, func(e *problem.Error) bool { return errors.Is(refusal, e) })
	switch reason, _ := errors.AsType[*problem.Error](refusal); {
	case o.Status == order.Failed:
		return s.reservations.Release(ctx, tx, o)
	case late:
		return s.failOrder(ctx, tx, o, reason.Detail)
	case errors.Is(refusal, delivery.ErrStockEmpty):
		return s.failOrder(ctx, tx, o, "Товар закончился раньше, чем пришли деньги.")
	case !o.AcceptsPayment(s.clock()):
		return s.failOrder(ctx, tx, o, "Деньги пришли, когда промокод уже нельзя было использовать.")
	}
	if err := s.reservations.Release(ctx, tx, o); err != nil {
		return err
	}
	if err := order.SetPromo(ctx, tx, o, nil, nil); err != nil {
		return err
	}
	return s.orders.AppendEvent(ctx, tx, o.ID, order.EventChanged, nil)
}
