package queue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// endRefund ends a refund that no call completes, or a grant.
func (o *Service) endRefund(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	e := orders.Effect{ID: &x.item.ID, After: map[string]any{string(x.item.Kind): x.item.ID}}
	switch x.r.Resolution {
	case ResolveSend:
		g, err := o.Refunds.LockGrant(ctx, tx, x.Actor, s, x.item.ID)
		if err != nil {
			return e, err
		}
		e.Message, err = o.Refunds.SendTx(ctx, tx, x.Command, s, g, x.in)
		return e, err
	case ResolveDecline:
		g, err := payment.LockGrant(ctx, tx, x.item.ID)
		if err != nil {
			return e, err
		}
		e.Message = "Отклонено: деньги остаются."
		return e, o.Grants.DeclineGrant(ctx, tx, g, x.Actor.ID, x.text())
	}
	d := refunds.Decision{Step: map[Resolution]refunds.Step{ResolveRetry: refunds.StepRetry, ResolveToBalance: refunds.StepToBalance, ResolveSettle: refunds.StepSettle}[x.r.Resolution]}
	if d.Step == refunds.StepSettle {
		d.Reference, d.From = x.r.Reference, x.r.PaidFrom
		e.After["paid_from"] = d.From
	}
	if err := refunds.CheckSettled(d); err != nil {
		return e, err
	}
	e.Message = refunds.StepMessage(d.Step)
	return e, o.RefundSteps.DecideRefund(ctx, tx, s.Order, x.item.ID, d, x.Command.StaffRef())
}

// endUnmatched decides about money that matches no order and returns the order it was
// assigned to, if it was.
func (o *Service) endUnmatched(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, int64, error) {
	party, err := deskdb.New(tx).ProviderOfNotice(ctx, x.item.ID)
	if err != nil {
		return orders.Effect{}, 0, err
	}
	if err := o.Settlement.LockParty(ctx, tx, party); err != nil {
		return orders.Effect{}, 0, err
	}
	n, err := payment.LockUnmatched(ctx, tx, x.item.ID)
	if err != nil {
		return orders.Effect{}, 0, err
	}
	if why := refusal(x.item, option{name: x.r.Resolution}, nil, n.Kind == payment.NoticePaid, x.Actor); why != "" {
		return orders.Effect{}, 0, desk.Refused(why)
	}
	e := orders.Effect{ID: &n.ID, After: map[string]any{"notice": n.ID}}
	switch x.r.Resolution {
	case ResolveMatch:
		if _, err := order.Lock(ctx, tx, x.r.OrderID); err != nil {
			return e, 0, desk.Invalid("order_id", "Такого заказа нет.")
		}
		e.Message, e.After["order"] = "Деньги у заказа: дальше он пойдёт сам.", x.r.OrderID
		if err := o.Inbox.MatchNotice(ctx, tx, n, x.r.OrderID, x.Actor.ID, x.Reason.Text); err != nil {
			return e, 0, err
		}
		number := settlement.Number{Party: n.Provider, ExternalID: n.ProviderID, Currency: string(n.Amount.Currency)}
		lines, err := o.Settlement.LinesOf(ctx, tx, number)
		if err == nil && lines.Amount == n.Amount {
			err = o.Settlement.ResolveLines(ctx, tx, number, settlement.Give, x.text(), x.Actor.ID, o.Desk.Now())
		}
		return e, x.r.OrderID, err
	case ResolveReturn:
		if x.r.Reference == "" {
			return e, 0, desk.Invalid("reference", "Впишите номер возврата у провайдера.")
		}
		e.Message = "Записано: деньги возвращены."
		err = o.Finance.GiveBackTx(ctx, tx, n, x.Actor.ID, x.r.Reference)
	case ResolveKeep:
		e.Message = "Деньги оставлены неразнесёнными: их видно в книгах."
		err = o.Finance.KeepTx(ctx, tx, n, payment.DecisionKept, x.Actor.ID, x.Reason.Text)
	default:
		e.Message = "Убрано из очереди."
		err = o.Inbox.DecideNotice(ctx, tx, n, payment.DecisionIgnored, x.Actor.ID, x.Reason.Text)
	}
	if err != nil {
		return e, 0, err
	}
	return e, 0, o.Settlement.Decided(ctx, tx, n.Provider, o.Desk.Now())
}

// endOther ends costs, reviews and letters.
func (o *Service) endOther(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, error) {
	id := x.item.ID
	e := orders.Effect{ID: &id, After: map[string]any{string(x.item.Kind): id}}
	var err error
	switch x.r.Resolution {
	case ResolveApprove:
		e.Message, err = "Цена принята: предложение снова в работе.", o.Supply.ApproveCostTx(ctx, tx, x.Actor, id)
	case ResolveRefuse:
		e.Message, err = "Не берём по этой цене.", delivery.RefuseCost(ctx, tx, id)
	case ResolvePublish:
		e.Message = "Отзыв опубликован."
		_, err = o.Reviews.Publish(ctx, tx, id)
	case ResolveHide:
		e.Message = "Отзыв скрыт."
		_, err = o.Reviews.Hide(ctx, tx, id)
	case ResolveResend:
		e.Message = "Письмо отправится ещё раз."
		_, err = o.Emails.ResendLetter(ctx, tx, id)
	case ResolveDismiss:
		e.Message, err = "Убрано из очереди.", o.Emails.DismissLetter(ctx, tx, id)
	default:
		err = errResolution
	}
	return e, err
}
