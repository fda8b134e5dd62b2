package fulfilment

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
)

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
		if err := s.dispatch.EnsureUnits(ctx, tx, o.ID, l.ID, quantity); err != nil {
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
