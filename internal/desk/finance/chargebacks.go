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

// ChargedBack is the part of a payment that a bank took back, in rubles, and the bank's fee.
type ChargedBack struct {
	Amount, Fee money.RUB
	Number      string // what the bank calls it
	// Provider and Payment, the provider's ID, select the payment if the order has several.
	Provider, Payment string
	AnswerBy          *time.Time // the bank's deadline for an answer, if known
}

// RecordChargeback records a chargeback: it debits our account at the provider and books the bank's fee as an
// expense.
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
				if err := payment.SetDisputeDue(ctx, tx, left.ID, *c.AnswerBy); err != nil {
					return orders.Effect{}, err
				}
			}
			// The money itself is booked by its order, where a refund of ours may still cover it.
			after := map[string]any{"chargeback": left.ID, "amount": c.Amount, "fee": c.Fee, "number": c.Number}
			return orders.Effect{Message: "Чарджбэк записан.", ID: &left.ID, After: after}, f.bookFee(ctx, tx, s.Order.ID, left.ID, provider, c.Fee)
		})
	}))
}

// MakeChargeback turns the outside refund of a task into a chargeback: the task continues as a dispute with a
// deadline, and the bank's fee is booked.
func (f *Service) MakeChargeback(ctx context.Context, tx pgx.Tx, a desk.Command, orderID, taskID int64, c ChargedBack) (orders.Effect, error) {
	if c.Number == "" {
		return orders.Effect{}, desk.Invalid("reference", "Впишите номер, под которым спор у банка.")
	}
	id, provider, err := f.Tasks.MakeChargeback(ctx, tx, taskID, a.StaffRef(), c.Number, c.AnswerBy)
	if err != nil {
		return orders.Effect{}, err
	}
	after := map[string]any{"chargeback": id, "fee": c.Fee, "number": c.Number}
	return orders.Effect{ID: &id, Message: "Чарджбэк записан: ответьте банку до срока.", After: after}, f.bookFee(ctx, tx, orderID, id, provider, c.Fee)
}

// bookFee books what a bank charges for a chargeback.
func (f *Service) bookFee(ctx context.Context, tx pgx.Tx, orderID, outsideID int64, provider string, fee money.RUB) error {
	e := ledger.ChargebackTaken{Provider: provider, Amount: money.RUB(0).Money(), Fee: fee.Money()}.Entry(desk.FormatID(outsideID))
	e.OrderID = &orderID
	return f.Books.Post(ctx, tx, e)
}
