package seed

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/money"
)

// Suppliers of the demo data, cheapest first if two sell the same product.
const (
	moogold   = "moogold"
	gamesdrop = "gamesdrop"
	nsgifts   = "nsgifts"
	rokky     = "rokky"
)

// costPercent is a supplier's cost as a percentage of our price; dollar is the
// exchange rate in kopecks. These and sku must match the sandbox, which a
// conformance test checks.
var costPercent = map[string]int64{moogold: 80, gamesdrop: 84, rokky: 75}

const (
	dollar       = 81_46
	steamSKU     = "1"
	steamCost    = "1.0200" // per dollar in the wallet
	standoffSKU  = "standoff"
	operatorPart = 80 // percent of the price
)

var offerColumns = []string{"id", "product_id", "gift_id", "supplier", "sku", "cost", "cost_currency", "priority"}

// seedOffers inserts the offers. Codes come from stock and need no offer.
func (s *seeder) seedOffers(ctx context.Context) error {
	var rows [][]any
	add := func(product, gift *int64, supplier, sku, cost, currency string, priority int) {
		rows = append(rows, []any{int64(len(rows) + 1), product, gift, supplier, sku, cost, currency, priority})
	}
	at := 0
	for _, g := range s.data.Games {
		for _, p := range g.Products {
			id, price := &s.products[at].id, money.RUB(p.Price)
			at++
			switch g.Kind {
			case catalog.KindSupply:
				for i, supplier := range []string{moogold, gamesdrop} {
					add(id, nil, supplier, sku(supplier, g.Key, p.Title), dollars(supplier, price), "USD", i+1)
				}
			case catalog.KindSteam:
				add(id, nil, nsgifts, steamSKU, steamCost, "USD", 1)
			case catalog.KindStandoff:
				add(id, nil, delivery.Operator, standoffSKU, price.Percent(money.Percents(operatorPart)).String(), "RUB", 1)
			}
		}
	}
	for i, g := range s.data.Gifts {
		add(nil, &s.gifts[i].id, rokky, sku(rokky, "", g.Title), dollars(rokky, money.RUB(g.Price)), "USD", 1)
	}
	return s.copyRows(ctx, "offers", offerColumns, rows)
}

// sku returns nine digits derived from the names, so that the shop and the
// sandbox agree without sharing data.
func sku(supplier, game, title string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.Join([]string{supplier, game, title}, "\x00")))
	n := strconv.FormatUint(100_000_000+h.Sum64()%900_000_000, 10)
	if supplier == rokky {
		return "RK-" + n
	}
	return n
}

// dollars returns the cost rounded to cents.
func dollars(supplier string, price money.RUB) string {
	cents := max(1, int64(price)*costPercent[supplier]/dollar)
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
