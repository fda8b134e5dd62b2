package ledger

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/pg/pgtest"
)

// taxBooked returns the entries of the tax, and the balance of what is owed to the state.
func taxBooked(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	return pgtest.One[string](t, pool, `select coalesce(string_agg(concat_ws(' ', g.ref, p.account, p.amount::numeric(14, 2)), ', ' order by g.id, p.account), '')
		from ledger_groups g join ledger_postings p on p.group_id = g.id where g.reason = 'vat'`)
}

func postAll(t *testing.T, s *Service, list ...Entry) {
	t.Helper()
	for _, e := range list {
		for range 2 { // an entry posted again has no second tax
			if err := post(t, s, e); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func rateToday(t *testing.T, pool *pgxpool.Pool, percent int) {
	t.Helper()
	pgtest.Exec(t, pool, `insert into vat_rates (kind, since, percent, name, code) values ('general', (now() at time zone 'Europe/Moscow')::date, $1, 'x', 11)
		on conflict (kind, since) do update set percent = excluded.percent`, percent)
}

var sold = []Entry{
	PaymentReceived{"tbank", money.Of(103_20, "RUB"), 100_00, 3_20}.Entry("1", 1),
	Delivered{Net: 60_00, Discount: 10_00}.Entry("7", 1),
	Delivered{Net: 40_00}.Entry("8", 1),
}

func TestTaxIsTakenOutOfWhatIsEarned(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	rateToday(t, pool, 22)
	postAll(t, s.WithVAT("general"), sold...)
	const want = "payment-1 fees 0.58, payment-1 vat -0.58, delivery-7 revenue 10.82, delivery-7 vat -10.82, delivery-8 revenue 7.21, delivery-8 vat -7.21"
	if got := taxBooked(t, pool); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Error(err, h.Err())
	}
}

// TestTaxGoesBackAsItCame refunds in parts, after the rate has changed and the shop has
// ceased to pay the tax.
func TestTaxGoesBackAsItCame(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	rateToday(t, pool, 22)
	postAll(t, s.WithVAT("general"), sold...)
	rateToday(t, pool, 50)
	part := RefundedAfterDelivery{To: Provider("tbank"), Amount: money.Of(33_33, "RUB"), Rubles: 33_33}.Entry("1", 1)
	rest := RefundedAfterDelivery{To: Provider("tbank"), Amount: money.Of(69_87, "RUB"), Rubles: 69_87}.Entry("2", 1)
	postAll(t, s, part)
	if got := pgtest.One[string](t, pool, `select sum(p.amount)::numeric(14, 2)::text from ledger_postings p where p.account = 'vat'`); got != "-12.60" {
		t.Errorf("owed after a part: %s", got)
	}
	postAll(t, s.WithVAT("none"), rest)
	if got := pgtest.One[string](t, pool, `select sum(p.amount)::numeric(14, 2)::text from ledger_postings p where p.account = 'vat'`); got != "0.00" {
		t.Errorf("owed after everything is refunded: %s", got)
	}
}

func TestShopWithoutTaxBooksNone(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	back := RefundedAfterDelivery{To: Provider("tbank"), Amount: money.Of(50_00, "RUB"), Rubles: 50_00}.Entry("1", 1)
	postAll(t, s, append(sold, back)...)
	postAll(t, s.WithVAT("none"), Delivered{Net: 40_00}.Entry("9", 1))
	if got := taxBooked(t, pool); got != "" {
		t.Errorf("booked %s", got)
	}
}

func TestTaxWithoutARateIsRefused(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	if err := post(t, s.WithVAT("nonsense"), sold[1]); err == nil {
		t.Error("posted without a rate")
	}
	if n := pgtest.One[int64](t, pool, `select count(*) from ledger_groups`); n != 0 {
		t.Errorf("%d entries", n)
	}
}

// TestTaxInsideAdvancesIsData: what is paid and not delivered at the end of a day, at its rate. No
// entry has it.
func TestTaxInsideAdvancesIsData(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	s.WithVAT("none")
	for _, e := range []Entry{
		dated(PaymentReceived{"tbank", money.Of(305_00, "RUB"), 305_00, 0}.Entry("1", 1), "2026-10-31 10:00"),
		dated(Delivered{Net: 61_00}.Entry("7", 1), "2026-10-31 11:00"),
		dated(Delivered{Net: 244_00}.Entry("8", 1), "2026-11-01 01:00"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.AdvanceTax(t.Context(), pool, day("2026-10-31")); got != nil || err != nil {
		t.Errorf("without tax: got %v, %v", got, err)
	}
	s.WithVAT("general")
	for text, want := range map[string]AdvanceTax{
		"2026-10-30": {Percent: "22.00"}, "2026-10-31": {Advances: 244_00, Tax: 44_00, Percent: "22.00"}, "2026-11-01": {Percent: "22.00"},
		"2025-12-31": {Percent: "20.00"},
	} {
		if got, err := s.AdvanceTax(t.Context(), pool, day(text)); err != nil || *got != want {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
	}
	if got := taxBooked(t, pool); got != "" {
		t.Errorf("booked %s", got)
	}
}
