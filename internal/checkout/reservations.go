package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
)

// ReservePromo reserves a redemption of the order's promo code. It is
// idempotent.
func (s *Service) ReservePromo(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil || o.Discount == 0 {
		return nil
	}
	return s.Promos.Reserve(ctx, tx, *o.PromoCodeID, o.ID, buyerOf(o))
}

// ReserveStock reserves codes of the stock for the order. Other kinds of goods
// cannot run out. It is idempotent.
func (s *Service) ReserveStock(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.Kind != order.PUBG {
		return nil
	}
	for _, l := range o.Lines {
		if err := s.Stock.Reserve(ctx, tx, l.ID, *l.ProductID, int(l.Quantity)); err != nil {
			return err
		}
	}
	return nil
}

// ReleaseReservations releases the order's stock and promo code.
func (s *Service) ReleaseReservations(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := s.Promos.Release(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.Stock.Release(ctx, tx, o.ID)
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
	return s.Stock.CheckHoldLimits(ctx, tx, h)
}
