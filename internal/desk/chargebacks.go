package desk

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

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
func (o *Operations) RecordChargeback(ctx context.Context, a Act, c ChargedBack) (Done, error) {
	if c.Amount <= 0 {
		return Done{}, refused("Сумма чарджбэка должна быть больше нуля.")
	}
	action := a.action("order.chargeback", staff.ChargebackWrite, c)
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return Outcome{}, err
		}
		return o.run(ctx, tx, action.Name, s, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
			left := payment.Outside{OrderID: s.order.ID, Kind: payment.Chargeback, Amount: c.Amount.Money(), RecordedBy: who(a), Proof: c.Number, Provider: c.Provider, ProviderID: c.Payment}
			provider, err := o.Flow.Refunds.RecordOutside(ctx, tx, s.order, &left)
			which, isOpen := errors.AsType[*payment.WhichPaymentError](err)
			switch {
			case isOpen:
				return effect{}, refused("Подходит не один платёж, укажите его номер у провайдера: " + which.List() + ".")
			case errors.Is(err, payment.ErrTooMuch) || errors.Is(err, payment.ErrNotPaid):
				return effect{}, refused("У этого заказа нет платежа, от которого осталось бы столько.")
			case errors.Is(err, payment.ErrAlreadyRecorded):
				return effect{}, refused("Этот чарджбэк уже записан.")
			case err != nil:
				return effect{}, err
			}
			if c.AnswerBy != nil {
				if err := o.Payments.SetDisputeDue(ctx, tx, left.ID, *c.AnswerBy); err != nil {
					return effect{}, err
				}
			}
			// The money itself is booked by its order, where a refund of ours may still cover it.
			fee := ledger.ChargebackTaken{Provider: provider, Amount: money.RUB(0).Money(), Fee: c.Fee.Money()}.Entry(formatID(left.ID))
			fee.OrderID = &s.order.ID
			after := map[string]any{"chargeback": left.ID, "amount": c.Amount, "fee": c.Fee, "number": c.Number}
			return effect{message: "Чарджбэк записан.", id: &left.ID, after: after}, o.Ledger.Post(ctx, tx, fee)
		})
	}))
}

// endDispute does a step with the dispute of a chargeback: the bank was answered, or it has
// decided.
func (o *Operations) endDispute(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	d, err := o.Payments.LockDispute(ctx, tx, x.item.ID)
	if err != nil {
		return effect{}, err
	}
	e := effect{id: &d.OutsideID, after: map[string]any{"chargeback": d.OutsideID, "amount": d.Amount.Minor}}
	if x.r.Way == WayAnswer {
		evidence := strings.TrimSpace(x.r.Text)
		if evidence == "" {
			return e, field("text", "Напишите, что отправили банку: подписанную справку по заказу, переписку, номер ответа.")
		}
		e.message = "Записано: ждём решения банка."
		return e, o.Payments.AnswerDispute(ctx, tx, d, who(x.Act), evidence)
	}
	to := payment.DisputeLost
	e.message = "Спор проигран: убыток в книгах."
	if x.r.Way == WayWon {
		to, e.message = payment.DisputeWon, "Спор выигран: деньги снова у провайдера."
		if d.Covers > 0 {
			e.message += " " + d.Covers.String() + " из них мы должны покупателю: верните вручную."
		}
	}
	return e, o.Flow.Refunds.EndDispute(ctx, tx, s.order, d, to, who(x.Act), x.text())
}
