package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/publicid"
)

// AttemptStatus is the status of an attempt. The values are stored.
type AttemptStatus string

// Statuses of attempts. Starting and pending ones are open; an order has at most
// one open attempt.
const (
	AttemptStarting   AttemptStatus = "starting" // the invoice is not saved yet
	AttemptPending    AttemptStatus = "pending"
	AttemptPaid       AttemptStatus = "paid"
	AttemptDeclined   AttemptStatus = "declined"
	AttemptExpired    AttemptStatus = "expired"
	AttemptSuperseded AttemptStatus = "superseded"
	AttemptFailed     AttemptStatus = "failed" // the provider refused the invoice
)

// IsOpen reports whether the attempt can still be paid as quoted.
func (s AttemptStatus) IsOpen() bool { return s == AttemptStarting || s == AttemptPending }

// Attempt is one started payment of an order, with its locked quote.
type Attempt struct {
	ID, OrderID        int64
	Reference          string
	Method, Provider   string
	Account            string // ours with the provider; empty for the first one
	Status             AttemptStatus
	Total, Fee         money.RUB
	Amount             money.Money
	Rate               string
	ProviderID         string
	Scenario           *Scenario // nil until the invoice is saved
	Created, ExpiresAt time.Time
}

// ErrNoAttempt is returned if the order has no such attempt.
var ErrNoAttempt = errors.New("payment: no open attempt")

// Origin is where a payment was started from: the country of the market, and a keyed
// digest of the phone that was given, nil without one.
type Origin struct {
	Country     string
	PhoneDigest []byte
}

// Attempts starts attempts, opens their invoices and closes them.
type Attempts struct {
	q         *paymentdb.Queries
	providers *Providers
	receipts  *receipts
	clock     clock.Clock
}

// CreateAttempt inserts a new attempt with its quote. The caller holds the order's
// lock.
func (s *Attempts) CreateAttempt(ctx context.Context, tx pgx.Tx, orderID int64, method string, q Quote, from Origin) (*Attempt, error) {
	provider, ok := s.providers.ofMethod[method]
	if !ok {
		return nil, ErrMethodUnavailable
	}
	account, _ := s.providers.roster.Current(provider)
	now := s.clock()
	a := &Attempt{
		OrderID: orderID, Method: method, Provider: provider, Account: account.ID, Status: AttemptStarting,
		Total: q.Total, Fee: q.Fee, Amount: q.Amount, Rate: q.Rate.String(),
		Created: now, ExpiresAt: now.Add(InvoiceTTL),
	}
	nonce := publicid.New().String()[:8]
	row, err := paymentdb.New(tx).InsertAttempt(ctx, paymentdb.InsertAttemptParams{
		OrderID: orderID, Nonce: nonce, Method: method, Provider: provider, Total: a.Total, Fee: a.Fee, Currency: a.Amount.Currency,
		Rate: a.Rate, Amount: a.Amount.Minor, Created: a.Created, ExpiresAt: a.ExpiresAt, FirstCheck: now.Add(firstPollDelay),
		Country: from.Country, PhoneDigest: from.PhoneDigest, Account: a.Account,
	})
	if err != nil {
		return nil, fmt.Errorf("create payment attempt of order %d: %w", orderID, err)
	}
	a.ID, a.Reference = row.ID, row.Reference
	return a, nil
}

// OpenAttempt returns the order's open attempt, or ErrNoAttempt. db may be a
// transaction.
func OpenAttempt(ctx context.Context, db paymentdb.DBTX, orderID int64) (*Attempt, error) {
	r, err := paymentdb.New(db).OpenAttempt(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoAttempt
	}
	if err != nil {
		return nil, fmt.Errorf("open attempt of order %d: %w", orderID, err)
	}
	return toAttempt(paymentdb.GetAttemptRow(r))
}

// PaidOrOpenAttempt returns the attempt the order was paid by, else its open
// attempt, else ErrNoAttempt.
func (s *Attempts) PaidOrOpenAttempt(ctx context.Context, orderID int64) (*Attempt, error) {
	r, err := s.q.PaidOrOpenAttempt(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoAttempt
	}
	if err != nil {
		return nil, fmt.Errorf("quote of order %d: %w", orderID, err)
	}
	return toAttempt(paymentdb.GetAttemptRow(r))
}

// PaidTotal is what an order was paid with, and what of it has gone back.
type PaidTotal struct{ Amount, Refunded money.Money }

