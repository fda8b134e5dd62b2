package finance

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/staff"
)

// ChargedBack is what a bank took back of a payment in rubles, and its fee.
type ChargedBack struct {
	Amount, Fee money.RUB
	Number      string // what the bank calls it
	// Provider and Payment, as the provider calls it, say which payment, if more than one
	// could be meant.
	Provider, Payment string
	AnswerBy          *time.Time // until when the bank takes an answer, if it says so
}

// RecordChargeback records that a bank took money back: the provider has less of ours,
// and the fee is ours to bear.
func (f *Service) RecordChargeback(ctx context.Context, a desk.Command, c ChargedBack) (desk.Done, error) {
	if c.Amount <= 0 {
		return desk.Done{}, desk.Refused("Сумма чарджбэка должна быть больше нуля.")
	}
	action := a.OnOrder("order.chargeback", staff.ChargebackWrite, c)
	return desk.Decode[desk.Done](f.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := f.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		return f.Guard.Apply(ctx, tx, action.Name, s, func(ctx context.Context, tx pgx.Tx, s *orders.State) (orders.Effect, error) {
			left := payment.Outside{OrderID: s.Order.ID, Kind: payment.Chargeback, Amount: c.Amount.Money(), RecordedBy: a.StaffRef(), Proof: c.Number, Provider: c.Provider, ProviderID: c.Payment}
			provider, err := f.RefundSteps.RecordOutside(ctx, tx, s.Order, &left)
			which, isOpen := errors.AsType[*payment.WhichPaymentError](err)
			switch {
			case isOpen:
				return orders.Effect{}, desk.Refused("Подходит не один платёж, укажите его номер у провайдера: " + which.List() + ".")
			case errors.Is(err, payment.ErrTooMuch) || errors.Is(err, payment.ErrNotPaid):
				return orders.Effect{}, desk.Refused("У этого заказа нет платежа, от которого осталось бы столько.")
			case errors.Is(err, payment.ErrAlreadyRecorded):
				return orders.Effect{}, desk.Refused("Этот чарджбэк уже записан.")
			case err != nil:
				return orders.Effect{}, err
			}
			if c.AnswerBy != nil {
				if err := f.Payments.SetDisputeDue(ctx, tx, left.ID, *c.AnswerBy); err != nil {
					return orders.Effect{}, err
				}
			}
			// The money itself is booked by its order, where a refund of ours may still cover it.
			fee := ledger.ChargebackTaken{Provider: provider, Amount: money.RUB(0).Money(), Fee: c.Fee.Money()}.Entry(desk.FormatID(left.ID))
			fee.OrderID = &s.Order.ID
			after := map[string]any{"chargeback": left.ID, "amount": c.Amount, "fee": c.Fee, "number": c.Number}
			return orders.Effect{Message: "Чарджбэк записан.", ID: &left.ID, After: after}, f.Books.Post(ctx, tx, fee)
		})
	}))
}
