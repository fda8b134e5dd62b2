package payment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/payment/paymentdb"
)

// Payer is who an invoice is made out to: nil is the order's owner, else it is
// a digest of the contact that somebody who pays by the order's link has given.
type Payer []byte

// PayerByLink is somebody who pays another's order.
func PayerByLink(email, phone string) Payer {
	sum := sha256.Sum256([]byte(strings.ToLower(email) + "\x00" + phone))
	return sum[:]
}

// SetPayer writes down who an attempt is made out to.
func (s *Service) SetPayer(ctx context.Context, tx pgx.Tx, attemptID int64, p Payer) error {
	if err := paymentdb.New(tx).SetPayer(ctx, paymentdb.SetPayerParams{ID: attemptID, Payer: p}); err != nil {
		return fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return nil
}

// IsOf reports whether an attempt is made out to a payer. The page of a
// provider shows the contact it was opened with, so nobody gets another's.
func (s *Service) IsOf(ctx context.Context, tx pgx.Tx, attemptID int64, p Payer) (bool, error) {
	payer, err := paymentdb.New(tx).PayerOf(ctx, attemptID)
	if err != nil {
		return false, fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return bytes.Equal(payer, p), nil
}

// IsByLink reports whether an attempt was begun by somebody who pays another's
// order.
func (s *Service) IsByLink(ctx context.Context, attemptID int64) (bool, error) {
	payer, err := s.w.PayerOf(ctx, attemptID)
	if err != nil {
		return false, fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return payer != nil, nil
}

// IsOutside reports whether the money of a method comes from outside the shop,
// so that anybody may give it. A balance, and an order that costs nothing, are
// the owner's to spend.
func IsOutside(method string) bool { return method != Balance && method != Free }
