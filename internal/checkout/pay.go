package checkout

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Reasons why a payment cannot be started.
var (
	errAlreadyPaid         = problem.New(problem.Conflict, "order.paid", "Этот заказ уже оплачен.")
	errExpired             = problem.New(problem.Conflict, "order.expired", "Время на оплату вышло. Оформите заказ ещё раз.")
	errRepriced            = problem.New(problem.Conflict, "order.repriced", "Цена изменилась. Проверьте сумму и нажмите «Оплатить» ещё раз.")
	errProviderTimeout     = problem.New(problem.Unavailable, "payment.silent", "Платёжная система не ответила. Деньги не списаны. Попробуйте ещё раз.")
	errRefused             = problem.New(problem.Conflict, "payment.refused", "Этот способ сейчас недоступен. Деньги не списаны. Выберите другой.")
	errSignIn              = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы платить с баланса.")
	errAvatar              = problem.New(problem.Conflict, "order.avatar_required", "Загрузите аватар игрового аккаунта: по нему оператор узнает вас на рынке.")
	errPaymentArrived      = problem.New(problem.Conflict, "payment.arrived", "Платёж уже получен и обрабатывается. Отменить его нельзя.")
	errInsufficientBalance = problem.New(problem.Conflict, "balance.too_small", "На балансе меньше, чем нужно.")
)

// PaymentRequest is a request to pay an order.
type PaymentRequest struct {
	OrderID  int64
	Method   string
	Currency money.Currency
	Email    string
	Phone    string
	Market   payment.Market // of the buyer
	From     string         // the buyer's IP address; empty if unknown

	byLink bool // paid by a caller who only knows the hash; see payer.go
}

// StartPayment opens an invoice and returns the attempt with what the buyer
// must do next. A repeated call with the same request returns the same invoice.
// It works in three steps: save the quote and the reservations; call the
// provider, with no transaction open; save the invoice. An order that is never paid
// costs the engine nothing.
func (s *Service) StartPayment(ctx context.Context, who order.Owner, in PaymentRequest) (*payment.Attempt, error) {
	if err := s.opening.Admit(ctx); err != nil {
		return nil, err
	}
	a, o, err := s.prepareAttempt(ctx, who, &in)
	if err != nil {
		return nil, err
	}
	if a.Scenario == nil {
		if err := s.openInvoice(ctx, a, o, in); err != nil {
			return nil, err
		}
	}
	s.publishChange(ctx, o.ID)
	// A workflow starts with the first notice of a payment. Those of our own are recorded
	// with the attempt; the others come by webhooks and polls. If Temporal is unavailable,
	// the sweeper finds the notice.
	if !payment.IsOutside(a.Method) {
		_ = s.workflows.Notify(ctx, o.ID)
	}
	return a, nil
}

// prepareAttempt is the first step of StartPayment. It runs under the order's
// lock.
func (s *Service) prepareAttempt(ctx context.Context, who order.Owner, in *PaymentRequest) (*payment.Attempt, *order.Order, error) {
	method, err := in.Market.Method(in.Method)
	if err != nil {
		return nil, nil, err
	}
	var a *payment.Attempt
	var o *order.Order
	repriced, unproven := false, false
	err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		repriced, unproven = false, false
		if o, err = s.lockForPayer(ctx, tx, who, in); err != nil {
			return err
		}
		switch now := s.clock(); {
		case !o.Status.Unpaid() && o.Status != order.Failed:
			return errAlreadyPaid
		case !o.AcceptsPayment(now):
			return errExpired
		case o.Kind == order.Standoff && o.Detail.GameAvatar == "":
			return errAvatar // without it operators cannot recognise the lot
		}
		if err := s.requireContact(ctx, tx, o, method, *in); err != nil {
			return err
		}
		// The block may be newer than the order.
		if err := order.CheckOrderBlocked(ctx, tx, o); err != nil {
			return err
		}
		before := o.AmountDue()
		if err := s.repriceNow(ctx, tx, o); err != nil {
			return err
		}
		if o.AmountDue() != before {
			repriced = true // committed, so that the buyer sees the new sum before paying
			return s.orders.AppendEvent(ctx, tx, o.ID, order.EventChanged, nil)
		}
		if unproven, err = s.promoCodes.needsProof(ctx, tx, o); unproven || err != nil {
			return err // the new address is committed: the code is sent to it
		}
		a, err = s.ensureAttempt(ctx, tx, o, method, *in)
		return err
	})
	switch {
	case err != nil:
		return nil, nil, err
	case unproven:
		return nil, nil, s.promoCodes.requestProof(ctx, o)
	case repriced:
		s.publishChange(ctx, o.ID)
		return nil, nil, errRepriced
	}
	return a, o, nil
}

