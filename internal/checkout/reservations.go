package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/promo"
)

// Reservations reserve the stock and the promo codes of orders.
type Reservations struct {
	promos *promo.Service
	stock  *delivery.Stock
	clock  clock.Clock
}

// NewReservations returns Reservations.
func NewReservations(promos *promo.Service, stock *delivery.Stock, now clock.Clock) *Reservations {
	return &Reservations{promos: promos, stock: stock, clock: now}
}

// ReservePromo reserves a redemption of the order's promo code. It is
// idempotent.
func (r *Reservations) ReservePromo(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return nil
	}
	return r.promos.Reserve(ctx, tx, *o.PromoCodeID, o.ID, buyerOf(o))
}

// ReservePromoAgain reserves the order's promo code for a payment that has arrived. If
// the order does not hold it any more, all rules of the code are checked as for a new
// payment. It is in a savepoint, so the transaction stays usable if the code is refused.
func (r *Reservations) ReservePromoAgain(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return nil
	}
	held, err := r.promos.Holds(ctx, tx, *o.PromoCodeID, o.ID)
	if err != nil || held {
		return err
	}
	c, err := r.promos.Get(ctx, tx, *o.PromoCodeID)
	if err != nil {
		return err
	}
	if _, err := r.promos.Check(ctx, tx, c, promoCheck(o, r.clock())); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error { return r.ReservePromo(ctx, sub, o) })
}

// refuseIfArrived refuses to release what an order has reserved while a payment for it
// is not processed yet.
func refuseIfArrived(ctx context.Context, tx pgx.Tx, orderID int64) error {
	waits, err := payment.IsPaymentWaiting(ctx, tx, orderID, true)
	if err == nil && waits {
		return errPaymentArrived
	}
	return err
}

// ReserveStock reserves codes of the stock for the order. Other kinds of goods
// cannot run out. It is idempotent.
func (r *Reservations) ReserveStock(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Kind != order.PUBG {
		return nil
	}
	for _, l := range o.Lines {
		if err := r.stock.Reserve(ctx, tx, l.ID, *l.ProductID, int(l.Quantity)); err != nil {
			return err
		}
	}
	return nil
}

// Release releases the order's stock and promo code.
func (r *Reservations) Release(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := r.promos.Release(ctx, tx, o.ID); err != nil {
		return err
	}
	return r.stock.Release(ctx, tx, o.ID)
}

// limitReservations refuses to reserve more codes for one buyer or IP address
// than delivery.Stock allows before a payment. The workflow reserves without
// this check: a payment that arrived is never refused for it.
func (s *Service) limitReservations(ctx context.Context, tx pgx.Tx, o *order.Order, from string) error {
	if o.Kind != order.PUBG {
		return nil
	}
	h := delivery.StockHold{OrderID: o.ID, UserID: o.UserID, Guest: o.Guest, From: from, Wanted: map[int64]int64{}}
	for _, l := range o.Lines {
		h.Wanted[*l.ProductID] += int64(l.Quantity)
	}
	return s.stock.CheckHoldLimits(ctx, tx, h)
}
