package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
	"larek/internal/problem"
)

// Moscow is the time zone of the books' days and months.
var Moscow = time.FixedZone("МСК", 3*60*60)

// ErrNoEntry is returned for an entry that does not exist.
var ErrNoEntry = problem.New(problem.NotFound, "books.not_found", "Такой проводки нет.")

// Turnover is an account over some days, in ten-thousandths.
type Turnover struct {
	Account                Account
	Currency               money.Currency
	Opening, Debit, Credit int64
}

// Closing returns what is on the account after the days.
func (t Turnover) Closing() int64 { return t.Opening + t.Debit - t.Credit }

// Sum is an amount in ten-thousandths.
type Sum struct {
	Currency       money.Currency
	TenThousandths int64
}

// Trial is the trial balance over some days.
type Trial struct {
	Since, Until time.Time // days
	Lines        []Turnover
	// Check is the sum of all accounts by currency: zero if the books are correct.
	Check []Sum
	// OwedToBuyers and OwedToSuppliers are positive.
	OwedToBuyers, OwedToSuppliers, PrepaidToSuppliers []Sum
}

// IsZero reports whether everything adds up to zero.
func (t *Trial) IsZero() bool {
	return !slices.ContainsFunc(t.Check, func(s Sum) bool { return s.TenThousandths != 0 })
}

// TrialBalance returns all accounts over the days since to until, both included.
func TrialBalance(ctx context.Context, db Querier, since, until time.Time) (*Trial, error) {
	rows, err := ledgerdb.New(db).TrialBalance(ctx, ledgerdb.TrialBalanceParams{Since: since, Until: until})
	if err != nil {
		return nil, fmt.Errorf("trial balance: %w", err)
	}
	t := &Trial{Since: since, Until: until}
	check, buyers, owed, prepaid := sums{}, sums{}, sums{}, sums{}
	for _, r := range rows {
		line := Turnover{Account(r.Account), money.Currency(r.Currency), r.Opening, r.Debit, r.Credit}
		t.Lines = append(t.Lines, line)
		closing := line.Closing()
		check[line.Currency] += closing
		switch group := line.Account.Group(); {
		case group == GroupBuyers:
			buyers[line.Currency] -= closing
		case group == GroupSupply && closing < 0:
			owed[line.Currency] -= closing
		case group == GroupSupply:
			prepaid[line.Currency] += closing
		}
	}
	slices.SortStableFunc(t.Lines, func(a, b Turnover) int { return a.Account.place() - b.Account.place() })
	t.Check, t.OwedToBuyers, t.OwedToSuppliers, t.PrepaidToSuppliers = check.list(), buyers.list(), owed.list(), prepaid.list()
	return t, nil
}

type sums map[money.Currency]int64

func (s sums) list() []Sum {
	list := make([]Sum, 0, len(s))
	for currency, sum := range s {
		list = append(list, Sum{currency, sum})
	}
	slices.SortFunc(list, func(a, b Sum) int { return cmp.Compare(a.Currency, b.Currency) })
	return list
}

// Turnovers returns one account over the days since to until.
func (s *Service) Turnovers(ctx context.Context, a Account, since, until time.Time) ([]Turnover, error) {
	q, list := ledgerdb.New(s.pool), []Turnover(nil)
	if strings.HasPrefix(string(a), string(Customers)+":") {
		rows, err := q.CustomerTurnover(ctx, ledgerdb.CustomerTurnoverParams{Account: string(a), Since: midnight(since), Until: midnight(until).AddDate(0, 0, 1)})
		for _, r := range rows {
			list = append(list, Turnover{a, money.Currency(r.Currency), r.Opening, r.Debit, r.Credit})
		}
		return list, err
	}
	rows, err := q.TrialBalance(ctx, ledgerdb.TrialBalanceParams{Since: since, Until: until, Account: string(a)})
	for _, r := range rows {
		list = append(list, Turnover{a, money.Currency(r.Currency), r.Opening, r.Debit, r.Credit})
	}
	return list, err
}

