package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Supplier returns the account of what we have prepaid to a supplier.
func Supplier(name string) Account { return Account("supplier:" + name) }

// CostOfGoods returns the account of what goods cost us, in rubles if a rate is known.
func CostOfGoods() Account { return "cost" }

// FinePosting is a posting in ten-thousandths, the precision in which suppliers
// charge.
type FinePosting struct {
	Account        Account
	Currency       money.Currency
	TenThousandths int64
}

// SupplierCharged is the cost of a delivery: a supplier charged our balance, or an
// operator bought the goods. Rubles is its worth when it was posted, for the margin;
// zero if no rate is known.
type SupplierCharged struct {
	Supplier       string
	TenThousandths int64
	Currency       money.Currency
	Rubles         money.RUB
}

// Entry returns the entry; ref is the Ref of the supplier charge.
func (f SupplierCharged) Entry(ref string, orderID int64) Entry {
	e := entry("cost", ref, orderID)
	e.Fine = []FinePosting{{Supplier(f.Supplier), f.Currency, -f.TenThousandths}, {CurrencyExchange(), f.Currency, f.TenThousandths}}
	if f.Currency == money.Ruble || f.Rubles == 0 {
		e.Fine[1].Account = CostOfGoods()
		return e
	}
	e.Postings = []Posting{rubles(CostOfGoods(), f.Rubles), rubles(CurrencyExchange(), -f.Rubles)}
	return e
}

// CostCorrection replaces the cost of a unit that an operator delivered.
type CostCorrection struct {
	Ref      string // of the supplier charge
	OrderID  int64
	Supplier string
	Currency money.Currency
	From, To int64 // in ten-thousandths
}

// CorrectCost posts the difference of a corrected cost, in rubles at the rate of the first
// entry. A cost that is not posted yet needs no correction.
func (s *Service) CorrectCost(ctx context.Context, tx pgx.Tx, c CostCorrection) error {
	booked, err := ledgerdb.New(tx).UnitCostEntries(ctx, ledgerdb.UnitCostEntriesParams{OrderID: &c.OrderID, Ref: c.Ref})
	if err != nil {
		return fmt.Errorf("cost %s: %w", c.Ref, err)
	}
	if booked.Entries == 0 {
		return nil
	}
	more := SupplierCharged{
		Supplier: c.Supplier, TenThousandths: c.To - c.From, Currency: c.Currency, Rubles: booked.Rubles.Share(c.To, c.From) - booked.Rubles,
	}
	return s.Post(ctx, tx, more.Entry(fmt.Sprintf("%s-%d", c.Ref, booked.Entries), c.OrderID))
}
