package desk

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
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

// bankMargin is by how much the rate of the bank that pays a supplier may differ from ours.
const bankMargin money.Percent = 3_00

var errNoSupplier = problem.New(problem.NotFound, "recon.no_supplier", "Такого поставщика нет.")

var errTopUpKnown = problem.New(problem.Conflict, "recon.topup_known", "Пополнение с этим номером уже записано.")

// RecordTopUp books a top-up. If a statement had it before us, its difference ends.
func (f *Finance) RecordTopUp(ctx context.Context, a Act, supplier string, t TopUp) (BookAnswer, error) {
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "supplier", ID: supplier}, "recon.topup", staff.ReconWrite, t),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			t.Number = strings.TrimSpace(t.Number)
			switch {
			case !settlement.IsSupplier(supplier):
				return Outcome{}, errNoSupplier
			case t.Number == "":
				return Outcome{}, field("number", "Впишите номер, под которым поставщик провёл пополнение.")
			case t.Paid <= 0 || t.TenThousandths <= 0:
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
			if err := f.spendOnTopUp(ctx, tx, a.Actor, supplier, t); err != nil {
				return Outcome{}, err
			}
			if err := f.Books.Post(ctx, tx, e); err != nil {
				return Outcome{}, err
			}
			after := map[string]any{"number": t.Number, "paid": t.Paid, "credited": ledger.Format(t.TenThousandths), "currency": t.Currency}
			err = f.Settlement.TopUpBooked(ctx, tx, supplier, t.Number, string(t.Currency), t.TenThousandths, f.clock())
			return Outcome{After: after, Answer: BookAnswer{Message: "Пополнение записано."}}, err
		}))
}

// spendOnTopUp counts what was paid for a top-up and not credited. Without a rate nobody
// knows how much that is, and all of it counts.
func (f *Finance) spendOnTopUp(ctx context.Context, tx pgx.Tx, who staff.Actor, supplier string, t TopUp) error {
	worth, known, err := f.Books.Worth(ctx, tx, t.TenThousandths, t.Currency, f.clock())
	if err != nil {
		return err
	}
	switch {
	case t.Currency == money.Ruble:
		worth = money.RUB(t.TenThousandths / 100) // a part of a kopeck counts as lost
	case known:
		worth = worth.Share(int64(money.Whole+bankMargin), int64(money.Whole))
	}
	if t.Paid <= worth {
		return nil
	}
	return f.spend(ctx, tx, who, taking{
		door: DoorTopUp, rubles: t.Paid - worth,
		subject: fmt.Sprintf("%s, пополнение %s: заплачено %s ₽, зачислено %s %s", supplier, t.Number, t.Paid, ledger.Format(t.TenThousandths), t.Currency),
	})
}
