package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// callsOfAnOrder are the calls that want the owner of the order.
func callsOfAnOrder(id int64) map[string][2]string {
	at := func(method, format, body string) [2]string {
		return [2]string{method + " " + fmt.Sprintf(format, id), body}
	}
	return map[string][2]string{
		"status":       at("GET", "/api/orders/status/%d/", ""),
		"payment data": at("GET", "/api/orders/payment_data/%d/", ""),
		"update":       at("POST", "/api/orders/pubg/%d/update/", `{"products": [{"id": 1, "quantity": 1}]}`),
		"details":      at("POST", "/api/orders/pubg/%d/delivery_details/update/", `{"email": "thief@example.test"}`),
		"show code":    at("POST", "/api/orders/%d/show_promo_code/", `{"code": "NOCH5"}`),
		"put code":     at("POST", "/api/orders/%d/activate_promo_code/", `{"code": "NOCH5"}`),
		"drop code":    at("POST", "/api/orders/%d/deactivate_promo_code/", ""),
		"its code":     at("GET", "/api/orders/%d/active_promo_code/", ""),
	}
}

func TestOtherPeoplesOrdersDoNotExist(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	guests := s.order("pubg", nil, pubgBody)
	users := s.order("pubg", s.signedIn(7), pubgBody)
	other := s.order("pubg", nil, pubgBody)
	name, mac, _ := strings.Cut(strings.TrimPrefix(other.cookie, "guest="), ".")
	own := strings.TrimPrefix(guests.cookie, "guest=")
	strangers := map[string]http.Header{
		"nobody":               nil,
		"another guest":        other.byCookie(),
		"another account":      s.signedIn(8),
		"the hash of another":  other.byHash(),
		"no hash at all":       {"X-Order-Hash": {"7"}},
		"a cookie without mac": {"Cookie": {"guest=" + strings.Split(own, ".")[0]}},
		"a forged cookie":      {"Cookie": {"guest=" + strings.Split(own, ".")[0] + "." + mac}},
		"rubbish in a cookie":  {"Cookie": {"guest=" + name + "." + strings.Repeat("A", 52)}},
	}
	const snapshot = `select string_agg(concat_ws(' ', o.id, o.email, o.total, o.discount, o.promo_code_id, l.quantity), ';' order by l.id)
		from orders o join order_lines l on l.order_id = o.id where not o.detail ? 'seeded'`
	before := s.value(snapshot)
	for _, p := range []placed{guests, users} {
		for who, header := range strangers {
			for call, c := range callsOfAnOrder(p.ID) {
				method, path, _ := strings.Cut(c[0], " ")
				a := s.do(method, path, withType(header), c[1])
				if r := refused(t, a, 404); r.Code != "order.not_found" || r.Detail != "Такого заказа нет." || len(r.Fields) != 0 {
					t.Errorf("%s of order %d for %s: %s", call, p.ID, who, a.body)
				}
			}
		}
	}
	// The browser that made a guest's order has no right to an account's one.
	wantRefusal(t, s.do("GET", fmt.Sprintf("/api/orders/status/%d/", users.ID), guests.byCookie(), ""), 404, "order.not_found")
	if after := s.value(snapshot); after != before {
		t.Errorf("changed by strangers:\n%s\n%s", before, after)
	}
	for _, hash := range []string{"00000000000000000000000000", "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ"} {
		wantRefusal(t, s.get("/api/orders/"+hash+"/"), 404, "order.not_found")
		wantRefusal(t, s.get("/api/orders/"+hash+"/details/"), 404, "order.not_found")
	}
}

func TestOwnersAreRecognised(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	first := s.order("pubg", nil, pubgBody)
	second := s.order("pubg", first.byCookie(), pubgBody)
	users := s.order("pubg", s.signedIn(7), pubgBody)
	if first.cookie == "" || second.cookie != first.cookie {
		t.Errorf("one browser, two names: %q and %q", first.cookie, second.cookie)
	}
	for name, row := range map[string]struct {
		id     int64
		header http.Header
	}{
		"cookie": {first.ID, first.byCookie()}, "cookie, second order": {second.ID, first.byCookie()}, "hash": {first.ID, first.byHash()},
		"upper case hash": {first.ID, http.Header{"X-Order-Hash": {strings.ToUpper(first.Hash)}}},
		"account":         {users.ID, s.signedIn(7)}, "hash of an account's order": {users.ID, users.byHash()},
		"account with a hash of its guest days": {first.ID, http.Header{"Authorization": s.signedIn(7)["Authorization"], "X-Order-Hash": {first.Hash}}},
	} {
		a := s.do("GET", fmt.Sprintf("/api/orders/status/%d/", row.id), row.header, "")
		if a.status != 200 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
			continue
		}
		wantJSON(t, a, 200, fmt.Sprintf(`{"id": %d, "status": "created", "payment_id": null, "payment_status": null}`, row.id))
		keepsTo(t, doc, "getOrderStatus", a)
	}
	wantRefusal(t, s.do("GET", fmt.Sprintf("/api/orders/payment_data/%d/", first.ID), first.byHash(), ""), 404, "payment.no_page")
}

func TestGuestCookieIsForTheShopAlone(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for proto, secure := range map[string]bool{"https": true, "http": false} {
		a := s.do("POST", "/api/orders/pubg/", withType(http.Header{"X-Forwarded-Proto": {proto}}), pubgBody)
		c, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
		if err != nil || !c.HttpOnly || c.Secure != secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge != 365*24*3600 {
			t.Errorf("%s: %+v, %v", proto, c, err)
		}
	}
}

func TestBadTokensAreRefusedEvenWhereGuestsAreWelcome(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	old := s.signedIn(7)
	s.clock.advance(15 * time.Minute)
	for name, value := range map[string]string{
		"expired": old.Get("Authorization"), "rubbish": "Bearer x.y.z", "another scheme": "Basic dXNlcjpwYXNz", "no token": "Bearer",
	} {
		h := withType(http.Header{"Authorization": {value}})
		for _, a := range []answer{
			s.do("POST", "/api/orders/pubg/", h, pubgBody), s.do("GET", "/api/orders/", h, ""),
			s.do("GET", "/api/orders/00000000000000000000000000/", h, ""), s.do("GET", "/api/orders/status/1/", h, ""),
		} {
			if r := refused(t, a, 401); r.Code != "unauthorized" {
				t.Errorf("%s: %s", name, a.body)
			}
		}
		if a := s.do("GET", "/api/games/", h, ""); a.status != 200 {
			t.Errorf("%s: the catalogue asks who you are: %d", name, a.status)
		}
	}
	for _, path := range []string{"/api/orders/", "/api/orders/steam/last_order_data/", "/api/orders/standoff/last_order_data/", "/api/orders/supply_channel/last_order_data/5/"} {
		wantRefusal(t, s.get(path), 401, "unauthorized")
	}
}
