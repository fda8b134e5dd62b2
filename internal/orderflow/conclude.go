package orderflow

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/notify"
	"larek/internal/order"
)

// conclude moves lines whose units have all come to an end, and the order when
// all its lines have. Every paid line ends in goods or in money back.
func (s *Steps) conclude(ctx context.Context, tx pgx.Tx, o *order.Order) ([]int64, error) {
	if err := s.Dispatch.Hear(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	if err := s.endUncorrected(ctx, tx, o); err != nil {
		return nil, err
	}
	units, err := s.Dispatch.Units(ctx, tx, o.ID)
	if err != nil {
		return nil, err
	}
	byLine := map[int64]tally{}
	var open []int64
	for _, u := range units {
		t := byLine[u.LineID]
		t.count(u)
		byLine[u.LineID] = t
		// A supplier may deliver what waits for a person, too.
		if u.State == delivery.UnitWaiting || u.State == delivery.UnitPlaced || u.State == delivery.UnitQueued && u.IsAsked {
			open = append(open, u.ID)
		}
	}
	for _, l := range o.Lines {
		if !l.Status.Final() {
			if err := s.concludeLine(ctx, tx, o, l, byLine[l.ID]); err != nil {
				return nil, err
			}
		}
	}
	if err := s.bookCosts(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.showHold(ctx, tx, o, units); err != nil {
		return nil, err
	}
	return open, s.concludeOrder(ctx, tx, o, byLine)
}

// endUncorrected gives up lines whose details nobody corrected in time. Their
// suppliers are asked once more before any money goes back.
func (s *Steps) endUncorrected(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		if l.Status != order.IncorrectDetails || s.Clock().Before(*o.DueAt) {
			continue
		}
		if _, err := s.Dispatch.EndWrongDetails(ctx, tx, l.ID); err != nil {
			return err
		}
	}
	return nil
}

// showHold tells the buyer, once, until when suppliers are waited for. That is
// the order's deadline meanwhile.
func (s *Steps) showHold(ctx context.Context, tx pgx.Tx, o *order.Order, units []delivery.Unit) error {
	var until time.Time
	for _, u := range units {
		if u.State == delivery.UnitWaiting && u.HeldUntil != nil && u.HeldUntil.After(until) {
			until = *u.HeldUntil
		}
	}
	if o.NextAction == nil || *o.NextAction != order.ActDeliver || until.IsZero() || until.Equal(*o.DueAt) {
		return nil
	}
	if err := s.Orders.SetDue(ctx, tx, o, order.ActDeliver, until); err != nil {
		return err
	}
	return s.Orders.Note(ctx, tx, o.ID, order.EventDeliveryHeld, map[string]any{"until": until.In(moscow).Format("15:04 МСК")})
}

// moscow is the clock of what buyers read.
var moscow = time.FixedZone("МСК", 3*60*60)

// tally counts the units of a line by how they stand; tasks are what a person
// is asked to look at, whatever else happens to it.
type tally struct{ going, queued, delivered, wrong, failed, tasks int }

func (t *tally) count(u delivery.Unit) {
	if u.HasTask {
		t.tasks++
	}
	switch u.State {
	case delivery.UnitWaiting, delivery.UnitPlaced:
		t.going++
	case delivery.UnitQueued:
		t.queued++
	case delivery.UnitDelivered:
		t.delivered++
	case delivery.UnitWrongDetails:
		t.wrong++
	case delivery.UnitFailed, delivery.UnitRefunded:
		t.failed++
	}
}

func (s *Steps) concludeLine(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, t tally) error {
	switch {
	case t.going+t.queued > 0 && l.Status == order.Processing: // corrected, and on its way again
		return s.Orders.MoveLine(ctx, tx, o, l.ID, order.LineSending, order.EventDeliverySending, nil)
	case t.going+t.queued > 0:
		return nil
	case t.wrong > 0:
		return s.askToCorrect(ctx, tx, o, l)
	}
	total := t.delivered + t.failed
	kept := partOf(l, t.delivered, total)
	if t.delivered > 0 {
		if err := s.bookDelivered(ctx, tx, o, l, kept); err != nil {
			return err
		}
	}
	if t.delivered < total {
		if err := s.refundLine(ctx, tx, o, l, l.Net()-kept.net); err != nil {
			return err
		}
	}
	if t.delivered == 0 {
		return s.Orders.MoveLine(ctx, tx, o, l.ID, order.Refunded, order.EventDeliveryRefunded, nil)
	}
	return s.Orders.MoveLine(ctx, tx, o, l.ID, order.Completed, order.EventDeliveryCompleted, map[string]any{"delivered": t.delivered, "of": total})
}

func (s *Steps) askToCorrect(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line) error {
	if l.Status == order.IncorrectDetails {
		if at := remindAt(o); at.IsZero() || s.Clock().Before(at) {
			return nil
		}
		return s.Letters.Queue(ctx, tx, o.ID, notify.DetailsReminder)
	}
	if err := s.Orders.MoveLine(ctx, tx, o, l.ID, order.IncorrectDetails, order.EventDetailsNeeded, nil); err != nil {
		return err
	}
	if err := s.Orders.SetDue(ctx, tx, o, order.ActCorrect, s.Clock().Add(correctWithin)); err != nil {
		return err
	}
	return s.Letters.Queue(ctx, tx, o.ID, notify.DetailsNeeded)
}

// part is a share of a line's price.
type part struct{ net, discount money.RUB }

// partOf is the share of some units of a line, rounded once.
func partOf(l order.Line, some, all int) part {
	if some == all {
		return part{l.Net(), l.Discount}
	}
	return part{l.Net().Share(int64(some), int64(all)), l.Discount.Share(int64(some), int64(all))}
}

func (s *Steps) bookDelivered(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, p part) error {
	sold := ledger.Delivered{Net: p.net, Discount: p.discount}
	return s.Ledger.Post(ctx, tx, sold.Entry(strconv.FormatInt(l.ID, 10), o.ID))
}

// refundLine sends back what the buyer paid for goods that are not coming,
// with its share of the fee.
func (s *Steps) refundLine(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, net money.RUB) error {
	if _, err := s.Dispatch.Refund(ctx, tx, l.ID); err != nil {
		return err
	}
	return s.Payments.GiveBackLine(ctx, tx, o.ID, l.ID, net, o.RefundTo)
}

// bookCosts posts what suppliers took and operators spent, each delivery once.
func (s *Steps) bookCosts(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	spent, err := s.Dispatch.Spendings(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for _, c := range spent {
		cost := ledger.Supplied{Supplier: c.Supplier, TenThousandths: c.Cost.TenThousandths, Currency: c.Cost.Currency, Rubles: c.Cost.Rubles(c.Rate)}
		if err := s.Ledger.Post(ctx, tx, cost.Entry(c.Ref, o.ID)); err != nil {
			return err
		}
	}
	return nil
}

// bookLate books what a supplier delivered after its order had come to an end.
func (s *Steps) bookLate(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if !o.Status.Final() {
		return nil
	}
	if err := s.Dispatch.Hear(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.bookCosts(ctx, tx, o)
}

// concludeOrder ends an order all of whose lines have ended, and says what an
// unfinished one waits for.
func (s *Steps) concludeOrder(ctx context.Context, tx pgx.Tx, o *order.Order, byLine map[int64]tally) error {
	delivered, open, queued, wrong := false, false, false, false
	for _, l := range o.Lines {
		delivered = delivered || l.Status == order.Completed
		open = open || !l.Status.Final()
		queued = queued || byLine[l.ID].queued+byLine[l.ID].tasks > 0
		wrong = wrong || l.Status == order.IncorrectDetails
	}
	switch {
	case open && queued && !wrong && *o.NextAction != order.ActOperator:
		return s.Orders.SetDue(ctx, tx, o, order.ActOperator, s.Clock().Add(byHandWithin))
	case open:
		return nil
	case !delivered:
		return s.Orders.Move(ctx, tx, o, order.Failed, order.Change{Event: order.EventFailed, Reason: "Доставить не удалось. Деньги возвращаем."})
	}
	next := order.Change{Event: order.EventSent, Next: order.ActDeliver, Due: *o.DueAt}
	if err := s.Orders.Move(ctx, tx, o, order.Sent, next); err != nil {
		return err
	}
	return s.done(ctx, tx, o)
}
