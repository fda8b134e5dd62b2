package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The kinds of goods, as the API calls them.
const (
	pubg     = "pubg"
	supply   = "supply_channel"
	steam    = "steam"
	gift     = "rokky"
	standoff = "standoff"
)

// assortment is what the shop has.
type assortment struct{ codes, packs, gifts, golds []int64 }

// readAssortment finds goods of every kind; codes are the products whose codes were
// loaded for the run.
func readAssortment(ctx context.Context, pool *pgxpool.Pool, codes []int64) (assortment, error) {
	a := assortment{codes: codes}
	err := pool.QueryRow(ctx, `
		with dear as (select * from products where is_active and final_price >= 100) -- no method refuses as little as that
		select (select array_agg(p.id) from dear p where p.max_quantity >= 3 and p.game_id = (
				select g.id from games g join dear p on p.game_id = g.id
				where g.kind = 'supply' and g.is_active and not g.is_server_needed and p.max_quantity >= 3
				group by g.id having count(*) > 1 order by g.id limit 1)),
			(select array_agg(id) from (select id from gifts where is_active and final_price >= 100 order by id limit 20) g),
			(select array_agg(id) from dear where kind = 'standoff')`).Scan(&a.packs, &a.gifts, &a.golds)
	if err != nil {
		return a, fmt.Errorf("assortment: %w", err)
	}
	return a, nil
}

// orderPlan is what a buyer orders, and where it is delivered.
type orderPlan struct {
	kind  string
	lines []line
	more  map[string]any // what only this kind of order has
	email string
	// account is the buyer's account at suppliers; it is unique.
	account string
	// mistaken buyers change the player id to one that does not exist, and to the
	// right one when asked.
	mistaken  bool
	corrected string
}

// body is the order.
func (w orderPlan) body() map[string]any {
	body := map[string]any{"email": w.email}
	if w.lines != nil {
		body["products"] = w.lines
	}
	maps.Copy(body, w.more)
	return body
}

func newOrderPlan(n int, rng *rand.Rand, stock assortment) orderPlan {
	w := orderPlan{email: fmt.Sprintf("buyer%d@example.test", n)}
	switch chance := rng.IntN(100); {
	case chance < 35:
		w.kind, w.lines = pubg, newLines(rng, stock.codes, 2)
	case chance < 65:
		w.kind, w.lines = supply, newLines(rng, stock.packs, 3)
		w.player(n, rng)
	case chance < 77:
		w.kind, w.account = steam, fmt.Sprintf("gamer_%d%s", n, sometimes(rng, 10, "_666"))
		w.more = map[string]any{"amount": fmt.Sprintf("%d.00", 200+rng.IntN(2000)), "steam_account_id": w.account}
	case chance < 90:
		w.kind, w.more = gift, map[string]any{"gift": stock.gifts[rng.IntN(len(stock.gifts))]}
		w.email += sometimes(rng, 10, ".666")
		w.account = w.email
	default:
		w.kind, w.lines = standoff, newLines(rng, stock.golds, 2)
		w.more = map[string]any{"game_account_id": fmt.Sprintf("player-%d", n)}
	}
	return w
}

func newLines(rng *rand.Rand, products []int64, most int) []line {
	first := rng.IntN(len(products))
	lines := []line{{products[first], 1 + rng.IntN(most)}}
	if rng.IntN(3) == 0 {
		lines = append(lines, line{products[(first+1)%len(products)], 1})
	}
	return lines
}

func sometimes(rng *rand.Rand, percent int, text string) string {
	if rng.IntN(100) < percent {
		return text
	}
	return ""
}

// player sets an id whose end selects what the sandbox does: 404 does not exist,
// 500 is served by the second supplier only, 666 by no supplier.
func (w *orderPlan) player(n int, rng *rand.Rand) {
	end := "001"
	switch chance := rng.IntN(100); {
	case chance < 10:
		end, w.mistaken = "404", true
	case chance < 20:
		end = "500"
	case chance < 25:
		end = "666"
	}
	w.account = fmt.Sprintf("5%06d%s", n, end)
	w.more = map[string]any{"supply_channel_user_id": w.account}
	if w.mistaken {
		w.corrected = fmt.Sprintf("5%06d001", n)
		w.more["supply_channel_user_id"] = w.corrected
	}
}
