package methods

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/payment"
	"larek/internal/staff"
)

func methodObject(id int64) audit.Object { return audit.Object{Kind: "method", ID: desk.FormatID(id)} }

// ChangeMethod sets the fees of a method of payment.
func (o *Service) ChangeMethod(ctx context.Context, a desk.Command, id int64, version int32, t payment.MethodTerms) (desk.Done, error) {
	action := a.On(methodObject(id), "method.change", staff.PaymentWrite, []any{version, t})
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, name, err := payment.ChangeMethod(ctx, tx, id, version, t)
		return desk.Outcome{
			Before: methodTerms(before, name), After: methodTerms(t, name), AfterCommit: o.Notify.Data,
			Result: desk.Done{Name: action.Name, ID: &id, Message: "Сохранено."},
		}, err
	}))
}

func methodTerms(t payment.MethodTerms, name string) map[string]any {
	return map[string]any{"method": name, "fee": t.Fee.String(), "fix_fee": t.FixFee, "min_amount": t.MinAmount, "is_secondary": t.IsSecondary}
}

// SwitchMethod switches a method of payment off or on.
func (o *Service) SwitchMethod(ctx context.Context, a desk.Command, w payment.MethodSwitch) (desk.Done, error) {
	name, message := "method.on", "Способ снова доступен."
	if w.Off {
		name, message = "method.off", "Способ отключён."
	}
	action := a.On(methodObject(w.ID), name, staff.ProviderSwitch, []any{w.Version, w.EvenLast})
	w.StaffID, w.ReasonCode, w.ReasonText = a.Actor.ID, a.Reason.Code, a.Reason.Text
	tell := o.methodNotifier(w.ID)
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		method, country, err := o.Methods.SwitchMethod(ctx, tx, w)
		return desk.Outcome{
			Before: map[string]any{"off": !w.Off}, After: map[string]any{"off": w.Off, "method": method, "country": country, "even_last": w.EvenLast},
			AfterCommit: tell, Result: desk.Done{Name: name, ID: &w.ID, Message: message},
		}, err
	}))
}

// OrderMethods puts the methods of a group in another order.
func (o *Service) OrderMethods(ctx context.Context, a desk.Command, ids []int64) (desk.Done, error) {
	action := a.On(methodObject(ids[0]), "method.order", staff.PaymentWrite, ids)
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := payment.OrderMethods(ctx, tx, ids)
		return desk.Outcome{
			Before: map[string]any{"ids": before}, After: map[string]any{"ids": ids}, AfterCommit: o.Notify.Data,
			Result: desk.Done{Name: action.Name, ID: &ids[0], Message: "Порядок сохранён."},
		}, err
	}))
}