// repriceNow updates the order to the current prices and discount. The prices
// of the goods are fixed when the first payment starts, because a superseded
// attempt may still be paid.
func (s *Service) repriceNow(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Status == order.Created {
		if err := s.orders.RefreshPrices(ctx, tx, o); err != nil {
			return err
		}
	}
	return s.promoCodes.Reprice(ctx, tx, o)
}

// ensureAttempt returns the open attempt if it matches the request, and
// otherwise a new one with promo code and stock reserved.
func (s *Service) ensureAttempt(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, in PaymentRequest) (*payment.Attempt, error) {
	rate, err := payment.Rate(ctx, tx, in.Currency)
	if err != nil {
		return nil, err
	}
	quote, err := payment.NewQuote(o.AmountDue(), method, in.Currency, rate)
	if err != nil {
		return nil, err
	}
	open, err := s.openAttempt(ctx, tx, o, in)
	switch {
	case err == nil && open.Method == in.Method && open.Total == quote.Total && open.Amount.Currency == quote.Amount.Currency && s.clock().Before(open.ExpiresAt):
		return open, nil
	case err == nil:
		if err := s.attempts.SupersedeOpenAttempt(ctx, tx, o.ID); err != nil {
			return nil, err
		}
	case !errors.Is(err, payment.ErrNoAttempt):
		return nil, err
	}
	if err := requireOnSale(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.reservations.ReservePromo(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.reservations.ReserveStock(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.limitReservations(ctx, tx, o, in.From); err != nil {
		return nil, err
	}
	a, err := s.attempts.CreateAttempt(ctx, tx, o.ID, in.Method, quote, s.attemptOrigin(in))
	if err != nil {
		return nil, err
	}
	if in.byLink {
		if err := payment.SetPayer(ctx, tx, a.ID, in.payer()); err != nil {
			return nil, err
		}
	}
	if err := s.markAwaitingPayment(ctx, tx, o, method, a); err != nil {
		return nil, err
	}
	switch a.Provider {
	case payment.Balance:
		return a, s.spendBalance(ctx, tx, o, a)
	case payment.Free:
		return a, s.recordFree(ctx, tx, a)
	}
	return a, nil
}

// attemptOrigin returns where a payment is started from. The phone itself is not kept.
func (s *Service) attemptOrigin(in PaymentRequest) payment.Origin {
	from := payment.Origin{Country: in.Market.Iso}
	if in.Phone != "" {
		from.PhoneDigest = s.phoneKey.MAC([]byte(in.Phone))
	}
	return from
}

// markAwaitingPayment records in the order that a payment was started.
func (s *Service) markAwaitingPayment(ctx context.Context, tx pgx.Tx, o *order.Order, method *payment.Method, a *payment.Attempt) error {
	params := map[string]any{"method": method.Title, "amount": a.Amount.Minor, "currency": a.Amount.Currency}
	if o.Status == order.WaitingForPayment {
		return s.orders.AppendEvent(ctx, tx, o.ID, order.EventPaymentStarted, params)
	}
	return s.orders.Transition(ctx, tx, o, order.WaitingForPayment, order.StatusChange{
		Event: order.EventPaymentStarted, Params: params, Next: order.ActPay, Due: *o.DueAt,
	})
}

// CancelPayment closes the open attempt so that another can be started, and releases
// what it reserved. It does nothing if there is none, and refuses if its money has come.
func (s *Service) CancelPayment(ctx context.Context, who order.Owner, orderID int64) error {
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := order.LockForOwner(ctx, tx, orderID, who)
		if err != nil {
			return err
		}
		if !o.Status.Unpaid() {
			return errAlreadyPaid
		}
		a, err := payment.OpenAttempt(ctx, tx, o.ID)
		if errors.Is(err, payment.ErrNoAttempt) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := refuseIfArrived(ctx, tx, o.ID); err != nil {
			return err
		}
		if _, err := s.attempts.CloseAttempt(ctx, tx, a.ID, payment.AttemptSuperseded); err != nil {
			return err
		}
		return s.reservations.Release(ctx, tx, o)
	})
	if err == nil {
		s.publishChange(ctx, orderID)
	}
	return err
}

// PollPayment queries the provider for the open attempt immediately instead of
// on schedule.
func (s *Service) PollPayment(ctx context.Context, who order.Owner, orderID int64) error {
	if _, err := s.orders.Readable(ctx, orderID, who); err != nil {
		return err
	}
	updated, err := s.poller.PollOpenAttempt(ctx, orderID)
	if err != nil {
		return errProviderTimeout.Because(err)
	}
	if updated {
		_ = s.workflows.Notify(ctx, orderID)
	}
	return nil
}
