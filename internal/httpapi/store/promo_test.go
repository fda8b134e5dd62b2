package store_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

func wantCode(t *testing.T, a httpapitest.Response, code string, percent int) map[string]any {
	t.Helper()
	got := httpapitest.Decode[map[string]any](t, a)
	if a.Status != http.StatusOK || got["code"] != code || got["percent"] != float64(percent) {
		t.Errorf("%d %s; want %s of %d %%", a.Status, a.Body, code, percent)
	}
	if a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control is %q", a.Header.Get("Cache-Control"))
	}
	return got
}

func TestPromoCodeOnTheAccount(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Post("/api/promo_codes/activate/", httpapitest.CodeBody("NOCH5")).WantRefusal(t, 401, "unauthorized")
	s.Post("/api/promo_codes/deactivate/", "").WantRefusal(t, 401, "unauthorized")

	got := wantCode(t, s.CallAs(7, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody(" uc8 ")), "UC8", 8)
	if game, _ := got["game"].(map[string]any); got["resourcetype"] != "PromoCode" || game["resourcetype"] != "PUBGGame" {
		t.Errorf("%v", got)
	}
	if on := s.Value(`select c.code from promo_active a join promo_codes c on c.id = a.promo_code_id where a.user_id = 7`); on != "UC8" {
		t.Errorf("%s is switched on", on)
	}
	s.CallAs(7, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody("NOPE")).WantRefusal(t, 400, "promo.not_found")
	s.CallAs(7, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody("SVOI10")).WantRefusal(t, 400, "promo.not_found")
	for range 2 {
		if a := s.CallAs(7, "POST", "/api/promo_codes/deactivate/", ""); a.Status != http.StatusNoContent || len(a.Body) > 0 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from promo_active`); n != "0" {
		t.Errorf("%s codes are still on", n)
	}
}

func TestShowPromoCodeChangesNothing(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	got := wantCode(t, s.Post("/api/promo_codes/show/", httpapitest.CodeBody("strannik15")), "STRANNIK15", 15)
	if gift, _ := got["gift"].(map[string]any); got["resourcetype"] != "GiftPromoCode" || gift["title"] != "Звёздный странник" {
		t.Errorf("%v", got)
	}
	wantCode(t, s.CallAs(7, "POST", "/api/promo_codes/show/", httpapitest.CodeBody("NOCH5")), "NOCH5", 5)
	s.Post("/api/promo_codes/show/", httpapitest.CodeBody("NOPE")).WantRefusal(t, 400, "promo.not_found")
	s.Clock.Advance(31 * 24 * time.Hour)
	s.Post("/api/promo_codes/show/", httpapitest.CodeBody("STRANNIK15")).WantRefusal(t, 409, "promo.expired")
	if n := s.Value(`select count(*)::text from promo_active`); n != "0" {
		t.Error("showing switches a code on")
	}
}

func TestWelcomeCodeIsForGuests(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	const path = "/api/promo_codes/get_for_unauthorized_user/"
	wantCode(t, s.Get(path), "PRIVET7", 7)
	if a := s.CallAs(7, "GET", path, ""); a.Status != http.StatusNoContent {
		t.Errorf("for a signed-in user: got %d %s", a.Status, a.Body)
	}
	s.Exec(`update promo_codes set is_active = false where kind = 'welcome'`)
	if a := s.Get(path); a.Status != http.StatusNoContent {
		t.Errorf("%d %s when there is none", a.Status, a.Body)
	}
}

func TestCodeForRecentPurchases(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	const path = "/api/promo_codes/get_for_recent_purchases/"
	s.Post(path, "").WantRefusal(t, 401, "unauthorized")
	s.Exec(`update orders set user_id = null where user_id in (7, 8)`)
	s.Exec(`update orders set user_id = 7 where id in (select id from orders order by created desc limit 3)`)
	s.CallAs(8, "POST", path, "").WantRefusal(t, 409, "promo.too_few_orders")
	first := httpapitest.Decode[map[string]any](t, s.CallAs(7, "POST", path, ""))
	code, _ := first["code"].(string)
	wantCode(t, s.CallAs(7, "POST", path, ""), code, 10)
	s.CallAs(8, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody(code)).WantRefusal(t, 409, "promo.not_yours")
	wantCode(t, s.CallAs(7, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody(code)), code, 10)
}

func TestPromoCodeOnAnOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	product := s.Value(`select id::text from products where kind = 'pubg' order by position limit 1`)
	placed := s.CreateOrder("pubg", nil, `{"products": [{"product_id": `+product+`, "quantity": 2}], "email": "a@example.test"}`)
	cookie := placed.Cookie
	call := func(method, verb, body, cookie string) httpapitest.Response {
		return s.Do(method, fmt.Sprintf("/api/orders/%d/%s/", placed.ID, verb), http.Header{"Content-Type": {"application/json"}, "Cookie": {cookie}}, body)
	}
	if a := call("GET", "active_promo_code", "", cookie); a.Status != http.StatusNoContent {
		t.Errorf("%d %s without a code", a.Status, a.Body)
	}
	wantCode(t, call("POST", "show_promo_code", httpapitest.CodeBody("UC8"), cookie), "UC8", 8)
	on := httpapitest.Decode[map[string]any](t, call("POST", "activate_promo_code", httpapitest.CodeBody("uc8"), cookie))
	off, _ := on["promo_code"].(map[string]any)
	if off["code"] != "UC8" || on["total_with_promocode"] == on["total_without_promocode"] {
		t.Errorf("%v", on)
	}
	if want := s.Value(`select (total - discount)::text from orders where id = $1`, placed.ID); on["total_with_promocode"] != want {
		t.Errorf("the answer says %v, the order %s", on["total_with_promocode"], want)
	}
	wantCode(t, call("GET", "active_promo_code", "", cookie), "UC8", 8)
	call("POST", "activate_promo_code", httpapitest.CodeBody("GOLDA6"), cookie).WantRefusal(t, 409, "promo.other_game")
	for _, stranger := range []string{"", "0000000000000000000000000g"} {
		call("POST", "activate_promo_code", httpapitest.CodeBody("NOCH5"), stranger).WantRefusal(t, 404, "order.not_found")
		call("POST", "show_promo_code", httpapitest.CodeBody("NOCH5"), stranger).WantRefusal(t, 404, "order.not_found")
		call("POST", "deactivate_promo_code", "", stranger).WantRefusal(t, 404, "order.not_found")
		call("GET", "active_promo_code", "", stranger).WantRefusal(t, 404, "order.not_found")
	}
	wantCode(t, call("GET", "active_promo_code", "", cookie), "UC8", 8)
	without := httpapitest.Decode[map[string]any](t, call("POST", "deactivate_promo_code", "", cookie))
	if without["promo_code"] != nil || without["total_with_promocode"] != without["total_without_promocode"] {
		t.Errorf("%v", without)
	}
}

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"activateOrderPromoCode":   {path: fmt.Sprintf("/api/orders/%d/activate_promo_code/", o.pubg.ID), body: httpapitest.CodeBody("NOCH5"), want: owners(200)},
		"proveOrderEmail":          {path: fmt.Sprintf("/api/orders/%d/prove_email/", o.pubg.ID), body: httpapitest.CodeBody("X"), want: owners(400)},
		"showOrderPromoCode":       {path: fmt.Sprintf("/api/orders/%d/show_promo_code/", o.pubg.ID), body: httpapitest.CodeBody("NOCH5"), want: owners(200)},
		"deactivateOrderPromoCode": {path: fmt.Sprintf("/api/orders/%d/deactivate_promo_code/", o.pubg.ID), want: owners(200)},
		"getOrderPromoCode":        {path: fmt.Sprintf("/api/orders/%d/active_promo_code/", o.pubg.ID), want: owners(204)},
		"activatePromoCode":        {body: httpapitest.CodeBody("NOCH5"), want: signedIn(200, 200)},
		"deactivatePromoCode":      {want: signedIn(204, 204)},
		"claimPurchasePromoCode":   {want: signedIn(409, 409)},
		"getWelcomePromoCode":      {want: [8]int{200, 200, 204, 204, 200, 200, 200, 200}},
		"showPromoCode":            {body: httpapitest.CodeBody("NOCH5"), want: all(200)},
	}
})
