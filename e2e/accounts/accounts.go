// Package accounts compares the money that providers and suppliers report with the
// shop's ledger, account by account and to the last unit. Providers hold what they
// collected less what was refunded; suppliers have received the cost of what they
// delivered. The sandbox's journal is the report.
package accounts

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/sandbox/core"
)

// Account is one account of the ledger in one currency.
type Account struct{ Name, Currency string }

// Sums are what accounts hold, in ten-thousandths of their currency.
type Sums map[Account]int64

const (
	// kopeck is a hundredth in ten-thousandths.
	kopeck = 100
	// chargedBack is a journal entry of money a buyer's bank took back.
	chargedBack core.EventType = "charged_back"
	// supplierCurrency is what all suppliers count in.
	supplierCurrency = "USD"
)

// Recorded adds up the journal: what each provider holds for us, including refunds
// made outside of the shop, and what each supplier has received from us.
func Recorded(entries []core.JournalEntry) Sums {
	sums := Sums{}
	for _, e := range entries {
		provider := Account{"provider:" + e.Provider, string(e.Currency)}
		switch e.What {
		case core.Paid:
			sums[provider] += int64(e.Amount) * kopeck
		case core.Refunded, chargedBack:
			sums[provider] -= int64(e.Amount) * kopeck
		case core.Delivered:
			sums[Account{"supplier:" + e.Provider, supplierCurrency}] -= int64(e.Goods.Price)
		}
	}
	return sums
}

// Database queries the ledger.
type Database interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Booked reads the same accounts from the ledger. What operators spend is not
// on any record.
func Booked(ctx context.Context, db Database) (Sums, error) {
	rows, err := db.Query(ctx, `select account, currency, (sum(amount) * 10000)::bigint from ledger_postings
		where (account like 'provider:%' or account like 'supplier:%') and account <> 'supplier:operator'
		group by account, currency`)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	sums := Sums{}
	var a Account
	var sum int64
	_, err = pgx.ForEachRow(rows, []any{&a.Name, &a.Currency, &sum}, func() error {
		sums[a] = sum
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return sums, nil
}

// Differences lists the accounts in which the ledger differs from the journal. An
// account that only one of them has counts as zero in the other.
func Differences(recorded, booked Sums) []string {
	all := map[Account]bool{}
	for a := range recorded {
		all[a] = true
	}
	for a := range booked {
		all[a] = true
	}
	sorted := slices.SortedFunc(maps.Keys(all), func(a, b Account) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Currency, b.Currency))
	})
	var wrong []string
	for _, a := range sorted {
		if recorded[a] != booked[a] {
			wrong = append(wrong, fmt.Sprintf("the ledger has %s %s at %s, the record %s", decimal(booked[a]), a.Currency, a.Name, decimal(recorded[a])))
		}
	}
	return wrong
}

func decimal(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%04d", sign, n/10_000, n%10_000)
}
