package finance

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// TopUp is money that was paid to a supplier in advance.
type TopUp struct {
	Number string // of the supplier, as in its statement
	Paid   money.RUB
	// TenThousandths of Currency are what the supplier has credited.
	TenThousandths int64
	Currency       money.Currency
}

// bankMargin is by how much the rate of the bank that pays a supplier may differ from ours.
const bankMargin money.Percent = 3_00

var errNoSupplier = problem.New(problem.NotFound, "recon.no_supplier", "Такого поставщика нет.")

var errTopUpKnown = problem.New(problem.Conflict, "recon.topup_known", "Пополнение с этим номером уже записано.")

// RecordTopUp books a top-up. It ends the difference of a statement that had it first.
func (f *Service) RecordTopUp(ctx context.Context, a desk.Command, supplier string, t TopUp) (desk.Saved, error) {
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "supplier", ID: supplier}, "recon.topup", staff.ReconWrite, t),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			t.Number = strings.TrimSpace(t.Number)
			switch {
			case !settlement.IsSupplier(supplier):
				return desk.Outcome{}, errNoSupplier
			case t.Number == "":
				return desk.Outcome{}, desk.Invalid("number", "Впишите номер, под которым поставщик провёл пополнение.")
			case t.Paid <= 0 || t.TenThousandths <= 0:
				return desk.Outcome{}, desk.Invalid("paid", "Впишите, сколько заплатили и сколько зачислено.")
			}
			e := ledger.SupplierToppedUp{Supplier: supplier, Paid: t.Paid, TenThousandths: t.TenThousandths, Currency: t.Currency}.Entry(supplier + "-" + t.Number)
			known, err := ledger.IsPosted(ctx, tx, e)
			if err != nil {
				return desk.Outcome{}, err
			}
			if known {
				return desk.Outcome{}, errTopUpKnown
			}
			if err := f.spendOnTopUp(ctx, tx, a.Actor, supplier, t); err != nil {
				return desk.Outcome{}, err
			}
			if err := f.Books.Post(ctx, tx, e); err != nil {
				return desk.Outcome{}, err
			}
			after := map[string]any{"number": t.Number, "paid": t.Paid, "credited": ledger.Format(t.TenThousandths), "currency": t.Currency}
			err = f.Settlement.TopUpBooked(ctx, tx, supplier, t.Number, string(t.Currency), t.TenThousandths, f.Desk.Now())
			return desk.Outcome{After: after, Result: desk.Saved{Message: "Пополнение записано."}}, err
		}))
}

// spendOnTopUp counts the part of a top-up that the supplier did not credit. Without a rate that part is unknown, so
// the whole sum counts.
func (f *Service) spendOnTopUp(ctx context.Context, tx pgx.Tx, who staff.Actor, supplier string, t TopUp) error {
	worth, known, err := ledger.Worth(ctx, tx, t.TenThousandths, t.Currency, f.Desk.Now())
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
	return f.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorTopUp, Rubles: t.Paid - worth,
		Subject: fmt.Sprintf("%s, пополнение %s: заплачено %s ₽, зачислено %s %s", supplier, t.Number, t.Paid, ledger.Format(t.TenThousandths), t.Currency),
	})
}
