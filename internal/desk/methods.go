package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/payment"
	"larek/internal/staff"
)

func methodObject(id int64) audit.Object { return audit.Object{Kind: "method", ID: formatID(id)} }

// ChangeMethod sets what a method of payment costs buyers.
func (o *Operations) ChangeMethod(ctx context.Context, a Act, id int64, version int32, t payment.MethodTerms) (Done, error) {
	action := a.actionOn(methodObject(id), "method.change", staff.PaymentWrite, []any{version, t})
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		before, name, err := o.Payments.ChangeMethod(ctx, tx, id, version, t)
		return Outcome{
			Before: methodTerms(before, name), After: methodTerms(t, name), Tell: o.Notify.Data,
			Answer: Done{Name: action.Name, ID: &id, Message: "Сохранено."},
		}, err
	}))
}

func methodTerms(t payment.MethodTerms, name string) map[string]any {
	return map[string]any{"method": name, "fee": t.Fee.String(), "fix_fee": t.FixFee, "min_amount": t.MinAmount, "is_secondary": t.IsSecondary}
}

// SwitchMethod switches a method of payment off or on.
func (o *Operations) SwitchMethod(ctx context.Context, a Act, w payment.MethodSwitch) (Done, error) {
	name, message := "method.on", "Способ снова доступен."
	if w.Off {
		name, message = "method.off", "Способ отключён."
	}
	action := a.actionOn(methodObject(w.ID), name, staff.ProviderSwitch, []any{w.Version, w.EvenLast})
	w.StaffID, w.ReasonCode, w.ReasonText = a.Actor.ID, a.Reason.Code, a.Reason.Text
	tell := o.tellMethod(w.ID)
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		method, country, err := o.Payments.SwitchMethod(ctx, tx, w)
		return Outcome{
			Before: map[string]any{"off": !w.Off}, After: map[string]any{"off": w.Off, "method": method, "country": country, "even_last": w.EvenLast},
			Tell: tell, Answer: Done{Name: name, ID: &w.ID, Message: message},
		}, err
	}))
}

// OrderMethods puts the methods of a group in another order.
func (o *Operations) OrderMethods(ctx context.Context, a Act, ids []int64) (Done, error) {
	action := a.actionOn(methodObject(ids[0]), "method.order", staff.PaymentWrite, ids)
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		before, err := o.Payments.OrderMethods(ctx, tx, ids)
		return Outcome{
			Before: map[string]any{"ids": before}, After: map[string]any{"ids": ids}, Tell: o.Notify.Data,
			Answer: Done{Name: action.Name, ID: &ids[0], Message: "Порядок сохранён."},
		}, err
	}))
}
