package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

func TestUpdatedOrderIsPricedAnew(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("pubg", nil, `{"products": [{"product_id": 1, "quantity": 1}, {"product_id": 3, "quantity": 1}], "email": "a@b.test"}`)
	if a := s.Do("POST", fmt.Sprintf("/api/orders/%d/activate_promo_code/", p.ID), p.ByCookie(), httpapitest.CodeBody("UC8")); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	s.Exec(`update products set price = 80 where id = 1`) // 76.00 with the discount
	path := fmt.Sprintf("/api/orders/pubg/%d/update/", p.ID)
	a := s.Do("POST", path, p.ByCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 3}]}`, p.Products[0].ID))
	a.WantJSON(t, 200, fmt.Sprintf(`{
		"resourcetype": "PUBGOrder", "id": %d, "status": "created", "total_without_promocode": "228.00", "total_with_promocode": "209.76",
		"email": "a@b.test", "order_products": [{"id": %d, "quantity": 3, "product": %s, "status": "processing", "unit_price": "76.00"}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"promo_code": {"resourcetype": "PromoCode", "code": "UC8", "percent": 8, "valid_until": %q,
			"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true}}
	}`, p.ID, p.Products[0].ID, s.Pack(1), s.PictureURL(`select logo from games where id = 1`),
		httpapitest.Noon.Add(60*24*time.Hour).Format(time.RFC3339), s.PictureURL(`select logo from games where id = 1`)))
	httpapitest.MatchesContract(t, doc, "updatePubgOrder", a)
	for name, row := range map[string]struct {
		body         string
		status       int
		code, fields string
	}{
		"a line that went":   {fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[1].ID), 400, "invalid", "products.0.id"},
		"one line twice":     {fmt.Sprintf(`{"products": [{"id": %[1]d, "quantity": 1}, {"id": %[1]d, "quantity": 1}]}`, p.Products[0].ID), 400, "invalid", "products.1.id"},
		"more than are sold": {fmt.Sprintf(`{"products": [{"id": %d, "quantity": 11}]}`, p.Products[0].ID), 400, "invalid", "products.0.quantity"},
	} {
		a := s.Do("POST", path, p.ByCookie(), row.body)
		if r := a.Refused(t, row.status); r.Code != row.code || len(r.Fields) != 1 || r.Fields[0].Field != row.fields {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
	good := fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[0].ID)
	s.Do("POST", fmt.Sprintf("/api/orders/standoff/%d/update/", p.ID), p.ByCookie(), good).WantRefusal(t, 404, "order.not_found")
	s.Exec(`update products set is_active = false where id = 1`)
	s.Do("POST", path, p.ByCookie(), good).WantRefusal(t, 409, "products.unavailable")
	s.Exec(`update products set is_active = true where id = 1`)
	if got := s.Value(`select concat_ws(' ', total, discount, (select sum(quantity) from order_lines where order_id = orders.id)) from orders where id = $1`, p.ID); got != "228.00 18.24 3" {
		t.Errorf("refused changes changed it to %s", got)
	}
	for _, attempt := range []struct {
		status string
		want   int
	}{{"declined", 200}, {"expired", 409}, {"pending", 409}} {
		s.Exec(`insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, scenario, created, expires_at)
			values ($1, (select count(*) + 1 from payment_attempts), $2, 'm', 'p', $2, 1, 0, 'RUB', 1, 1, '{"type": "redirect", "url": "https://pay.test/1"}', now(), now())`, p.ID, attempt.status)
		if a := s.Do("POST", path, p.ByCookie(), good); a.Status != attempt.want {
			t.Errorf("with a payment %s: got %d %s, want %d", attempt.status, a.Status, a.Body, attempt.want)
		}
	}
	s.Do("GET", fmt.Sprintf("/api/orders/payment_data/%d/", p.ID), p.ByCookie(), "").WantJSON(t, 200, `{"url": "https://pay.test/1"}`)
	s.Clock.Advance(24 * time.Hour)
	s.Do("POST", path, p.ByCookie(), good).WantRefusal(t, 409, "order.not_changeable")
}

func TestSteamAndGiftOrdersAreChanged(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("steam", nil, `{"amount": "500.00", "steam_account_id": "kiosk", "email": "a@b.test"}`)
	path := fmt.Sprintf("/api/orders/steam/%d/update/", p.ID)
	a := s.Do("POST", path, p.ByCookie(), `{"amount": "750.50"}`)
	httpapitest.MatchesContract(t, doc, "updateSteamOrder", a)
	if got := httpapitest.Decode[map[string]any](t, a); got["total_with_promocode"] != "750.50" || got["promo_code"] != nil {
		t.Errorf("%s", a.Body)
	}
	same := s.Do("POST", path, p.ByCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[0].ID))
	if got := httpapitest.Decode[map[string]any](t, same); got["total_without_promocode"] != "750.50" {
		t.Errorf("%s", same.Body)
	}
	for body, field := range map[string]string{
		`{}`: "amount", `{"amount": "15000.01"}`: "amount", `{"products": [{"id": 1, "quantity": 1}]}`: "products.0.id",
		fmt.Sprintf(`{"products": [{"id": %d, "quantity": 2}]}`, p.Products[0].ID): "products.0.quantity",
	} {
		if r := s.Do("POST", path, p.ByCookie(), body).Refused(t, 400); len(r.Fields) != 1 || r.Fields[0].Field != field {
			t.Errorf("%s: %+v", body, r)
		}
	}
	g := s.CreateOrder("rokky", nil, `{"gift": 5, "email": "a@b.test"}`)
	a = s.Do("POST", fmt.Sprintf("/api/orders/rokky/%d/update/", g.ID), g.ByCookie(), `{"gift": 6}`)
	httpapitest.MatchesContract(t, doc, "updateRokkyOrder", a)
	got := httpapitest.Decode[map[string]any](t, a)
	if want := s.Value(`select final_price::text from gifts where id = 6`); got["total_with_promocode"] != want || got["gift"].(map[string]any)["id"] != 6.0 {
		t.Errorf("%s instead of %s", a.Body, want)
	}
	s.Do("POST", fmt.Sprintf("/api/orders/rokky/%d/update/", g.ID), g.ByCookie(), `{"gift": 987654}`).WantRefusal(t, 409, "products.unavailable")
}

func TestSteamOrdersCarryTheirOwnSumAndTitle(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	me := s.SignedIn(7)
	p := s.CreateOrder("steam", me, `{"amount": "777.00", "steam_account_id": "kiosk"}`)
	line := fmt.Sprintf(`[{"id": %d, "quantity": 1, "product": %s, "status": "processing", "unit_price": "777.00"}]`, p.Products[0].ID, s.TopUp("777.00"))
	for operation, path := range map[string]string{"getOrder": "/api/orders/" + p.Hash + "/", "getOrderDetails": "/api/orders/" + p.Hash + "/details/"} {
		a := s.Do("GET", path, me, "")
		httpapitest.MatchesContract(t, doc, operation, a)
		got := httpapitest.Decode[map[string]any](t, a)
		if diff := cmp.Diff(httpapitest.ParseJSON(t, line), got["order_products"]); diff != "" || got["total"] != "777.00" || got["wallet_amount"] != "707.07" {
			t.Errorf("%s: %s %v", operation, diff, got["wallet_amount"])
		}
	}
	listed := httpapitest.Decode[httpapitest.Page](t, s.Do("GET", "/api/orders/", me, "")).Results[0]
	if diff := cmp.Diff(httpapitest.ParseJSON(t, line), listed["order_products"]); diff != "" {
		t.Error(diff)
	}
}

func TestStandoffLotFollowsTheGold(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.05", "email": "a@b.test"}`)
	lot := func() any {
		a := s.Do("GET", "/api/orders/"+p.Hash+"/details/", p.ByCookie(), "")
		httpapitest.MatchesContract(t, doc, "getOrderDetails", a)
		return httpapitest.Decode[map[string]map[string]any](t, httpapitest.Response{Body: onlyObjects(t, a)})["lot"]["price"]
	}
	if got := lot(); got != "125.05" {
		t.Errorf("got %v, want 125.05", got)
	}
	a := s.Do("POST", fmt.Sprintf("/api/orders/standoff/%d/update/", p.ID), p.ByCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 4}]}`, p.Products[0].ID))
	httpapitest.MatchesContract(t, doc, "updateStandoffOrder", a)
	if got := httpapitest.Decode[map[string]any](t, a); got["surplus"] != "0.05" || got["total_with_promocode"] != "340.00" {
		t.Errorf("%s", a.Body)
	}
	s.Exec(`update standoff_settings set market_fee = 0.5, is_surplus_enabled = false`) // the order has the fee it was created with
	if got := lot(); got != "500.05" {
		t.Errorf("got %v, want 500.05", got)
	}
	plain := s.CreateOrder("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.05", "email": "a@b.test"}`)
	if got := s.Value(`select (detail->>'surplus' is null)::text from orders where id = $1`, plain.ID); got != "true" {
		t.Error("a surplus although they are off")
	}
}

