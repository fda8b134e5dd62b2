package ledger

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
)

// isResult reports whether the account is a part of what was earned or spent.
func (a Account) isResult() bool {
	group := a.Group()
	return group == GroupEarned || group == GroupSpent
}

// inRubles returns an entry with what it earns or costs in rubles, at the rate of its day: profit is
// kept in rubles. Without a rate it stays as it is.
func inRubles(ctx context.Context, tx pgx.Tx, e Entry) (Entry, error) {
	if e.Reason == "year" { // what had no rate has none now
		return e, nil
	}
	if !slices.ContainsFunc(e.All(), func(p FinePosting) bool { return p.Currency != money.Ruble && p.Account.isResult() }) {
		return e, nil
	}
	at := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) // the newest rate
	if e.At != nil {
		at = *e.At
	}
	list := e.All()
	e.Postings, e.Fine = nil, nil
	for _, p := range list {
		worth, isKnown, err := money.RUB(0), false, error(nil)
		if p.Currency != money.Ruble && p.Account.isResult() {
			if worth, isKnown, err = Worth(ctx, tx, p.TenThousandths, p.Currency, at); err != nil {
				return e, err
			}
		}
		if isKnown && worth != 0 {
			e.Postings = append(e.Postings, rubles(p.Account, worth), rubles(CurrencyExchange(), -worth))
			p.Account = CurrencyExchange()
		}
		e.Fine = append(e.Fine, p)
	}
	return e.merged(), nil
}

// merged returns the entry with one posting of each account and currency.
func (e Entry) merged() Entry {
	type key struct {
		account  Account
		currency money.Currency
	}
	sums, order := map[key]int64{}, []key(nil)
	for _, p := range e.All() {
		k := key{p.Account, p.Currency}
		if _, ok := sums[k]; !ok {
			order = append(order, k)
		}
		sums[k] += p.TenThousandths
	}
	e.Postings, e.Fine = nil, nil
	for _, k := range order {
		e.Fine = append(e.Fine, FinePosting{k.account, k.currency, sums[k]})
	}
	return e
}
