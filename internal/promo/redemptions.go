package promo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/promo/promodb"
)

// maxRetries bounds the retries when several orders of one buyer reserve at the
// same time.
const maxRetries = 20

// Reserve reserves a redemption of the code for the order, whose lock the
// caller holds. It is idempotent for the same order, code, buyer and discount; a
// redemption of another code is released first. After ErrAlreadyUsed, ErrFirstOrderOnly or
// ErrLimit the order holds no redemption. ErrProofRequired means that the
// guest's address must be proven first.
func (s *Service) Reserve(ctx context.Context, tx pgx.Tx, codeID, orderID int64, who Buyer) error {
	q := promodb.New(tx)
	buyer, err := redemptionBuyer(ctx, q, codeID, orderID, who)
	if err != nil {
		return err
	}
	use, err := q.GetRedemption(ctx, orderID)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return fmt.Errorf("read redemption of order %d: %w", orderID, err)
	case use.State == "consumed":
		return nil // paid; the price is final
	case use.State == "reserved" && use.PromoCodeID == codeID && bytes.Equal(use.Buyer, buyer) && use.IsPriced:
		return nil
	default:
		if err := removeReleased(ctx, q, orderID); err != nil {
			return err
		}
	}
	if err := insertRedemption(ctx, q, codeID, orderID, buyer); err != nil {
		return err
	}
	ok, err := q.TakeSlot(ctx, promodb.TakeSlotParams{PromoCodeID: codeID, OrderID: orderID})
	if err == nil && ok {
		// Last, because orders of one code wait for each other at its budget.
		ok, err = q.HoldBudget(ctx, promodb.HoldBudgetParams{PromoCodeID: codeID, OrderID: orderID})
	}
	if err != nil {
		return fmt.Errorf("take slot for order %d: %w", orderID, err)
	}
	if !ok {
		if err := removeReleased(ctx, q, orderID); err != nil {
			return err
		}
		return ErrLimit
	}
	return nil
}

// Holds reports whether the order holds a redemption of the code for its discount.
func (s *Service) Holds(ctx context.Context, tx pgx.Tx, codeID, orderID int64) (bool, error) {
	use, err := promodb.New(tx).GetRedemption(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read redemption of order %d: %w", orderID, err)
	}
	return use.State != "released" && use.PromoCodeID == codeID && use.IsPriced, nil
}

// redemptionBuyer returns the digest the redemption is counted against.
func redemptionBuyer(ctx context.Context, q *promodb.Queries, codeID, orderID int64, who Buyer) ([]byte, error) {
	if who.UserID != nil {
		return who.digest(), nil
	}
	f, err := q.ReserveInfo(ctx, promodb.ReserveInfoParams{PromoCodeID: codeID, OrderID: orderID, Address: who.addressDigest()})
	switch {
	case err != nil:
		return nil, fmt.Errorf("read redemption of order %d: %w", orderID, err)
	case f.Proven:
		return who.addressDigest(), nil
	case f.FirstOrderOnly:
		return nil, ErrProofRequired
	}
	return who.digest(), nil
}

func insertRedemption(ctx context.Context, q *promodb.Queries, codeID, orderID int64, buyer []byte) error {
	for range maxRetries {
		n, err := q.InsertRedemption(ctx, promodb.InsertRedemptionParams{OrderID: orderID, PromoCodeID: codeID, Buyer: buyer})
		if err != nil {
			return fmt.Errorf("insert redemption for order %d: %w", orderID, err)
		}
		if n == 1 {
			return nil
		}
		has, err := q.BuyerRedemptions(ctx, promodb.BuyerRedemptionsParams{PromoCodeID: codeID, Buyer: buyer})
		switch {
		case err != nil:
			return fmt.Errorf("insert redemption for order %d: %w", orderID, err)
		case !has.HasLeft:
			return ErrAlreadyUsed
		case has.HasFirst:
			return ErrFirstOrderOnly
		}
	}
	return ErrAlreadyUsed
}

// Consume makes the order's redemption final when the order is paid. It does
// nothing if no redemption is reserved, so it is idempotent.
func (s *Service) Consume(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := promodb.New(tx).ConsumeRedemption(ctx, orderID); err != nil {
		return fmt.Errorf("consume redemption of order %d: %w", orderID, err)
	}
	return nil
}

// Release releases the order's reserved redemption. A consumed one is not
// released.
func (s *Service) Release(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := promodb.New(tx).ReleaseRedemption(ctx, orderID); err != nil {
		return fmt.Errorf("release redemption of order %d: %w", orderID, err)
	}
	return nil
}

// removeReleased releases and deletes the order's redemption: an order has at
// most one row.
func removeReleased(ctx context.Context, q *promodb.Queries, orderID int64) error {
	if err := q.ReleaseRedemption(ctx, orderID); err != nil {
		return fmt.Errorf("release redemption of order %d: %w", orderID, err)
	}
	if err := q.DeleteReleased(ctx, orderID); err != nil {
		return fmt.Errorf("delete redemption of order %d: %w", orderID, err)
	}
	return nil
}

// proofInterval is the shortest time between two emails for one order: the
// address may belong to someone else.
const proofInterval = time.Minute

// NeedsProof reports whether Reserve would return ErrProofRequired.
func (s *Service) NeedsProof(ctx context.Context, tx pgx.Tx, codeID, orderID int64, who Buyer) (bool, error) {
	_, err := redemptionBuyer(ctx, promodb.New(tx), codeID, orderID, who)
	if errors.Is(err, ErrProofRequired) {
		return true, nil
	}
	return false, err
}

// RequestProof records that an order waits for the proof of its address, and
// reports whether an email should be sent now.
func (s *Service) RequestProof(ctx context.Context, orderID int64, who Buyer, now time.Time) (send bool, err error) {
	n, err := s.q.RequestProof(ctx, promodb.RequestProofParams{OrderID: orderID, Buyer: who.addressDigest(), Now: now, Before: now.Add(-proofInterval)})
	if err != nil {
		return false, fmt.Errorf("request proof for order %d: %w", orderID, err)
	}
	return n == 1, nil
}

// Prove records that the buyer of an order has proved its address.
func (s *Service) Prove(ctx context.Context, orderID int64, who Buyer, now time.Time) error {
	if err := s.q.Prove(ctx, promodb.ProveParams{OrderID: orderID, Buyer: who.addressDigest(), Now: now}); err != nil {
		return fmt.Errorf("record proof of order %d: %w", orderID, err)
	}
	return nil
}