func TestDeliveryDetailsAreFreeUntilPayment(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := s.CreateOrder("supply_channel", nil, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "7", "supply_channel_server": 2, "email": "a@b.test"}`)
	path := fmt.Sprintf("/api/orders/supply_channel/%d/delivery_details/update/", p.ID)
	a := s.Do("POST", path, p.ByCookie(), `{"moogold_user_id": " 8 ", "moogold_server": 3, "email": "new@b.test"}`)
	httpapitest.MatchesContract(t, doc, "updateSupplyDelivery", a)
	got := httpapitest.Decode[map[string]any](t, a)
	if got["moogold_user_id"] != "8" || got["moogold_server"] != 3.0 || got["moogold_server_name"] != "Asia" || got["email"] != "new@b.test" || got["total"] != "85.00" {
		t.Errorf("%s", a.Body)
	}
	for body, field := range map[string]string{`{"moogold_server": 5}`: "moogold_server", `{"moogold_user_id": " "}`: "moogold_user_id"} {
		if r := s.Do("POST", path, p.ByCookie(), body).Refused(t, 400); len(r.Fields) != 1 || r.Fields[0].Field != field {
			t.Errorf("%s: %+v", body, r)
		}
	}
	steam := s.CreateOrder("steam", nil, `{"amount": "500.00", "steam_account_id": "kiosk", "email": "a@b.test"}`)
	a = s.Do("POST", fmt.Sprintf("/api/orders/steam/%d/delivery_details/update/", steam.ID), steam.ByCookie(), `{"steam_account_id": "night"}`)
	httpapitest.MatchesContract(t, doc, "updateSteamDelivery", a)
	if got := httpapitest.Decode[map[string]any](t, a); got["steam_account_id"] != "night" || got["email"] != "a@b.test" {
		t.Errorf("%s", a.Body)
	}
	s.Exec(`update orders set status = 'paid', next_action = 'deliver' where id = $1`, p.ID)
	s.Do("POST", path, p.ByCookie(), `{"moogold_user_id": "9"}`).WantRefusal(t, 409, "order.not_correctable")
	if got := s.Value(`select detail->>'moogold_user_id' from orders where id = $1`, p.ID); got != "8" {
		t.Errorf("became %s", got)
	}
}

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"updatePubgOrder":        {path: fmt.Sprintf("/api/orders/pubg/%d/update/", o.pubg.ID), body: fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, o.pubg.Products[0].ID), want: owners(200)},
		"updateSteamOrder":       {path: fmt.Sprintf("/api/orders/steam/%d/update/", o.steam.ID), body: `{"amount": "600.00"}`, want: owners(200)},
		"updateStandoffOrder":    {path: fmt.Sprintf("/api/orders/standoff/%d/update/", o.standoff.ID), body: fmt.Sprintf(`{"products": [{"id": %d, "quantity": 2}]}`, o.standoff.Products[0].ID), want: owners(200)},
		"updateRokkyOrder":       {path: fmt.Sprintf("/api/orders/rokky/%d/update/", o.rokky.ID), body: `{"gift": 6}`, want: owners(200)},
		"updateSupplyOrder":      {path: fmt.Sprintf("/api/orders/supply_channel/%d/update/", o.supply.ID), body: fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, o.supply.Products[0].ID), want: owners(200)},
		"updatePubgDelivery":     {path: fmt.Sprintf("/api/orders/pubg/%d/delivery_details/update/", o.pubg.ID), body: `{"email": "A@b.test"}`, want: owners(200)},
		"updateSteamDelivery":    {path: fmt.Sprintf("/api/orders/steam/%d/delivery_details/update/", o.steam.ID), body: `{"steam_account_id": "other_kiosk"}`, want: owners(200)},
		"updateStandoffDelivery": {path: fmt.Sprintf("/api/orders/standoff/%d/delivery_details/update/", o.standoff.ID), body: `{"game_account_id": "2"}`, want: owners(200)},
		"updateRokkyDelivery":    {path: fmt.Sprintf("/api/orders/rokky/%d/delivery_details/update/", o.rokky.ID), body: `{"email": "A@b.test"}`, want: owners(200)},
		"updateSupplyDelivery":   {path: fmt.Sprintf("/api/orders/supply_channel/%d/delivery_details/update/", o.supply.ID), body: `{"moogold_user_id": "700000002", "moogold_server": 2}`, want: owners(200)},
	}
})