// PaidTotals returns the totals of those of the orders that were paid.
func (s *Attempts) PaidTotals(ctx context.Context, orders []int64) (map[int64]PaidTotal, error) {
	rows, err := s.q.PaidTotals(ctx, orders)
	if err != nil {
		return nil, fmt.Errorf("paid totals of orders: %w", err)
	}
	totals := make(map[int64]PaidTotal, len(rows))
	for _, r := range rows {
		totals[r.OrderID] = PaidTotal{Amount: money.Money{Minor: r.Amount, Currency: r.Currency}, Refunded: money.Money{Minor: money.Minor(r.Refunded), Currency: r.Currency}}
	}
	return totals, nil
}

// LatestAttempt returns the ID and status of the newest attempt of an order, or
// ErrNoAttempt.
func (s *Attempts) LatestAttempt(ctx context.Context, orderID int64) (id int64, status AttemptStatus, err error) {
	r, err := s.q.LatestAttempt(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", ErrNoAttempt
	}
	if err != nil {
		return 0, "", fmt.Errorf("latest attempt of order %d: %w", orderID, err)
	}
	return r.ID, AttemptStatus(r.Status), nil
}

func toAttempt(r paymentdb.GetAttemptRow) (*Attempt, error) {
	a := &Attempt{
		ID: r.ID, OrderID: r.OrderID, Reference: r.Reference, Method: r.Method, Provider: r.Provider, Account: r.Account, Status: AttemptStatus(r.Status),
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

// CreateInvoice saves the fiscal receipt and opens the invoice of an attempt with its
// provider: with the account that it began with, where an earlier call may have opened it. No
// transaction may be open.
func (s *Attempts) CreateInvoice(ctx context.Context, a *Attempt, in InvoiceRequest) (OpenedInvoice, error) {
	p, ok := s.providers.of(a.Provider, a.Account)
	if !ok {
		return OpenedInvoice{}, ErrMethodUnavailable
	}
	if err := s.receipts.saveSale(ctx, p, &in); err != nil {
		return OpenedInvoice{}, err
	}
	return p.CreateInvoice(ctx, in)
}

// SaveInvoice saves the provider's invoice and updates a from the database. It
// returns false if the attempt was closed in the meantime: the invoice exists, but
// another one has to be paid. db may be a transaction.
func SaveInvoice(ctx context.Context, db paymentdb.DBTX, a *Attempt, o OpenedInvoice) (bool, error) {
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
	q := paymentdb.New(db)
	r, err := q.SaveInvoice(ctx, paymentdb.SaveInvoiceParams{
		ID: a.ID, ProviderID: o.ProviderID, Scenario: scenario, Amount: o.Amount, ExpiresAt: o.ExpiresAt,
	})
	row := paymentdb.GetAttemptRow{
		ID: r.ID, OrderID: r.OrderID, Number: r.Number, Reference: r.Reference, Method: r.Method, Provider: r.Provider, Status: r.Status,
		Total: r.Total, Fee: r.Fee, Currency: money.Currency(r.Currency), Rate: r.Rate, Amount: money.Minor(r.Amount),
		ProviderID: r.ProviderID, Scenario: r.Scenario, Created: r.Created, ExpiresAt: r.ExpiresAt, Account: a.Account,
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows): // it was saved before, or the attempt is closed
		if err := q.MatchNotices(ctx, a.ID); err != nil {
			return false, fmt.Errorf("match notices of attempt %d: %w", a.ID, err)
		}
		if row, err = q.GetAttempt(ctx, a.ID); err != nil {
			return false, fmt.Errorf("attempt %d: %w", a.ID, err)
		}
	case err != nil:
		return false, fmt.Errorf("save invoice of attempt %d: %w", a.ID, err)
	}
	saved, err := toAttempt(row)
	if err != nil {
		return false, err
	}
	*a = *saved
	return a.Status == AttemptPending, nil
}

// CloseAttempt closes an open attempt with the given status. It returns false if the
// attempt was not open. Its invoice is cancelled by the poller, where the provider can.
func (s *Attempts) CloseAttempt(ctx context.Context, tx pgx.Tx, id int64, as AttemptStatus) (bool, error) {
	n, err := paymentdb.New(tx).CloseAttempt(ctx, paymentdb.CloseAttemptParams{ID: id, Status: string(as), Now: s.clock(), Cancellers: s.providers.cancellers()})
	if err != nil {
		return false, fmt.Errorf("close attempt %d: %w", id, err)
	}
	return n == 1, nil
}

// SupersedeOpenAttempt closes the order's open attempt, if any. It may still be paid
// until it is cancelled, and where it cannot be, so it continues to be polled.
func (s *Attempts) SupersedeOpenAttempt(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if _, err := paymentdb.New(tx).SupersedeOpenAttempt(ctx, paymentdb.SupersedeOpenAttemptParams{OrderID: orderID, Now: s.clock(), Cancellers: s.providers.cancellers()}); err != nil {
		return fmt.Errorf("supersede the payment of order %d: %w", orderID, err)
	}
	return nil
}
