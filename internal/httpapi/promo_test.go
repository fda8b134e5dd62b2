package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// as calls with the token of a user, and the shop's clock.
func (s *shop) as(user int64, method, path, body string) answer {
	s.t.Helper()
	return s.do(method, path, http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer " + s.tokens.Access(user, s.clock.now())},
	}, body)
}

func codeBody(code string) string {
	b, _ := json.Marshal(map[string]string{"code": code})
	return string(b)
}

func wantCode(t *testing.T, a answer, code string, percent int) map[string]any {
	t.Helper()
	got := decode[map[string]any](t, a)
	if a.status != http.StatusOK || got["code"] != code || got["percent"] != float64(percent) {
		t.Errorf("%d %s; want %s of %d %%", a.status, a.body, code, percent)
	}
	if a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control is %q", a.header.Get("Cache-Control"))
	}
	return got
}

func TestPromoCodeOnTheAccount(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	wantRefusal(t, s.post("/api/promo_codes/activate/", codeBody("NOCH5")), 401, "unauthorized")
	wantRefusal(t, s.post("/api/promo_codes/deactivate/", ""), 401, "unauthorized")

	got := wantCode(t, s.as(7, "POST", "/api/promo_codes/activate/", codeBody(" uc8 ")), "UC8", 8)
	if game, _ := got["game"].(map[string]any); got["resourcetype"] != "PromoCode" || game["resourcetype"] != "PUBGGame" {
		t.Errorf("%v", got)
	}
	if on := s.value(`select c.code from promo_active a join promo_codes c on c.id = a.promo_code_id where a.user_id = 7`); on != "UC8" {
		t.Errorf("%s is switched on", on)
	}
	wantRefusal(t, s.as(7, "POST", "/api/promo_codes/activate/", codeBody("NOPE")), 400, "promo.not_found")
	wantRefusal(t, s.as(7, "POST", "/api/promo_codes/activate/", codeBody("SVOI10")), 400, "promo.not_found")
	for range 2 {
		if a := s.as(7, "POST", "/api/promo_codes/deactivate/", ""); a.status != http.StatusNoContent || len(a.body) > 0 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if n := s.value(`select count(*)::text from promo_active`); n != "0" {
		t.Errorf("%s codes are still on", n)
	}
}

func TestShowPromoCodeChangesNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	got := wantCode(t, s.post("/api/promo_codes/show/", codeBody("strannik15")), "STRANNIK15", 15)
	if gift, _ := got["gift"].(map[string]any); got["resourcetype"] != "GiftPromoCode" || gift["title"] != "Звёздный странник" {
		t.Errorf("%v", got)
	}
	wantCode(t, s.as(7, "POST", "/api/promo_codes/show/", codeBody("NOCH5")), "NOCH5", 5)
	wantRefusal(t, s.post("/api/promo_codes/show/", codeBody("NOPE")), 400, "promo.not_found")
	s.clock.advance(31 * 24 * time.Hour)
	wantRefusal(t, s.post("/api/promo_codes/show/", codeBody("STRANNIK15")), 409, "promo.expired")
	if n := s.value(`select count(*)::text from promo_active`); n != "0" {
		t.Error("showing switches a code on")
	}
}

func TestWelcomeCodeIsForGuests(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const path = "/api/promo_codes/get_for_unauthorized_user/"
	wantCode(t, s.get(path), "PRIVET7", 7)
	if a := s.as(7, "GET", path, ""); a.status != http.StatusNoContent {
		t.Errorf("%d %s for somebody signed in", a.status, a.body)
	}
	s.exec(`update promo_codes set is_active = false where kind = 'welcome'`)
	if a := s.get(path); a.status != http.StatusNoContent {
		t.Errorf("%d %s when there is none", a.status, a.body)
	}
}

func TestCodeForRecentPurchases(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const path = "/api/promo_codes/get_for_recent_purchases/"
	wantRefusal(t, s.post(path, ""), 401, "unauthorized")
	s.exec(`update orders set user_id = null where user_id in (7, 8)`)
	s.exec(`update orders set user_id = 7 where id in (select id from orders order by created desc limit 3)`)
	wantRefusal(t, s.as(8, "POST", path, ""), 409, "promo.too_few_orders")
	first := decode[map[string]any](t, s.as(7, "POST", path, ""))
	code, _ := first["code"].(string)
	wantCode(t, s.as(7, "POST", path, ""), code, 10)
	wantRefusal(t, s.as(8, "POST", "/api/promo_codes/activate/", codeBody(code)), 409, "promo.not_yours")
	wantCode(t, s.as(7, "POST", "/api/promo_codes/activate/", codeBody(code)), code, 10)
}

func TestPromoCodeOnAnOrder(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	product := s.value(`select id::text from products where kind = 'pubg' order by position limit 1`)
	placed := s.order("pubg", nil, `{"products": [{"product_id": `+product+`, "quantity": 2}], "email": "a@example.test"}`)
	cookie := placed.cookie
	call := func(method, verb, body, cookie string) answer {
		return s.do(method, fmt.Sprintf("/api/orders/%d/%s/", placed.ID, verb), http.Header{"Content-Type": {"application/json"}, "Cookie": {cookie}}, body)
	}
	if a := call("GET", "active_promo_code", "", cookie); a.status != http.StatusNoContent {
		t.Errorf("%d %s without a code", a.status, a.body)
	}
	wantCode(t, call("POST", "show_promo_code", codeBody("UC8"), cookie), "UC8", 8)
	on := decode[map[string]any](t, call("POST", "activate_promo_code", codeBody("uc8"), cookie))
	off, _ := on["promo_code"].(map[string]any)
	if off["code"] != "UC8" || on["total_with_promocode"] == on["total_without_promocode"] {
		t.Errorf("%v", on)
	}
	if want := s.value(`select (total - discount)::text from orders where id = $1`, placed.ID); on["total_with_promocode"] != want {
		t.Errorf("the answer says %v, the order %s", on["total_with_promocode"], want)
	}
	wantCode(t, call("GET", "active_promo_code", "", cookie), "UC8", 8)
	wantRefusal(t, call("POST", "activate_promo_code", codeBody("GOLDA6"), cookie), 409, "promo.other_game")
	for _, stranger := range []string{"", "0000000000000000000000000g"} {
		wantRefusal(t, call("POST", "activate_promo_code", codeBody("NOCH5"), stranger), 404, "order.not_found")
		wantRefusal(t, call("POST", "show_promo_code", codeBody("NOCH5"), stranger), 404, "order.not_found")
		wantRefusal(t, call("POST", "deactivate_promo_code", "", stranger), 404, "order.not_found")
		wantRefusal(t, call("GET", "active_promo_code", "", stranger), 404, "order.not_found")
	}
	wantCode(t, call("GET", "active_promo_code", "", cookie), "UC8", 8)
	without := decode[map[string]any](t, call("POST", "deactivate_promo_code", "", cookie))
	if without["promo_code"] != nil || without["total_with_promocode"] != without["total_without_promocode"] {
		t.Errorf("%v", without)
	}
}
