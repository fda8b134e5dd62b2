package queue

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/order"
	"larek/internal/payment"
)

// endComplaint ends a buyer's complaint about a code: another code, the money, or words.
func (o *Service) endComplaint(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	c := s.Complaint
	switch x.r.Resolution {
	case ResolveReplace:
		r := orders.Replacement{CodeID: c.Code, IsUnit: c.IsUnit}
		if len(x.r.Codes) > 1 || c.IsUnit && len(x.r.Codes) == 0 {
			return orders.Effect{}, delivery.ErrCodes
		}
		if len(x.r.Codes) == 1 {
			r.New = x.r.Codes[0]
		}
		return o.OrderActions.ReplaceCodeTx(ctx, tx, x.Command, s, r)
	case ResolveRefund:
		return o.refundCode(ctx, tx, x, s)
	}
	words := strings.TrimSpace(x.r.Text)
	if words == "" || utf8.RuneCountInString(words) > 500 {
		return orders.Effect{}, desk.Invalid("text", "Напишите покупателю, что с кодом: не длиннее 500 знаков.")
	}
	if err := o.Stock.EndComplaint(ctx, tx, c.ID, delivery.ComplaintRejected, words, x.Actor.ID, s.Now); err != nil {
		return orders.Effect{}, err
	}
	e := orders.Effect{Message: "Покупатель прочтёт ваш ответ рядом с кодом.", ID: &c.ID, After: map[string]any{"complaint": c.ID}}
	return e, o.Orders.AppendEvent(ctx, tx, s.Order.ID, order.EventCodeChecked, nil)
}

// refundCode refunds the code of a complaint. The complaint stays open until the money is
// sent, by this or another person.
func (o *Service) refundCode(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	id, amount, err := s.CodePart(x.Actor)
	if err != nil {
		return orders.Effect{}, err
	}
	p, err := s.Plan(x.Actor, []string{id}, amount, s.Order.RefundTo)
	if err != nil {
		return orders.Effect{}, err
	}
	g, message, err := o.Refunds.GrantTx(ctx, tx, x.Command, refunds.Request{Send: true}, s, p, nil, x.in)
	if err != nil {
		return orders.Effect{}, err
	}
	if err := o.Stock.LinkComplaint(ctx, tx, s.Complaint.ID, g.ID); err != nil {
		return orders.Effect{}, err
	}
	if g.State == payment.GrantSent {
		err = o.Refunds.EndRefundedComplaints(ctx, tx, x.Actor, g)
	}
	return orders.Effect{Message: message, ID: &g.ID, After: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor}}, err
}
