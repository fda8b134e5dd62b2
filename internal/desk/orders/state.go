package orders

import (
	"slices"
	"time"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/staff"
)

// State is everything that the rules of an order depend on. It is read under the order's lock, so an allowed action
// stays allowed until the transaction ends.
type State struct {
	Order      *order.Order
	Version    string
	Units      []delivery.Unit
	offers     map[int64][]delivery.UnitOffer // of units that may be tried again
	IsPaused   bool
	isPaying   bool // a payment attempt is open
	HasBalance bool // its account can be credited
	hasGrant   bool // a refund is granted and not decided
	Refundable *payment.Refundable
	refunds    []int64   // to be sent
	sentAlone  money.RUB // refunded without a second person
	goodwill   money.RUB // given as an apology
	codes      []delivery.GivenCode
	Complaint  *delivery.Complaint // that is being decided
	letters    []email.Letter
	blocks     []order.BlockKind // blocked parts of the order: account, email, player
	Grant      *payment.Grant    // that is being decided
	Now        time.Time
}

// IsHeld reports whether the order was held before its delivery began.
func (s *State) IsHeld() bool { return s.IsPaused && s.Order.Status == order.Paid }

// RefundLimit returns the sum a person may still refund alone. The limit is per order, so that many small refunds do
// not exceed it.
func (s *State) RefundLimit(who staff.Actor) money.RUB {
	return max(0, who.Limit(staff.RefundSend)-s.sentAlone)
}

// goodwillLeft returns the sum that may still be credited as an apology for the order: no more than was paid in all.
func (s *State) goodwillLeft() money.RUB {
	if s.Refundable == nil {
		return 0
	}
	return max(0, s.Refundable.Paid()-s.goodwill)
}

func goodwillRefusal(s *State, _ staff.Actor) string {
	switch {
	case !s.HasBalance:
		return "Баланса нет: это гость или удалённый профиль."
	case s.Refundable == nil:
		return "Заказ не оплачен: извиняться деньгами не за что."
	case s.goodwillLeft() == 0:
		return "За этот заказ уже начислено всё, что за него заплатили."
	}
	return ""
}

// UnitsWhere returns the IDs of the units that fit, in ascending order.
func (s *State) UnitsWhere(fits func(delivery.Unit) bool) []int64 {
	var ids []int64
	for _, u := range s.Units {
		if fits(u) {
			ids = append(ids, u.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Retriable returns the units that can be tried again at once: they wait for an
// operator or for a supplier to return, and no supplier may still deliver them.
func (s *State) Retriable() []int64 {
	return s.UnitsWhere(func(u delivery.Unit) bool {
		return !u.HasOpenAttempt && (u.State == delivery.UnitQueued || u.State == delivery.UnitWaiting && u.HeldUntil != nil)
	})
}

// reroutable returns the retriable units that another offer could deliver.
func (s *State) reroutable() []int64 {
	return slices.DeleteFunc(s.Retriable(), func(id int64) bool {
		return !slices.ContainsFunc(s.offers[id], func(f delivery.UnitOffer) bool { return f.IsUsable && !f.IsExcluded })
	})
}

// Undelivered returns the units an operator may still end.
func (s *State) Undelivered() []int64 {
	return s.UnitsWhere(func(u delivery.Unit) bool {
		switch u.State {
		case delivery.UnitWaiting, delivery.UnitPlaced, delivery.UnitQueued, delivery.UnitWrongDetails:
			return true
		case delivery.UnitDelivered, delivery.UnitFailed, delivery.UnitRefunded:
		}
		return false
	})
}

// HasOpenAttempt reports whether a supplier may still deliver one of the units.
func (s *State) HasOpenAttempt(units []int64) bool {
	return slices.ContainsFunc(s.Units, func(u delivery.Unit) bool { return u.HasOpenAttempt && slices.Contains(units, u.ID) })
}

// isCorrectable reports whether wrong details can be corrected now.
func (s *State) isCorrectable() bool {
	return s.hasWrongDetails() && s.Order.DueAt != nil && s.Now.Before(*s.Order.DueAt)
}

// hasWrongDetails reports whether a line waits for its buyer's correction.
func (s *State) hasWrongDetails() bool {
	return slices.ContainsFunc(s.Order.Lines, func(l order.Line) bool { return l.Status == order.IncorrectDetails })
}

// Summary is the state of an order that the audit keeps.
func (s *State) Summary() map[string]any {
	states := map[delivery.UnitState]int{}
	for _, u := range s.Units {
		states[u.State]++
	}
	return map[string]any{"status": s.Order.Status, "next_action": s.Order.NextAction, "units": states, "paused": s.IsPaused}
}

// IsPaidByOther reports whether a person other than the order's owner paid it.
func (s *State) IsPaidByOther() bool { return s.Refundable != nil && s.Refundable.IsByLink() }
