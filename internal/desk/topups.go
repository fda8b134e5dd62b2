package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/staff"
)

// TopUp is money that was paid to a supplier in advance.
type TopUp struct {
	Number string // the supplier's, as its statement will have it
	Paid   money.RUB
	// TenThousandths of Currency are what the supplier has credited.
	TenThousandths int64
	Currency       money.Currency
}

var errTopUpKnown = problem.New(problem.Conflict, "recon.topup_known", "Пополнение с этим номером уже записано.")

// RecordTopUp books a top-up. If a statement had it before us, its difference ends.
func (f *Finance) RecordTopUp(ctx context.Context, a Act, supplier string, t TopUp) (BookAnswer, error) {
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "supplier", ID: supplier}, "recon.topup", staff.ReconWrite, t),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			if t.Paid <= 0 || t.TenThousandths <= 0 {
				return Outcome{}, field("paid", "Впишите, сколько заплатили и сколько зачислено.")
			}
			e := ledger.SupplierToppedUp{Supplier: supplier, Paid: t.Paid, TenThousandths: t.TenThousandths, Currency: t.Currency}.Entry(supplier + "-" + t.Number)
			known, err := f.Books.IsPosted(ctx, tx, e)
			if err != nil {
				return Outcome{}, err
			}
			if known {
				return Outcome{}, errTopUpKnown
			}
			if err := f.Books.Post(ctx, tx, e); err != nil {
				return Outcome{}, err
			}
			after := map[string]any{"number": t.Number, "paid": t.Paid, "credited": ledger.Format(t.TenThousandths), "currency": t.Currency}
			err = f.Settlement.TopUpBooked(ctx, tx, supplier, t.Number, string(t.Currency), t.TenThousandths, f.clock())
			return Outcome{After: after, Answer: BookAnswer{Message: "Пополнение записано."}}, err
		}))
}
