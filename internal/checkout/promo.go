package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/promo"
)

// ActivateOnOrder puts a code on an order that is not paid yet and prices it
// anew. A payment that is under way is given up: it was for another sum, and
// goes back if it is made all the same.
func (s *Service) ActivateOnOrder(ctx context.Context, who order.Owner, orderID int64, text string) (*order.Order, error) {
	if _, err := s.Orders.Owned(ctx, orderID, who); err != nil {
		return nil, err // nobody learns of codes by other people's orders
	}
	// Found before: whoever holds one connection must not wait for another.
	c, err := s.Promos.Find(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.changePromo(ctx, who, orderID, func(tx pgx.Tx, o *order.Order) error {
		percent, err := s.Promos.Check(ctx, tx, c, s.asked(o))
		if err != nil {
			return err
		}
		return s.Orders.SetPromo(ctx, tx, o, &c.ID, order.Discounts(o.Lines, percent))
	})
}

// DeactivateOnOrder takes the code off; there may be none.
func (s *Service) DeactivateOnOrder(ctx context.Context, who order.Owner, orderID int64) (*order.Order, error) {
	return s.changePromo(ctx, who, orderID, func(tx pgx.Tx, o *order.Order) error {
		return s.Orders.SetPromo(ctx, tx, o, nil, nil)
	})
}

func (s *Service) changePromo(ctx context.Context, who order.Owner, orderID int64, change func(pgx.Tx, *order.Order) error) (*order.Order, error) {
	var o *order.Order
	changed := false
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		if o, err = s.Orders.LockOwned(ctx, tx, orderID, who); err != nil {
			return err
		}
		switch {
		case !o.Status.Unpaid() && o.Status != order.Failed:
			return errPaid
		case !o.Payable(s.Clock()):
			return errExpired
		}
		before := o.ToPay()
		if err := change(tx, o); err != nil {
			return err
		}
		if changed = o.ToPay() != before; !changed {
			return nil
		}
		// An invoice for the old sum is given up: the next one is for the new.
		if err := s.Payments.Supersede(ctx, tx, o.ID); err != nil {
			return err
		}
		if err := s.Release(ctx, tx, o); err != nil {
			return err
		}
		return s.Orders.Note(ctx, tx, o.ID, order.EventChanged, nil)
	})
	if err != nil {
		return nil, err
	}
	if changed {
		s.Announce(ctx, o.ID)
	}
	return o, nil
}

// ShowOnOrder tells what a code would give an order. It changes nothing.
func (s *Service) ShowOnOrder(ctx context.Context, who order.Owner, orderID int64, text string) (promo.Code, error) {
	o, err := s.Orders.Owned(ctx, orderID, who)
	if err != nil {
		return promo.Code{}, err
	}
	c, err := s.Promos.Find(ctx, text)
	if err != nil {
		return promo.Code{}, err
	}
	_, err = s.Promos.Check(ctx, s.Pool, c, s.asked(o))
	return c, err
}

// OnOrder is the code in force on an order, or nil.
func (s *Service) OnOrder(ctx context.Context, who order.Owner, orderID int64) (*promo.Code, error) {
	o, err := s.Orders.Owned(ctx, orderID, who)
	if err != nil || o.PromoCodeID == nil {
		return nil, err
	}
	c, err := s.Promos.Get(ctx, s.Pool, *o.PromoCodeID)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// Reprice asks again what the order's code gives, because lines or the code
// have changed since. A code that gives nothing any more is taken off: the
// buyer sees the new sum before paying it.
func (s *Service) Reprice(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.PromoCodeID == nil {
		return nil
	}
	c, err := s.Promos.Get(ctx, tx, *o.PromoCodeID)
	if err != nil {
		return fmt.Errorf("code of order %d: %w", o.ID, err)
	}
	return s.price(ctx, tx, o, c)
}

// UseAccountCode puts the code of the buyer's account on a new order, if there
// is one and it is good for these goods; otherwise the order is left as it is.
func (s *Service) UseAccountCode(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if o.UserID == nil || o.PromoCodeID != nil {
		return nil
	}
	c, err := s.Promos.Active(ctx, tx, *o.UserID)
	if err != nil || c == nil {
		return err
	}
	return s.price(ctx, tx, o, *c)
}

// price writes what the code takes off, if that is not what is written.
func (s *Service) price(ctx context.Context, tx pgx.Tx, o *order.Order, c promo.Code) error {
	codeID, off := &c.ID, []money.RUB(nil)
	percent, err := s.Promos.Check(ctx, tx, c, s.asked(o))
	var refusal *problem.Error
	switch {
	case errors.As(err, &refusal):
		if o.PromoCodeID == nil {
			return nil
		}
		codeID, off = nil, order.Discounts(o.Lines, 0)
	case err != nil:
		return err
	default:
		off = order.Discounts(o.Lines, percent)
	}
	same := o.PromoCodeID != nil && codeID != nil && *o.PromoCodeID == *codeID
	if same && slices.EqualFunc(o.Lines, off, func(l order.Line, d money.RUB) bool { return l.Discount == d }) {
		return nil
	}
	return s.Orders.SetPromo(ctx, tx, o, codeID, off)
}

func (s *Service) asked(o *order.Order) promo.Asked {
	return promo.Asked{GameID: o.GameID, GiftID: o.GiftID, Buyer: buyerOf(o), OrderID: o.ID, Now: s.Clock()}
}
