package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// OutsideKind is how money left a provider without a refund of ours.
type OutsideKind string

// Kinds of outside refunds.
const (
	OutsideRefund OutsideKind = "refund"     // made in the provider's web interface
	Chargeback    OutsideKind = "chargeback" // taken back by the buyer's bank
)

// Outflow compares what a provider reports as refunded from a payment with what we
// know of.
type Outflow struct {
	PaymentID  int64
	Provider   string
	ProviderID string
	Paid       money.Money
	Reported   money.Minor // total reported by the provider
	Known      money.Minor // our completed refunds and the outside refunds recorded before
	// UnderWay is the ID of our refund the provider may be executing, else zero.
	UnderWay int64
}

// Unexplained returns the reported amount we do not know of. It is never negative,
// because a provider's report may lag behind our refunds.
func (g Outflow) Unexplained() money.Minor { return max(0, g.Reported-g.Known) }

// LockOutflows returns the outflows of an order's payments and locks the payments.
func LockOutflows(ctx context.Context, tx pgx.Tx, orderID int64) ([]Outflow, error) {
	rows, err := paymentdb.New(tx).PaymentOutflows(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("outflows of order %d: %w", orderID, err)
	}
	all := make([]Outflow, len(rows))
	for i, r := range rows {
		all[i] = Outflow{
			PaymentID: r.ID, Provider: r.Provider, ProviderID: r.ProviderID, Paid: money.Of(r.Amount, r.Currency),
			Reported: money.Minor(r.Reported), Known: money.Minor(r.Ours + r.Outside), UnderWay: r.UnderWay,
		}
	}
	return all, nil
}

// Outside is money that left a provider without a refund of ours.
type Outside struct {
	ID, OrderID, PaymentID int64
	Kind                   OutsideKind
	Amount                 money.Money
	// RecordedBy and Proof are set if an operator recorded it.
	RecordedBy, Proof string
	// Provider and ProviderID, what the provider calls the payment, are set if the operator
	// named them.
	Provider, ProviderID string
	// Request identifies the operator's request or the line of a registry, so that repeating
	// it records it once.
	Request string
	// FoundAt is when it left, as a registry says; zero for now.
	FoundAt time.Time
}

// ErrAlreadyRecorded is returned for an outside refund that is recorded already.
var ErrAlreadyRecorded = errors.New("payment: recorded already")

// WhichPaymentError is returned for an outside refund that more than one payment of the
// order had enough for: it is booked at none until an operator names one.
type WhichPaymentError struct{ Among []Outflow }

// Error implements error.
func (e *WhichPaymentError) Error() string {
	return "payment: name the payment, more than one has enough left: " + e.List()
}

// List returns the payments to choose from.
func (e *WhichPaymentError) List() string {
	all := make([]string, len(e.Among))
	for i, g := range e.Among {
		all[i] = fmt.Sprintf("%s %s (%s)", g.Provider, g.ProviderID, g.Paid)
	}
	return strings.Join(all, ", ")
}

// ChooseOutflow returns the payment an outside refund left. It returns ErrNotPaid if the
// order has no such payment, ErrTooMuch if not enough is left of it, and a
// *WhichPaymentError if it could be more than one.
func ChooseOutflow(all []Outflow, o *Outside) (Outflow, error) {
	isNamed := func(g Outflow) bool {
		return g.Provider != Balance && (o.Provider == "" || o.Provider == g.Provider) && (o.ProviderID == "" || o.ProviderID == g.ProviderID)
	}
	var among []Outflow
	for _, g := range all {
		if isNamed(g) && g.Paid.Currency == o.Amount.Currency && g.Paid.Minor-g.Known >= o.Amount.Minor {
			among = append(among, g)
		}
	}
	switch {
	case len(among) == 1:
		return among[0], nil
	case len(among) > 1:
		return Outflow{}, &WhichPaymentError{Among: among}
	case slices.ContainsFunc(all, isNamed):
		return Outflow{}, ErrTooMuch
	default:
		return Outflow{}, ErrNotPaid
	}
}

// IsOutsideRecorded reports whether an operator recorded the same before. What is left of
// the payment does not show it: a whole payment has nothing left afterwards.
func IsOutsideRecorded(ctx context.Context, tx pgx.Tx, o *Outside) (bool, error) {
	is, err := paymentdb.New(tx).IsOutsideRecorded(ctx, paymentdb.IsOutsideRecordedParams{
		OrderID: o.OrderID, Kind: string(o.Kind), Amount: o.Amount.Minor, Currency: o.Amount.Currency, Proof: o.Proof,
		Provider: o.Provider, ProviderID: o.ProviderID,
	})
	if err != nil {
		return false, fmt.Errorf("outside refunds of order %d: %w", o.OrderID, err)
	}
	return is, nil
}

