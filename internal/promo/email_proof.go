package promo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/promo/promodb"
)

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
