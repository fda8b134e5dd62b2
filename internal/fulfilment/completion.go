package fulfilment

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
)

// advanceLines completes the lines whose units have all ended, and the order
// when all its lines have. Every paid line ends delivered or refunded. It
// returns the units that are still to be delivered. The caller holds the
// order's lock.
func (s *Delivery) advanceLines(ctx context.Context, tx pgx.Tx, o *order.Order) ([]int64, error) {
	if err := delivery.MarkChangesSeen(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	if err := s.closeUncorrected(ctx, tx, o); err != nil {
		return nil, err
	}
	units, err := delivery.Units(ctx, tx, o.ID)
	if err != nil {
		return nil, err
	}
	byLine := map[int64]unitCounts{}
	var open []int64
	for _, u := range units {
		t := byLine[u.LineID]
		t.count(u)
		byLine[u.LineID] = t
		// A supplier may still deliver a unit that waits for an operator.
		if u.State == delivery.UnitWaiting || u.State == delivery.UnitPlaced || u.State == delivery.UnitQueued && u.HasOpenAttempt {
			open = append(open, u.ID)
		}
	}
	for _, l := range o.Lines {
		if !l.Status.Final() {
			if err := s.completeLine(ctx, tx, o, l, byLine[l.ID]); err != nil {
				return nil, err
			}
		}
	}
	if err := s.postSupplierCosts(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.showHold(ctx, tx, o, units); err != nil {
		return nil, err
	}
	return open, s.completeOrder(ctx, tx, o, byLine)
}

// closeUncorrected closes units whose details were not corrected in time. Their
// suppliers are queried once more before a refund.
func (s *Delivery) closeUncorrected(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		if l.Status != order.IncorrectDetails || s.clock().Before(*o.DueAt) {
			continue
		}
		if _, err := s.dispatch.EndWrongDetails(ctx, tx, l.ID); err != nil {
			return err
		}
	}
	return nil
}

// showHold tells the buyer, once per time, until when the delivery waits for a
// supplier, and makes that the order's deadline. Units are held one after another:
// a deadline moved by less than a minute is not shown again.
func (s *Delivery) showHold(ctx context.Context, tx pgx.Tx, o *order.Order, units []delivery.Unit) error {
	var until time.Time
	for _, u := range units {
		if u.State == delivery.UnitWaiting && u.HeldUntil != nil && u.HeldUntil.After(until) {
			until = *u.HeldUntil
		}
	}
	if o.NextAction == nil || *o.NextAction != order.ActDeliver || until.IsZero() || until.Equal(*o.DueAt) {
		return nil
	}
	announced := until.Sub(*o.DueAt).Abs() < time.Minute
	if err := order.SetNextAction(ctx, tx, o, order.ActDeliver, until); err != nil || announced {
		return err
	}
	return s.orders.AppendEvent(ctx, tx, o.ID, order.EventDeliveryHeld, map[string]any{"until": until.In(moscow).Format("15:04 МСК")})
}

// moscow is the time zone of times shown to buyers.
var moscow = time.FixedZone("МСК", 3*60*60)

// unitCounts counts the units of a line by state. tasks counts units with an
// open operator task, whatever their state.
type unitCounts struct{ inFlight, queued, delivered, wrong, failed, tasks int }

func (t *unitCounts) count(u delivery.Unit) {
	if u.HasTask {
		t.tasks++
	}
	switch u.State {
	case delivery.UnitWaiting, delivery.UnitPlaced:
		t.inFlight++
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

func (s *Delivery) completeLine(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, t unitCounts) error {
	switch {
	case t.inFlight+t.queued > 0 && l.Status == order.Processing: // corrected, delivered again
		return s.orders.TransitionLine(ctx, tx, o, l.ID, order.LineSending, order.EventDeliverySending, nil)
	case t.inFlight+t.queued > 0:
		return nil
	case t.wrong > 0:
		return s.requestCorrection(ctx, tx, o, l)
	}
	total := t.delivered + t.failed
	delivered := proRata(l, t.delivered, total)
	if t.delivered > 0 {
		if err := s.postDelivery(ctx, tx, o, l, delivered); err != nil {
			return err
		}
	}
	if t.delivered < total {
		if err := s.refundLine(ctx, tx, o, l, l.Net()-delivered.net); err != nil {
			return err
		}
	}
	if t.delivered == 0 {
		return s.orders.TransitionLine(ctx, tx, o, l.ID, order.Refunded, order.EventDeliveryRefunded, nil)
	}
	event := order.EventDeliveryCompleted
	if t.delivered < total {
		event = order.EventDeliveryPartly
	}
	return s.orders.TransitionLine(ctx, tx, o, l.ID, order.Completed, event, map[string]any{"delivered": t.delivered, "of": total})
}

func (s *Delivery) requestCorrection(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line) error {
	if l.Status == order.IncorrectDetails {
		if at := remindAt(o); at.IsZero() || s.clock().Before(at) {
			return nil
		}
		return s.emails.Enqueue(ctx, tx, o.ID, email.DetailsReminder)
	}
	if err := s.orders.TransitionLine(ctx, tx, o, l.ID, order.IncorrectDetails, order.EventDetailsNeeded, nil); err != nil {
		return err
	}
	if err := order.SetNextAction(ctx, tx, o, order.ActCorrect, s.clock().Add(CorrectionWindow)); err != nil {
		return err
	}
	return s.emails.Enqueue(ctx, tx, o.ID, email.DetailsNeeded)
}

// lineShare is a part of a line's price and discount.
type lineShare struct{ net, discount money.RUB }

// proRata returns the share of some of the units of a line, rounded once.
func proRata(l order.Line, some, all int) lineShare {
	if some == all {
		return lineShare{l.Net(), l.Discount}
	}
	return lineShare{l.Net().Share(int64(some), int64(all)), l.Discount.Share(int64(some), int64(all))}
}

func (s *Delivery) postDelivery(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, p lineShare) error {
	sold := ledger.Delivered{Net: p.net, Discount: p.discount}
	return s.ledger.Post(ctx, tx, sold.Entry(strconv.FormatInt(l.ID, 10), o.ID))
}

// refundLine creates the refund for undelivered units of a line, with its share
// of the fee.
func (s *Delivery) refundLine(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line, net money.RUB) error {
	if _, err := delivery.MarkUnitsRefunded(ctx, tx, l.ID); err != nil {
		return err
	}
	return s.refunds.CreateLineRefund(ctx, tx, o.ID, l.ID, net, o.RefundTo)
}

// postSupplierCosts posts the costs of suppliers and operators to the ledger,
// once per delivery.
func (s *Delivery) postSupplierCosts(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	charges, err := delivery.SupplierCharges(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	var entries []ledger.Entry
	for _, c := range charges {
		cost := ledger.SupplierCharged{Supplier: c.Supplier, TenThousandths: c.Cost.TenThousandths, Currency: c.Cost.Currency, Rubles: c.Cost.Rubles(c.Rate)}
		entries = append(entries, cost.Entry(c.Ref, o.ID))
	}
	return s.ledger.Post(ctx, tx, entries...)
}

// postLateCosts posts the costs of units that a supplier delivered after the
// order had ended.
func (s *Delivery) postLateCosts(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if !o.Status.Final() {
		return nil
	}
	if err := delivery.MarkChangesSeen(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.postSupplierCosts(ctx, tx, o)
}

// completeOrder ends an order whose lines have all ended, and otherwise sets
// its next action.
func (s *Delivery) completeOrder(ctx context.Context, tx pgx.Tx, o *order.Order, byLine map[int64]unitCounts) error {
	delivered, open, queued, wrong := false, false, false, false
	for _, l := range o.Lines {
		delivered = delivered || l.Status == order.Completed
		open = open || !l.Status.Final()
		queued = queued || byLine[l.ID].queued+byLine[l.ID].tasks > 0
		wrong = wrong || l.Status == order.IncorrectDetails
	}
	switch {
	case open && queued && !wrong && *o.NextAction != order.ActOperator:
		return order.SetNextAction(ctx, tx, o, order.ActOperator, s.clock().Add(operatorDeadline))
	case open:
		return nil
	case !delivered:
		return s.orders.Transition(ctx, tx, o, order.Failed, order.StatusChange{Event: order.EventFailed, Reason: "Доставить не удалось. Деньги возвращаем."})
	}
	err := s.orders.TransitionSeveral(ctx, tx, o,
		order.Move{To: order.Sent, StatusChange: order.StatusChange{Event: order.EventSent, Next: order.ActDeliver, Due: *o.DueAt}},
		order.Move{To: order.Done, StatusChange: order.StatusChange{Event: order.EventDone}})
	if err != nil {
		return err
	}
	return s.emails.Enqueue(ctx, tx, o.ID, email.Delivered)
}
