package desk

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/staff"
)

// Part is a unit, or a line without units, that may be refunded.
type Part struct {
	ID          string // "u" and the unit's number, or "l" and the line's
	LineID      int64
	Title       string
	State       string
	IsDelivered bool
	IsAsked     bool // a supplier may still deliver it
	Goods, Fee  money.Minor
	Refusal     string // why it cannot be refunded
	unit        int64
	left        money.Minor // of Goods and Fee
}

// parts returns what of the order can be refunded.
func (s *orderState) parts(who staff.Actor) []Part {
	if s.refundable == nil {
		return nil
	}
	var parts []Part
	for _, l := range s.refundable.Lines {
		units := slices.DeleteFunc(slices.Clone(s.units), func(u delivery.Unit) bool { return u.LineID != l.ID })
		goods, fee := s.refundable.Worth(l)
		if len(units) == 0 {
			p := Part{ID: fmt.Sprintf("l%d", l.ID), LineID: l.ID, Title: l.Title, State: l.Status, IsDelivered: l.Status == "completed", Goods: goods, Fee: fee, left: l.Share}
			if p.Refusal = refusalOf(p, l, who); !p.IsDelivered && !s.isHeld() {
				p.Refusal = "Доставка только начинается: подождите минуту."
			}
			parts = append(parts, p)
		}
		for i, u := range units {
			n, all := int64(i), int64(len(units))
			p := Part{
				ID: fmt.Sprintf("u%d", u.ID), LineID: l.ID, Title: l.Title, State: string(u.State), IsDelivered: u.State == delivery.UnitDelivered,
				IsAsked: u.IsAsked, unit: u.ID, Goods: portion(goods, n, all), Fee: portion(fee, n, all),
			}
			p.left = max(0, p.Goods+p.Fee-s.refundable.RefundedForUnit(u.ID))
			switch p.Refusal = refusalOf(p, l, who); {
			case u.State == delivery.UnitFailed || u.State == delivery.UnitRefunded:
				p.Refusal = "Деньги за неё уже возвращают."
			case p.Refusal == "" && p.IsDelivered && s.refundable.IsUnitRefunded(l, u.ID):
				p.Refusal = "За неё всё уже вернули."
			}
			parts = append(parts, p)
		}
	}
	return parts
}

// portion returns the n-th of all equal portions of a sum; they add up to it.
func portion(sum money.Minor, n, all int64) money.Minor {
	upTo := func(k int64) money.Minor { return money.Minor(int64(sum) * k / all) }
	return upTo(n+1) - upTo(n)
}

func refusalOf(p Part, l payment.RefundableLine, who staff.Actor) string {
	switch {
	case l.Left == 0:
		return "За эту строку всё уже вернули."
	case p.IsDelivered && !who.Can(staff.RefundGrantDelivered):
		return "Доставленное возвращает старший оператор."
	}
	return ""
}

func refundRefusal(s *orderState, who staff.Actor) string {
	switch {
	case s.refundable == nil:
		return "Заказ не оплачен: возвращать нечего."
	case s.hasGrant:
		return "Возврат уже разрешили: его надо отправить или отклонить."
	}
	why := "Возвращать нечего."
	for _, p := range s.parts(who) {
		if p.Refusal == "" {
			return ""
		}
		why = p.Refusal
	}
	return why
}

// plan is what a refund of some parts comes to.
type plan struct {
	parts       []Part // chosen
	lines       []payment.GrantLine
	amount      money.Minor
	rubles      money.RUB
	destination string
	isForced    bool // a supplier may still deliver a chosen part
}

// undelivered returns the units the plan gives up, in ascending order.
func (p plan) undelivered() []int64 {
	var units []int64
	for _, l := range p.lines {
		if !l.IsDelivered {
			units = append(units, l.Units...)
		}
	}
	slices.Sort(units)
	return units
}

