package order

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// ProofTTL is how long the link in an email proves the address of a guest's
// order.
const ProofTTL = 30 * 24 * time.Hour

// ErrProofExpired is returned for any invalid proof: used, expired, of another
// order or unknown.
var ErrProofExpired = problem.New(problem.Forbidden, "order.proof_over", "Ссылка уже не действует. Попросите новую на странице заказа.")

// NewProof creates a one-time secret which proves that its bearer reads the
// emails of a guest's order. Only the digest is stored. It returns "" if the
// order belongs to an account or its address has changed.
func (s *Service) NewProof(ctx context.Context, orderID int64, email string) (string, error) {
	secret, now := publicid.New().String(), s.clock()
	_, err := s.q.InsertProof(ctx, orderdb.InsertProofParams{
		OrderID: orderID, Digest: proofDigest(secret), Email: email, Now: now, ExpiresAt: now.Add(ProofTTL),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("create proof for order %d: %w", orderID, err)
	}
	return secret, nil
}

// SpendProof gives the browser the rights of the order's owner and uses the
// proof up. The same browser may repeat the call. It returns ErrProofExpired
// for an invalid proof.
func (s *Service) SpendProof(ctx context.Context, hash publicid.ID, proof string, browser publicid.ID) error {
	_, err := s.q.SpendProof(ctx, orderdb.SpendProofParams{Digest: proofDigest(proof), Hash: hash, Browser: &browser, Now: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrProofExpired
	}
	if err != nil {
		return fmt.Errorf("spend a proof: %w", err)
	}
	return nil
}

// GuestOrder returns the ID and address of the guest's order with this hash. It returns 0
// if there is none or it has no email address.
func (s *Service) GuestOrder(ctx context.Context, hash publicid.ID) (id int64, email string, err error) {
	o, err := s.q.GuestOrder(ctx, hash)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, "", fmt.Errorf("read guest order: %w", err)
	}
	return o.ID, o.Email, nil
}

func proofDigest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
