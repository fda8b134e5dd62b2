package main

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"time"

	"larek/internal/catalog"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/feedback"
	"larek/internal/ledger"
	"larek/internal/payment"
	"larek/internal/promo"
	"larek/internal/providerhealth"
	"larek/internal/salesstats"
	"larek/internal/seal"
	"larek/internal/settlement"
)

// question is one thing a screen asks, another one each round.
type question struct {
	what string
	do   func(round int) error
}

// newest is after everything that is numbered.
const newest = math.MaxInt64

// reads measures the screens that are about no single order.
func (b *bench) reads(ctx context.Context) error {
	for _, group := range [][]question{b.sums(ctx), b.books(ctx), b.goods(ctx), b.people(ctx)} {
		if err := b.ask(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) ask(ctx context.Context, list []question) error {
	for _, q := range list {
		if err := b.measure(ctx, q.what, q.do); err != nil {
			return err
		}
	}
	return nil
}

// sums are the first screen and profit.
func (b *bench) sums(ctx context.Context) (list []question) {
	s := salesstats.NewService(b.reading(), b.known(), clock.System)
	for _, days := range []int{1, 7, 30} {
		list = append(list, question{fmt.Sprintf("home, %d days", days), func(int) error { _, err := s.Home(ctx, days); return err }})
	}
	for _, by := range []salesstats.Dimension{salesstats.ByDay, salesstats.ByGame, salesstats.ByProduct, salesstats.BySupplier, salesstats.ByMethod, salesstats.ByCountry} {
		list = append(list, question{fmt.Sprintf("profit of a month by %s", by), func(i int) error {
			until := time.Now().AddDate(0, 0, -30*(i%12))
			_, _, err := s.Profit(ctx, by, until.AddDate(0, 0, -29), until)
			return err
		}})
	}
	return list
}

// books are the trial balance, cards of accounts, entries and registries.
func (b *bench) books(ctx context.Context) []question {
	books, registries := ledger.NewService(b.reading()), settlement.NewService(b.reading())
	month := func(i int) (since, until time.Time) {
		until = time.Now().AddDate(0, 0, -30*(i%12))
		return until.AddDate(0, 0, -30), until
	}
	list := []question{
		{"trial balance of a month", func(i int) error {
			since, until := month(i)
			_, err := ledger.TrialBalance(ctx, b.reading(), since, until)
			return err
		}},
		{"newest entries", func(int) error { _, err := books.Entries(ctx, nil, newest, 50); return err }},
		{"days of registries", func(i int) error { since, until := month(i); _, err := registries.Days(ctx, since, until); return err }},
	}
	for _, a := range []ledger.Account{ledger.Revenue(), ledger.Provider("tbank"), ledger.Supplier("moogold"), ledger.Acquiring(), "customer"} {
		list = append(list, question{"card of " + string(a), func(i int) error {
			since, until := month(i)
			_, err := books.Card(ctx, ledger.CardFilter{Account: a, Since: since, Until: until}, nil, 50)
			return err
		}})
	}
	for _, party := range []string{"tbank", "moogold"} {
		list = append(list, question{"day of " + party + "'s registry", func(i int) error {
			_, err := registries.Day(ctx, party, time.Now().AddDate(0, 0, -1-i*7))
			return err
		}})
	}
	return list
}

// goods are the catalogue, prices, stock, suppliers and promo codes.
func (b *bench) goods(ctx context.Context) []question {
	prices, goods := catalog.NewPrices(b.reading(), clock.System), catalog.NewAssortment(b.reading(), clock.System)
	stock := delivery.NewStock(b.reading(), seal.NewKeyring("bench", seal.NewKey()), seal.NewKey())
	supply := delivery.NewSourcing(b.reading(), nil, clock.System, slog.New(slog.DiscardHandler))
	codes := promo.NewService(b.reading())
	rejected, given := "rejected", "given"
	return []question{
		{"prices", func(int) error { _, err := prices.List(ctx, catalog.PriceFilter{}, catalog.FirstPrice, 50); return err }},
		{"prices of gifts", func(i int) error { _, err := prices.Gifts(ctx, nil, int64(i), 50); return err }},
		{"games of the catalogue", func(int) error { _, err := goods.Games(ctx); return err }},
		{"products of a game", func(i int) error { _, err := goods.Products(ctx, 1+int64(i%15)); return err }},
		{"stock", func(int) error { _, err := stock.Rows(ctx, time.Now()); return err }},
		{"codes of the stock", func(int) error { _, err := stock.Codes(ctx, delivery.CodeFilter{}, newest, 50); return err }},
		{"given codes", func(int) error {
			_, err := stock.Codes(ctx, delivery.CodeFilter{State: &given}, newest, 50)
			return err
		}},
		{"suppliers", func(int) error { _, err := supply.Suppliers(ctx); return err }},
		{"attempts of a supplier", func(int) error {
			_, err := supply.Attempts(ctx, "moogold", nil, delivery.AttemptCursor{At: time.Now(), ID: newest}, 50)
			return err
		}},
		{"rejected attempts of a supplier", func(int) error {
			_, err := supply.Attempts(ctx, "moogold", &rejected, delivery.AttemptCursor{At: time.Now(), ID: newest}, 50)
			return err
		}},
		{"prepaid balances", func(int) error { _, err := supply.Prepaid(ctx); return err }},
		{"promo codes", func(int) error {
			_, err := codes.Campaigns(ctx, promo.CampaignFilter{}, newest, 50, time.Now())
			return err
		}},
		{"uses of a promo code", func(i int) error { _, err := codes.Uses(ctx, b.promo+int64(i%30), newest, 50); return err }},
	}
}

// people are buyers, ways to pay, texts and reviews.
func (b *bench) people(ctx context.Context) []question {
	methods := payment.New(payment.Config{Write: b.known(), Clock: clock.System}).Methods
	texts, reviews := content.NewEditor(b.reading(), clock.System), feedback.NewService(b.reading(), b.known(), clock.System)
	countries := []string{"RU", "KZ", "BY"}
	return []question{
		{"customer with many orders", func(int) error { _, err := b.search.Customer(ctx, b.regular); return err }},
		{"customer", func(i int) error { _, err := b.search.Customer(ctx, b.regular+1+int64(i)); return err }},
		{"find a customer by e-mail", func(i int) error {
			_, _, err := b.search.FindCustomers(ctx, fmt.Sprintf("player%d@example.test", i+1))
			return err
		}},
		{"movements of a customer", func(i int) error {
			_, err := b.search.CustomerMovements(ctx, b.regular+1+int64(i), newest, 50)
			return err
		}},
		{"orders of the regular customer", b.ordersOf(ctx)},
		{"health of methods", func(i int) error { _, err := methods.MethodHealth(ctx, countries[i%3]); return err }},
		{"providers", func(int) error {
			_, err := providerhealth.NewService(b.known()).Of(ctx, []string{"tbank", "payselection", "payin", "getpay"}, time.Now())
			return err
		}},
		{"articles", func(int) error { _, err := texts.Articles(ctx); return err }},
		{"reviews", func(int) error { _, err := reviews.ByState(ctx, "published", 0, newest, 50); return err }},
	}
}
