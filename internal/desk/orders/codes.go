package orders

import (
	"slices"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/staff"
)

// ReplaceRefusal returns why the code of a complaint cannot be replaced.
func (s *State) ReplaceRefusal() string {
	if c, ok := s.givenCode(s.Complaint.Code, s.Complaint.IsUnit); ok {
		return s.codeRefusal(c)
	}
	return "Этого кода в заказе уже нет."
}

// givenCode returns a delivered code of the order.
func (s *State) givenCode(id int64, isUnit bool) (delivery.GivenCode, bool) {
	at := slices.IndexFunc(s.codes, func(c delivery.GivenCode) bool { return c.ID == id && c.IsUnit == isUnit })
	if at < 0 {
		return delivery.GivenCode{}, false
	}
	return s.codes[at], true
}

// CodePart returns the part of the order for the code of the complaint: a unit, or an equal share of a line delivered
// from stock.
func (s *State) CodePart(who staff.Actor) (string, *money.Minor, error) {
	for _, p := range s.Parts(who) {
		if s.Complaint.IsUnit && p.Unit == s.Complaint.Code {
			return p.ID, nil, nil
		}
		if !s.Complaint.IsUnit && p.Unit == 0 && p.LineID == s.Complaint.LineID {
			return p.ID, s.codeAmount(p), nil
		}
	}
	return "", nil, desk.Invalid("way", "За этот код возвращать нечего.")
}

// codeAmount returns the share of one code of a line that was delivered from stock; nil if
// it is all that is left of the line.
func (s *State) codeAmount(p Part) *money.Minor {
	n := s.quantity(p.LineID)
	one := portion(p.Goods+p.Fee, 0, n)
	if l, ok := s.Refundable.Line(p.LineID); ok && l.Left < one+money.Minor(n) {
		return nil
	}
	return &one
}

// quantity returns how many goods a line has.
func (s *State) quantity(lineID int64) int64 {
	for _, l := range s.Order.Lines {
		if l.ID == lineID {
			return int64(l.Quantity)
		}
	}
	return 1
}

// codeRefusal returns why a delivered code cannot be replaced. It is the rule between refunds
// and replacements: a code whose money went back, or is about to, is not replaced. A replaced code is no longer part
// of the order, so it is refunded as its replacement.
func (s *State) codeRefusal(c delivery.GivenCode) string {
	switch {
	case c.IsRefunded || s.Refundable != nil && s.Refundable.IsCodeRefunded(c.LineID, c.ID, c.IsUnit):
		return "Деньги за этот код вернули: заменить его нельзя."
	case s.hasGrant:
		return "Возврат уже разрешили: его надо отправить или отклонить."
	case !c.IsUnit && !c.HasMore:
		return "Код заменить нечем: другого на складе нет."
	}
	return ""
}

// codePrice returns what the buyer paid for a code before any promo code.
func (s *State) codePrice(r Replacement) money.RUB {
	for _, c := range s.codes {
		if c.ID != r.CodeID || c.IsUnit != r.IsUnit {
			continue
		}
		for _, l := range s.Order.Lines {
			if l.ID == c.LineID {
				return l.UnitPrice
			}
		}
	}
	return 0
}
