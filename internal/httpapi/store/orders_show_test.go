package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// onlyObjects drops what is not an object from an object.
func onlyObjects(t *testing.T, a httpapitest.Response) []byte {
	t.Helper()
	shown := map[string]any{}
	for k, v := range httpapitest.Decode[map[string]any](t, a) {
		if m, ok := v.(map[string]any); ok {
			shown[k] = m
		}
	}
	b, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOrderIsShownToItsOwner(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	a := s.Do("GET", "/api/orders/"+strings.ToUpper(p.Hash)+"/", p.ByCookie(), "")
	want := fmt.Sprintf(`{
		"resourcetype": "PUBGOrder", "id": %d, "hash": %q, "status": "created", "created": "2026-11-15T12:00:00Z", "total": "1461.10",
		"total_to_pay": "1461.10", "reject_reason": null, "paid": null, "is_payment_active": true, "email": "buyer@example.test", "account_name": null, "is_owner": true, "belongs_to": "guest",
		"order_products": [{"id": %d, "quantity": 2, "product": %s, "status": "processing", "unit_price": "730.55", "codes": []}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"progress": {
			"timeline": [{"at": "2026-11-15T12:00:00Z", "event": "order.created", "text": "Заказ создан", "line_id": null}],
			"expires_at": "2026-11-16T12:00:00Z", "details_deadline": null, "is_feedback_allowed": false, "quote": null, "delivery_receipt": null, "refund_to": "method", "held_until": null, "proofs": [], "pictures": [], "codes": []
		}
	}`, p.ID, p.Hash, p.Products[0].ID, s.Pack(3), s.PictureURL(`select logo from games where id = 1`))
	a.WantJSON(t, 200, want)
	s.Do("GET", "/api/orders/"+p.Hash+"/details/", p.ByCookie(), "").WantJSON(t, 200, want)
	httpapitest.MatchesContract(t, doc, "getOrder", a)
	if got := a.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	s.Clock.Advance(24 * time.Hour)
	if got := httpapitest.Decode[map[string]any](t, s.Get("/api/orders/"+p.Hash+"/")); got["is_payment_active"] != false {
		t.Error("an order past its time can be paid")
	}
}

func TestOrderOfASupplyGameNamesThePlayerAndWhatItsGameNeeds(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for body, want := range map[string]string{
		`{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`: `
			"moogold_user_id": "700000001", "moogold_server": 2, "moogold_server_custom_id": null`,
		`{"products": [{"product_id": 28, "quantity": 1}], "supply_channel_user_id": "123", "supply_channel_server_custom_id": "2041", "email": "a@b.test"}`: `
			"moogold_user_id": "123", "moogold_server": null, "moogold_server_custom_id": "2041"`,
	} {
		p := s.CreateOrder("supply_channel", nil, body)
		got := httpapitest.Decode[map[string]any](t, s.Do("GET", "/api/orders/"+p.Hash+"/", p.ByCookie(), ""))
		game := s.Value(`select jsonb_build_object('resourcetype', 'SupplyGame', 'id', g.id, 'title', g.title, 'logo', $2::text, 'is_active', g.is_active,
			'is_server_needed', g.is_server_needed, 'is_server_enum', g.is_server_enum)::text from orders o join games g on g.id = o.game_id where o.id = $1`,
			p.ID, s.PictureURL(`select g.logo from orders o join games g on g.id = o.game_id where o.id = $1`, p.ID))
		wanted := map[string]any{}
		if err := json.Unmarshal([]byte(`{`+want+`, "game": `+game+`}`), &wanted); err != nil {
			t.Fatal(err)
		}
		for name, value := range wanted {
			if diff := cmp.Diff(value, got[name]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

func TestCodesAreShownOnTheDetailsOfADeliveredOrderOnly(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	if _, _, err := s.Stock.Load(t.Context(), 3, []string{"CODE-ONE-1", "CODE-TWO-2"}); err != nil {
		t.Fatal(err)
	}
	s.Exec(`update codes set state = 'reserved', line_id = $1`, p.Products[0].ID)
	shown := func(path string) string { return string(s.Do("GET", path, s.SignedIn(7), "").Body) }
	if body := shown("/api/orders/" + p.Hash + "/details/"); strings.Contains(body, "CODE-") {
		t.Fatalf("a reserved code is shown: %s", body)
	}
	s.Exec(`update codes set state = 'given', given_at = now()`)
	s.Exec(`update order_lines set status = 'completed' where order_id = $1`, p.ID)
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
	a := s.Do("GET", "/api/orders/"+p.Hash+"/details/", s.SignedIn(7), "")
	httpapitest.MatchesContract(t, doc, "getOrderDetails", a)
	lines := httpapitest.Decode[struct {
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
		t.Errorf("%s", a.Body)
	}
	for _, body := range []string{shown("/api/orders/" + p.Hash + "/"), string(s.Do("GET", "/api/orders/", s.SignedIn(7), "").Body)} {
		if strings.Contains(body, "CODE-") {
			t.Errorf("codes outside of the details: %s", body)
		}
	}
	if strings.Contains(s.Logs.String(), "CODE-") {
		t.Error("codes are in the log")
	}
}

func TestOrderHistoryPages(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	factory.User(t, s.Pool, factory.With{"id": 90001})
	var want []float64
	for i := range 53 {
		p := s.CreateOrder("pubg", s.SignedIn(90001), httpapitest.PubgBody)
		want = append([]float64{float64(p.ID)}, want...)
		if i%2 == 0 {
			s.Exec(`update orders set status = 'failed', next_action = null, due_at = null where id = $1`, p.ID)
		}
		s.Clock.Advance(time.Second)
	}
	s.CreateOrder("pubg", s.SignedIn(8), httpapitest.PubgBody)
	a := s.Do("GET", "/api/orders/", s.SignedIn(90001), "")
	httpapitest.MatchesContract(t, doc, "listOrders", a)
	first := httpapitest.Decode[httpapitest.Page](t, a)
	second := httpapitest.Decode[httpapitest.Page](t, s.Do("GET", "/api/orders/?page=2&page_size=50", s.SignedIn(90001), ""))
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
	failed := httpapitest.Decode[httpapitest.Page](t, s.Do("GET", "/api/orders/?status=failed&page_size=100", s.SignedIn(90001), ""))
	if failed.Count != 27 || len(failed.Results) != 27 || failed.Results[0]["status"] != "failed" {
		t.Errorf("%d failed of %d", len(failed.Results), failed.Count)
	}
	if beyond := httpapitest.Decode[httpapitest.Page](t, s.Do("GET", "/api/orders/?page=9", s.SignedIn(90001), "")); beyond.Count != 53 || len(beyond.Results) != 0 {
		t.Errorf("%+v", beyond)
	}
	everything := s.Do("GET", "/api/orders/?page_size=100", s.SignedIn(1), "") // seeded orders of every kind
	httpapitest.MatchesContract(t, doc, "listOrders", everything)
	if everything.Status != 200 {
		t.Errorf("got %d %s, want 200", everything.Status, everything.Body)
	}
}

func TestLastOrderFillsTheNextForm(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	factory.User(t, s.Pool, factory.With{"id": 90001})
	me := s.SignedIn(90001)
	s.Do("GET", "/api/orders/steam/last_order_data/", me, "").WantJSON(t, 200, `{"steam_account_id": null, "email": null}`)
	s.Do("GET", "/api/orders/standoff/last_order_data/", me, "").WantJSON(t, 200, `{"game_account_id": null, "game_avatar": null, "email": null, "history_order_id": null}`)
	for _, name := range []string{"first", "second"} {
		s.Clock.Advance(time.Minute)
		s.CreateOrder("steam", me, `{"amount": "100.00", "steam_account_id": "`+name+`", "email": "`+name+`@b.test"}`)
		s.CreateOrder("standoff", me, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "`+name+`"}`)
		s.CreateOrder("supply_channel", me, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "`+name+`", "supply_channel_server": 2}`)
	}
	s.Do("GET", "/api/orders/steam/last_order_data/", me, "").WantJSON(t, 200, `{"steam_account_id": "second", "email": "second@b.test"}`)
	a := s.Do("GET", "/api/orders/supply_channel/last_order_data/5/", me, "")
	httpapitest.MatchesContract(t, doc, "getSupplyLastOrder", a)
	a.WantJSON(t, 200, `{"moogold_user_id": "second", "moogold_server": 2, "moogold_server_custom_id": null, "email": null}`)
	s.Do("GET", "/api/orders/supply_channel/last_order_data/4/", me, "").WantJSON(t, 200, `{"moogold_user_id": null, "moogold_server": null, "moogold_server_custom_id": null, "email": null}`)
	s.Do("GET", "/api/orders/standoff/last_order_data/", me, "").WantJSON(t, 200, `{"game_account_id": "second", "game_avatar": null, "email": null, "history_order_id": null}`)
}

func TestSettingsOfSteamAndStandoff(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Get("/api/orders/steam/settings/").WantJSON(t, 200, `{"id": 1, "commission": "9.00", "min_amount": "50.00", "max_amount": "15000.00"}`)
	s.Get("/api/orders/standoff/settings/").WantJSON(t, 200, fmt.Sprintf(`{"need_refund": false, "is_surplus_enabled": true,
		"skin_name": %q, "skin_picture": %q, "market_fee": "0.2"}`, s.Value(`select skin_name from standoff_settings`), s.PictureURL(`select skin_picture from standoff_settings`)))
	s.Exec(`update steam_settings set commission = 7.5`)
	s.Get("/api/orders/steam/settings/").WantJSON(t, 200, `{"id": 1, "commission": "7.50", "min_amount": "50.00", "max_amount": "15000.00"}`)
}

// Standoff's deadline comes from the API.
func TestTheDeadlineOfAStandoffLotIsSaidWhileItIsLookedFor(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.05", "email": "a@b.test"}`)
	deadline := func() any {
		a := s.Do("GET", "/api/orders/"+p.Hash+"/", p.ByCookie(), "")
		httpapitest.MatchesContract(t, doc, "getOrder", a)
		return httpapitest.Decode[map[string]map[string]any](t, httpapitest.Response{Body: onlyObjects(t, a)})["lot"]["deadline"]
	}
	if got := deadline(); got != nil {
		t.Errorf("an unpaid order has the deadline %v", got)
	}
	s.Exec(`update orders set status = 'sending', next_action = 'deliver' where id = $1`, p.ID)
	s.Exec(`insert into order_events (order_id, event, at) values ($1, 'delivery.sending', '2026-11-15T12:30:00Z')`, p.ID)
	if got := deadline(); got != "2026-11-16T12:30:00Z" {
		t.Errorf("the first lot is looked for until %v", got)
	}
	s.Exec(`insert into order_events (order_id, event, at) values ($1, 'delivery.sending', '2026-11-16T10:00:00Z')`, p.ID)
	if got := deadline(); got != "2026-11-17T10:00:00Z" {
		t.Errorf("after a correction the lot is looked for until %v", got)
	}
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
	if got := deadline(); got != nil {
		t.Errorf("a delivered order has the deadline %v", got)
	}
}

// The hash reads an order; what else it shows is in orders_link_test.go.
var _ = accessRows(func(w *accessFixture, o orders) map[string]access {
	return map[string]access{
		"listOrders":           {want: signedIn(200, 200)},
		"getOrder":             {path: "/api/orders/" + o.pubg.Hash + "/", want: all(200)},
		"getOrderPicture":      {path: w.picturePath(o.pubg), want: [8]int{404, 404, 404, 200, 404, 404, 200, 200}}, // not for the link
		"getOrderDetails":      {path: "/api/orders/" + o.pubg.Hash + "/details/", want: all(200)},
		"getOrderStatus":       {path: fmt.Sprintf("/api/orders/status/%d/", o.pubg.ID), want: readers(200)},
		"getStandoffLastOrder": {want: signedIn(200, 200)},
		"getSteamLastOrder":    {want: signedIn(200, 200)},
		"getSupplyLastOrder":   {path: "/api/orders/supply_channel/last_order_data/5/", want: signedIn(200, 200)},
	}
})

// picturePath returns the address of a picture that an operator attached to an order.
func (w *accessFixture) picturePath(p httpapitest.Order) string {
	w.s.T.Helper()
	id, err := w.s.Deps.Store.ProofPictures.Store(w.s.T.Context(), p.ID, "staff:1", drawing(w.s.T, 64, 64, asPNG))
	if err != nil {
		w.s.T.Fatal(err)
	}
	w.s.Exec(`update delivery_pictures set attached_at = created where id = $1`, id)
	return fmt.Sprintf("/api/orders/%s/pictures/%d/", p.Hash, id)
}
