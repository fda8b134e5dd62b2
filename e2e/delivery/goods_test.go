// Package delivery_test buys every kind of goods in a whole shop and verifies what
// the sandbox's suppliers and providers recorded.
package delivery_test

import (
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/money"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
)

type fields = shoptest.Fields

const (
	goodID  = "5123456789"
	wrongID = "5123456404"
)

// shop knows what there is to buy.
type shop struct {
	*shoptest.Shop
	packs []int64 // of one game whose buyers give no server
	gift  int64
	golds []int64
}

func openShop(t *testing.T) *shop {
	t.Helper()
	return stocked(shoptest.Open(t))
}

func stocked(s *shoptest.Shop) *shop {
	s.T.Helper()
	return &shop{
		Shop: s,
		packs: shoptest.One[[]int64](s, `select array_agg(id order by position, id) from products where kind = 'supply' and is_active and max_quantity >= 3
			and game_id = (select min(g.id) from games g where g.kind = 'supply' and not g.is_server_needed and g.is_active
				and (select count(*) from products p where p.game_id = g.id and p.max_quantity >= 3) > 1)`),
		gift:  shoptest.One[int64](s, `select min(id) from gifts where is_active`),
		golds: shoptest.One[[]int64](s, `select array_agg(id order by position) from products where kind = 'standoff'`),
	}
}

// supply orders packs for a player: so many of the first, of the second…
func (s *shop) supply(player string, quantities ...int) *shoptest.Buyer {
	s.T.Helper()
	return s.supplyAs("", player, quantities...)
}

func (s *shop) supplyAs(token, player string, quantities ...int) *shoptest.Buyer {
	s.T.Helper()
	var lines []fields
	for i, n := range quantities {
		lines = append(lines, fields{"product_id": s.packs[i], "quantity": n})
	}
	return s.Order("supply_channel", token, fields{"products": lines, "supply_channel_user_id": player})
}

// skuOf is what a supplier calls a pack.
func (s *shop) skuOf(supplier string, pack int64) string {
	s.T.Helper()
	return shoptest.One[string](s.Shop, `select sku from offers where product_id = $1 and supplier = $2`, pack, supplier)
}

// pending is a paid order that the supplier has accepted and does not deliver by
// itself, and its key.
func (s *shop) pending() (b *shoptest.Buyer, a shoptest.Attempt, key string) {
	s.T.Helper()
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	b = s.supply(goodID, 1)
	a = b.PayByCard()
	return b, a, s.keyOf(b)
}

// sellNo makes a supplier run out of a pack.
func (s *shop) sellNo(supplier string, packs ...int64) {
	s.T.Helper()
	var skus []string
	for _, p := range packs {
		skus = append(skus, s.skuOf(supplier, p))
	}
	s.Sandbox.Supplier(supplier, fields{"out_of_stock": skus})
}

// sellNowhere makes both suppliers of supply games run out of packs.
func (s *shop) sellNowhere(packs ...int64) {
	s.T.Helper()
	s.sellNo(moogold.Name, packs...)
	s.sellNo(gamesdrop.Name, packs...)
}

// quick makes suppliers end orders at once.
func (s *shop) quick() {
	s.T.Helper()
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": 0})
	}
}

func (s *shop) wantDelivered(supplier string, want int) {
	s.T.Helper()
	if got := s.Sandbox.DeliveredUnits(supplier); got != want {
		s.T.Errorf("%s delivered %d units, want %d", supplier, got, want)
	}
}

// third is the share of one unit of three, as the shop rounds what stays.
func third(m money.Minor) money.Minor { return m - (2*m+1)/3 }
