package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// OutsideKind is how money left a provider without our asking.
type OutsideKind string

// The kinds.
const (
	OutsideRefund OutsideKind = "refund"     // in the provider's cabinet
	Chargeback    OutsideKind = "chargeback" // taken back by the buyer's bank
)

// Gone is what a provider says has left a payment, beside what we know of.
type Gone struct {
	PaymentID int64
	Provider  string
	Paid      money.Money
	Told      money.Minor // by the provider, all in all
	Known     money.Minor // our own refunds that are done, and what was found before
	// UnderWay is our refund the provider may be making, zero when there is none.
	UnderWay int64
}

// Unexplained returns what went and is neither ours nor known; never negative,
// because a provider's status may lag behind.
func (g Gone) Unexplained() money.Minor { return max(0, g.Told-g.Known) }

// Gone lists what has left the payments of an order, and holds them.
func (s *Service) Gone(ctx context.Context, tx pgx.Tx, orderID int64) ([]Gone, error) {
	rows, err := paymentdb.New(tx).GoneFromPayments(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("what has left order %d: %w", orderID, err)
	}
	all := make([]Gone, len(rows))
	for i, r := range rows {
		all[i] = Gone{
			PaymentID: r.ID, Provider: r.Provider, Paid: money.Of(r.Amount, r.Currency),
			Told: money.Minor(r.Told), Known: money.Minor(r.Ours + r.Outside), UnderWay: r.UnderWay,
		}
	}
	return all, nil
}

// Outside is money that left a provider without our asking.
type Outside struct {
	ID, OrderID, PaymentID int64
	Kind                   OutsideKind
	Amount                 money.Money
	// RecordedBy and Proof are filled when a person told of it and no provider.
	RecordedBy, Proof string
	// Request names what a person told, so that telling twice is one.
	Request string
}

// ErrTold is returned for money outside that was told of before.
var ErrTold = errors.New("payment: recorded already")

// KeepOutside writes down money that left without us, and opens a task.
func (s *Service) KeepOutside(ctx context.Context, tx pgx.Tx, o *Outside) error {
	q, now := paymentdb.New(tx), s.clock()
	id, err := q.InsertOutside(ctx, paymentdb.InsertOutsideParams{
		PaymentID: o.PaymentID, OrderID: o.OrderID, Kind: string(o.Kind), Amount: o.Amount.Minor, Currency: o.Amount.Currency,
		FoundAt: now, RecordedBy: filled(o.RecordedBy), Proof: filled(o.Proof), Request: filled(o.Request),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrTold
	}
	if err != nil {
		return fmt.Errorf("keep money outside of payment %d: %w", o.PaymentID, err)
	}
	o.ID = id
	kind := TaskOutside
	if o.Kind == Chargeback {
		kind = TaskChargeback
	}
	return s.openTask(ctx, tx, o.OrderID, kind, fmt.Sprint(id), o.Amount, "деньги ушли от провайдера без нас: проверьте заказ")
}

// takeOutside returns how much of an amount went back without us already, and
// counts it: it reduces one refund only.
func (s *Service) takeOutside(ctx context.Context, tx pgx.Tx, paymentID int64, amount money.Minor) (money.Minor, error) {
	q := paymentdb.New(tx)
	rows, err := q.UnusedOutside(ctx, paymentID)
	if err != nil {
		return 0, fmt.Errorf("money outside of payment %d: %w", paymentID, err)
	}
	var taken money.Minor
	for _, o := range rows {
		part := min(o.Amount-o.Covers, amount-taken)
		if part <= 0 {
			continue
		}
		if err := q.UseOutside(ctx, paymentdb.UseOutsideParams{ID: o.ID, Part: part}); err != nil {
			return 0, fmt.Errorf("money outside %d: %w", o.ID, err)
		}
		taken += part
	}
	return taken, nil
}

// Cover reduces a refund that is not under way by what went back without us.
func (s *Service) Cover(ctx context.Context, tx pgx.Tx, r *Refund) error {
	if r.Status.UnderWay() || r.Status.Final() || r.ToSend().Sign() == 0 {
		return nil
	}
	part, err := s.takeOutside(ctx, tx, r.PaymentID, r.ToSend().Minor)
	if err != nil || part == 0 {
		return err
	}
	if err := paymentdb.New(tx).CoverRefund(ctx, paymentdb.CoverRefundParams{ID: r.ID, Part: part}); err != nil {
		return fmt.Errorf("cover refund %d: %w", r.ID, err)
	}
	r.Covered += part
	r.request.Left += part
	return nil
}

// Coverable lists the refunds of a payment that outside money reduces.
func (s *Service) Coverable(ctx context.Context, tx pgx.Tx, paymentID int64) ([]int64, error) {
	ids, err := paymentdb.New(tx).CoverableRefunds(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("refunds of payment %d: %w", paymentID, err)
	}
	return ids, nil
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
