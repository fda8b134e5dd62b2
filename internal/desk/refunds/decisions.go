package refunds

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/fulfilment"
	"larek/internal/staff"
)

// Step is an operator's action on a refund that the provider did not complete.
type Step = fulfilment.RefundStep

// The steps.
const (
	StepRetry     = fulfilment.RefundStepRetry
	StepToBalance = fulfilment.RefundStepToBalance
	StepSettle    = fulfilment.RefundStepSettle
)

// Decision is a step with the fields of its form.
type Decision = fulfilment.RefundDecision

// PaidFrom is the source of the money of a manual refund.
type PaidFrom = fulfilment.PaidFrom

// CheckSettled returns a problem if a field that records a manual refund is missing.
func CheckSettled(d Decision) error {
	switch {
	case d.Step != StepSettle:
		return nil
	case d.Reference == "":
		return desk.Invalid("reference", "Впишите номер перевода или операции.")
	case d.From != fulfilment.PaidFromProvider && d.From != fulfilment.PaidFromBank:
		return desk.Invalid("paid_from", "Скажите, откуда ушли деньги: из кабинета провайдера или с нашего счёта.")
	}
	return nil
}

// refundSteps are the steps with a refund: their names, permissions and answers.
var refundSteps = map[Step]struct {
	action     string
	permission staff.Permission
	message    string
}{
	StepRetry:     {ActionRetryBack, staff.RefundSend, "Отправляем ещё раз."},
	StepToBalance: {ActionToBalance, staff.RefundSend, "Деньги на балансе покупателя."},
	StepSettle:    {ActionSettle, staff.RefundSettle, "Возврат закрыт."},
}

// StepMessage returns the message for the operator after a step.
func StepMessage(s Step) string { return refundSteps[s].message }

// DecideRefund runs a step on a refund that the provider did not complete.
func (o *Service) DecideRefund(ctx context.Context, a desk.Command, refundID int64, d Decision) (desk.Done, error) {
	orderID, err := o.Refunds.OrderOfRefund(ctx, refundID)
	if errors.Is(err, pgx.ErrNoRows) {
		return desk.Done{}, desk.ErrNoItem
	}
	if err != nil {
		return desk.Done{}, err
	}
	a.OrderID = orderID
	if err := CheckSettled(d); err != nil {
		return desk.Done{}, err
	}
	kind := refundSteps[d.Step]
	action := a.OnOrder(kind.action, kind.permission, []any{refundID, d})
	action.Object = audit.Object{Kind: "refund", ID: desk.FormatID(refundID)}
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Guard.Lock(ctx, tx, orderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		return o.Guard.Apply(ctx, tx, kind.action, s, func(ctx context.Context, tx pgx.Tx, s *orders.State) (orders.Effect, error) {
			err := o.RefundSteps.DecideRefund(ctx, tx, s.Order, refundID, d, a.StaffRef())
			return orders.Effect{Message: kind.message, ID: &refundID, After: map[string]any{"refund": refundID, "step": d.Step, "paid_from": d.From}}, err
		})
	}))
}
