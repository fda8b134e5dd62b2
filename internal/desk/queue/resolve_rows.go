package queue

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/methods"
	"larek/internal/desk/orders"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// endDispute does a step with the dispute of a chargeback: money that left without us turned
// out to be one, the bank was answered, or it has decided.
func (o *Service) endDispute(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	if x.r.Resolution == ResolveChargeback {
		c := finance.ChargedBack{Number: strings.TrimSpace(x.r.Reference), Fee: x.r.Fee, AnswerBy: x.r.AnswerBy}
		return o.Finance.MakeChargeback(ctx, tx, x.Command, s.Order.ID, x.item.ID, c)
	}
	d, err := payment.LockDispute(ctx, tx, x.item.ID)
	if err != nil {
		return orders.Effect{}, err
	}
	e := orders.Effect{ID: &d.OutsideID, After: map[string]any{"chargeback": d.OutsideID, "amount": d.Amount.Minor}}
	if x.r.Resolution == ResolveAnswer {
		evidence := strings.TrimSpace(x.r.Text)
		if evidence == "" {
			return e, desk.Invalid("text", "Напишите, что отправили банку: подписанную справку по заказу, переписку, номер ответа.")
		}
		e.Message = "Записано: ждём решения банка."
		return e, o.Tasks.AnswerDispute(ctx, tx, d, x.Command.StaffRef(), evidence)
	}
	to := payment.DisputeLost
	e.Message = "Спор проигран: убыток в книгах."
	if x.r.Resolution == ResolveWon {
		to, e.Message = payment.DisputeWon, "Спор выигран: деньги снова у провайдера."
		if d.Covers > 0 {
			e.Message += " " + d.Covers.String() + " из них мы должны покупателю: верните вручную."
		}
	}
	return e, o.RefundSteps.EndDispute(ctx, tx, s.Order, d, to, x.Command.StaffRef(), x.text())
}

// endFrozen decides about money that is frozen on a balance: the shop takes it back, or the
// buyer may spend it again.
func (o *Service) endFrozen(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	t, err := payment.LockFrozen(ctx, tx, x.item.ID)
	if err != nil || s.Order.UserID == nil {
		return orders.Effect{}, err
	}
	user, amount := *s.Order.UserID, money.RUB(t.Amount.Minor)
	e := orders.Effect{ID: &t.ID, Message: "Разморожено: покупатель может тратить.", After: map[string]any{"task": t.ID, "amount": amount}}
	what := "Разморозка"
	if x.r.Resolution == ResolveDebit {
		what, e.Message = "Списание", "Списано с баланса."
	}
	subject := what + " замороженного, заказ " + desk.FormatID(t.OrderID)
	if err := o.Desk.Spend(ctx, tx, x.Actor, desk.Taking{Door: desk.DoorBalance, Subject: subject, Rubles: amount, OrderID: &t.OrderID, UserID: &user}); err != nil {
		return e, err
	}
	return e, o.RefundSteps.DecideFrozen(ctx, tx, s.Order, t, x.r.Resolution == ResolveDebit, x.Command.StaffRef(), x.text())
}

// endDifference ends a difference from the queue.
func (o *Service) endDifference(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, int64, error) {
	err := o.Finance.ResolveDifferenceTx(ctx, tx, x.item.difference, settlement.Way(x.r.Resolution), nil, x.text(), x.Actor)
	return orders.Effect{Message: "Разница закрыта.", After: map[string]any{"way": x.r.Resolution}}, finance.ChangedOrder(x.item.difference, settlement.Way(x.r.Resolution)), err
}

// endRegistry lets a registry be fetched again, or gives it up.
func (o *Service) endRegistry(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, int64, error) {
	if x.r.Resolution == ResolveFetch {
		return orders.Effect{Message: "Спросим ещё раз в ближайшую минуту."}, 0, o.Settlement.FetchAgain(ctx, tx, x.item.ID, o.Desk.Now())
	}
	return orders.Effect{Message: "Убрано из очереди."}, 0, o.Settlement.DropFetch(ctx, tx, x.item.ID, o.Desk.Now())
}

// endMethod ends the row of a method that fails: it is kept on, or switched off by a person.
func (o *Service) endMethod(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, int64, error) {
	w := methods.NewSwitch(x.Command, x.item.ID, 0)
	e := orders.Effect{ID: &x.item.ID, Message: "Способ включён: сам магазин его не отключит."}
	var err error
	if x.r.Resolution == ResolveSwitchOff {
		w.Off, e.Message = true, "Способ отключён, пока его не включит человек."
		_, _, err = o.Methods.SwitchMethod(ctx, tx, w)
		return e, 0, err
	}
	_, _, err = o.Methods.KeepMethod(ctx, tx, w, true)
	return e, 0, err
}

// endErasure ends the row of a request to erase.
func (o *Service) endErasure(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, int64, error) {
	message, after, err := o.Customers.DecideErasureTx(ctx, tx, x.Command, x.item.ID, x.r.Resolution == ResolveApprove)
	return orders.Effect{ID: &x.item.ID, Message: message, After: after}, 0, err
}
