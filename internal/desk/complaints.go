package desk

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/staff"
)

// replaceRefusal returns why the code of a complaint cannot be replaced.
func (s *orderState) replaceRefusal() string {
	if c, ok := s.givenCode(s.complaint.Code, s.complaint.IsUnit); ok {
		return s.codeRefusal(c)
	}
	return "Этого кода в заказе уже нет."
}

// givenCode returns a delivered code of the order.
func (s *orderState) givenCode(id int64, isUnit bool) (delivery.GivenCode, bool) {
	at := slices.IndexFunc(s.codes, func(c delivery.GivenCode) bool { return c.ID == id && c.IsUnit == isUnit })
	if at < 0 {
		return delivery.GivenCode{}, false
	}
	return s.codes[at], true
}

// endComplaint ends a buyer's complaint about a code: another code, the money, or words.
func (o *Operations) endComplaint(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	c := s.complaint
	switch x.r.Way {
	case WayReplace:
		r := Replacement{CodeID: c.Code, IsUnit: c.IsUnit}
		if len(x.r.Codes) > 1 || c.IsUnit && len(x.r.Codes) == 0 {
			return effect{}, delivery.ErrCodes
		}
		if len(x.r.Codes) == 1 {
			r.New = x.r.Codes[0]
		}
		return o.replaceCode(ctx, tx, x.Act, s, r)
	case WayRefund:
		return o.refundCode(ctx, tx, x, s)
	}
	words := strings.TrimSpace(x.r.Text)
	if words == "" || utf8.RuneCountInString(words) > 500 {
		return effect{}, field("text", "Напишите покупателю, что с кодом: не длиннее 500 знаков.")
	}
	if err := o.Stock.EndComplaint(ctx, tx, c.ID, delivery.ComplaintRejected, words, x.Actor.ID, s.now); err != nil {
		return effect{}, err
	}
	e := effect{message: "Покупатель прочтёт ваш ответ рядом с кодом.", id: &c.ID, after: map[string]any{"complaint": c.ID}}
	return e, o.Orders.AppendEvent(ctx, tx, s.order.ID, order.EventCodeChecked, nil)
}

// refundCode refunds the code of a complaint. The complaint stays open until the money is
// sent, by this or another person.
func (o *Operations) refundCode(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	id, amount, err := s.codePart(x.Actor)
	if err != nil {
		return effect{}, err
	}
	p, err := s.plan(x.Actor, []string{id}, amount, s.order.RefundTo)
	if err != nil {
		return effect{}, err
	}
	g, message, err := o.grant(ctx, tx, x.Act, RefundWish{Send: true}, s, p, nil, x.in)
	if err != nil {
		return effect{}, err
	}
	if err := o.Stock.LinkComplaint(ctx, tx, s.complaint.ID, g.ID); err != nil {
		return effect{}, err
	}
	if g.State == payment.GrantSent {
		err = o.endRefundedComplaints(ctx, tx, x.Actor, g)
	}
	return effect{message: message, id: &g.ID, after: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor}}, err
}

// endRefundedComplaints ends the complaints whose refund a sent grant is, and those about
// codes whose money it refunded without naming them.
func (o *Operations) endRefundedComplaints(ctx context.Context, tx pgx.Tx, who staff.Actor, g *payment.Grant) error {
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
			if err := o.Stock.EndComplaint(ctx, tx, c.ID, delivery.ComplaintRefunded, "", who.ID, o.clock()); err != nil {
				return err
			}
		}
	}
	return nil
}

// codePart returns the part of the order that the code of the complaint is: a unit, or
// an equal share of a line that was delivered from stock.
func (s *orderState) codePart(who staff.Actor) (string, *money.Minor, error) {
	for _, p := range s.parts(who) {
		if s.complaint.IsUnit && p.unit == s.complaint.Code {
			return p.ID, nil, nil
		}
		if !s.complaint.IsUnit && p.unit == 0 && p.LineID == s.complaint.LineID {
			return p.ID, s.codeAmount(p), nil
		}
	}
	return "", nil, field("way", "За этот код возвращать нечего.")
}

// codeAmount returns the share of one code of a line that was delivered from stock; nil if
// it is all that is left of the line.
func (s *orderState) codeAmount(p Part) *money.Minor {
	n := s.quantity(p.LineID)
	one := portion(p.Goods+p.Fee, 0, n)
	if l, ok := s.refundable.Line(p.LineID); ok && l.Left < one+money.Minor(n) {
		return nil
	}
	return &one
}

// quantity returns how many goods a line has.
func (s *orderState) quantity(lineID int64) int64 {
	for _, l := range s.order.Lines {
		if l.ID == lineID {
			return int64(l.Quantity)
		}
	}
	return 1
}