// NameOutside finds what an operator records among outside refunds that a provider reported
// or that its registry had, of the same payment and amount: it is the same money. It gives it
// the operator's proof and sets its ID, which stays zero if there is none.
func NameOutside(ctx context.Context, tx pgx.Tx, o *Outside) error {
	found, err := paymentdb.New(tx).NameOutsideRefund(ctx, paymentdb.NameOutsideRefundParams{
		OrderID: o.OrderID, Kind: string(o.Kind), Amount: o.Amount.Minor, Currency: o.Amount.Currency,
		Provider: o.Provider, ProviderID: o.ProviderID, RecordedBy: o.RecordedBy, Proof: o.Proof,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("name outside refund of order %d: %w", o.OrderID, err)
	}
	o.ID, o.PaymentID, o.Provider = found.ID, found.PaymentID, found.Provider
	return nil
}

// RecordOutsideRefund records an outside refund and opens a task. It returns
// ErrAlreadyRecorded if the same request was recorded before.
func (s *Tasks) RecordOutsideRefund(ctx context.Context, tx pgx.Tx, o *Outside) error {
	q, found := paymentdb.New(tx), o.FoundAt
	if found.IsZero() {
		found = s.clock()
	}
	id, err := q.InsertOutsideRefund(ctx, paymentdb.InsertOutsideRefundParams{
		PaymentID: o.PaymentID, OrderID: o.OrderID, Kind: string(o.Kind), Amount: o.Amount.Minor, Currency: o.Amount.Currency,
		FoundAt: found, RecordedBy: nilIfEmpty(o.RecordedBy), Proof: nilIfEmpty(o.Proof), Request: nilIfEmpty(o.Request),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrAlreadyRecorded
	}
	if err != nil {
		return fmt.Errorf("insert outside refund of payment %d: %w", o.PaymentID, err)
	}
	o.ID = id
	kind := TaskOutside
	if o.Kind == Chargeback {
		kind = TaskChargeback
	}
	return s.open(ctx, tx, o.OrderID, kind, fmt.Sprint(id), o.Amount, "деньги ушли от провайдера без нас: проверьте заказ")
}

// claimOutsideRefund returns how much of amount was refunded outside already and
// marks it as used, so that it reduces one refund only.
func claimOutsideRefund(ctx context.Context, tx pgx.Tx, paymentID int64, amount money.Minor) (money.Minor, error) {
	q := paymentdb.New(tx)
	rows, err := q.UnclaimedOutsideRefunds(ctx, paymentID)
	if err != nil {
		return 0, fmt.Errorf("money outside of payment %d: %w", paymentID, err)
	}
	var taken money.Minor
	for _, o := range rows {
		part := min(o.Amount-o.Covers, amount-taken)
		if part <= 0 {
			continue
		}
		if err := q.ClaimOutsideRefund(ctx, paymentdb.ClaimOutsideRefundParams{ID: o.ID, Part: part}); err != nil {
			return 0, fmt.Errorf("money outside %d: %w", o.ID, err)
		}
		taken += part
	}
	return taken, nil
}

// CoverRefund reduces a refund that is not under way by what was refunded outside.
func CoverRefund(ctx context.Context, tx pgx.Tx, r *Refund) error {
	if r.Status.UnderWay() || r.Status.Final() || r.ToSend().Sign() == 0 {
		return nil
	}
	part, err := claimOutsideRefund(ctx, tx, r.PaymentID, r.ToSend().Minor)
	if err != nil || part == 0 {
		return err
	}
	if err := paymentdb.New(tx).CoverRefund(ctx, paymentdb.CoverRefundParams{ID: r.ID, Part: part}); err != nil {
		return fmt.Errorf("cover refund %d: %w", r.ID, err)
	}
	r.Covered += part
	r.request.RemainingAfter += part
	return nil
}

// Coverable returns the refunds of a payment that outside refunds may reduce.
func Coverable(ctx context.Context, tx pgx.Tx, paymentID int64) ([]int64, error) {
	ids, err := paymentdb.New(tx).CoverableRefunds(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("refunds of payment %d: %w", paymentID, err)
	}
	return ids, nil
}

func nilIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// UncoveredOutflow returns what has left of an order's own payment without us beyond our
// refunds: the shop has less than the goods cost.
func UncoveredOutflow(ctx context.Context, tx pgx.Tx, orderID int64) (money.Minor, error) {
	n, err := paymentdb.New(tx).UncoveredOutflow(ctx, orderID)
	if err != nil {
		return 0, fmt.Errorf("outflow of order %d: %w", orderID, err)
	}
	return money.Minor(n), nil
}
