package orderflow

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/sdk/temporal"

	"larek/internal/delivery"
	"larek/internal/order"
)

// CorrectionWindow is how long a buyer may correct wrong details before the
// refund.
const CorrectionWindow = 72 * time.Hour

// startDelivery creates a row for every unit to deliver, so that a crash can
// neither lose nor duplicate one. The caller holds the order's lock.
func (s *Activities) startDelivery(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		quantity := l.Quantity
		if o.Kind == order.Standoff {
			quantity = 1 // one lot for the whole line
		}
		if err := s.Dispatch.EnsureUnits(ctx, tx, o.ID, l.ID, quantity); err != nil {
			return err
		}
		if err := s.Orders.TransitionLine(ctx, tx, o, l.ID, order.LineSending, order.EventDeliverySending, nil); err != nil {
			return err
		}
	}
	return s.Orders.Transition(ctx, tx, o, order.Sending, order.StatusChange{
		Event: order.EventOrderSending, Next: order.ActDeliver, Due: s.Clock().Add(deliveryDeadline),
	})
}

// DeliverUnit delivers one unit, or queries the outcome of an earlier attempt. It runs
// on the queue of a supplier and calls no other; workflows from before there were such
// queues name none.
func (s *Activities) DeliverUnit(ctx context.Context, orderID, unitID int64, supplier string) (delivery.UnitProgress, error) {
	o, err := s.Orders.ByID(ctx, orderID)
	if errors.Is(err, order.ErrNotFound) {
		return delivery.UnitProgress{}, nil // ProcessNotices ends the workflow
	}
	if err != nil {
		return delivery.UnitProgress{}, err
	}
	target := deliveryTarget(o)
	target.Queue = supplier
	step, err := s.Dispatch.DeliverUnit(ctx, unitID, target)
	if err == nil && supplier != "" && step.RetryAfter > 0 && !step.StatusChanged {
		err = waitForSupplier(step.RetryAfter)
	}
	return step, err
}

// waiting is the type of the error with which DeliverUnit is repeated. Persisted.
const waiting = "waiting"

// waitForSupplier returns an error with which Temporal repeats the activity after a
// delay. Other than a result and a timer of the workflow, it adds no events to the
// history, however long the supplier takes.
func waitForSupplier(delay time.Duration) error {
	return temporal.NewApplicationErrorWithOptions("waits for a supplier", waiting, temporal.ApplicationErrorOptions{
		NextRetryDelay: delay, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

func isWaiting(err error) bool {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	return ok && e.Type() == waiting
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