// plan calculates the refund of the parts with these IDs, all allowed ones if there are
// none. amount is less than everything, or nil.
func (s *orderState) plan(who staff.Actor, ids []string, amount *money.Minor, destination string) (plan, error) {
	p := plan{destination: s.refundable.Destination(destination)}
	for _, part := range s.parts(who) {
		wanted := slices.Contains(ids, part.ID)
		if wanted && part.Refusal != "" {
			return p, field("parts", part.Refusal)
		}
		if wanted || len(ids) == 0 && part.Refusal == "" {
			p.parts = append(p.parts, part)
			p.isForced = p.isForced || part.IsAsked
		}
	}
	if len(p.parts) < len(ids) || len(p.parts) == 0 {
		return p, field("parts", "Выберите, за что возвращаем.")
	}
	left := s.refundable.Left.Minor
	for _, l := range s.refundable.Lines {
		left -= p.addLine(min(l.Left, left), l, s.isRest(l, p.parts))
	}
	if err := p.reduce(amount); err != nil {
		return p, err
	}
	for _, l := range p.lines {
		p.amount += l.Amount
	}
	p.rubles = s.refundable.Rubles(p.amount)
	if p.amount <= 0 {
		return p, field("parts", "За это уже всё вернули.")
	}
	return p, nil
}

// isRest reports whether nothing but the chosen parts of a line is left to refund.
func (s *orderState) isRest(l payment.RefundableLine, chosen []Part) bool {
	for _, u := range s.units {
		isChosen := slices.ContainsFunc(chosen, func(p Part) bool { return p.unit == u.ID })
		if u.LineID == l.ID && !isChosen && u.State != delivery.UnitRefunded && !s.refundable.IsUnitRefunded(l, u.ID) {
			return false
		}
	}
	return true
}

// addLine adds the chosen parts of a line, delivered and undelivered ones apart, and
// returns what they come to: no more than left, and all of it if they are its rest.
func (p *plan) addLine(left money.Minor, l payment.RefundableLine, isRest bool) (sum money.Minor) {
	var units [2][]int64
	var sums [2]money.Minor
	var has [2]bool
	for _, part := range p.parts {
		if part.LineID != l.ID {
			continue
		}
		i := 0
		if part.IsDelivered {
			i = 1
		}
		has[i], sums[i] = true, sums[i]+part.left
		if part.unit != 0 {
			units[i] = append(units[i], part.unit)
		}
	}
	add := func(back money.Minor, isDelivered bool, units []int64) {
		if back = min(back, left); back > 0 {
			p.lines = append(p.lines, payment.GrantLine{LineID: l.ID, IsDelivered: isDelivered, Units: nonNil(units), Amount: back})
			left, sum = left-back, sum+back
		}
	}
	if has[0] {
		add(l.Undelivered(l.Net.Share(int64(sums[0]), int64(max(1, l.Share)))), false, units[0])
	}
	if has[1] && isRest {
		add(left, true, units[1])
	} else if has[1] {
		add(sums[1], true, units[1])
	}
	return sum
}

func nonNil(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
}

// reduce limits the refund of delivered goods to an amount, line by line.
func (p *plan) reduce(amount *money.Minor) error {
	if amount == nil {
		return nil
	}
	var most money.Minor
	for _, l := range p.lines {
		most += l.Amount
	}
	switch {
	case *amount <= 0 || *amount > most:
		return field("amount", "От 0,01 до "+most.String()+".")
	case *amount == most:
		return nil
	case slices.ContainsFunc(p.lines, func(l payment.GrantLine) bool { return !l.IsDelivered }):
		return field("amount", "За недоставленное возвращаем всё: "+most.String()+".")
	}
	rest := *amount
	for i := range p.lines {
		p.lines[i].Amount = min(p.lines[i].Amount, rest)
		rest -= p.lines[i].Amount
	}
	p.lines = slices.DeleteFunc(p.lines, func(g payment.GrantLine) bool { return g.Amount <= 0 })
	return nil
}

// sayWhatIsGone adds how much of a refund has left the provider without us, and is not sent.
func (o *Operations) sayWhatIsGone(ctx context.Context, tx pgx.Tx, q *Quote) error {
	gone, err := o.Payments.UncoveredOutflow(ctx, tx, q.OrderID)
	if gone = min(gone, q.Amount); err != nil || gone <= 0 {
		return err
	}
	of := func(part money.Minor) string { return money.Of(part, q.Left.Currency).String() }
	q.Consequences = append(q.Consequences, of(gone)+" уже ушли от провайдера без нас: отправим "+of(q.Amount-gone)+".")
	return nil
}
