package promo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/promo/promodb"
)

// proofEvery bounds how often one order sends a letter to its address: whoever
// typed it may have typed somebody else's.
const proofEvery = time.Minute

// NeedsProof reports whether Reserve would answer ErrProofRequired.
func (s *Service) NeedsProof(ctx context.Context, tx pgx.Tx, codeID, orderID int64, who Buyer) (bool, error) {
	_, err := buyerOfUse(ctx, promodb.New(tx), codeID, orderID, who)
	if errors.Is(err, ErrProofRequired) {
		return true, nil
	}
	return false, err
}

// AskProof notes that an order waits for the proof of its address, and reports
// whether a letter should go out now.
func (s *Service) AskProof(ctx context.Context, orderID int64, who Buyer, now time.Time) (send bool, err error) {
	n, err := s.q.AskProof(ctx, promodb.AskProofParams{OrderID: orderID, Buyer: who.addressDigest(), Now: now, Before: now.Add(-proofEvery)})
	if err != nil {
		return false, fmt.Errorf("ask for the proof of order %d: %w", orderID, err)
	}
	return n == 1, nil
}

// Prove notes that the buyer of an order reads the letters to its address.
func (s *Service) Prove(ctx context.Context, orderID int64, who Buyer, now time.Time) error {
	if err := s.q.Prove(ctx, promodb.ProveParams{OrderID: orderID, Buyer: who.addressDigest(), Now: now}); err != nil {
		return fmt.Errorf("proof of order %d: %w", orderID, err)
	}
	return nil
}
