package ledger

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

func newBooks(t *testing.T) (*Service, *pgxpool.Pool) {
	t.Helper()
	pool := pgtest.New(t)
	s := NewService(pool)
	factory.Order(t, pool, factory.With{"id": 1, "gift_id": factory.Gift(t, pool, nil)})
	return s, pool
}

func post(t *testing.T, s *Service, e Entry) error {
	t.Helper()
	return pg.InTx(t.Context(), s.pool, func(tx pgx.Tx) error { return s.Post(t.Context(), tx, e) })
}

// TestBooksEqualTheReplay posts random entries, some of them twice and concurrently:
// the sums must be zero and every balance the sum of the distinct entries.
func TestBooksEqualTheReplay(t *testing.T) {
	t.Parallel()
	s, _ := newBooks(t)
	type key struct {
		account  Account
		currency money.Currency
	}
	replay := map[key]money.Minor{}
	r := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // repeatable
	for user := range int64(3) {     // a balance cannot be spent below zero
		e := GoodwillGiven{UserID: user + 1, Amount: 10_000_000_00}.BareEntry("rich" + strconv.FormatInt(user, 10))
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
		for _, p := range e.Postings {
			replay[key{p.Account, p.Amount.Currency}] += p.Amount.Minor
		}
	}
	var entries []Entry
	for i := range 300 {
		e := randomEntry(r, strconv.Itoa(i), 1)
		for _, p := range e.Postings {
			replay[key{p.Account, p.Amount.Currency}] += p.Amount.Minor
		}
		entries = append(entries, e)
		if i%3 == 0 {
			entries = append(entries, e)
		}
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < len(entries); i += 4 {
				if err := post(t, s, entries[i]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for k, want := range replay {
		if got, err := Balance(t.Context(), s.pool, k.account, k.currency); err != nil || got.Minor != want {
			t.Errorf("%s in %s: got %s (%v), want %s", k.account, k.currency, got, err, want)
		}
	}
	h, err := s.Verify(t.Context())
	if err != nil || h.Err() != nil || len(h.Sums) != 3 {
		t.Errorf("%+v, %v, %v", h, h.Err(), err)
	}
}

func TestDatabaseProtectsTheBooks(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	e := SurplusReceived{Provider: "tbank", Amount: money.Of(100, "RUB")}.Entry("1", 1)
	if err := post(t, s, e); err != nil {
		t.Fatal(err)
	}
	unbalanced := e
	unbalanced.Ref, unbalanced.Postings = "2", []Posting{{OrderDeposits(), money.Of(100, "RUB")}, {Fees(), money.Of(-100, "KZT")}}
	if err := post(t, s, unbalanced); err == nil || !strings.Contains(err.Error(), "sum to zero") {
		t.Errorf("unbalanced entry: got %v, want an error", err)
	}
	pgtest.Refused(t, pool, `update ledger_postings set amount = amount + 1`, `delete from ledger_postings`, `truncate ledger_postings`,
		`update ledger_groups set ref = 'x'`, `delete from ledger_groups`, `truncate ledger_groups cascade`)
	if err := post(t, s, Entry{Reason: "delivery", Ref: "free", Postings: []Posting{{OrderDeposits(), money.Of(0, "RUB")}}}); err != nil {
		t.Errorf("entry without amounts: %v", err)
	}
}

func TestBalanceIsNotSpentTwice(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	if err := post(t, s, RefundedFromOrder{To: Customer(1), Amount: money.Of(100, "RUB"), Net: 100}.Entry("r1", 1)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
				has, err := LockCustomerBalance(t.Context(), tx, 1)
				if err != nil || has < 40 {
					return err
				}
				return s.Post(t.Context(), tx, BalanceSpent{UserID: 1, Total: 40}.Entry(strconv.Itoa(i), 1))
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if left, err := s.CustomerBalance(t.Context(), 1); err != nil || left != 20 {
		t.Errorf("balance: got %s, %v; want 0.20", left, err)
	}
	if owed, err := OrderLiability(t.Context(), pool, 1); err != nil || owed != -20 {
		t.Errorf("liability: got %s, %v; want -0.20", owed, err)
	}
}
