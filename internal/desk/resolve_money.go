package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk/deskdb"
	"larek/internal/payment"
	"larek/internal/settlement"
)

// endRefund ends a refund that no call completes, or a grant.
func (o *Operations) endRefund(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	e := effect{id: &x.item.ID, after: map[string]any{string(x.item.Kind): x.item.ID}}
	switch x.r.Way {
	case WaySend:
		g, err := o.lockGrant(ctx, tx, x.Actor, s, x.item.ID)
		if err != nil {
			return e, err
		}
		e.message, err = o.send(ctx, tx, x.Act, s, g, x.in)
		return e, err
	case WayDecline:
		g, err := o.Payments.LockGrant(ctx, tx, x.item.ID)
		if err != nil {
			return e, err
		}
		e.message = "Отклонено: деньги остаются."
		return e, o.Payments.DeclineGrant(ctx, tx, g, x.Actor.ID, x.text())
	}
	d := RefundDecision{Step: map[WayName]RefundStep{WayRetry: StepRetry, WayToBalance: StepToBalance, WaySettle: StepSettle}[x.r.Way]}
	if d.Step == StepSettle {
		d.Reference, d.From = x.r.Reference, x.r.PaidFrom
		e.after["paid_from"] = d.From
	}
	if err := checkSettled(d); err != nil {
		return e, err
	}
	e.message = refundSteps[d.Step].message
	return e, o.Flow.Refunds.DecideRefund(ctx, tx, s.order, x.item.ID, d, who(x.Act))
}

// endUnmatched decides about money that matches no order and returns the order it was
// assigned to, if it was.
func (o *Operations) endUnmatched(ctx context.Context, tx pgx.Tx, x *resolving) (effect, int64, error) {
	party, err := deskdb.New(tx).ProviderOfNotice(ctx, x.item.ID)
	if err != nil {
		return effect{}, 0, err
	}
	if err := o.Settlement.LockParty(ctx, tx, party); err != nil {
		return effect{}, 0, err
	}
	n, err := o.Payments.LockUnmatched(ctx, tx, x.item.ID)
	if err != nil {
		return effect{}, 0, err
	}
	if why := wayRefusal(x.item, way{name: x.r.Way}, nil, n.Kind == payment.NoticePaid, x.Actor); why != "" {
		return effect{}, 0, refused(why)
	}
	e := effect{id: &n.ID, after: map[string]any{"notice": n.ID}}
	switch x.r.Way {
	case WayMatch:
		if _, err := o.Orders.Lock(ctx, tx, x.r.OrderID); err != nil {
			return e, 0, field("order_id", "Такого заказа нет.")
		}
		e.message, e.after["order"] = "Деньги у заказа: дальше он пойдёт сам.", x.r.OrderID
		if err := o.Payments.MatchNotice(ctx, tx, n, x.r.OrderID, x.Actor.ID, x.Reason.Text); err != nil {
			return e, 0, err
		}
		number := settlement.Number{Party: n.Provider, ExternalID: n.ProviderID, Currency: string(n.Amount.Currency)}
		lines, err := o.Settlement.LinesOf(ctx, tx, number)
		if err == nil && lines.Amount == n.Amount {
			err = o.Settlement.ResolveLines(ctx, tx, number, settlement.Give, x.text(), x.Actor.ID, o.clock())
		}
		return e, x.r.OrderID, err
	case WayReturn:
		if x.r.Reference == "" {
			return e, 0, field("reference", "Впишите номер возврата у провайдера.")
		}
		e.message = "Записано: деньги возвращены."
		err = o.Finance.giveBack(ctx, tx, n, x.Actor.ID, x.r.Reference)
	case WayKeep:
		e.message = "Деньги оставлены неразнесёнными: их видно в книгах."
		err = o.Finance.keep(ctx, tx, n, payment.DecisionKept, x.Actor.ID, x.Reason.Text)
	default:
		e.message = "Убрано из очереди."
		err = o.Payments.DecideNotice(ctx, tx, n, payment.DecisionIgnored, x.Actor.ID, x.Reason.Text)
	}
	if err != nil {
		return e, 0, err
	}
	return e, 0, o.Settlement.Decided(ctx, tx, n.Provider, o.clock())
}

// endOther ends costs, reviews and letters.
func (o *Operations) endOther(ctx context.Context, tx pgx.Tx, x *resolving) (effect, error) {
	id := x.item.ID
	e := effect{id: &id, after: map[string]any{string(x.item.Kind): id}}
	var err error
	switch x.r.Way {
	case WayApprove:
		e.message, err = "Цена принята: предложение снова в работе.", o.approveCost(ctx, tx, x.Actor, id)
	case WayRefuse:
		e.message, err = "Не берём по этой цене.", o.Dispatch.RefuseCost(ctx, tx, id)
	case WayPublish:
		e.message = "Отзыв опубликован."
		_, err = o.Reviews.Publish(ctx, tx, id)
	case WayHide:
		e.message = "Отзыв скрыт."
		_, err = o.Reviews.Hide(ctx, tx, id)
	case WayResend:
		e.message = "Письмо отправится ещё раз."
		_, err = o.Emails.ResendLetter(ctx, tx, id)
	case WayDismiss:
		e.message, err = "Убрано из очереди.", o.Emails.DismissLetter(ctx, tx, id)
	default:
		err = errWay
	}
	return e, err
}
