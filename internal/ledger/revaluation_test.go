package ledger

import (
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// bookRevaluable books a top-up of 100 $ for 9000 ₽ and a cost of 20 $ for 1850 ₽, and keeps
// two rates; it returns who does the rest.
func bookRevaluable(t *testing.T, s *Service) int64 {
	t.Helper()
	for _, e := range []Entry{
		dated(SupplierToppedUp{Supplier: "moogold", Paid: 9000_00, TenThousandths: 100_0000, Currency: "USD"}.Entry("1"), "2020-10-05 12:00"),
		dated(SupplierCharged{Supplier: "moogold", TenThousandths: 20_0000, Currency: "USD", Rubles: 1850_00}.Entry("2", 1), "2020-10-20 12:00"),
		dated(SupplierCharged{Supplier: "moogold", TenThousandths: 10_0000, Currency: "USD", Rubles: 950_00}.Entry("3", 1), "2020-11-01 00:00"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	pgtest.Exec(t, s.pool, `insert into currency_rates (currency, set_at, rate, source) values ('USD', '2020-10-31 12:00+03', 95.5, 'central_bank'), ('USD', '2020-11-01 12:00+03', 90, 'central_bank')`)
	return hireFor(t, s, "anna")
}

func hireFor(t *testing.T, s *Service, name string) int64 {
	t.Helper()
	return pgtest.One[int64](t, s.pool, `insert into staff (email, name, role_id, password, created, seen_at) select $1 || '@larek.test', $1, (select min(id) from staff_roles), '', now(), now() returning id`, name)
}

func (s *Service) revalueOn(t *testing.T, who int64, text string) error {
	t.Helper()
	return pg.InTx(t.Context(), s.pool, func(tx pgx.Tx) error {
		_, err := s.Revalue(t.Context(), tx, day(text), who, time.Date(2020, 12, 2, 12, 0, 0, 0, Moscow))
		return err
	})
}

const revalued = `select coalesce(string_agg(concat_ws(' ', g.ref, (g.at at time zone 'Europe/Moscow')::text, p.account, p.amount::numeric(14, 2)), '; ' order by g.id, p.account), '')
	from ledger_groups g join ledger_postings p on p.group_id = g.id where g.reason = 'revaluation'`

// TestBalancesAreRevaluedAtTheRateOfADay books a gain, then a loss on what is left, each once.
func TestBalancesAreRevaluedAtTheRateOfADay(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	s.WithAdvances(true)
	who := bookRevaluable(t, s)
	// 80 $ are in the books for 9000 - 1850 = 7150, and worth 7640 at 95.5.
	const october = "supplier:moogold-USD-2020-10-31 2020-10-31 23:59:59 exchange 490.00; supplier:moogold-USD-2020-10-31 2020-10-31 23:59:59 revaluation -490.00"
	if err := s.revalueOn(t, who, "2020-10-31"); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, pool, revalued); got != october {
		t.Errorf("got %s, want %s", got, october)
	}
	for _, again := range []string{"2020-10-31", "2020-10-30"} {
		if err := s.revalueOn(t, who, again); !errors.Is(err, ErrRevaluedBefore) {
			t.Errorf("%s: %v", again, err)
		}
	}
	// 70 $ are in the books for 7640 - 950 = 6690, and worth 6300 at 90.
	const november = "; supplier:moogold-USD-2020-11-30 2020-11-30 23:59:59 exchange -390.00; supplier:moogold-USD-2020-11-30 2020-11-30 23:59:59 revaluation 390.00"
	if err := s.revalueOn(t, who, "2020-11-30"); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, pool, revalued); got != october+november {
		t.Errorf("got %s, want %s", got, october+november)
	}
	if err := s.revalueOn(t, who, "2020-12-01"); err != nil { // the rate is the same
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, pool, `select string_agg(concat_ws(' ', day, balance::numeric(9, 2), rate::numeric(9, 2), worth_before, worth, entry_id is null), '; ' order by day) from ledger_revaluations`); got !=
		"2020-10-31 80.00 95.50 7150.00 7640.00 f; 2020-11-30 70.00 90.00 6690.00 6300.00 f; 2020-12-01 70.00 90.00 6300.00 6300.00 t" {
		t.Errorf("kept: %s", got)
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Errorf("the books: %v, %v", err, h.Err())
	}
}

// TestRevaluationIsRefused in a closed month, before the day is over, without a rate and
// without anything to revalue; nothing is booked then.
func TestRevaluationIsRefused(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	s.WithAdvances(true)
	who := bookRevaluable(t, s)
	pgtest.Exec(t, pool, `insert into ledger_periods (month, closed_at, asked_by, closed_by, summary, digest) values ('2020-10-01', now(), $1, $2, 'x', sha256('x'))`, who, hireFor(t, s, "boris"))
	for text, want := range map[string]error{"2020-10-31": ErrMonthClosed, "2020-12-02": ErrDayNotOver} {
		if err := s.revalueOn(t, who, text); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	pgtest.Exec(t, pgtest.Owner(t, pool), `delete from currency_rates`)
	if err := s.revalueOn(t, who, "2020-11-30"); err == nil || err.Error() != errNoRate("USD").Error() {
		t.Errorf("without a rate: %v", err)
	}
	if got := pgtest.One[string](t, pool, revalued); got != "" {
		t.Errorf("booked: %s", got)
	}
	empty, _ := newBooks(t)
	if err := empty.revalueOn(t, who, "2020-11-30"); !errors.Is(err, ErrNothingToRevalue) {
		t.Errorf("nothing to revalue: %v", err)
	}
}

// TestAdvancesStayAtTheRateOfTheirPayment: by default an advance is not revalued. What was lost on the
// part of it that is used up is a result, of what is left there is none.
func TestAdvancesStayAtTheRateOfTheirPayment(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	who := bookRevaluable(t, s)
	// 100 $ for 9000: 80 $ are worth 7200 at 90, the books have 9000 - 1850 = 7150.
	if err := s.revalueOn(t, who, "2020-10-31"); err != nil {
		t.Fatal(err)
	}
	// 100 $ more for 9800: 180 $ for 7200 + 9800 = 17000, of which 10 $ were used for 950.
	if err := post(t, s, dated(SupplierToppedUp{Supplier: "moogold", Paid: 9800_00, TenThousandths: 100_0000, Currency: "USD"}.Entry("4"), "2020-11-10 12:00")); err != nil {
		t.Fatal(err)
	}
	if err := s.revalueOn(t, who, "2020-11-30"); err != nil {
		t.Fatal(err)
	}
	const want = "supplier:moogold-USD-2020-10-31 2020-10-31 23:59:59 exchange 50.00; supplier:moogold-USD-2020-10-31 2020-10-31 23:59:59 exchange_result -50.00; " +
		"supplier:moogold-USD-2020-11-30 2020-11-30 23:59:59 exchange 5.56; supplier:moogold-USD-2020-11-30 2020-11-30 23:59:59 exchange_result -5.56"
	if got := pgtest.One[string](t, pool, revalued); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const kept = "2020-10-31 80.00 90.00 7150.00 7200.00; 2020-11-30 170.00 94.44 16050.00 16055.56"
	if got := pgtest.One[string](t, pool, `select string_agg(concat_ws(' ', day, balance::numeric(9, 2), rate::numeric(9, 2), worth_before, worth), '; ' order by day) from ledger_revaluations`); got != kept {
		t.Errorf("kept %s, want %s", got, kept)
	}
}

// TestMoneyInAnotherCurrencyIsRevalued at providers, with what is to be returned of it; what a provider
// kept and a bank took back is a cost in rubles, at the rate of its day.
func TestMoneyInAnotherCurrencyIsRevalued(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	pgtest.Exec(t, pool, `insert into currency_rates (currency, set_at, rate, source) values ('KZT', '2020-10-01', 0.2, 'central_bank'), ('KZT', '2020-10-31 12:00+03', 0.15, 'central_bank')`)
	kzt := func(n money.Minor) money.Money { return money.Of(n, "KZT") }
	for _, e := range []Entry{
		dated(PaymentReceived{Provider: "payin", Charge: kzt(1000_00), Total: 190_00, Fee: 10_00}.Entry("1", 1), "2020-10-05 12:00"),
		dated(SurplusReceived{Provider: "payin", Amount: kzt(300_00)}.Entry("2", 1), "2020-10-05 12:00"),
		dated(CommissionKept{Provider: "payin", Amount: kzt(50_00)}.Entry("3"), "2020-10-06 12:00"),
		dated(RefundedOutside{Provider: "payin", Amount: kzt(100_00)}.Entry("4", 1), "2020-10-07 12:00"),
		dated(ProviderSettled{Provider: "payin", Amount: kzt(400_00)}.Entry("5"), "2020-10-08 12:00"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.revalueOn(t, hireFor(t, s, "anna"), "2020-10-31"); err != nil {
		t.Fatal(err)
	}
	// 850 ₸ are ours and were taken for 170: 750 with the provider and 400 in transit, less 300 to return.
	trial, err := TrialBalance(t.Context(), pool, day("2020-10-01"), day("2020-10-31"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, l := range trial.Lines {
		got[string(l.Account)+" "+string(l.Currency)] = Format(l.Closing())
	}
	want := map[string]string{
		"provider:payin KZT": "750.00", "transit KZT": "400.00", "unapplied KZT": "-300.00", "exchange KZT": "-850.00", "exchange RUB": "127.50",
		"orders RUB": "-190.00", "fees RUB": "-10.00", "acquiring RUB": "10.00", "chargebacks RUB": "20.00", "revaluation RUB": "42.50",
	}
	if !maps.Equal(got, want) || !trial.IsZero() {
		t.Errorf("got %v, want %v", got, want)
	}
}
