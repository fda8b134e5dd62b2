package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Errors of decisions about unmatched money.
var (
	ErrNotUnmatched = errors.New("payment: the notice is matched or decided")
	ErrNoMatch      = errors.New("payment: the order has no attempt at this provider")
)

// Decision is what an operator decided about a notice that matches no order. The
// values are stored.
type Decision string

// Decisions. Ignored is for notices about no money of ours.
const (
	DecisionReturned Decision = "returned"
	DecisionKept     Decision = "kept"
	DecisionIgnored  Decision = "ignored"
)

// UnmatchedNotice is a notice that matches no order.
type UnmatchedNotice struct {
	ID                   int64
	Provider, ProviderID string
	Kind                 NoticeKind
	Amount               money.Money
	Reference            string
	ReceivedAt           time.Time
	// Fresh is what of Amount the books do not have yet.
	Fresh money.Money

	order    *int64
	decision *string
}

// IsGiven reports whether the notice is assigned to an order.
func (n *UnmatchedNotice) IsGiven() bool { return n.order != nil }

// IsDecided reports whether somebody has decided that it is assigned to none.
func (n *UnmatchedNotice) IsDecided() bool { return n.order == nil && n.decision != nil }

// LockUnmatched reads and locks a notice that matches no order and that nothing was
// decided about; otherwise it returns ErrNotUnmatched.
func LockUnmatched(ctx context.Context, tx pgx.Tx, id int64) (*UnmatchedNotice, error) {
	n, err := lockNotice(ctx, paymentdb.New(tx), id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (n.IsGiven() || n.IsDecided()) {
		return nil, ErrNotUnmatched
	}
	return n, err
}

// LockKept is LockUnmatched, also for a notice whose money an operator has kept.
func LockKept(ctx context.Context, tx pgx.Tx, id int64) (*UnmatchedNotice, error) {
	n, err := lockNotice(ctx, paymentdb.New(tx), id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (n.IsGiven() || n.IsDecided() && *n.decision != string(DecisionKept)) {
		return nil, ErrNotUnmatched
	}
	return n, err
}

func lockNotice(ctx context.Context, q *paymentdb.Queries, id int64) (*UnmatchedNotice, error) {
	r, err := q.LockNotice(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("notice %d: %w", id, err)
	}
	return &UnmatchedNotice{
		ID: r.ID, Provider: r.Provider, ProviderID: r.ProviderID, Kind: NoticeKind(r.Kind), Amount: money.Of(r.Amount, r.Currency),
		Reference: r.Reference, ReceivedAt: r.ReceivedAt, Fresh: money.Of(money.Minor(r.Fresh), r.Currency), order: r.OrderID, decision: r.Decision,
	}, nil
}

// Found is money that a provider's registry has under a number.
type Found struct {
	Provider, ProviderID, Reference string
	Amount                          money.Money
	At                              time.Time
}

// LockFound returns the notice about money that a registry has, locked. It is the notice that
// a webhook or a status query has left, with the amount of the registry unless it is decided
// about, or a new one.
func (s *Inbox) LockFound(ctx context.Context, tx pgx.Tx, f Found) (*UnmatchedNotice, error) {
	q, key := paymentdb.New(tx), DedupeKey(f.ProviderID, NoticePaid)
	err := q.InsertFoundNotice(ctx, paymentdb.InsertFoundNoticeParams{
		Provider: f.Provider, DedupeKey: key, ProviderID: f.ProviderID, Amount: f.Amount.Minor, Currency: f.Amount.Currency,
		Reference: f.Reference, ReceivedAt: f.At, ConfirmedAt: s.clock(),
	})
	if err != nil {
		return nil, fmt.Errorf("notice of %s %s: %w", f.Provider, f.ProviderID, err)
	}
	id, err := q.NoticeOfFact(ctx, paymentdb.NoticeOfFactParams{Provider: f.Provider, DedupeKey: key})
	if err != nil {
		return nil, fmt.Errorf("notice of %s %s: %w", f.Provider, f.ProviderID, err)
	}
	n, err := lockNotice(ctx, q, id)
	if err != nil || n.IsGiven() || n.IsDecided() || n.Amount == f.Amount {
		return n, err
	}
	if err := q.SetNoticeAmount(ctx, paymentdb.SetNoticeAmountParams{ID: id, Amount: f.Amount.Minor}); err != nil {
		return nil, fmt.Errorf("amount of notice %d: %w", id, err)
	}
	return lockNotice(ctx, q, id)
}

// GiveFound assigns money that a registry has to the attempt whose reference it names. This also
// confirms an unconfirmed webhook about the money. It returns ErrNotUnmatched if a decision about
// the money exists. The caller has locked the attempt's order.
func (s *Inbox) GiveFound(ctx context.Context, tx pgx.Tx, f Found, staffID int64, note string) error {
	n, err := s.LockFound(ctx, tx, f)
	if err != nil {
		return err
	}
	if n.IsDecided() {
		return ErrNotUnmatched
	}
	q, now := paymentdb.New(tx), s.clock()
	if n.IsGiven() {
		err = q.ConfirmNotice(ctx, paymentdb.ConfirmNoticeParams{ID: n.ID, Amount: f.Amount.Minor, Now: now})
	} else {
		var a paymentdb.AttemptOfReferenceRow
		if a, err = q.AttemptOfReference(ctx, paymentdb.AttemptOfReferenceParams{Reference: f.Reference, Provider: f.Provider}); err == nil {
			err = q.MatchNotice(ctx, paymentdb.MatchNoticeParams{ID: n.ID, AttemptID: &a.ID, OrderID: &a.OrderID, Now: now, DecidedBy: &staffID, Note: &note})
		}
	}
	if err != nil {
		return fmt.Errorf("give notice %d to %s: %w", n.ID, f.Reference, err)
	}
	return nil
}

// MatchNotice assigns a notice to an order, whose workflow then decides what the money
// is used for. It returns ErrNoMatch if the order was never paid through the provider.
func (s *Inbox) MatchNotice(ctx context.Context, tx pgx.Tx, n *UnmatchedNotice, orderID, staffID int64, note string) error {
	q := paymentdb.New(tx)
	a, err := q.AttemptForMatch(ctx, paymentdb.AttemptForMatchParams{OrderID: orderID, Provider: n.Provider})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoMatch
	}
	if err != nil {
		return fmt.Errorf("attempts of order %d: %w", orderID, err)
	}
	err = q.MatchNotice(ctx, paymentdb.MatchNoticeParams{ID: n.ID, AttemptID: &a.ID, OrderID: &orderID, Now: s.clock(), DecidedBy: &staffID, Note: &note})
	if err != nil {
		return fmt.Errorf("match notice %d with order %d: %w", n.ID, orderID, err)
	}
	return nil
}

// DecideNotice records a decision that assigns the notice to no order.
func (s *Inbox) DecideNotice(ctx context.Context, tx pgx.Tx, n *UnmatchedNotice, d Decision, staffID int64, note string) error {
	err := paymentdb.New(tx).DecideNotice(ctx, paymentdb.DecideNoticeParams{ID: n.ID, Decision: string(d), Now: s.clock(), DecidedBy: &staffID, Note: &note})
	if err != nil {
		return fmt.Errorf("notice %d %s: %w", n.ID, d, err)
	}
	return nil
}
