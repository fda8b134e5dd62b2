package orderflow

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
)

// correctWithin is how long a buyer may correct wrong details before the money
// goes back.
const correctWithin = 72 * time.Hour

// startSending makes what has to be handed over countable, so that no crash
// can lose or double a unit.
func (s *Steps) startSending(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		quantity := l.Quantity
		if o.Kind == order.Standoff {
			quantity = 1 // one lot for all of it
		}
		if err := s.Dispatch.Ensure(ctx, tx, o.ID, l.ID, quantity); err != nil {
			return err
		}
		if err := s.Orders.MoveLine(ctx, tx, o, l.ID, order.LineSending, order.EventDeliverySending, nil); err != nil {
			return err
		}
	}
	return s.Orders.Move(ctx, tx, o, order.Sending, order.Change{
		Event: order.EventOrderSending, Next: order.ActDeliver, Due: s.Clock().Add(deliverWithin),
	})
}

// HandOver tries to deliver one unit, or asks how an earlier try stands.
func (s *Steps) HandOver(ctx context.Context, orderID, unitID int64) (delivery.Step, error) {
	o, err := s.Orders.ByID(ctx, orderID)
	if err != nil {
		return delivery.Step{}, err
	}
	return s.Dispatch.HandOver(ctx, unitID, goodsOf(o))
}

// goodsOf says what an order's units are and where they go.
func goodsOf(o *order.Order) delivery.Goods {
	d := o.Detail
	g := delivery.Goods{Amount: order.WalletAmount(o.Total, d.CommissionBP), Account: delivery.Account{
		PlayerID: d.MoogoldUserID, SteamLogin: d.SteamAccountID,
	}}
	if d.CorrectedAt != nil {
		g.Since = *d.CorrectedAt
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
