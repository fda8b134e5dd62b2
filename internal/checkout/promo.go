package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/email"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/promo"
	"larek/internal/seal"
)

// PromoCodes applies promo codes to orders.
type PromoCodes struct {
	pool          *pgxpool.Pool
	orders        *order.Service
	promos        *promo.Service
	attempts      *payment.Attempts
	emails        *email.Service
	reservations  *Reservations
	clock         clock.Clock
	origin        string
	proofKey      seal.Key
	publishChange func(ctx context.Context, orderID int64)
}

// NewPromoCodes returns PromoCodes.
func NewPromoCodes(c Config) *PromoCodes {
	return &PromoCodes{
		pool: c.Pool, orders: c.Orders, promos: c.Promos, attempts: c.Attempts, emails: c.Emails, clock: c.Clock, origin: c.Origin, proofKey: c.ProofKey,
		publishChange: c.PublishChange, reservations: NewReservations(c.Promos, c.Stock, c.Clock),
	}
}

// ApplyPromo applies a promo code to an unpaid order and recalculates its
// discount. An open attempt is superseded, because its amount has changed; if
// it is paid nevertheless, the payment is refunded.
func (s *PromoCodes) ApplyPromo(ctx context.Context, who order.Owner, orderID int64, text string) (*order.Order, error) {
	if _, err := s.orders.GetForOwner(ctx, orderID, who); err != nil {
		return nil, err // codes must not be probed with the orders of others
	}
	// Read before the transaction: a transaction must not wait for a second connection.
	c, err := s.promos.Find(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.changePromo(ctx, who, orderID, func(tx pgx.Tx, o *order.Order) error {
		percent, err := s.promos.Check(ctx, tx, c, promoCheck(o, s.clock()))
		if err != nil {
			return err
		}
		return order.SetPromo(ctx, tx, o, &c.ID, order.LineDiscounts(o.Lines, percent))
	})
}

// RemovePromo removes the promo code of an order, if any.
func (s *PromoCodes) RemovePromo(ctx context.Context, who order.Owner, orderID int64) (*order.Order, error) {
	return s.changePromo(ctx, who, orderID, func(tx pgx.Tx, o *order.Order) error {
		return order.SetPromo(ctx, tx, o, nil, nil)
	})
}

func (s *PromoCodes) changePromo(ctx context.Context, who order.Owner, orderID int64, change func(pgx.Tx, *order.Order) error) (*order.Order, error) {
	var o *order.Order
	changed := false
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if o, err = order.LockForOwner(ctx, tx, orderID, who); err != nil {
			return err
		}
		switch {
		case !o.Status.Unpaid() && o.Status != order.Failed:
			return errAlreadyPaid
		case !o.AcceptsPayment(s.clock()):
			return errExpired
		}
		before := o.AmountDue()
		if err := change(tx, o); err != nil {
			return err
		}
		if changed = o.AmountDue() != before; !changed {
			return nil
		}
		if err := refuseIfArrived(ctx, tx, o.ID); err != nil {
			return err
		}
		// The invoice for the old amount is superseded; the next one is for the
		// new amount.
		if err := s.attempts.SupersedeOpenAttempt(ctx, tx, o.ID); err != nil {
			return err
		}
		if err := s.reservations.Release(ctx, tx, o); err != nil {
			return err
		}
		return s.orders.AppendEvent(ctx, tx, o.ID, order.EventChanged, nil)
	})
	if err != nil {
		return nil, err
	}
	if changed {
		s.publishChange(ctx, o.ID)
	}
	return o, nil
}

// PreviewPromo returns the code if it can be applied to the order. It changes
// nothing.
func (s *PromoCodes) PreviewPromo(ctx context.Context, who order.Owner, orderID int64, text string) (promo.Code, error) {
	o, err := s.orders.GetForOwner(ctx, orderID, who)
	if err != nil {
		return promo.Code{}, err
	}
	c, err := s.promos.Find(ctx, text)
	if err != nil {
		return promo.Code{}, err
	}
	_, err = s.promos.Check(ctx, s.pool, c, promoCheck(o, s.clock()))
	return c, err
}

// ActivePromo returns the promo code of an order, or nil.
func (s *PromoCodes) ActivePromo(ctx context.Context, who order.Owner, orderID int64) (*promo.Code, error) {
	o, err := s.orders.GetForOwner(ctx, orderID, who)
	if err != nil || o.PromoCodeID == nil {
		return nil, err
	}
	c, err := s.promos.Get(ctx, s.pool, *o.PromoCodeID)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// Reprice recalculates the discount after lines or the code have changed. A
// code that no longer applies is removed; the buyer sees the new amount before
// paying. The caller holds the order's lock.
func (s *PromoCodes) Reprice(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil {
		return nil
	}
	c, err := s.promos.Get(ctx, tx, *o.PromoCodeID)
	if err != nil {
		return fmt.Errorf("read promo code of order %d: %w", o.ID, err)
	}
	return s.applyDiscount(ctx, tx, o, c)
}

// ApplyAccountPromo applies the code of the buyer's account to a new order if
// it has no code yet and the code fits its goods. The caller holds the order's
// lock.
func (s *PromoCodes) ApplyAccountPromo(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.UserID == nil || o.PromoCodeID != nil {
		return nil
	}
	c, err := s.promos.Active(ctx, tx, *o.UserID)
	if err != nil || c == nil {
		return err
	}
	return s.applyDiscount(ctx, tx, o, *c)
}

// applyDiscount saves the discount of the code if it differs from the saved
// one.
func (s *PromoCodes) applyDiscount(ctx context.Context, tx pgx.Tx, o *order.Order, c promo.Code) error {
	codeID, off := &c.ID, []money.RUB(nil)
	percent, err := s.promos.Check(ctx, tx, c, promoCheck(o, s.clock()))
	var refusal *problem.Error
	switch {
	case errors.As(err, &refusal):
		if o.PromoCodeID == nil {
			return nil
		}
		codeID, off = nil, order.LineDiscounts(o.Lines, 0)
	case err != nil:
		return err
	default:
		off = order.LineDiscounts(o.Lines, percent)
	}
	same := o.PromoCodeID != nil && codeID != nil && *o.PromoCodeID == *codeID
	if same && slices.EqualFunc(o.Lines, off, func(l order.Line, d money.RUB) bool { return l.Discount == d }) {
		return nil
	}
	return order.SetPromo(ctx, tx, o, codeID, off)
}

func promoCheck(o *order.Order, now time.Time) promo.CheckInput {
	return promo.CheckInput{GameID: o.GameID, GiftID: o.GiftID, Buyer: buyerOf(o), OrderID: o.ID, Now: now}
}
