package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// VAT returns the account of value added tax that is owed to the state.
func VAT() Account { return "vat" }

// VATCharged is the tax inside what was earned for an order; negative if it was returned.
type VATCharged struct{ Amount money.RUB }

// Entry returns the entry; ref is the reason and ref of what is taxed.
func (f VATCharged) Entry(ref string, orderID int64) Entry {
	return entry("vat", ref, orderID, rubles(Revenue(), f.Amount), rubles(VAT(), -f.Amount))
}

// WithVAT sets the kind of rate (of vat_rates) that the shop pays on what it earns. It
// returns s; without it, or with "none", no tax is booked.
func (s *Service) WithVAT(kind string) *Service {
	s.vat = kind
	return s
}

// earned is what an entry adds to what buyers paid for delivered goods and for paying.
func (e Entry) earned() money.RUB {
	switch e.Reason {
	case "payment", "balance", "delivery", "refund":
	default:
		return 0
	}
	sum := money.Minor(0)
	for _, p := range e.Postings {
		switch p.Account {
		case Revenue(), Fees(), Discounts():
			if p.Amount.Currency == money.Ruble {
				sum -= p.Amount.Minor
			}
		}
	}
	return money.RUB(sum)
}

// vatEntry returns the tax of an entry that has just been posted; nil for none.
func (s *Service) vatEntry(ctx context.Context, tx pgx.Tx, e Entry) (*Entry, error) {
	earned := e.earned()
	if e.OrderID == nil || earned == 0 {
		return nil, nil //nolint:nilnil // no tax is a valid result
	}
	tax := s.vatOf
	if earned < 0 {
		tax = s.vatReturned
	}
	amount, err := tax(ctx, ledgerdb.New(tx), earned, *e.OrderID)
	if err != nil || amount == 0 {
		return nil, err
	}
	charged := VATCharged{amount}.Entry(e.Reason+"-"+e.Ref, *e.OrderID)
	return &charged, nil
}

// vatOf returns the tax inside a sum by the rate of today.
func (s *Service) vatOf(ctx context.Context, q *ledgerdb.Queries, earned money.RUB, _ int64) (money.RUB, error) {
	if s.vat == "" || s.vat == "none" {
		return 0, nil
	}
	rate, err := q.VATRate(ctx, s.vat)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("ledger: no rate of VAT %q today", s.vat)
	}
	if err != nil {
		return 0, fmt.Errorf("rate of VAT: %w", err)
	}
	return earned.Share(rate, 100_00+rate), nil
}

// vatReturned returns, as a negative number, which part of the tax of an order goes with
// what is refunded. It is a part of what was booked, whatever the rate is today: when
// everything is refunded, no kopeck of tax is left, and an order sold without tax has none.
func (s *Service) vatReturned(ctx context.Context, q *ledgerdb.Queries, earned money.RUB, orderID int64) (money.RUB, error) {
	o, err := q.OrderTax(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("tax of order %d: %w", orderID, err)
	}
	if o.Earned <= 0 { // after this entry
		return -o.Tax, nil
	}
	return o.Tax.Share(int64(o.Earned), int64(o.Earned-earned)) - o.Tax, nil
}
