// Package ledger owns the books: double entry, append-only, always balanced. Every
// movement of money is posted in the transaction that causes it.
package ledger

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Querier is a pool or a transaction.
type Querier = ledgerdb.DBTX

// Service posts entries and reads balances.
type Service struct {
	pool *pgxpool.Pool
	vat  string // the kind of rate the shop pays
	// areAdvancesRevalued says whether advances to suppliers are revalued as money is.
	areAdvancesRevalued bool
	brand               *brand.Reader
}

// WithBrand sets what the shop is called in the summaries of closed months. It returns s.
func (s *Service) WithBrand(names *brand.Reader) *Service {
	s.brand = names
	return s
}

// NewService returns a service on the read-write pool: a balance read from a replica
// may already be spent.
func NewService(pool *pgxpool.Pool) *Service { return &Service{pool: pool} }

// IsPosted reports whether an entry was posted before.
func IsPosted(ctx context.Context, tx pgx.Tx, e Entry) (bool, error) {
	return ledgerdb.New(tx).IsPosted(ctx, ledgerdb.IsPostedParams{Reason: e.Reason, Ref: e.Ref})
}

// Post posts entries in the caller's transaction by one statement. It is idempotent: an
// entry with the same reason and ref is posted once. What they earn or cost in another
// currency is booked in rubles. The database rejects an entry that does not balance. The tax inside what they earn is posted with them.
func (s *Service) Post(ctx context.Context, tx pgx.Tx, entries ...Entry) error {
	seen := map[[2]string]bool{}
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		name := [2]string{e.Reason, e.Ref}
		again := seen[name]
		seen[name] = true
		return again || len(e.All()) == 0 // all amounts are zero: a free order
	})
	if len(entries) == 0 {
		return nil
	}
	booked := make([]Entry, len(entries))
	for i, e := range entries {
		var err error
		if booked[i], err = inRubles(ctx, tx, e); err != nil {
			return err
		}
	}
	fresh, err := ledgerdb.New(tx).Post(ctx, postParams(booked))
	if err != nil {
		return fmt.Errorf("post %s %s: %w", entries[0].Reason, entries[0].Ref, err)
	}
	var taxes []Entry
	for _, n := range fresh { // the others were posted before, with their tax
		tax, err := s.vatEntry(ctx, tx, entries[n-1])
		if err != nil {
			return err
		}
		if tax != nil {
			taxes = append(taxes, *tax)
		}
	}
	return s.Post(ctx, tx, taxes...)
}

func postParams(entries []Entry) ledgerdb.PostParams {
	var p ledgerdb.PostParams
	for i, e := range entries {
		order, date := int64(0), time.Unix(0, 0)
		if e.OrderID != nil {
			order = *e.OrderID
		}
		if e.At != nil {
			date = *e.At
		}
		p.Reasons, p.Refs = append(p.Reasons, e.Reason), append(p.Refs, e.Ref)
		p.OrderIds, p.Dates = append(p.OrderIds, order), append(p.Dates, date)
		for _, m := range e.All() {
			p.Entries = append(p.Entries, int32(i+1)) //nolint:gosec // a few entries
			p.Accounts, p.Currencies = append(p.Accounts, string(m.Account)), append(p.Currencies, string(m.Currency))
			p.TenThousandths = append(p.TenThousandths, m.TenThousandths)
		}
	}
	return p
}

// mergePostings adds up the postings of each account and currency and drops zeros.
func mergePostings(postings []Posting) []Posting {
	type key struct {
		account  Account
		currency money.Currency
	}
	at := map[key]int{}
	var sums []Posting
	for _, p := range postings {
		k := key{p.Account, p.Amount.Currency}
		if i, ok := at[k]; ok {
			sums[i].Amount.Minor += p.Amount.Minor
			continue
		}
		at[k] = len(sums)
		sums = append(sums, p)
	}
	nonZero := sums[:0]
	for _, p := range sums {
		if p.Amount.Sign() != 0 {
			nonZero = append(nonZero, p)
		}
	}
	return nonZero
}

// Balance returns the balance of an account: positive is ours, negative is owed.
func Balance(ctx context.Context, db Querier, a Account, currency money.Currency) (money.Money, error) {
	sum, err := ledgerdb.New(db).Balance(ctx, ledgerdb.BalanceParams{Account: string(a), Currency: currency})
	if err != nil {
		return money.Money{}, fmt.Errorf("balance of %s: %w", a, err)
	}
	return money.Of(money.Minor(sum), currency), nil
}

