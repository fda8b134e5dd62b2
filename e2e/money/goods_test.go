// Package money_test buys in a whole shop over HTTP and verifies what the
// providers' sandbox recorded, the ledger and the stock.
package money_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
)

type fields = shoptest.Fields

// shop has the product all tests buy: 660 UC.
type shop struct {
	*shoptest.Shop
	pack int64
}

// openShop opens a shop with so many codes of the pack.
func openShop(t *testing.T, codes int) *shop {
	t.Helper()
	return stocked(shoptest.Open(t), codes)
}

// stocked adds new codes to the stock.
func stocked(s *shoptest.Shop, n int) *shop {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select id from products where kind = 'pubg' and title = '660 UC'`)
	codes := make([]string, n)
	for i := range codes {
		codes[i] = publicid.New().String()
	}
	if loaded, _, err := s.Services().Stock.Load(s.T.Context(), pack, codes); err != nil || loaded != n {
		s.T.Fatalf("%d of %d codes loaded: %v", loaded, n, err)
	}
	return &shop{Shop: s, pack: pack}
}

func (s *shop) freeCodes() int64 {
	s.T.Helper()
	n, err := s.Services().Stock.Available(s.T.Context(), s.pack)
	if err != nil {
		s.T.Fatal(err)
	}
	return n
}

// order makes an order of packs as a guest with an email of his own.
func (s *shop) order(name string, quantity int) *shoptest.Buyer {
	s.T.Helper()
	return s.orderAs(name, "", quantity)
}

func (s *shop) orderAs(name, token string, quantity int) *shoptest.Buyer {
	s.T.Helper()
	return s.Order("pubg", token, fields{
		"email": name + "@example.test", "products": []fields{{"product_id": s.pack, "quantity": quantity}},
	})
}

// lineOf is the order's only line.
func (s *shop) lineOf(b *shoptest.Buyer) int64 {
	s.T.Helper()
	return shoptest.One[int64](s.Shop, `select id from order_lines where order_id = $1`, b.ID)
}

func (s *shop) attemptStatus(a shoptest.Attempt) string {
	s.T.Helper()
	return shoptest.One[string](s.Shop, `select status from payment_attempts where id = $1`, a.ID)
}

// promo adds a promo code with so many uses.
func (s *shop) promo(code string, percent, uses int) {
	s.T.Helper()
	factory.PromoCode(s.T, s.Pool, factory.With{"code": code, "percent": percent, "total_limit": uses, "valid_from": s.Clock.Now().Add(-time.Hour)})
}

func (s *shop) usesCode(b *shoptest.Buyer, code string) {
	s.T.Helper()
	if status, refused := b.Call(http.MethodPost, "/api/orders/"+itoa(b.ID)+"/activate_promo_code/", fields{"code": code}, nil); status != http.StatusOK {
		s.T.Errorf("code %s on order %d: got %d %s, want 200", code, b.ID, status, refused)
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
