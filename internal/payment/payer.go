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

// Payer identifies who an invoice is made out to: nil is the order's owner, else it
// is a digest of the contact entered by a person who pays by the order's link.
type Payer []byte

// PayerByLink returns the payer with this contact, who pays another buyer's order.
func PayerByLink(email, phone string) Payer {
	sum := sha256.Sum256([]byte(strings.ToLower(email) + "\x00" + phone))
	return sum[:]
}

// SetPayer records who an attempt is made out to.
func SetPayer(ctx context.Context, tx pgx.Tx, attemptID int64, p Payer) error {
	if err := paymentdb.New(tx).SetPayer(ctx, paymentdb.SetPayerParams{ID: attemptID, Payer: p}); err != nil {
		return fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return nil
}

// IsPayer reports whether an attempt is made out to p. The provider's page shows the
// contact it was opened with, so it must not be shown to another payer.
func IsPayer(ctx context.Context, tx pgx.Tx, attemptID int64, p Payer) (bool, error) {
	payer, err := paymentdb.New(tx).GetPayer(ctx, attemptID)
	if err != nil {
		return false, fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return bytes.Equal(payer, p), nil
}

// IsByLink reports whether an attempt was started by a person who pays another
// buyer's order. db may be a transaction.
func IsByLink(ctx context.Context, db paymentdb.DBTX, attemptID int64) (bool, error) {
	payer, err := paymentdb.New(db).GetPayer(ctx, attemptID)
	if err != nil {
		return false, fmt.Errorf("payer of attempt %d: %w", attemptID, err)
	}
	return payer != nil, nil
}

// IsOutside reports whether a method's money comes from outside the shop, so that
// any person may pay with it. Only the owner may use the balance or take a free
// order.
func IsOutside(method string) bool { return method != Balance && method != Free }
