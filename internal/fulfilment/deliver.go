package fulfilment

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/order"
)

// operatorDeadline is the deadline of a delivery by an operator.
const operatorDeadline = 24 * time.Hour

// AdvanceDelivery starts the delivery of a paid order and advances a started
// one. Codes of our own stock that were not delivered with their payment are delivered
// in the same transaction. It is idempotent. The returned state lists the units to deliver.
func (s *Delivery) AdvanceDelivery(ctx context.Context, orderID int64) (State, error) {
	var units []int64
	var suppliers []string
	st, err := s.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status != order.Paid && o.Status != order.Sending {
			return nil // an earlier run of this activity has ended it
		}
		// A hold stops new orders with suppliers. Those already placed go on.
		if isOpen, err := s.Gate(ctx, tx, o); err != nil || !isOpen && o.Status == order.Paid {
			return err
		}
		if o.Status == order.Paid && o.Kind == order.PUBG {
			return s.deliverCodes(ctx, tx, o, *o.DueAt, effects{})
		}
		if o.Status == order.Paid {
			if err := s.startDelivery(ctx, tx, o); err != nil {
				return err
			}
		}
		var err error
		if units, err = s.advanceLines(ctx, tx, o); err != nil || len(units) == 0 {
			return err
		}
		next, err := s.dispatch.NextSuppliers(ctx, tx, o.ID)
		suppliers = suppliers[:0]
		for _, id := range units {
			suppliers = append(suppliers, next[id])
		}
		return err
	})
	st.Units, st.Suppliers = units, suppliers
	return st, err
}

// effects are what a step adds to the books, changes in the order and writes to the
// buyer. They are applied together: each kind is one statement.
type effects struct {
	entries []ledger.Entry
	moves   []order.Move
	letters []email.Kind
}

func (s *Delivery) apply(ctx context.Context, tx pgx.Tx, o *order.Order, e effects) error {
	if err := s.ledger.Post(ctx, tx, e.entries...); err != nil {
		return err
	}
	if err := s.orders.TransitionSeveral(ctx, tx, o, e.moves...); err != nil {
		return err
	}
	return s.emails.Enqueue(ctx, tx, o.ID, e.letters...)
}

// errNotDelivered means that codes could not be delivered with their payment.
var errNotDelivered = errors.New("fulfilment: codes not delivered")

// deliverCodes delivers the codes reserved for an order, after what e has. No supplier is
// involved, so all of it is one transaction.
func (s *Delivery) deliverCodes(ctx context.Context, tx pgx.Tx, o *order.Order, due time.Time, e effects) error {
	costs, err := s.stock.Deliver(ctx, tx, quantities(o))
	if err != nil {
		return err
	}
	next := order.StatusChange{Event: order.EventDeliverySending, Next: order.ActDeliver, Due: due}
	e.moves = append(e.moves, order.Move{To: order.Sending, StatusChange: next})
	for _, l := range o.Lines {
		ref := strconv.FormatInt(l.ID, 10)
		e.entries = append(e.entries, ledger.CodesSold{Cost: costs[l.ID]}.Entry("line-"+ref, o.ID),
			ledger.Delivered{Net: l.Net(), Discount: l.Discount}.Entry(ref, o.ID))
		e.moves = append(e.moves, order.Move{Line: l.ID, LineTo: order.Completed, StatusChange: order.StatusChange{Event: order.EventDeliveryCompleted}})
	}
	next.Event = order.EventSent
	e.moves = append(e.moves, order.Move{To: order.Sent, StatusChange: next}, order.Move{To: order.Done, StatusChange: order.StatusChange{Event: order.EventDone}})
	e.letters = append(e.letters, email.Delivered)
	return s.apply(ctx, tx, o, e)
}

// quantities returns how many pieces each line of an order has.
func quantities(o *order.Order) map[int64]int {
	lines := make(map[int64]int, len(o.Lines))
	for _, l := range o.Lines {
		lines[l.ID] = int(l.Quantity)
	}
	return lines
}

// CorrectionWindow is how long a buyer may correct wrong details before the
// refund.
const CorrectionWindow = 72 * time.Hour

// startDelivery creates a row for every unit to deliver, so that a crash can
// neither lose nor duplicate one. The caller holds the order's lock.
func (s *Delivery) startDelivery(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		quantity := l.Quantity
		if o.Kind == order.Standoff {
			quantity = 1 // one lot for the whole line
		}
		if err := delivery.EnsureUnits(ctx, tx, o.ID, l.ID, quantity); err != nil {
			return err
		}
		if err := s.orders.TransitionLine(ctx, tx, o, l.ID, order.LineSending, order.EventDeliverySending, nil); err != nil {
			return err
		}
	}
	return s.orders.Transition(ctx, tx, o, order.Sending, order.StatusChange{
		Event: order.EventOrderSending, Next: order.ActDeliver, Due: s.clock().Add(deliveryDeadline),
	})
}

// DeliverUnit delivers one unit, or queries the outcome of an earlier attempt. It calls only the
// named supplier; "" allows any.
func (s *Delivery) DeliverUnit(ctx context.Context, orderID, unitID int64, supplier string) (delivery.UnitProgress, error) {
	o, err := s.orders.ByID(ctx, orderID)
	if errors.Is(err, order.ErrNotFound) {
		return delivery.UnitProgress{}, nil // ProcessNotices ends the workflow
	}
	if err != nil {
		return delivery.UnitProgress{}, err
	}
	target := deliveryTarget(o)
	target.Queue = supplier
	return s.dispatch.DeliverUnit(ctx, unitID, target)
}

// deliveryTarget returns what is delivered for an order and to which account.
func deliveryTarget(o *order.Order) delivery.Target {
	d := o.Detail
	g := delivery.Target{Amount: order.WalletAmount(o.Total, d.CommissionBP), Account: delivery.Account{
		PlayerID: d.MoogoldUserID, SteamLogin: d.SteamAccountID,
	}}
	if d.CorrectedAt != nil {
		g.UpdatedAt = *d.CorrectedAt
	}
	if d.MoogoldServerCustomID != nil {
		g.Account.ServerID = *d.MoogoldServerCustomID
	}
	g.Server = d.MoogoldServer
	if o.Email != nil {
		g.Account.Email = *o.Email
	}
	return g
}
