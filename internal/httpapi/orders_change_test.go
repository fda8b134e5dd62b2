package httpapi_test

import (
	"fmt"
	"testing"
	"time"
)

func TestUpdatedOrderIsPricedAnew(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("pubg", nil, `{"products": [{"product_id": 1, "quantity": 1}, {"product_id": 3, "quantity": 1}], "email": "a@b.test"}`)
	if a := s.do("POST", fmt.Sprintf("/api/orders/%d/activate_promo_code/", p.ID), p.byCookie(), codeBody("UC8")); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	s.exec(`update products set price = 80 where id = 1`) // 76.00 with the discount
	path := fmt.Sprintf("/api/orders/pubg/%d/update/", p.ID)
	a := s.do("POST", path, p.byCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 3}]}`, p.Products[0].ID))
	wantJSON(t, a, 200, fmt.Sprintf(`{
		"resourcetype": "PUBGOrder", "id": %d, "status": "created", "total_without_promocode": "228.00", "total_with_promocode": "209.76",
		"email": "a@b.test", "order_products": [{"id": %d, "quantity": 3, "product": %s, "status": "processing", "unit_price": "76.00"}],
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true},
		"promo_code": {"resourcetype": "PromoCode", "code": "UC8", "percent": 8, "valid_until": %q,
			"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true}}
	}`, p.ID, p.Products[0].ID, s.pack(1), s.picture(`select logo from games where id = 1`),
		noon.Add(60*24*time.Hour).Format(time.RFC3339), s.picture(`select logo from games where id = 1`)))
	keepsTo(t, doc, "updatePubgOrder", a)
	for name, row := range map[string]struct {
		body         string
		status       int
		code, fields string
	}{
		"a line that went":   {fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[1].ID), 400, "invalid", "products.0.id"},
		"one line twice":     {fmt.Sprintf(`{"products": [{"id": %[1]d, "quantity": 1}, {"id": %[1]d, "quantity": 1}]}`, p.Products[0].ID), 400, "invalid", "products.1.id"},
		"more than are sold": {fmt.Sprintf(`{"products": [{"id": %d, "quantity": 11}]}`, p.Products[0].ID), 400, "invalid", "products.0.quantity"},
	} {
		a := s.do("POST", path, p.byCookie(), row.body)
		if r := refused(t, a, row.status); r.Code != row.code || len(r.Fields) != 1 || r.Fields[0].Field != row.fields {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	good := fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[0].ID)
	wantRefusal(t, s.do("POST", fmt.Sprintf("/api/orders/standoff/%d/update/", p.ID), p.byCookie(), good), 404, "order.not_found")
	s.exec(`update products set is_active = false where id = 1`)
	wantRefusal(t, s.do("POST", path, p.byCookie(), good), 409, "products.unavailable")
	s.exec(`update products set is_active = true where id = 1`)
	if got := s.value(`select concat_ws(' ', total, discount, (select sum(quantity) from order_lines where order_id = orders.id)) from orders where id = $1`, p.ID); got != "228.00 18.24 3" {
		t.Errorf("refused changes changed it to %s", got)
	}
	for _, attempt := range []struct {
		status string
		want   int
	}{{"declined", 200}, {"expired", 409}, {"pending", 409}} {
		s.exec(`insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, scenario, created, expires_at)
			values ($1, (select count(*) + 1 from payment_attempts), $2, 'm', 'p', $2, 1, 0, 'RUB', 1, 1, '{"type": "redirect", "url": "https://pay.test/1"}', now(), now())`, p.ID, attempt.status)
		if a := s.do("POST", path, p.byCookie(), good); a.status != attempt.want {
			t.Errorf("with a payment %s: %d %s", attempt.status, a.status, a.body)
		}
	}
	wantJSON(t, s.do("GET", fmt.Sprintf("/api/orders/payment_data/%d/", p.ID), p.byCookie(), ""), 200, `{"url": "https://pay.test/1"}`)
	s.clock.advance(24 * time.Hour)
	wantRefusal(t, s.do("POST", path, p.byCookie(), good), 409, "order.not_changeable")
}

func TestSteamAndGiftOrdersAreChanged(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("steam", nil, `{"amount": "500.00", "steam_account_id": "kiosk", "email": "a@b.test"}`)
	path := fmt.Sprintf("/api/orders/steam/%d/update/", p.ID)
	a := s.do("POST", path, p.byCookie(), `{"amount": "750.50"}`)
	keepsTo(t, doc, "updateSteamOrder", a)
	if got := decode[map[string]any](t, a); got["total_with_promocode"] != "750.50" || got["promo_code"] != nil {
		t.Errorf("%s", a.body)
	}
	same := s.do("POST", path, p.byCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 1}]}`, p.Products[0].ID))
	if got := decode[map[string]any](t, same); got["total_without_promocode"] != "750.50" {
		t.Errorf("%s", same.body)
	}
	for body, field := range map[string]string{
		`{}`: "amount", `{"amount": "15000.01"}`: "amount", `{"products": [{"id": 1, "quantity": 1}]}`: "products.0.id",
		fmt.Sprintf(`{"products": [{"id": %d, "quantity": 2}]}`, p.Products[0].ID): "products.0.quantity",
	} {
		if r := refused(t, s.do("POST", path, p.byCookie(), body), 400); len(r.Fields) != 1 || r.Fields[0].Field != field {
			t.Errorf("%s: %+v", body, r)
		}
	}
	g := s.order("rokky", nil, `{"gift": 5, "email": "a@b.test"}`)
	a = s.do("POST", fmt.Sprintf("/api/orders/rokky/%d/update/", g.ID), g.byCookie(), `{"gift": 6}`)
	keepsTo(t, doc, "updateRokkyOrder", a)
	got := decode[map[string]any](t, a)
	if want := s.value(`select final_price::text from gifts where id = 6`); got["total_with_promocode"] != want || got["gift"].(map[string]any)["id"] != 6.0 {
		t.Errorf("%s instead of %s", a.body, want)
	}
	wantRefusal(t, s.do("POST", fmt.Sprintf("/api/orders/rokky/%d/update/", g.ID), g.byCookie(), `{"gift": 987654}`), 409, "products.unavailable")
}

