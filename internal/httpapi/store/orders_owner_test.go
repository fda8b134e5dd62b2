package store_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
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
	s := httpapitest.NewShop(t)
	guests := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	users := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	other := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	name, mac, _ := strings.Cut(strings.TrimPrefix(other.Cookie, "guest="), ".")
	own := strings.TrimPrefix(guests.Cookie, "guest=")
	strangers := map[string]http.Header{
		"nobody":               nil,
		"another guest":        other.ByCookie(),
		"another account":      s.SignedIn(8),
		"the hash of another":  other.ByHash(),
		"no hash at all":       {"X-Order-Hash": {"7"}},
		"a cookie without mac": {"Cookie": {"guest=" + strings.Split(own, ".")[0]}},
		"a forged cookie":      {"Cookie": {"guest=" + strings.Split(own, ".")[0] + "." + mac}},
		"rubbish in a cookie":  {"Cookie": {"guest=" + name + "." + strings.Repeat("A", 52)}},
	}
	const snapshot = `select string_agg(concat_ws(' ', o.id, o.email, o.total, o.discount, o.promo_code_id, l.quantity), ';' order by l.id)
		from orders o join order_lines l on l.order_id = o.id where not o.detail ? 'seeded'`
	before := s.Value(snapshot)
	for _, p := range []httpapitest.Order{guests, users} {
		for who, header := range strangers {
			for call, c := range callsOfAnOrder(p.ID) {
				method, path, _ := strings.Cut(c[0], " ")
				a := s.Do(method, path, httpapitest.WithJSON(header), c[1])
				if r := a.Refused(t, 404); r.Code != "order.not_found" || r.Detail != "Такого заказа нет." || len(r.Fields) != 0 {
					t.Errorf("%s of order %d for %s: %s", call, p.ID, who, a.Body)
				}
			}
		}
	}
	// The browser that made a guest's order has no right to an account's one.
	s.Do("GET", fmt.Sprintf("/api/orders/status/%d/", users.ID), guests.ByCookie(), "").WantRefusal(t, 404, "order.not_found")
	if after := s.Value(snapshot); after != before {
		t.Errorf("changed by other callers:\nbefore %s\nafter  %s", before, after)
	}
	for _, hash := range []string{"00000000000000000000000000", "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ"} {
		s.Get("/api/orders/"+hash+"/").WantRefusal(t, 404, "order.not_found")
		s.Get("/api/orders/"+hash+"/details/").WantRefusal(t, 404, "order.not_found")
	}
}

func TestOwnersAreRecognised(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	first := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	second := s.CreateOrder("pubg", first.ByCookie(), httpapitest.PubgBody)
	users := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	if first.Cookie == "" || second.Cookie != first.Cookie {
		t.Errorf("one browser, two names: %q and %q", first.Cookie, second.Cookie)
	}
	for name, row := range map[string]struct {
		id     int64
		header http.Header
	}{
		"cookie": {first.ID, first.ByCookie()}, "cookie, second order": {second.ID, first.ByCookie()}, "hash": {first.ID, first.ByHash()},
		"upper case hash": {first.ID, http.Header{"X-Order-Hash": {strings.ToUpper(first.Hash)}}},
		"account":         {users.ID, s.SignedIn(7)}, "hash of an account's order": {users.ID, users.ByHash()},
		"account with a hash of its guest days": {first.ID, http.Header{"Authorization": s.SignedIn(7)["Authorization"], "X-Order-Hash": {first.Hash}}},
	} {
		a := s.Do("GET", fmt.Sprintf("/api/orders/status/%d/", row.id), row.header, "")
		if a.Status != 200 {
			t.Errorf("%s: got %d %s, want 200", name, a.Status, a.Body)
			continue
		}
		a.WantJSON(t, 200, fmt.Sprintf(`{"id": %d, "status": "created", "payment_id": null, "payment_status": null}`, row.id))
		httpapitest.MatchesContract(t, doc, "getOrderStatus", a)
	}
	s.Do("GET", fmt.Sprintf("/api/orders/payment_data/%d/", first.ID), first.ByHash(), "").WantRefusal(t, 404, "payment.no_page")
}

func TestGuestCookieIsForTheShopAlone(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for proto, secure := range map[string]bool{"https": true, "http": false} {
		a := s.Do("POST", "/api/orders/pubg/", httpapitest.WithJSON(http.Header{"X-Forwarded-Proto": {proto}}), httpapitest.PubgBody)
		c, err := http.ParseSetCookie(a.Header.Get("Set-Cookie"))
		if err != nil || !c.HttpOnly || c.Secure != secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge != 365*24*3600 {
			t.Errorf("%s: %+v, %v", proto, c, err)
		}
	}
}

func TestBadTokensAreRefusedEvenWhereGuestsAreWelcome(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	old := s.SignedIn(7)
	s.Clock.Advance(15 * time.Minute)
	for name, value := range map[string]string{
		"expired": old.Get("Authorization"), "rubbish": "Bearer x.y.z", "another scheme": "Basic dXNlcjpwYXNz", "no token": "Bearer",
	} {
		h := httpapitest.WithJSON(http.Header{"Authorization": {value}})
		for _, a := range []httpapitest.Response{
			s.Do("POST", "/api/orders/pubg/", h, httpapitest.PubgBody), s.Do("GET", "/api/orders/", h, ""),
			s.Do("GET", "/api/orders/00000000000000000000000000/", h, ""), s.Do("GET", "/api/orders/status/1/", h, ""),
		} {
			if r := a.Refused(t, 401); r.Code != "unauthorized" {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		if a := s.Do("GET", "/api/games/", h, ""); a.Status != 200 {
			t.Errorf("%s: the catalogue asks who you are: got %d, want 200", name, a.Status)
		}
	}
	for _, path := range []string{"/api/orders/", "/api/orders/steam/last_order_data/", "/api/orders/standoff/last_order_data/", "/api/orders/supply_channel/last_order_data/5/"} {
		s.Get(path).WantRefusal(t, 401, "unauthorized")
	}
}
