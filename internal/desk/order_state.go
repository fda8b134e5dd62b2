package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/staff"
)

// orderState is everything that decides what may be done to an order. It is read under
// the order's lock, so what is allowed stays allowed until the transaction ends.
type orderState struct {
	order      *order.Order
	version    string
	units      []delivery.Unit
	offers     map[int64][]delivery.UnitOffer // of units that may be tried again
	isPaused   bool
	isPaying   bool // a payment attempt is open
	hasBalance bool // its account can be credited
	hasGrant   bool // a refund is granted and not decided
	refundable *payment.Refundable
	refunds    []int64   // to be sent
	sentAlone  money.RUB // refunded without a second person
	goodwill   money.RUB // given as an apology
	codes      []delivery.GivenCode
	complaint  *delivery.Complaint // that is being decided
	letters    []email.Letter
	blocks     []order.BlockKind // what of it the shop sells nothing to
	grant      *payment.Grant    // that is being decided
	now        time.Time
}

// lockOrder reads the state of an order and locks it.
func (o *Operations) lockOrder(ctx context.Context, tx pgx.Tx, id int64) (*orderState, error) {
	s := &orderState{now: o.clock(), offers: map[int64][]delivery.UnitOffer{}}
	var err error
	if s.order, err = o.Orders.Lock(ctx, tx, id); err != nil {
		return nil, err
	}
	if s.version, err = o.Orders.Version(ctx, tx, id); err != nil {
		return nil, err
	}
	if err := o.readDelivery(ctx, tx, s); err != nil {
		return nil, err
	}
	if err := o.readMoney(ctx, tx, s); err != nil {
		return nil, err
	}
	if s.blocks, err = o.Orders.Blocks(ctx, tx, s.order); err != nil {
		return nil, err
	}
	s.letters, err = o.Emails.Letters(ctx, tx, id)
	return s, err
}

func (o *Operations) readDelivery(ctx context.Context, tx pgx.Tx, s *orderState) (err error) {
	if s.units, err = o.Dispatch.Units(ctx, tx, s.order.ID); err != nil {
		return err
	}
	for _, id := range s.retriable() {
		if s.offers[id], err = o.Dispatch.UnitOffers(ctx, tx, id); err != nil {
			return err
		}
	}
	if s.isPaused, err = o.Dispatch.IsPaused(ctx, tx, s.order.ID); err != nil {
		return err
	}
	s.codes, err = o.Stock.GivenCodes(ctx, tx, s.order.ID)
	return err
}

func (o *Operations) readMoney(ctx context.Context, tx pgx.Tx, s *orderState) (err error) {
	_, err = o.Payments.OpenAttemptTx(ctx, tx, s.order.ID)
	if err != nil && !errors.Is(err, payment.ErrNoAttempt) {
		return err
	}
	s.isPaying = err == nil
	if s.hasBalance, err = o.Orders.HasBalance(ctx, tx, s.order.ID); err != nil {
		return err
	}
	if s.hasGrant, err = o.Payments.HasOpenGrant(ctx, tx, s.order.ID); err != nil {
		return err
	}
	if s.refunds, err = o.Payments.PendingRefunds(ctx, tx, s.order.ID); err != nil {
		return err
	}
	if s.sentAlone, err = o.Payments.SentAlone(ctx, tx, s.order.ID); err != nil {
		return err
	}
	if s.goodwill, err = o.Ledger.OrderGoodwill(ctx, tx, s.order.ID); err != nil {
		return err
	}
	s.refundable, err = o.Payments.Refundable(ctx, tx, s.order.ID)
	if errors.Is(err, payment.ErrNotPaid) {
		return nil
	}
	return err
}

// isHeld reports whether the order was held before its delivery began.
func (s *orderState) isHeld() bool { return s.isPaused && s.order.Status == order.Paid }

// refundLimit returns what a person may still refund alone. The limit is for an order,
// so that many small sums do not pass it.
func (s *orderState) refundLimit(who staff.Actor) money.RUB {
	return max(0, who.Limit(staff.RefundSend)-s.sentAlone)
}

// goodwillMost returns what may still be given as an apology for the order: what was paid.
func (s *orderState) goodwillMost() money.RUB {
	if s.refundable == nil {
		return 0
	}
	return max(0, s.refundable.Paid()-s.goodwill)
}

func goodwillRefusal(s *orderState, _ staff.Actor) string {
	switch {
	case !s.hasBalance:
		return "Баланса нет: это гость или удалённый профиль."
	case s.refundable == nil:
		return "Заказ не оплачен: извиняться деньгами не за что."
	case s.goodwillMost() == 0:
		return "За этот заказ уже начислено всё, что за него заплатили."
	}
	return ""
}

// unitsWhere returns the IDs of the units that fit, in ascending order.
func (s *orderState) unitsWhere(fits func(delivery.Unit) bool) []int64 {
	var ids []int64
	for _, u := range s.units {
		if fits(u) {
			ids = append(ids, u.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// retriable returns the units that can be tried again at once: they wait for an
// operator or for a supplier to return, and no supplier may still deliver them.
func (s *orderState) retriable() []int64 {
	return s.unitsWhere(func(u delivery.Unit) bool {
		return !u.IsAsked && (u.State == delivery.UnitQueued || u.State == delivery.UnitWaiting && u.HeldUntil != nil)
	})
}

// reroutable returns the retriable units that another offer could deliver.
func (s *orderState) reroutable() []int64 {
	return slices.DeleteFunc(s.retriable(), func(id int64) bool {
		return !slices.ContainsFunc(s.offers[id], func(f delivery.UnitOffer) bool { return f.IsUsable && !f.IsExcluded })
	})
}

// undelivered returns the units an operator may still end.
func (s *orderState) undelivered() []int64 {
	return s.unitsWhere(func(u delivery.Unit) bool {
		switch u.State {
		case delivery.UnitWaiting, delivery.UnitPlaced, delivery.UnitQueued, delivery.UnitWrongDetails:
			return true
		case delivery.UnitDelivered, delivery.UnitFailed, delivery.UnitRefunded:
		}
		return false
	})
}

// isAsked reports whether a supplier may still deliver one of the units.
func (s *orderState) isAsked(units []int64) bool {
	return slices.ContainsFunc(s.units, func(u delivery.Unit) bool { return u.IsAsked && slices.Contains(units, u.ID) })
}

// isCorrectable reports whether wrong details can be corrected now.
func (s *orderState) isCorrectable() bool {
	return s.hasWrongDetails() && s.order.DueAt != nil && s.now.Before(*s.order.DueAt)
}

// hasWrongDetails reports whether a line waits for its buyer's correction.
func (s *orderState) hasWrongDetails() bool {
	return slices.ContainsFunc(s.order.Lines, func(l order.Line) bool { return l.Status == order.IncorrectDetails })
}

// unitsOf returns the units that a row of the queue about the order is about.
func (s *orderState) unitsOf(k Kind) []int64 {
	if k == KindDetails {
		return s.unitsWhere(func(u delivery.Unit) bool { return u.State == delivery.UnitWrongDetails })
	}
	return s.undelivered()
}
