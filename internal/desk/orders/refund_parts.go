package orders

import (
	"fmt"
	"slices"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/staff"
)

// Part is a unit, or a line without units, that may be refunded.
type Part struct {
	ID             string // "u" and the unit's number, or "l" and the line's
	LineID         int64
	Title          string
	State          string
	IsDelivered    bool
	HasOpenAttempt bool // a supplier may still deliver it
	Goods, Fee     money.Minor
	Refusal        string // why it cannot be refunded
	Unit           int64
	left           money.Minor // of Goods and Fee
}

// Parts returns the parts of the order, with a refusal for those that cannot be refunded.
func (s *State) Parts(who staff.Actor) []Part {
	if s.Refundable == nil {
		return nil
	}
	var parts []Part
	for _, l := range s.Refundable.Lines {
		units := slices.DeleteFunc(slices.Clone(s.Units), func(u delivery.Unit) bool { return u.LineID != l.ID })
		goods, fee := s.Refundable.Worth(l)
		if len(units) == 0 {
			p := Part{ID: fmt.Sprintf("l%d", l.ID), LineID: l.ID, Title: l.Title, State: l.Status, IsDelivered: l.Status == "completed", Goods: goods, Fee: fee, left: l.Share}
			if p.Refusal = refusalOf(p, l, who); !p.IsDelivered && !s.IsHeld() {
				p.Refusal = "Доставка только начинается: подождите минуту."
			}
			parts = append(parts, p)
		}
		for i, u := range units {
			n, all := int64(i), int64(len(units))
			p := Part{
				ID: fmt.Sprintf("u%d", u.ID), LineID: l.ID, Title: l.Title, State: string(u.State), IsDelivered: u.State == delivery.UnitDelivered,
				HasOpenAttempt: u.HasOpenAttempt, Unit: u.ID, Goods: portion(goods, n, all), Fee: portion(fee, n, all),
			}
			p.left = max(0, p.Goods+p.Fee-s.Refundable.RefundedForUnit(u.ID))
			switch p.Refusal = refusalOf(p, l, who); {
			case u.State == delivery.UnitFailed || u.State == delivery.UnitRefunded:
				p.Refusal = "Деньги за неё уже возвращают."
			case p.Refusal == "" && p.IsDelivered && s.Refundable.IsUnitRefunded(l, u.ID):
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

// RefundRefusal returns why nothing of the order can be refunded by the person now.
func RefundRefusal(s *State, who staff.Actor) string {
	switch {
	case s.Refundable == nil:
		return "Заказ не оплачен: возвращать нечего."
	case s.hasGrant:
		return "Возврат уже разрешили: его надо отправить или отклонить."
	}
	why := "Возвращать нечего."
	for _, p := range s.Parts(who) {
		if p.Refusal == "" {
			return ""
		}
		why = p.Refusal
	}
	return why
}

// Plan is the refund of some parts, calculated.
type Plan struct {
	Parts       []Part // chosen
	Lines       []payment.GrantLine
	Amount      money.Minor
	Rubles      money.RUB
	Destination string
	IsForced    bool // a supplier may still deliver a chosen part
}

// Undelivered returns the units the plan gives up, in ascending order.
func (p Plan) Undelivered() []int64 {
	var units []int64
	for _, l := range p.Lines {
		if !l.IsDelivered {
			units = append(units, l.Units...)
		}
	}
	slices.Sort(units)
	return units
}

// Plan calculates the refund of the parts with these IDs, all allowed ones if there are
// none. amount is less than everything, or nil.
func (s *State) Plan(who staff.Actor, ids []string, amount *money.Minor, destination string) (Plan, error) {
	p := Plan{Destination: s.Refundable.Destination(destination)}
	for _, part := range s.Parts(who) {
		wanted := slices.Contains(ids, part.ID)
		if wanted && part.Refusal != "" {
			return p, desk.Invalid("parts", part.Refusal)
		}
		if wanted || len(ids) == 0 && part.Refusal == "" {
			p.Parts = append(p.Parts, part)
			p.IsForced = p.IsForced || part.HasOpenAttempt
		}
	}
	if len(p.Parts) < len(ids) || len(p.Parts) == 0 {
		return p, desk.Invalid("parts", "Выберите, за что возвращаем.")
	}
	left := s.Refundable.Left.Minor
	for _, l := range s.Refundable.Lines {
		left -= p.addLine(min(l.Left, left), l, s.isRest(l, p.Parts))
	}
	if err := p.reduce(amount); err != nil {
		return p, err
	}
	for _, l := range p.Lines {
		p.Amount += l.Amount
	}
	p.Rubles = s.Refundable.Rubles(p.Amount)
	if p.Amount <= 0 {
		return p, desk.Invalid("parts", "За это уже всё вернули.")
	}
	return p, nil
}

// isRest reports whether nothing but the chosen parts of a line is left to refund.
func (s *State) isRest(l payment.RefundableLine, chosen []Part) bool {
	for _, u := range s.Units {
		isChosen := slices.ContainsFunc(chosen, func(p Part) bool { return p.Unit == u.ID })
		if u.LineID == l.ID && !isChosen && u.State != delivery.UnitRefunded && !s.Refundable.IsUnitRefunded(l, u.ID) {
			return false
		}
	}
	return true
}

// addLine adds the chosen parts of a line, delivered and undelivered ones separately, and returns their sum: at most
// left, and exactly left if they are the rest of the line.
func (p *Plan) addLine(left money.Minor, l payment.RefundableLine, isRest bool) (sum money.Minor) {
	var units [2][]int64
	var sums [2]money.Minor
	var has [2]bool
	for _, part := range p.Parts {
		if part.LineID != l.ID {
			continue
		}
		i := 0
		if part.IsDelivered {
			i = 1
		}
		has[i], sums[i] = true, sums[i]+part.left
		if part.Unit != 0 {
			units[i] = append(units[i], part.Unit)
		}
	}
	add := func(back money.Minor, isDelivered bool, units []int64) {
		if back = min(back, left); back > 0 {
			p.Lines = append(p.Lines, payment.GrantLine{LineID: l.ID, IsDelivered: isDelivered, Units: nonNil(units), Amount: back})
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
func (p *Plan) reduce(amount *money.Minor) error {
	if amount == nil {
		return nil
	}
	var most money.Minor
	for _, l := range p.Lines {
		most += l.Amount
	}
	switch {
	case *amount <= 0 || *amount > most:
		return desk.Invalid("amount", "От 0,01 до "+most.String()+".")
	case *amount == most:
		return nil
	case slices.ContainsFunc(p.Lines, func(l payment.GrantLine) bool { return !l.IsDelivered }):
		return desk.Invalid("amount", "За недоставленное возвращаем всё: "+most.String()+".")
	}
	rest := *amount
	for i := range p.Lines {
		p.Lines[i].Amount = min(p.Lines[i].Amount, rest)
		rest -= p.Lines[i].Amount
	}
	p.Lines = slices.DeleteFunc(p.Lines, func(g payment.GrantLine) bool { return g.Amount <= 0 })
	return nil
}

// Destinations are where a refund of the order can go.
func (s *State) Destinations() []string {
	list := []string{payment.DestinationMethod}
	if s.Refundable.Provider == payment.Balance {
		list = nil
	}
	if s.HasBalance && s.Refundable.Destination(payment.DestinationBalance) == payment.DestinationBalance {
		list = append(list, payment.DestinationBalance)
	}
	return list
}

// Consequences describe the effect of the refund on goods, books and emails.
func (p Plan) Consequences() []string {
	var list []string
	if units := p.Undelivered(); len(units) > 0 {
		list = append(list, "Недоставленное больше не доставляем; деньги вернём, как только поставщик подтвердит.")
	}
	if slices.ContainsFunc(p.Lines, func(l payment.GrantLine) bool { return l.IsDelivered }) {
		list = append(list, "Доставленное остаётся у покупателя, выручка и комиссия с покупателя уменьшатся на сумму возврата.")
	}
	if p.IsForced {
		list = append(list, "Поставщик ещё может доставить: тогда его цена станет нашим убытком.")
	}
	return append(list, "Покупатель получит письмо, когда деньги уйдут.")
}
