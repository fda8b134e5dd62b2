package ledger

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// TestYearIsClosedWithItsDecember moves what was earned and spent to what is retained, once, and leaves
// what the shop has and owes.
func TestYearIsClosedWithItsDecember(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	anna, boris := newPeople(t, s)
	for _, e := range []Entry{
		dated(PaymentReceived{Provider: "tbank", Charge: money.Of(310_00, "RUB"), Total: 300_00, Fee: 10_00}.Entry("1", 1), "2025-11-10 10:00"),
		dated(Delivered{Net: 100_00, Discount: 20_00}.Entry("1", 1), "2025-11-10 10:00"),
		dated(SupplierCharged{Supplier: "nsgifts", TenThousandths: 60_0000, Currency: "RUB"}.Entry("1", 1), "2025-11-10 10:00"),
		dated(SupplierCharged{Supplier: "moogold", TenThousandths: 1_5000, Currency: "USD"}.Entry("2", 1), "2025-12-10 10:00"), // no rate is known
		dated(Delivered{Net: 150_00}.Entry("2", 1), "2025-12-31 23:00"),
		dated(Delivered{Net: 20_00}.Entry("3", 1), "2026-01-01 01:00"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	for _, month := range []string{"2025-11-01", "2025-12-01"} {
		err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := s.Close(t.Context(), tx, day(month), anna, boris, time.Date(2026, 2, 1, 12, 0, 0, 0, Moscow), sign)
			return err
		})
		if err != nil {
			t.Fatal(month, err)
		}
	}
	const year = `select string_agg(concat_ws(' ', g.ref, (g.at at time zone 'Europe/Moscow')::text, p.account, p.currency, p.amount::numeric(14, 2)), '; ' order by p.currency, p.account)
		from ledger_groups g join ledger_postings p on p.group_id = g.id where g.reason = 'year'`
	const want = "revenue RUB 270.00, discounts RUB -20.00, fees RUB 10.00, cost RUB -60.00, retained RUB -200.00, cost USD -1.50, retained USD 1.50"
	for _, p := range strings.Split(want, ", ") {
		if got := pgtest.One[string](t, pool, year); !strings.Contains(got, "2025 2025-12-31 23:59:59 "+p) || strings.Count(got, ";") != 6 {
			t.Errorf("%s is not in %s", p, got)
		}
	}
	trial, err := TrialBalance(t.Context(), pool, day("2026-01-01"), day("2026-01-31"))
	const january = "provider:tbank RUB 310.00 0.00 0.00 310.00\norders RUB -50.00 20.00 0.00 -30.00\nsupplier:moogold USD -1.50 0.00 0.00 -1.50\nsupplier:nsgifts RUB -60.00 0.00 0.00 -60.00\n" +
		"revenue RUB 0.00 0.00 20.00 -20.00\nretained RUB -200.00 0.00 0.00 -200.00\nretained USD 1.50 0.00 0.00 1.50"
	if err != nil || !strings.Contains(withoutZeros(trial), january) {
		t.Errorf("got\n%s\n%v, want\n%s", withoutZeros(trial), err, january)
	}
	if text, err := s.Summary(t.Context(), day("2025-12-01")); err != nil || !strings.Contains(text, "\nretained RUB: 0.00 0.00 200.00 -200.00") {
		t.Errorf("summary of December: %s, %v", text, err)
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Error(err, h.Err())
	}
}

// withoutZeros is the text of a trial balance without accounts that nothing is on or moves.
func withoutZeros(t *Trial) string {
	var lines []string
	for _, l := range strings.Split(t.text(), "\n") {
		if !strings.HasSuffix(l, " 0.00 0.00 0.00 0.00") {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}
