package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// VAT returns the account of value added tax that is owed to the state.
func VAT() Account { return "vat" }

// VATCharged is the tax inside what was earned for an order; negative if it was returned. Fee of it is
// inside the fees, the rest inside the revenue.
type VATCharged struct{ Amount, Fee money.RUB }

// Entry returns the entry; ref is the reason and ref of what is taxed.
func (f VATCharged) Entry(ref string, orderID int64) Entry {
	return entry("vat", ref, orderID, rubles(Revenue(), f.Amount-f.Fee), rubles(Fees(), f.Fee), rubles(VAT(), -f.Amount))
}

// AdvanceTax is the tax inside what buyers have paid and not received yet. It is data for the
// declaration (НК 167, 1, 2): no entry has it.
type AdvanceTax struct {
	Advances, Tax money.RUB
	Percent       string // 22.00: of advances the tax is 22/122
}

// AdvanceTax returns the tax inside the advances at the end of a day; nil if the shop pays none.
func (s *Service) AdvanceTax(ctx context.Context, db Querier, day time.Time) (*AdvanceTax, error) {
	if s.vat == "" || s.vat == "none" {
		return nil, nil //nolint:nilnil // no tax is a valid result
	}
	q := ledgerdb.New(db)
	rate, err := q.VATRateOn(ctx, ledgerdb.VATRateOnParams{Kind: s.vat, Day: day})
	if err != nil {
		return nil, fmt.Errorf("rate of VAT %q on %s: %w", s.vat, day.Format(time.DateOnly), err)
	}
	lines, err := q.TrialBalance(ctx, ledgerdb.TrialBalanceParams{Since: day, Until: day, Account: string(OrderDeposits())})
	if err != nil {
		return nil, fmt.Errorf("advances: %w", err)
	}
	t := &AdvanceTax{Percent: money.Minor(rate).String()}
	for _, l := range lines {
		if l.Currency == string(money.Ruble) {
			t.Advances = money.OneToOne.Rubles(l.Credit - l.Debit - l.Opening)
		}
	}
	t.Tax = t.Advances.Share(rate, 100_00+rate)
	return t, nil
}

// WithVAT sets the kind of rate (of vat_rates) that the shop pays on what it earns. It
// returns s; without it, or with "none", no tax is booked.
func (s *Service) WithVAT(kind string) *Service {
	s.vat = kind
	return s
}

// earned is what an entry adds to what buyers paid for delivered goods and for paying, and which part
// of it are fees.
func (e Entry) earned() (sum, fees money.RUB) {
	switch e.Reason {
	case "payment", "balance", "delivery", "refund":
	default:
		return 0, 0
	}
	for _, p := range e.Postings {
		if p.Amount.Currency != money.Ruble {
			continue
		}
		switch p.Account {
		case Fees():
			fees -= money.RUB(p.Amount.Minor)
			sum -= money.RUB(p.Amount.Minor)
		case Revenue(), Discounts():
			sum -= money.RUB(p.Amount.Minor)
		}
	}
	return sum, fees
}

// vatEntry returns the tax of an entry that has just been posted; nil for none.
func (s *Service) vatEntry(ctx context.Context, tx pgx.Tx, e Entry) (*Entry, error) {
	earned, fees := e.earned()
	if e.OrderID == nil || earned == 0 {
		return nil, nil //nolint:nilnil // no tax is a valid result
	}
	tax := s.vatOf
	if earned < 0 {
		tax = vatReturned
	}
	amount, err := tax(ctx, ledgerdb.New(tx), earned, *e.OrderID)
	if err != nil || amount == 0 {
		return nil, err
	}
	charged := VATCharged{amount, amount.Share(int64(fees), int64(earned))}.Entry(e.Reason+"-"+e.Ref, *e.OrderID)
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
func vatReturned(ctx context.Context, q *ledgerdb.Queries, earned money.RUB, orderID int64) (money.RUB, error) {
	o, err := q.OrderTax(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("tax of order %d: %w", orderID, err)
	}
	if o.Earned <= 0 { // after this entry
		return -o.Tax, nil
	}
	return o.Tax.Share(int64(o.Earned), int64(o.Earned-earned)) - o.Tax, nil
}