func TestStandoffLotFollowsTheGold(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.05", "email": "a@b.test"}`)
	lot := func() any {
		a := s.do("GET", "/api/orders/"+p.Hash+"/details/", p.byCookie(), "")
		keepsTo(t, doc, "getOrderDetails", a)
		return decode[map[string]map[string]any](t, answer{body: onlyObjects(t, a)})["lot"]["price"]
	}
	if got := lot(); got != "125.05" {
		t.Errorf("%v", got)
	}
	a := s.do("POST", fmt.Sprintf("/api/orders/standoff/%d/update/", p.ID), p.byCookie(), fmt.Sprintf(`{"products": [{"id": %d, "quantity": 4}]}`, p.Products[0].ID))
	keepsTo(t, doc, "updateStandoffOrder", a)
	if got := decode[map[string]any](t, a); got["surplus"] != "0.05" || got["total_with_promocode"] != "340.00" {
		t.Errorf("%s", a.body)
	}
	s.exec(`update standoff_settings set market_fee = 0.5, is_surplus_enabled = false`) // the order keeps the fee it was made with
	if got := lot(); got != "500.05" {
		t.Errorf("%v", got)
	}
	plain := s.order("standoff", nil, `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.05", "email": "a@b.test"}`)
	if got := s.value(`select (detail->>'surplus' is null)::text from orders where id = $1`, plain.ID); got != "true" {
		t.Error("a surplus although they are off")
	}
}

func TestDeliveryDetailsAreFreeUntilPayment(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.order("supply_channel", nil, `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "7", "supply_channel_server": 2, "email": "a@b.test"}`)
	path := fmt.Sprintf("/api/orders/supply_channel/%d/delivery_details/update/", p.ID)
	a := s.do("POST", path, p.byCookie(), `{"moogold_user_id": " 8 ", "moogold_server": 3, "email": "new@b.test"}`)
	keepsTo(t, doc, "updateSupplyDelivery", a)
	got := decode[map[string]any](t, a)
	if got["moogold_user_id"] != "8" || got["moogold_server"] != 3.0 || got["moogold_server_name"] != "Asia" || got["email"] != "new@b.test" || got["total"] != "85.00" {
		t.Errorf("%s", a.body)
	}
	for body, field := range map[string]string{`{"moogold_server": 5}`: "moogold_server", `{"moogold_user_id": " "}`: "moogold_user_id"} {
		if r := refused(t, s.do("POST", path, p.byCookie(), body), 400); len(r.Fields) != 1 || r.Fields[0].Field != field {
			t.Errorf("%s: %+v", body, r)
		}
	}
	steam := s.order("steam", nil, `{"amount": "500.00", "steam_account_id": "kiosk", "email": "a@b.test"}`)
	a = s.do("POST", fmt.Sprintf("/api/orders/steam/%d/delivery_details/update/", steam.ID), steam.byCookie(), `{"steam_account_id": "night"}`)
	keepsTo(t, doc, "updateSteamDelivery", a)
	if got := decode[map[string]any](t, a); got["steam_account_id"] != "night" || got["email"] != "a@b.test" {
		t.Errorf("%s", a.body)
	}
	s.exec(`update orders set status = 'paid', next_action = 'deliver' where id = $1`, p.ID)
	wantRefusal(t, s.do("POST", path, p.byCookie(), `{"moogold_user_id": "9"}`), 409, "order.not_correctable")
	if got := s.value(`select detail->>'moogold_user_id' from orders where id = $1`, p.ID); got != "8" {
		t.Errorf("became %s", got)
	}
}
