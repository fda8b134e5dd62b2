package order

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// ProofLifetime is how long the link of a letter proves the e-mail of a
// guest's order: as long as somebody may look for the letter again.
const ProofLifetime = 30 * 24 * time.Hour

// ErrProofOver is told whatever is wrong with a proof: used, expired, of
// another order, never given.
var ErrProofOver = problem.New(problem.Forbidden, "order.proof_over", "Ссылка уже не действует. Попросите новую на странице заказа.")

// NewProof makes a one-time proof that whoever presents it reads the letters
// of a guest's order. Only its digest is kept. It is empty for an order that
// is no guest's, or has another address by now.
func (s *Service) NewProof(ctx context.Context, orderID int64, email string) (string, error) {
	secret, now := ident.NewHash().String(), s.clock()
	_, err := s.q.AddProof(ctx, orderdb.AddProofParams{
		OrderID: orderID, Digest: proofDigest(secret), Email: email, Now: now, ExpiresAt: now.Add(ProofLifetime),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("proof for order %d: %w", orderID, err)
	}
	return secret, nil
}

// SpendProof makes the order a browser's too, once.
func (s *Service) SpendProof(ctx context.Context, hash ident.Hash, proof string, browser ident.Hash) error {
	_, err := s.q.SpendProof(ctx, orderdb.SpendProofParams{Digest: proofDigest(proof), Hash: hash, Browser: &browser, Now: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrProofOver
	}
	if err != nil {
		return fmt.Errorf("spend a proof: %w", err)
	}
	return nil
}

// GuestsOrder returns the number of a guest's order that has an e-mail, and
// zero when the hash names none.
func (s *Service) GuestsOrder(ctx context.Context, hash ident.Hash) (int64, error) {
	id, err := s.q.GuestOrder(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("guest's order: %w", err)
	}
	return id, nil
}

func proofDigest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
