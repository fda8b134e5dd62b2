package ledger

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

// dated returns an entry on a day in Moscow.
func dated(e Entry, at string) Entry {
	t, err := time.ParseInLocation("2006-01-02 15:04", at, Moscow)
	if err != nil {
		panic(err)
	}
	e.At = &t
	return e
}

func (t *Trial) text() string {
	lines := make([]string, len(t.Lines))
	for i, l := range t.Lines {
		lines[i] = fmt.Sprintf("%s %s %s %s %s %s", l.Account, l.Currency, Format(l.Opening), Format(l.Debit), Format(l.Credit), Format(l.Closing()))
	}
	return strings.Join(lines, "\n")
}

func TestTrialBalanceOfAnyDays(t *testing.T) {
	t.Parallel()
	s, _ := newBooks(t)
	for i, e := range []Entry{
		dated(PaymentReceived{Provider: "tbank", Charge: money.Of(105_00, "RUB"), Total: 100_00, Fee: 5_00}.Entry("1", 1), "2026-09-30 23:59"),
		dated(PaymentReceived{Provider: "tbank", Charge: money.Of(210_00, "RUB"), Total: 200_00, Fee: 10_00}.Entry("2", 1), "2026-10-01 00:00"),
		dated(Delivered{Net: 100_00}.Entry("1", 1), "2026-10-15 12:00"),
		dated(GoodwillGiven{UserID: 7, Amount: 30_00}.Entry("k", 1), "2026-10-31 23:59"),
		dated(SupplierCharged{Supplier: "moogold", TenThousandths: 1_2345, Currency: "USD", Rubles: 99_99}.Entry("c", 1), "2026-11-01 00:00"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(i, err)
		}
	}
	want := strings.Join([]string{
		"provider:tbank RUB 105.00 210.00 0.00 315.00",
		"orders RUB -100.00 100.00 200.00 -200.00",
		"customer RUB 0.00 0.00 30.00 -30.00",
		"revenue RUB 0.00 0.00 100.00 -100.00",
		"fees RUB -5.00 0.00 10.00 -15.00",
		"goodwill RUB 0.00 30.00 0.00 30.00",
	}, "\n")
	for _, stage := range []string{"before", "after"} { // the entries are summed up by day
		got, err := TrialBalance(t.Context(), s.pool, day("2026-10-01"), day("2026-10-31"))
		if err != nil || got.text() != want || !got.IsZero() {
			t.Errorf("%s summing: got\n%s\n(%v), want\n%s", stage, got.text(), err, want)
		}
		if owed := got.OwedToBuyers; len(owed) != 1 || Format(owed[0].TenThousandths) != "230.00" {
			t.Errorf("owed to buyers: %+v", owed)
		}
		if err := s.SumUpAll(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	got, err := TrialBalance(t.Context(), s.pool, day("2026-11-01"), day("2026-11-30"))
	if err != nil || !strings.Contains(got.text(), "supplier:moogold USD 0.00 0.00 1.2345 -1.2345") || !got.IsZero() || Format(got.OwedToSuppliers[0].TenThousandths) != "1.2345" {
		t.Errorf("got\n%s\n%v", got.text(), err)
	}
}

// TestSumsByDayUnderConcurrency posts while others sum up: every reader sees books that
// add up to zero, and in the end no entry is missing or counted twice.
func TestSumsByDayUnderConcurrency(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	var posting, summing sync.WaitGroup
	done := make(chan struct{})
	for worker := range 4 {
		posting.Go(func() {
			for i := range 50 {
				e := SurplusReceived{Provider: "tbank", Amount: money.Of(1, "RUB")}.Entry(fmt.Sprintf("%d-%d", worker, i), 1)
				if err := post(t, s, e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		summing.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := s.SumUpAll(t.Context()); err != nil {
					t.Error(err)
				}
				if b, err := TrialBalance(t.Context(), s.pool, day("2020-01-01"), day("2100-01-01")); err != nil || !b.IsZero() {
					t.Errorf("%s, %v", b.text(), err)
				}
			}
		})
	}
	posting.Wait()
	close(done)
	summing.Wait()
	b, err := TrialBalance(t.Context(), s.pool, day("2020-01-01"), day("2100-01-01"))
	if err != nil || b.text() != "provider:tbank RUB 0.00 2.00 0.00 2.00\nunapplied RUB 0.00 0.00 2.00 -2.00" {
		t.Errorf("got\n%s\n%v", b.text(), err)
	}
	if err := s.SumUpAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := pgtest.One[int64](t, pool, `select count(*) from ledger_unsummed`); left != 0 {
		t.Errorf("%d entries are not summed", left)
	}
}

func TestWrongSumsAreFound(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	for _, ref := range []string{"summed", "waiting"} {
		if err := post(t, s, GoodwillGiven{UserID: 7, Amount: 30_00}.Entry(ref, 1)); err != nil {
			t.Fatal(err)
		}
		if ref == "summed" {
			if err := s.SumUpAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Fatalf("%v, %v", h.Err(), err)
	}
	pgtest.Exec(t, pool, `update ledger_daily set debit = debit + 1 where account = 'goodwill'`)
	pgtest.Exec(t, pgtest.Owner(t, pool), `delete from ledger_daily where account = 'customer'`)
	if h, err := s.Verify(t.Context()); err != nil || fmt.Sprint(h.WrongSums) != "[customer goodwill]" || h.Err() == nil {
		t.Errorf("got %v, %v", h, err)
	}
}

func TestCardGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	s, _ := newBooks(t)
	for i := range 7 {
		e := dated(SurplusReceived{Provider: "tbank", Amount: money.Of(money.Minor(i+1), "RUB")}.Entry(strconv.Itoa(i), 1), fmt.Sprintf("2026-10-%02d 10:00", i+1))
		if i%2 == 0 {
			e.At = nil // now
		}
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	f := CardFilter{Account: Provider("tbank"), Since: day("2026-10-01"), Until: day("2026-10-31")}
	var got []string
	for after := (*CardPlace)(nil); ; {
		rows, err := s.Card(t.Context(), f, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			got = append(got, r.Ref+" "+Format(r.TenThousandths))
			after = &CardPlace{r.ID, r.Currency}
		}
		if len(rows) < 2 {
			break
		}
	}
	if want := "5 0.06,3 0.04,1 0.02"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	f.Since, f.Until = day("2020-01-01"), day("2100-01-01")
	if rows, err := s.Card(t.Context(), f, nil, 50); err != nil || len(rows) != 7 || rows[0].Ref != "6" {
		t.Errorf("got %d rows, %v", len(rows), err)
	}
}

func sign(text string) string { return text + "\nподпись" }

var november = time.Date(2026, 11, 16, 12, 0, 0, 0, Moscow)

// newPeople adds two members of staff.
func newPeople(t *testing.T, s *Service) (asker, other int64) {
	t.Helper()
	hire := func(name string) int64 {
		return pgtest.One[int64](t, s.pool, `insert into staff (email, name, role_id, password, created, seen_at) select $1 || '@larek.test', $1, (select min(id) from staff_roles), '', now(), now() returning id`, name)
	}
	return hire("anna"), hire("boris")
}

// closing is the books of two people who close months.
type closing struct {
	t           *testing.T
	s           *Service
	anna, boris int64
}

func newClosing(t *testing.T) *closing {
	t.Helper()
	s, _ := newBooks(t)
	c := &closing{t: t, s: s}
	c.anna, c.boris = newPeople(t, s)
	for _, e := range []Entry{
		dated(SurplusReceived{Provider: "tbank", Amount: money.Of(1_00, "RUB")}.Entry("1", 1), "2026-09-10 10:00"),
		dated(SurplusReceived{Provider: "tbank", Amount: money.Of(2_00, "RUB")}.Entry("2", 1), "2026-10-31 23:59"),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c *closing) ask(month string) (id int64, err error) {
	err = pg.InTx(c.t.Context(), c.s.pool, func(tx pgx.Tx) (err error) {
		id, err = AskToClose(c.t.Context(), tx, day(month+"-01"), c.anna, "конец месяца", november)
		return err
	})
	return id, err
}

func (c *closing) approve(id, who int64) (d Decided, err error) {
	err = pg.InTx(c.t.Context(), c.s.pool, func(tx pgx.Tx) (err error) {
		d, err = c.s.Decide(c.t.Context(), tx, id, true, who, november, sign)
		return err
	})
	return d, err
}

// close closes a month with both people.
func (c *closing) close(month string) Decided {
	c.t.Helper()
	id, err := c.ask(month)
	if err != nil {
		c.t.Fatal(err)
	}
	d, err := c.approve(id, c.boris)
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

func TestMonthIsClosedByTwoPeople(t *testing.T) {
	t.Parallel()
	c := newClosing(t)
	for month, want := range map[string]error{"2026-11": ErrMonthNotOver, "2026-10": ErrEarlierMonth, "2026-08": ErrNothingToDo} {
		if _, err := c.ask(month); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", month, err, want)
		}
	}
	id, err := c.ask("2026-09")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ask("2026-09"); !errors.Is(err, ErrAlreadyAsked) {
		t.Errorf("asked twice: %v", err)
	}
	if _, err := c.approve(id, c.anna); !errors.Is(err, ErrOwnRequest) {
		t.Errorf("approved alone: %v", err)
	}
	if n := pgtest.One[int64](t, c.s.pool, `select count(*) from ledger_periods`); n != 0 {
		t.Fatal("a refused approval has closed the month")
	}
	if _, err := c.approve(id, c.boris); err != nil {
		t.Fatal(err)
	}
	text, err := c.s.Summary(t.Context(), day("2026-09-01"))
	if err != nil || !strings.Contains(text, "provider:tbank RUB: 0.00 1.00 0.00 1.00") || !strings.HasSuffix(text, "подпись") {
		t.Errorf("summary %q, %v", text, err)
	}
}

func TestNothingIsBookedInAClosedMonth(t *testing.T) {
	t.Parallel()
	c := newClosing(t)
	september := c.close("2026-09")
	c.close("2026-10")
	if text, _ := c.s.Summary(t.Context(), day("2026-10-01")); !strings.Contains(text, hex.EncodeToString(september.Digest)) {
		t.Errorf("the summary does not name the month before: %s", text)
	}
	late := SurplusReceived{Provider: "tbank", Amount: money.Of(3_00, "RUB")}
	if err := post(t, c.s, dated(late.Entry("3", 1), "2026-10-31 23:59")); err == nil || !strings.Contains(err.Error(), "is closed") {
		t.Errorf("an entry in a closed month: %v", err)
	}
	if err := post(t, c.s, dated(late.Entry("4", 1), "2026-11-01 00:00")); err != nil {
		t.Errorf("an entry in the open month: %v", err)
	}
	if _, err := c.s.pool.Exec(t.Context(), `delete from ledger_periods`); err == nil {
		t.Error("a closed month was opened")
	}
}

func TestEntryByHandNeedsAnotherPerson(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	anna, boris := newPeople(t, s)
	draft := func(amount money.Minor, account Account) Draft {
		return Draft{Day: "2026-11-10", Text: "ошибка", Postings: []DraftPosting{{account, "RUB", 5_00}, {WriteOffs(), "RUB", -amount}}}
	}
	ask := func(d Draft) (id int64, err error) {
		err = pg.InTx(t.Context(), pool, func(tx pgx.Tx) (err error) {
			id, err = AskToEnter(t.Context(), tx, d, anna, "ошибка", november)
			return err
		})
		return id, err
	}
	for name, d := range map[string]Draft{
		"unbalanced": draft(4_99, Bank()), "a buyer's balance": draft(5_00, Customer(7)), "orders": draft(5_00, OrderDeposits()), "unknown": draft(5_00, "nowhere"),
		"one account": draft(5_00, WriteOffs()), "future": {Day: "2026-11-17", Postings: draft(5_00, Bank()).Postings},
	} {
		if _, err := ask(d); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if n := pgtest.One[int64](t, pool, `select count(*) from ledger_requests`); n != 0 {
		t.Fatalf("%d refused drafts were kept", n)
	}
	id, err := ask(draft(5_00, Bank()))
	if err != nil {
		t.Fatal(err)
	}
	decide := func(approve bool, who int64) error {
		return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := s.Decide(t.Context(), tx, id, approve, who, november, sign)
			return err
		})
	}
	if err := decide(true, anna); !errors.Is(err, ErrOwnRequest) {
		t.Errorf("approved alone: %v", err)
	}
	if err := decide(true, boris); err != nil {
		t.Fatal(err)
	}
	if err := decide(true, boris); !errors.Is(err, ErrNoRequest) {
		t.Errorf("approved twice: %v", err)
	}
	b, err := TrialBalance(t.Context(), s.pool, day("2026-11-10"), day("2026-11-10"))
	if err != nil || b.text() != "bank RUB 0.00 5.00 0.00 5.00\nwriteoff RUB 0.00 0.00 5.00 -5.00" {
		t.Errorf("got\n%s\n%v", b.text(), err)
	}
}
