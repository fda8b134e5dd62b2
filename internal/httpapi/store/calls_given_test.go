package store_test

import (
	"crypto/md5" //nolint:gosec // GetPay signs with it
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

// Standoff surplus: a random whole percent from 0 to 23, divided by 100.
func TestSurplusIsAWholePercentFrom0To23DividedBy100InEveryJSONForm(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	order := func(surplus string) httpapitest.Response {
		return s.Post("/api/orders/standoff/", `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": `+surplus+`, "email": "a@b.test"}`)
	}
	for given, want := range map[string]string{
		`0`: "0.00", `0.0`: "0.00", `0.1`: "0.10", `0.17`: "0.17", `0.23`: "0.23", `1.7e-1`: "0.17", `0.170`: "0.17",
		`"0"`: "0.00", `"0.1"`: "0.10", `"0.17"`: "0.17", `"0.23"`: "0.23",
	} {
		a := order(given)
		if a.Status != 201 {
			t.Errorf("%s: got %d %s, want 201", given, a.Status, a.Body)
			continue
		}
		if got := s.Value(`select detail->>'surplus' from orders where id = $1`, httpapitest.Decode[httpapitest.Order](t, a).ID); got != want {
			t.Errorf("%s is stored as %s, want %s", given, got, want)
		}
	}
	before := s.Value(`select count(*) from orders`)
	for _, given := range []string{`0.24`, `-0.01`, `0.175`, `17`, `"0.24"`, `"0.175"`, `"17/100"`, `"0x1p-3"`, `""`, `"много"`, `1e-9999999`, `"1e-999999"`, `true`, `[0.17]`, `{"value": 0.17}`} {
		order(given).WantRefusal(t, 400, "invalid")
	}
	if after := s.Value(`select count(*) from orders`); after != before {
		t.Errorf("got %s orders, want %s", after, before)
	}
}

// Steam orders carry their own sum and title.
func TestASteamOrderCarriesItsOwnSumAndTitle(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("steam", nil, `{"amount": "777.00", "steam_account_id": "night_kiosk", "email": "a@b.test"}`)
	product := func(list, path string, a httpapitest.Response) map[string]any {
		t.Helper()
		lines, _ := httpapitest.Decode[map[string]any](t, a)[list].([]any)
		if len(lines) != 1 {
			t.Fatalf("%s: %s", path, a.Body)
		}
		return lines[0].(map[string]any)["product"].(map[string]any)
	}
	want := httpapitest.Decode[map[string]any](t, httpapitest.Response{Body: []byte(s.TopUp("777.00"))})
	for _, path := range []string{"/api/orders/" + p.Hash + "/", "/api/orders/" + p.Hash + "/details/"} {
		if diff := cmp.Diff(want, product("order_products", path, s.Do("GET", path, p.ByCookie(), ""))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	changed := s.Do("POST", fmt.Sprintf("/api/orders/steam/%d/update/", p.ID), p.ByCookie(), `{"amount": "900.50"}`)
	want["price"] = "900.50"
	if diff := cmp.Diff(want, product("order_products", "update", changed)); diff != "" {
		t.Errorf("after a change: %s", diff)
	}
}

// Rokky adds code and gift; GiftPromoCode has code, percent, gift. A gift has
// price, discountPrice and discountPercent wherever it is.
func TestAGiftHasItsPricesWhereverItIs(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update gifts set price = 500, discount_percent = 10 where id = 6`)
	p := s.CreateOrder("rokky", nil, `{"gift": 6, "email": "a@b.test"}`)
	check := func(where string, gift any) {
		t.Helper()
		got, _ := gift.(map[string]any)
		want := map[string]any{"price": "500.00", "discount_price": "450.00", "discount_percent": 10.0}
		for field, value := range want {
			if got[field] != value {
				t.Errorf("%s: %s is %v, want %v", where, field, got[field], value)
			}
		}
	}
	check("an order", httpapitest.Decode[map[string]any](t, s.Do("GET", "/api/orders/"+p.Hash+"/", p.ByCookie(), ""))["gift"])
	check("a draft", httpapitest.Decode[map[string]any](t, s.Post("/api/orders/rokky/", `{"gift": 6, "email": "a@b.test"}`))["gift"])
	s.Exec(`insert into promo_codes (code, kind, percent, goods, gift_id, valid_from, created) values ('GIFT6', 'public', 10, 'gifts', 6, '2026-11-01', '2026-11-01')`)
	a := s.Post("/api/promo_codes/show/", `{"code": "GIFT6"}`)
	check("a promo code: "+string(a.Body), httpapitest.Decode[map[string]any](t, a)["gift"])
}

// GET /api/games/ and /api/gifts/ (limit, offset, search, title_exact, title_icontains).
func TestListsTakeShortAndEmptySearches(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for list, parts := range map[string][]string{"/api/games/": {"m", "st"}, "/api/gifts/": {"с", "но"}} {
		all := httpapitest.Decode[httpapitest.Page](t, s.Get(list)).Count
		for _, query := range []string{"search=", "title_exact=", "title_icontains=", "search=&title_exact=&title_icontains=", "search=%20"} {
			a := s.Get(list + "?" + query)
			if got := httpapitest.Decode[httpapitest.Page](t, a); a.Status != 200 || got.Count != all {
				t.Errorf("%s?%s: %d, %d of %d", list, query, a.Status, got.Count, all)
			}
		}
		for _, query := range []string{"search=a", "search=ст", "search=%D1%8F", "search=!", "title_exact=a", "title_icontains=!"} {
			if a := s.Get(list + "?" + query); a.Status != 200 {
				t.Errorf("%s?%s: got %d %s, want 200", list, query, a.Status, a.Body)
			}
		}
		for _, part := range parts {
			a := s.Get(list + "?limit=100&title_icontains=" + part)
			found := httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, a))
			if a.Status != 200 || len(found) == 0 {
				t.Errorf("%s, %s: %d, nothing found", list, part, a.Status)
			}
			for _, title := range found {
				if !strings.Contains(strings.ToLower(title), part) {
					t.Errorf("%s, %s: found %s", list, part, title)
				}
			}
		}
	}
}

// POST /api/payments/getpay/notify/ (wallet, sum, order, type, signature).
func TestGetPayMayWriteItsNumbersAsNumbers(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	sign := func(parts ...string) string {
		d := md5.Sum([]byte(strings.Join(parts, ":"))) //nolint:gosec // as they do
		return hex.EncodeToString(d[:])
	}
	notify := func(body string) httpapitest.Response { return s.Post("/api/payments/getpay/notify/", body) }
	for name, body := range map[string]string{
		"numbers": `{"wallet": 7, "sum": 100.50, "order": 12, "type": 1, "signature": "` + sign("7", "100.50", "12", "no") + `"}`,
		"strings": `{"wallet": "7", "sum": "100.50", "order": "12", "type": "1", "signature": "` + sign("7", "100.50", "12", "no") + `"}`,
	} {
		// The signature is another wallet's: what counts is that the body was read.
		if a := notify(body); a.Status == 400 && strings.Contains(string(a.Body), `"field"`) {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	for _, body := range []string{`{"wallet": {}, "sum": 1, "order": 1, "signature": "x"}`, `{"wallet": 1, "sum": [1], "order": 1, "signature": "x"}`, `{"wallet": 1, "order": 1, "signature": "x"}`} {
		notify(body).WantRefusal(t, 400, "invalid")
	}
}
