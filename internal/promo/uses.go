package promo

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/promo/promodb"
)

// maxTries bounds how often one buyer's orders can outrun each other.
const maxTries = 20

// Reserve claims a use of the code for the order, whose row the caller holds.
// For the same order, code and buyer it changes nothing; a use of another code
// is given back first. ErrAlreadyUsed or ErrLimit leave the order without a use.
// ErrProofRequired is for a guest whose address has to be proven first.
func (s *Service) Reserve(ctx context.Context, tx pgx.Tx, codeID, orderID int64, who Buyer) error {
	q := promodb.New(tx)
	buyer, err := buyerOfUse(ctx, q, codeID, orderID, who)
	if err != nil {
		return err
	}
	use, err := q.GetUse(ctx, orderID)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return fmt.Errorf("promo use of order %d: %w", orderID, err)
	case use.State == "consumed":
		return nil // paid for: the price is settled
	case use.State == "reserved" && use.PromoCodeID == codeID && bytes.Equal(use.Buyer, buyer):
		return nil
	default:
		if err := drop(ctx, q, orderID); err != nil {
			return err
		}
	}
	if err := takeUse(ctx, q, codeID, orderID, buyer); err != nil {
		return err
	}
	had, err := q.TakeSlot(ctx, promodb.TakeSlotParams{PromoCodeID: codeID, OrderID: orderID})
	if err != nil {
		return fmt.Errorf("promo slot for order %d: %w", orderID, err)
	}
	if !had {
		if err := drop(ctx, q, orderID); err != nil {
			return err
		}
		return ErrLimit
	}
	return nil
}

// buyerOfUse is who the use is counted against.
func buyerOfUse(ctx context.Context, q *promodb.Queries, codeID, orderID int64, who Buyer) ([]byte, error) {
	if who.UserID != nil {
		return who.digest(), nil
	}
	f, err := q.ReserveFacts(ctx, promodb.ReserveFactsParams{PromoCodeID: codeID, OrderID: orderID, Address: who.addressDigest()})
	switch {
	case err != nil:
		return nil, fmt.Errorf("promo use of order %d: %w", orderID, err)
	case f.Proven:
		return who.addressDigest(), nil
	case f.FirstOrderOnly:
		return nil, ErrProofRequired
	}
	return who.digest(), nil
}

func takeUse(ctx context.Context, q *promodb.Queries, codeID, orderID int64, buyer []byte) error {
	for range maxTries {
		n, err := q.TakeUse(ctx, promodb.TakeUseParams{OrderID: orderID, PromoCodeID: codeID, Buyer: buyer})
		if err != nil {
			return fmt.Errorf("promo use for order %d: %w", orderID, err)
		}
		if n == 1 {
			return nil
		}
		left, err := q.BuyerHasUseLeft(ctx, promodb.BuyerHasUseLeftParams{PromoCodeID: codeID, Buyer: buyer})
		if err != nil {
			return fmt.Errorf("promo use for order %d: %w", orderID, err)
		}
		if !left {
			return ErrAlreadyUsed
		}
	}
	return ErrAlreadyUsed
}

// Consume makes the order's use final: it is paid. An order without a
// reserved use is left alone, so that saying it twice is harmless.
func (s *Service) Consume(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := promodb.New(tx).ConsumeUse(ctx, orderID); err != nil {
		return fmt.Errorf("consume promo use of order %d: %w", orderID, err)
	}
	return nil
}

// Release gives the order's reserved use back to the code and the buyer. A
// consumed use stays.
func (s *Service) Release(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := promodb.New(tx).ReleaseUse(ctx, orderID); err != nil {
		return fmt.Errorf("release promo use of order %d: %w", orderID, err)
	}
	return nil
}

// drop makes room for another use: an order has one row.
func drop(ctx context.Context, q *promodb.Queries, orderID int64) error {
	if err := q.ReleaseUse(ctx, orderID); err != nil {
		return fmt.Errorf("release promo use of order %d: %w", orderID, err)
	}
	if err := q.ForgetReleasedUse(ctx, orderID); err != nil {
		return fmt.Errorf("forget promo use of order %d: %w", orderID, err)
	}
	return nil
}
