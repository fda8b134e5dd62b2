package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// onlyObjects drops what is not an object from an object.
func onlyObjects(t *testing.T, a answer) []byte {
	t.Helper()
	kept := map[string]any{}
	for k, v := range decode[map[string]any](t, a) {
		if m, ok := v.(map[string]any); ok {
			kept[k] = m
		}
	}
	b, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOrderIsShownToItsOwner(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("pubg", nil, pubgBody)
	a := s.do("GET", "/api/orders/"+strings.ToUpper(p.Hash)+"/", p.byCookie(), "")
	want := fmt.Sprintf(`{
		"resourcetype": "PUBGOrder", "id": %d, "hash": %q, "status": "created", "created": "2026-11-15T12:00:00Z", "total": "1461.10",
		"total_to_pay": "1461.10", "reject_reason": null, "is_payment_active": true, "email": "buyer@example.test", "account_name": null, "is_owner": true, "belongs_to": "guest",
		"order_products": [{"id": %d, "quantity": 2, "product": %s, "status": "processing", "unit_price": "730.55", "codes": []}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"progress": {
			"timeline": [{"at": "2026-11-15T12:00:00Z", "event": "order.created", "text": "Заказ создан", "line_id": null}],
			"expires_at": "2026-11-16T12:00:00Z", "details_deadline": null, "is_feedback_allowed": false, "quote": null, "delivery_receipt": null, "refund_to": "method", "held_until": null, "proofs": []
		}
	}`, p.ID, p.Hash, p.Products[0].ID, s.pack(3), s.picture(`select logo from games where id = 1`))
	wantJSON(t, a, 200, want)
	wantJSON(t, s.do("GET", "/api/orders/"+p.Hash+"/details/", p.byCookie(), ""), 200, want)
	keepsTo(t, doc, "getOrder", a)
	if got := a.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	s.clock.advance(24 * time.Hour)
	if got := decode[map[string]any](t, s.get("/api/orders/"+p.Hash+"/")); got["is_payment_active"] != false {
		t.Error("an order past its time can be paid")
	}
}

func TestCodesAreShownOnTheDetailsOfADeliveredOrderOnly(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("pubg", s.signedIn(7), pubgBody)
	if _, _, err := s.stock.Load(t.Context(), 3, []string{"CODE-ONE-1", "CODE-TWO-2"}); err != nil {
		t.Fatal(err)
	}
	s.exec(`update codes set state = 'reserved', line_id = $1`, p.Products[0].ID)
	shown := func(path string) string { return string(s.do("GET", path, s.signedIn(7), "").body) }
	if body := shown("/api/orders/" + p.Hash + "/details/"); strings.Contains(body, "CODE-") {
		t.Fatalf("a reserved code is shown: %s", body)
	}
	s.exec(`update codes set state = 'given', given_at = now()`)
	s.exec(`update order_lines set status = 'completed' where order_id = $1`, p.ID)
	s.exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
	a := s.do("GET", "/api/orders/"+p.Hash+"/details/", s.signedIn(7), "")
	keepsTo(t, doc, "getOrderDetails", a)
	lines := decode[struct {
		OrderProducts []struct {
			Codes []struct {
				Code     string `json:"code"`
				AmountUc int    `json:"amount_uc"`
			} `json:"codes"`
		} `json:"order_products"`
		Progress struct {
			IsFeedbackAllowed bool `json:"is_feedback_allowed"`
		} `json:"progress"`
	}](t, a)
	if codes := lines.OrderProducts[0].Codes; len(codes) != 2 || codes[0].Code != "CODE-ONE-1" || codes[1].Code != "CODE-TWO-2" || codes[0].AmountUc != 660 || !lines.Progress.IsFeedbackAllowed {
		t.Errorf("%s", a.body)
	}
	for _, body := range []string{shown("/api/orders/" + p.Hash + "/"), string(s.do("GET", "/api/orders/", s.signedIn(7), "").body)} {
		if strings.Contains(body, "CODE-") {
			t.Errorf("codes outside of the details: %s", body)
		}
	}
	if strings.Contains(s.logs.String(), "CODE-") {
		t.Error("codes are in the log")
	}
}

func TestOrderHistoryPages(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	s.exec(`insert into users (id, nickname, created) values (90001, 'История', now())`)
	var want []float64
	for i := range 53 {
		p := s.order("pubg", s.signedIn(90001), pubgBody)
		want = append([]float64{float64(p.ID)}, want...)
		if i%2 == 0 {
			s.exec(`update orders set status = 'failed', next_action = null, due_at = null where id = $1`, p.ID)
		}
		s.clock.advance(time.Second)
	}
	s.order("pubg", s.signedIn(8), pubgBody)
	a := s.do("GET", "/api/orders/", s.signedIn(90001), "")
	keepsTo(t, doc, "listOrders", a)
	first := decode[page](t, a)
	second := decode[page](t, s.do("GET", "/api/orders/?page=2&page_size=50", s.signedIn(90001), ""))
	if first.Count != 53 || len(first.Results) != 50 || *first.Next != "/api/orders/?page=2&page_size=50" || first.Previous != nil || second.Next != nil || len(second.Results) != 3 {
		t.Fatalf("%d, %d and %d", first.Count, len(first.Results), len(second.Results))
	}
	var got []float64
	for _, o := range append(first.Results, second.Results...) {
		got = append(got, o["id"].(float64))
		if o["progress"] != nil || o["resourcetype"] != "PUBGOrder" {
			t.Fatalf("%v", o)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	failed := decode[page](t, s.do("GET", "/api/orders/?status=failed&page_size=100", s.signedIn(90001), ""))
	if failed.Count != 27 || len(failed.Results) != 27 || failed.Results[0]["status"] != "failed" {
		t.Errorf("%d failed of %d", len(failed.Results), failed.Count)
	}
	if beyond := decode[page](t, s.do("GET", "/api/orders/?page=9", s.signedIn(90001), "")); beyond.Count != 53 || len(beyond.Results) != 0 {
		t.Errorf("%+v", beyond)
	}
	everything := s.do("GET", "/api/orders/?page_size=100", s.signedIn(1), "") // seeded orders of every kind
	keepsTo(t, doc, "listOrders", everything)
	if everything.status != 200 {
		t.Errorf("%d %s", everything.status, everything.body)
	}
}

func TestLastOrderFillsTheNextForm(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	s.exec(`insert into users (id, nickname, created) values (90001, 'Снова', now())`)
	me := s.signedIn(90001)
	wantJSON(t, s.do("GET", "/api/orders/steam/last_order_data/", me, ""), 200, `{"steam_account_id": null, "email": null}`)
	wantJSON(t, s.do("GET", "/api/orders/standoff/last_order_data/", me, ""), 200, `{"game_account_id": null, "game_avatar": null, "email": null, "history_order_id": null}`)
	for _, name := range []string{"first", "second"} {
		s.clock.advance(time.Minute)
		s.order("steam", me, `{"amount": "100.00", "steam_account_id": "`+name+`", "email": "`+name+`@b.test"}`)
		s.order("standoff", me, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "`+name+`"}`)
		s.order("supply_channel", me, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "`+name+`", "supply_channel_server": 2}`)
	}
	wantJSON(t, s.do("GET", "/api/orders/steam/last_order_data/", me, ""), 200, `{"steam_account_id": "second", "email": "second@b.test"}`)
	a := s.do("GET", "/api/orders/supply_channel/last_order_data/5/", me, "")
	keepsTo(t, doc, "getSupplyLastOrder", a)
	wantJSON(t, a, 200, `{"moogold_user_id": "second", "moogold_server": 2, "moogold_server_custom_id": null, "email": null}`)
	wantJSON(t, s.do("GET", "/api/orders/supply_channel/last_order_data/4/", me, ""), 200, `{"moogold_user_id": null, "moogold_server": null, "moogold_server_custom_id": null, "email": null}`)
	wantJSON(t, s.do("GET", "/api/orders/standoff/last_order_data/", me, ""), 200, `{"game_account_id": "second", "game_avatar": null, "email": null, "history_order_id": null}`)
}

func TestSettingsOfSteamAndStandoff(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	wantJSON(t, s.get("/api/orders/steam/settings/"), 200, `{"id": 1, "commission": "9.00", "min_amount": "50.00", "max_amount": "15000.00"}`)
	wantJSON(t, s.get("/api/orders/standoff/settings/"), 200, fmt.Sprintf(`{"need_refund": false, "is_surplus_enabled": true,
		"skin_name": %q, "skin_picture": %q, "market_fee": "0.2"}`, s.value(`select skin_name from standoff_settings`), s.picture(`select skin_picture from standoff_settings`)))
	s.exec(`update steam_settings set commission = 7.5`)
	wantJSON(t, s.get("/api/orders/steam/settings/"), 200, `{"id": 1, "commission": "7.50", "min_amount": "50.00", "max_amount": "15000.00"}`)
}
