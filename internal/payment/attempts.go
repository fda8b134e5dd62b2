package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// AttemptStatus is how one attempt to pay stands.
type AttemptStatus string

// Starting and pending attempts are open; there is at most one per order.
const (
	AttemptStarting   AttemptStatus = "starting" // the provider has not answered yet
	AttemptPending    AttemptStatus = "pending"
	AttemptPaid       AttemptStatus = "paid"
	AttemptDeclined   AttemptStatus = "declined"
	AttemptExpired    AttemptStatus = "expired"
	AttemptSuperseded AttemptStatus = "superseded"
	AttemptFailed     AttemptStatus = "failed" // the provider refused the invoice
)

// IsOpen reports whether the attempt can still be paid as it was quoted.
func (s AttemptStatus) IsOpen() bool { return s == AttemptStarting || s == AttemptPending }

// Attempt is one try to pay an order, with its locked quote.
type Attempt struct {
	ID, OrderID        int64
	Reference          string
	Method, Provider   string
	Status             AttemptStatus
	Total, Fee         money.RUB
	Amount             money.Money
	Rate               string
	ProviderID         string
	Scenario           *Scenario // nil until the provider answered
	Created, ExpiresAt time.Time
}

// ErrNoAttempt: the order has no open payment.
var ErrNoAttempt = errors.New("payment: no open attempt")

// Begin keeps a new attempt with its quote. The caller holds the order's row.
func (s *Service) Begin(ctx context.Context, tx pgx.Tx, orderID int64, method string, q Quote) (*Attempt, error) {
	provider, err := ProviderOf(method)
	if err != nil {
		return nil, err
	}
	now := s.clock()
	a := &Attempt{
		OrderID: orderID, Method: method, Provider: provider, Status: AttemptStarting,
		Total: q.Total, Fee: q.Fee, Amount: q.Amount, Rate: q.Rate.String(),
		Created: now, ExpiresAt: now.Add(InvoiceLife),
	}
	check := now.Add(firstCheck)
	nonce := ident.NewHash().String()[:8]
	row, err := paymentdb.New(tx).InsertAttempt(ctx, paymentdb.InsertAttemptParams{
		OrderID: orderID, Nonce: nonce, Method: method, Provider: provider, Total: a.Total, Fee: a.Fee, Currency: a.Amount.Currency,
		Rate: a.Rate, Amount: a.Amount.Minor, Created: a.Created, ExpiresAt: a.ExpiresAt, NextCheckAt: &check,
	})
	if err != nil {
		return nil, fmt.Errorf("begin a payment of order %d: %w", orderID, err)
	}
	a.ID, a.Reference = row.ID, row.Reference
	return a, nil
}

// Open is the order's open attempt, or ErrNoAttempt. q may be a transaction.
func (s *Service) Open(ctx context.Context, q paymentdb.DBTX, orderID int64) (*Attempt, error) {
	r, err := paymentdb.New(q).OpenAttempt(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoAttempt
	}
	if err != nil {
		return nil, fmt.Errorf("open attempt of order %d: %w", orderID, err)
	}
	return attempt(paymentdb.GetAttemptRow(r))
}

// OpenAttempt is Open outside of a transaction.
func (s *Service) OpenAttempt(ctx context.Context, orderID int64) (*Attempt, error) {
	return s.Open(ctx, s.writing, orderID)
}

// Quoted is the attempt an order was paid by, or the open one.
func (s *Service) Quoted(ctx context.Context, orderID int64) (*Attempt, error) {
	r, err := s.w.QuoteOf(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoAttempt
	}
	if err != nil {
		return nil, fmt.Errorf("quote of order %d: %w", orderID, err)
	}
	return attempt(paymentdb.GetAttemptRow(r))
}

// LastAttempt tells how the newest attempt of an order stands.
func (s *Service) LastAttempt(ctx context.Context, orderID int64) (id int64, status AttemptStatus, err error) {
	r, err := s.w.LastAttempt(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", ErrNoAttempt
	}
	if err != nil {
		return 0, "", fmt.Errorf("last attempt of order %d: %w", orderID, err)
	}
	return r.ID, AttemptStatus(r.Status), nil
}

func attempt(r paymentdb.GetAttemptRow) (*Attempt, error) {
	a := &Attempt{
		ID: r.ID, OrderID: r.OrderID, Reference: r.Reference, Method: r.Method, Provider: r.Provider, Status: AttemptStatus(r.Status),
		Total: r.Total, Fee: r.Fee, Amount: money.Of(r.Amount, r.Currency), Rate: r.Rate, Created: r.Created, ExpiresAt: r.ExpiresAt,
	}
	if r.ProviderID != nil {
		a.ProviderID = *r.ProviderID
	}
	if r.Scenario != nil {
		a.Scenario = &Scenario{}
		if err := json.Unmarshal(r.Scenario, a.Scenario); err != nil {
			return nil, fmt.Errorf("scenario of attempt %d: %w", r.ID, err)
		}
	}
	return a, nil
}

// StoreOpened keeps the provider's answer. It returns false when the attempt
// was closed meanwhile: the invoice exists, but another one is to be paid.
func (s *Service) StoreOpened(ctx context.Context, tx pgx.Tx, a *Attempt, o Opened) (bool, error) {
	scenario, err := json.Marshal(o.Scenario)
	if err != nil {
		return false, fmt.Errorf("scenario: %w", err)
	}
	if o.Amount == 0 {
		o.Amount = a.Amount.Minor
	}
	if o.ExpiresAt.IsZero() {
		o.ExpiresAt = a.ExpiresAt
	}
	_, err = paymentdb.New(tx).StoreInvoice(ctx, paymentdb.StoreInvoiceParams{
		ID: a.ID, ProviderID: o.ProviderID, Scenario: scenario, Amount: o.Amount, ExpiresAt: o.ExpiresAt,
	})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, fmt.Errorf("keep the invoice of attempt %d: %w", a.ID, err)
	}
	if err := paymentdb.New(tx).MatchNotices(ctx, a.ID); err != nil {
		return false, fmt.Errorf("match notices of attempt %d: %w", a.ID, err)
	}
	kept, err := paymentdb.New(tx).GetAttempt(ctx, a.ID)
	if err != nil {
		return false, fmt.Errorf("attempt %d: %w", a.ID, err)
	}
	fresh, err := attempt(kept)
	if err != nil {
		return false, err
	}
	*a = *fresh
	return a.Status == AttemptPending, nil
}

// Close ends an open attempt; false when it was not open.
func (s *Service) Close(ctx context.Context, tx pgx.Tx, id int64, as AttemptStatus) (bool, error) {
	n, err := paymentdb.New(tx).CloseAttempt(ctx, paymentdb.CloseAttemptParams{ID: id, Status: string(as)})
	if err != nil {
		return false, fmt.Errorf("close attempt %d: %w", id, err)
	}
	return n == 1, nil
}

// Supersede ends whatever attempt of the order is open. It may still be paid:
// the reconciler goes on asking about it.
func (s *Service) Supersede(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if _, err := paymentdb.New(tx).SupersedeOpen(ctx, orderID); err != nil {
		return fmt.Errorf("supersede the payment of order %d: %w", orderID, err)
	}
	return nil
}
