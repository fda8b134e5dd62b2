package refunds

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/staff"
)

// SendTx carries out a grant: undelivered units end, so that their lines are refunded, and
// delivered lines are refunded at once. An order that was held before its delivery began
// is refunded as a whole.
func (o *Service) SendTx(ctx context.Context, tx pgx.Tx, a desk.Command, s *orders.State, g *payment.Grant, in *delivery.Inquiry) (string, error) {
	units := orders.Plan{Lines: g.Lines}.Undelivered()
	ended, err := o.Dispatch.EndUnits(ctx, tx, delivery.Ending{Units: units, Closing: delivery.Closing{
		Who: a.StaffRef(), Words: g.ReasonCode + ": " + g.Reason, Force: g.IsForced,
	}}, in)
	if err != nil {
		return "", err
	}
	if g.GrantedBy != a.Actor.ID {
		if err := o.Desk.CheckSecondPerson(ctx, tx, g.GrantedBy, a.Actor.ID); err != nil {
			return "", err
		}
	}
	if len(units) > 0 && len(ended.Delivered) == len(units) && len(g.Lines) == 1 {
		return "Поставщик уже доставил: возвращать нечего.", o.Grants.DeclineGrant(ctx, tx, g, a.Actor.ID, "поставщик доставил")
	}
	limit, err := o.refundLimit(ctx, tx, s, a.Actor, g.Lines)
	if err != nil {
		return "", err
	}
	if err := o.Grants.SendGrant(ctx, tx, g, a.Actor.ID, a.StaffRef(), limit); err != nil {
		return "", err
	}
	if s.IsHeld() {
		if len(g.Lines) != len(s.Order.Lines) {
			return "", desk.Invalid("parts", "Заказ держим целиком: верните за все строки.")
		}
		if err := o.DeliverySteps.EndHeld(ctx, tx, s.Order); err != nil {
			return "", err
		}
	}
	return "Отправлено: деньги уйдут, как только ответит провайдер.", o.EndRefundedComplaints(ctx, tx, a.Actor, g)
}

// SendGrant sends a refund that was granted before.
func (o *Service) SendGrant(ctx context.Context, a desk.Command, grantID int64) (Approval, error) {
	orderID, err := o.Grants.OrderOfGrant(ctx, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	a.OrderID = orderID
	action := a.OnOrder(ActionSend, staff.RefundSend, grantID)
	action.Object = audit.Object{Kind: "grant", ID: desk.FormatID(grantID)}
	if answer, known, err := o.Desk.Replay(ctx, action); err != nil || known {
		return desk.Decode[Approval](answer, err)
	}
	in, err := o.inquireGrant(ctx, a, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	answer, err := desk.Decode[Approval](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		g, err := o.LockGrant(ctx, tx, a.Actor, s, grantID)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		message, err := o.SendTx(ctx, tx, a, s, g, in)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return o.outcome(ctx, tx, g, before, message, false)
	}))
	return answer, o.Guard.AfterInquiry(ctx, in, err)
}

// LockGrant locks an open grant of a locked order that the person may send.
func (o *Service) LockGrant(ctx context.Context, tx pgx.Tx, who staff.Actor, s *orders.State, id int64) (*payment.Grant, error) {
	g, err := payment.LockGrant(ctx, tx, id)
	switch {
	case err != nil:
		return nil, err
	case g.State != payment.GrantOpen:
		return nil, payment.ErrGrantDecided
	case g.GrantedBy != who.ID:
		return g, who.Need(staff.RefundSendOther)
	}
	limit, err := o.refundLimit(ctx, tx, s, who, g.Lines)
	if err == nil && g.Rubles > limit {
		err = payment.ErrSecondPerson
	}
	return g, err
}

// inquireGrant queries suppliers about the units a grant gives up.
func (o *Service) inquireGrant(ctx context.Context, a desk.Command, id int64) (*delivery.Inquiry, error) {
	var units []int64
	err := pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		g, err := o.LockGrant(ctx, tx, a.Actor, s, id)
		if err == nil {
			units = orders.Plan{Lines: g.Lines}.Undelivered()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return o.Dispatch.Inquire(ctx, units)
}

// DeclineGrant ends a grant without a refund.
func (o *Service) DeclineGrant(ctx context.Context, a desk.Command, grantID int64) (Approval, error) {
	orderID, err := o.Grants.OrderOfGrant(ctx, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	a.OrderID = orderID
	action := a.OnOrder(ActionDecline, staff.RefundGrant, grantID)
	action.Object = audit.Object{Kind: "grant", ID: desk.FormatID(grantID)}
	return desk.Decode[Approval](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		if _, err := order.Lock(ctx, tx, orderID); err != nil {
			return desk.Outcome{}, err
		}
		g, err := payment.LockGrant(ctx, tx, grantID)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		if err := o.Grants.DeclineGrant(ctx, tx, g, a.Actor.ID, a.Reason.Text); err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return o.outcome(ctx, tx, g, before, "Отклонено: деньги остаются.", false)
	}))
}

// EndRefundedComplaints ends the complaints that a sent grant refunds, and complaints about other codes whose money
// it refunded.
func (o *Service) EndRefundedComplaints(ctx context.Context, tx pgx.Tx, who staff.Actor, g *payment.Grant) error {
	open, err := o.Stock.OpenComplaints(ctx, tx, g.OrderID)
	if err != nil {
		return err
	}
	for _, c := range open {
		isOver := c.GrantID == g.ID
		if !isOver {
			if isOver, err = o.Checkout.IsRefunded(ctx, tx, g.OrderID, delivery.DeliveredCode{ID: c.Code, LineID: c.LineID, IsUnit: c.IsUnit}); err != nil {
				return err
			}
		}
		if isOver {
			if err := o.Stock.EndComplaint(ctx, tx, c.ID, delivery.ComplaintRefunded, "", who.ID, o.Desk.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}