// midnight returns when a day begins in Moscow.
func midnight(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, Moscow)
}

// CardRow is one posting of an account, with its entry.
type CardRow = ledgerdb.AccountCardRow

// CardPlace is where a card goes on: after this posting.
type CardPlace struct {
	ID       int64  `json:"i"`
	Currency string `json:"c"`
}

// CardFilter selects postings of one account.
type CardFilter struct {
	Account      Account
	Currency     string // empty for all
	Since, Until time.Time
}

// Card returns up to limit postings of an account after a place, newest entry first.
func (s *Service) Card(ctx context.Context, f CardFilter, after *CardPlace, limit int32) ([]CardRow, error) {
	if after == nil {
		after = &CardPlace{ID: 1<<63 - 1}
	}
	q, since, until := ledgerdb.New(s.pool), midnight(f.Since), midnight(f.Until).AddDate(0, 0, 1)
	if f.Account == Customers {
		rows, err := q.CustomersCard(ctx, ledgerdb.CustomersCardParams{BeforeID: after.ID, Since: since, Until: until, PageLimit: limit})
		list := make([]CardRow, len(rows))
		for i, r := range rows {
			list[i] = CardRow(r)
		}
		return list, err
	}
	return q.AccountCard(ctx, ledgerdb.AccountCardParams{
		Account: string(f.Account), Currency: f.Currency, Since: since, Until: until, BeforeID: after.ID, BeforeCurrency: after.Currency, PageLimit: limit,
	})
}

// Booked is an entry in the books.
type Booked struct {
	ledgerdb.GetEntryRow
	Postings []FinePosting
}

// Booked returns an entry with its postings.
func (s *Service) Booked(ctx context.Context, id int64) (*Booked, error) {
	q := ledgerdb.New(s.pool)
	e, err := q.GetEntry(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoEntry
	}
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", id, err)
	}
	list, err := s.withPostings(ctx, []ledgerdb.EntriesRow{ledgerdb.EntriesRow(e)})
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// Entries returns up to limit entries before a number, newest first, of one order or,
// if orderID is nil, of all.
func (s *Service) Entries(ctx context.Context, orderID *int64, before int64, limit int32) ([]Booked, error) {
	rows, err := ledgerdb.New(s.pool).Entries(ctx, ledgerdb.EntriesParams{BeforeID: before, OrderID: orderID, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("entries: %w", err)
	}
	return s.withPostings(ctx, rows)
}

// Walk calls visit with the entries of the days since to until, oldest first, a page at
// a time.
func (s *Service) Walk(ctx context.Context, since, until time.Time, visit func([]Booked) error) error {
	p := ledgerdb.EntriesBetweenParams{Since: midnight(since), Until: midnight(until).AddDate(0, 0, 1), PageLimit: 1000}
	for {
		rows, err := ledgerdb.New(s.pool).EntriesBetween(ctx, p)
		if err != nil || len(rows) == 0 {
			return err
		}
		page := make([]ledgerdb.EntriesRow, len(rows))
		for i, r := range rows {
			page[i] = ledgerdb.EntriesRow(r)
		}
		list, err := s.withPostings(ctx, page)
		if err != nil {
			return err
		}
		if err := visit(list); err != nil {
			return err
		}
		last := rows[len(rows)-1]
		p.AfterAt, p.AfterID = last.At, last.ID
	}
}

func (s *Service) withPostings(ctx context.Context, rows []ledgerdb.EntriesRow) ([]Booked, error) {
	list, at, ids := make([]Booked, len(rows)), map[int64]int{}, make([]int64, len(rows))
	for i, r := range rows {
		list[i].GetEntryRow, at[r.ID], ids[i] = ledgerdb.GetEntryRow(r), i, r.ID
	}
	postings, err := ledgerdb.New(s.pool).PostingsOf(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("postings: %w", err)
	}
	for _, p := range postings {
		e := &list[at[p.GroupID]]
		e.Postings = append(e.Postings, FinePosting{Account(p.Account), p.Currency, p.TenThousandths})
	}
	return list, nil
}
