// Package ledger owns the books: double entry, append-only, always zero. Every
// movement of money is posted in the transaction of the fact that moved it.
package ledger

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Querier is a pool or a transaction.
type Querier = ledgerdb.DBTX

// Service keeps the books.
type Service struct{ pool *pgxpool.Pool }

// NewService needs the writing pool: a balance from a replica may be spent already.
func NewService(pool *pgxpool.Pool) *Service { return &Service{pool: pool} }

// Post books a fact. Booking it again changes nothing. The database refuses
// an entry that does not balance.
func (s *Service) Post(ctx context.Context, tx pgx.Tx, e Entry) error {
	p := ledgerdb.PostParams{Reason: e.Reason, Ref: e.Ref, OrderID: e.OrderID}
	for _, m := range merged(e.Postings) {
		p.Accounts = append(p.Accounts, string(m.Account))
		p.Currencies = append(p.Currencies, string(m.Amount.Currency))
		p.TenThousandths = append(p.TenThousandths, int64(m.Amount.Minor)*100)
	}
	for _, m := range e.Fine {
		if m.TenThousandths != 0 {
			p.Accounts, p.Currencies = append(p.Accounts, string(m.Account)), append(p.Currencies, string(m.Currency))
			p.TenThousandths = append(p.TenThousandths, m.TenThousandths)
		}
	}
	if len(p.Accounts) == 0 {
		return nil // nothing moved: a gift for nothing
	}
	if _, err := ledgerdb.New(tx).Post(ctx, p); err != nil {
		return fmt.Errorf("book %s %s: %w", e.Reason, e.Ref, err)
	}
	return nil
}

// merged adds up what one account gets in one currency and leaves zeros out.
func merged(postings []Posting) []Posting {
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
	kept := sums[:0]
	for _, p := range sums {
		if p.Amount.Sign() != 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// Balance is the sum of an account: positive is ours, negative is owed.
func (s *Service) Balance(ctx context.Context, db Querier, a Account, currency money.Currency) (money.Money, error) {
	sum, err := ledgerdb.New(db).Balance(ctx, ledgerdb.BalanceParams{Account: string(a), Currency: currency})
	if err != nil {
		return money.Money{}, fmt.Errorf("balance of %s: %w", a, err)
	}
	return money.Of(money.Minor(sum), currency), nil
}

// FineBalance is Balance in ten-thousandths, for accounts of suppliers.
func (s *Service) FineBalance(ctx context.Context, db Querier, a Account, currency money.Currency) (int64, error) {
	sum, err := ledgerdb.New(db).FineBalance(ctx, ledgerdb.FineBalanceParams{Account: string(a), Currency: currency})
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", a, err)
	}
	return sum, nil
}

// CustomerBalance is what a buyer can spend, as a positive number.
func (s *Service) CustomerBalance(ctx context.Context, userID int64) (money.RUB, error) {
	return s.owed(ctx, s.pool, userID)
}

// HoldCustomer is CustomerBalance that stays true until tx ends: nobody else
// can spend from it meanwhile.
func (s *Service) HoldCustomer(ctx context.Context, tx pgx.Tx, userID int64) (money.RUB, error) {
	if err := ledgerdb.New(tx).LockAccount(ctx, string(Customer(userID))); err != nil {
		return 0, fmt.Errorf("hold balance: %w", err)
	}
	return s.owed(ctx, tx, userID)
}

func (s *Service) owed(ctx context.Context, db Querier, userID int64) (money.RUB, error) {
	sum, err := s.Balance(ctx, db, Customer(userID), money.Ruble)
	if err != nil {
		return 0, err
	}
	return sum.Neg().RUB()
}

// OwedForOrder is what one order's buyer has paid and neither got nor got back.
func (s *Service) OwedForOrder(ctx context.Context, db Querier, orderID int64) (money.RUB, error) {
	sum, err := ledgerdb.New(db).OrderBalance(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("owed for order %d: %w", orderID, err)
	}
	return sum, nil
}

// Health is the proof that the books are right.
type Health struct {
	// Sums holds every posting's sum per currency: zeros.
	Sums map[money.Currency]money.Minor
	// Unbalanced lists groups that do not sum to zero, 100 at most: none.
	Unbalanced []int64
}

// Err says what is wrong, or nil.
func (h Health) Err() error {
	var wrong []string
	for currency, sum := range h.Sums {
		if sum != 0 {
			wrong = append(wrong, money.Of(sum, currency).String())
		}
	}
	if len(wrong) == 0 && len(h.Unbalanced) == 0 {
		return nil
	}
	return fmt.Errorf("ledger: sums are [%s], unbalanced groups %v", strings.Join(wrong, ", "), h.Unbalanced)
}

// Check reads all the books.
func (s *Service) Check(ctx context.Context) (Health, error) {
	q := ledgerdb.New(s.pool)
	sums, err := q.CurrencySums(ctx)
	if err != nil {
		return Health{}, fmt.Errorf("ledger sums: %w", err)
	}
	h := Health{Sums: map[money.Currency]money.Minor{}}
	for _, s := range sums {
		h.Sums[s.Currency] = money.Minor(s.Hundredths)
	}
	if h.Unbalanced, err = q.UnbalancedGroups(ctx); err != nil {
		return Health{}, fmt.Errorf("ledger groups: %w", err)
	}
	return h, nil
}