// FineBalance is Balance in ten-thousandths, for the accounts of suppliers.
func FineBalance(ctx context.Context, db Querier, a Account, currency money.Currency) (int64, error) {
	sum, err := ledgerdb.New(db).FineBalance(ctx, ledgerdb.FineBalanceParams{Account: string(a), Currency: currency})
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", a, err)
	}
	return sum, nil
}

// CustomerBalance returns what a buyer can spend, as a positive number.
func (s *Service) CustomerBalance(ctx context.Context, userID int64) (money.RUB, error) {
	return owed(ctx, s.pool, userID)
}

// LockCustomerBalance is CustomerBalance with the account locked until tx ends, so
// that it cannot be spent concurrently.
func LockCustomerBalance(ctx context.Context, tx pgx.Tx, userID int64) (money.RUB, error) {
	if err := ledgerdb.New(tx).LockAccount(ctx, string(Customer(userID))); err != nil {
		return 0, fmt.Errorf("lock balance: %w", err)
	}
	return owed(ctx, tx, userID)
}

func owed(ctx context.Context, db Querier, userID int64) (money.RUB, error) {
	sum, err := Balance(ctx, db, Customer(userID), money.Ruble)
	if err != nil {
		return 0, err
	}
	return sum.Neg().RUB()
}

// OrderLiability returns what a buyer has paid for an order that was neither delivered
// nor refunded.
func OrderLiability(ctx context.Context, db Querier, orderID int64) (money.RUB, error) {
	sum, err := ledgerdb.New(db).OrderBalance(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("owed for order %d: %w", orderID, err)
	}
	return sum, nil
}

// OrderGoodwill returns what was given for an order as an apology.
func OrderGoodwill(ctx context.Context, db Querier, orderID int64) (money.RUB, error) {
	sum, err := ledgerdb.New(db).OrderGoodwill(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("apologies for order %d: %w", orderID, err)
	}
	return sum, nil
}

// Audit is the result of verifying the books.
type Audit struct {
	// Sums is the sum of all postings by currency: zero if the books are correct.
	Sums map[money.Currency]money.Minor
	// Unbalanced lists entries that do not add up to zero, at most 100.
	Unbalanced []int64
	// WrongSums lists accounts whose sums by day are not those of their postings.
	WrongSums []string
}

// Err returns an error that describes what is wrong, or nil.
func (h Audit) Err() error {
	var wrong []string
	for currency, sum := range h.Sums {
		if sum != 0 {
			wrong = append(wrong, money.Of(sum, currency).String())
		}
	}
	if len(wrong) == 0 && len(h.Unbalanced) == 0 && len(h.WrongSums) == 0 {
		return nil
	}
	return fmt.Errorf("ledger: sums are [%s], unbalanced entries %v, wrong sums by day of %v", strings.Join(wrong, ", "), h.Unbalanced, h.WrongSums)
}

// Verify audits all postings.
func (s *Service) Verify(ctx context.Context) (Audit, error) { return s.verifyAfter(ctx, Checkpoint{}) }

// verifyAfter audits the postings after a checkpoint, with the sums it has for what was
// before.
func (s *Service) verifyAfter(ctx context.Context, c Checkpoint) (Audit, error) {
	q := ledgerdb.New(s.pool)
	sums, err := q.CurrencySums(ctx, ledgerdb.CurrencySumsParams{AfterID: c.ToID, CheckpointID: c.Number})
	if err != nil {
		return Audit{}, fmt.Errorf("ledger sums: %w", err)
	}
	h := Audit{Sums: map[money.Currency]money.Minor{}}
	for _, s := range sums {
		h.Sums[money.Currency(s.Currency)] = money.Minor(s.Hundredths)
	}
	if h.Unbalanced, err = q.UnbalancedGroups(ctx, ledgerdb.UnbalancedGroupsParams{AfterID: c.ToID, UntilID: math.MaxInt64}); err != nil {
		return Audit{}, fmt.Errorf("unbalanced ledger entries: %w", err)
	}
	if h.WrongSums, err = q.WrongSums(ctx, ledgerdb.WrongSumsParams{AfterID: c.ToID, CheckpointID: c.Number}); err != nil {
		return Audit{}, fmt.Errorf("ledger sums by day: %w", err)
	}
	return h, nil
}
