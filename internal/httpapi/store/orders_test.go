package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestEveryKindOfOrderIsPricedFromTheCatalogue(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	for _, row := range []struct{ kind, operation, body, want, detail string }{
		{
			"pubg", "createPubgOrder",
			`{"products": [{"product_id": 3, "quantity": 1}, {"product_id": 1, "quantity": 2}, {"product_id": 3, "quantity": 1}], "email": "a@b.test"}`,
			`{"resourcetype": "PUBGOrder", "id": %d, "hash": %q, "total": "1611.20", "products": [
				{"id": %d, "quantity": 2, "product": ` + s.Pack(3) + `}, {"id": %d, "quantity": 2, "product": ` + s.Pack(1) + `}]}`,
			`{}`,
		},
		{
			"steam", "createSteamOrder", `{"amount": "500.01", "steam_account_id": " night_kiosk ", "email": "a@b.test"}`,
			`{"resourcetype": "SteamOrder", "id": %d, "hash": %q, "total": "500.01", "products": [{"id": %d, "quantity": 1, "product": ` + s.TopUp("500.01") + `}]}`,
			`{"commission_bp": 900, "steam_account_id": "night_kiosk"}`,
		},
		{
			"standoff", "createStandoffOrder",
			`{"products": [{"product_id": 11, "quantity": 3}], "game_account_id": "12345678", "surplus": "0.17", "email": "a@b.test"}`,
			`{"resourcetype": "StandoffOrder", "id": %d, "hash": %q, "total": "255.00", "game_avatar": null, "products": [
				{"id": %d, "quantity": 3, "product": ` + s.Pack(11) + `}]}`,
			`{"game_account_id": "12345678", "gold": 300, "market_fee_bp": 2000, "surplus": "0.17"}`,
		},
		{
			"supply_channel", "createSupplyOrder",
			`{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`,
			`{"resourcetype": "MooGoldOrder", "id": %d, "hash": %q, "total": "85.00", "products": [{"id": %d, "quantity": 1, "product": ` + s.Pack(41) + `}]}`,
			`{"moogold_server": 2, "moogold_server_name": "Europe", "moogold_user_id": "700000001"}`,
		},
		{
			"supply_channel", "createSupplyOrder",
			`{"products": [{"product_id": 28, "quantity": 10}], "supply_channel_user_id": "123", "supply_channel_server_custom_id": " 2041 ", "email": "a@b.test"}`,
			`{"resourcetype": "MooGoldOrder", "id": %d, "hash": %q, "total": "171.00", "products": [{"id": %d, "quantity": 10, "product": ` + s.Pack(28) + `}]}`,
			`{"moogold_server_custom_id": "2041", "moogold_user_id": "123"}`,
		},
	} {
		a := s.Post("/api/orders/"+row.kind+"/", row.body)
		p := httpapitest.Decode[httpapitest.Order](t, a)
		args := []any{p.ID, p.Hash}
		for _, l := range p.Products {
			args = append(args, l.ID)
		}
		a.WantJSON(t, 201, fmt.Sprintf(row.want, args...))
		httpapitest.MatchesContract(t, doc, row.operation, a)
		if got := s.Value(`select detail::text from orders where id = $1`, p.ID); got != s.Value(`select $1::jsonb::text`, row.detail) {
			t.Errorf("%s: detail %s", row.kind, got)
		}
		if got := s.Value(`select concat_ws(' ', status, next_action, due_at - created, email, user_id is null, guest is not null) from orders where id = $1`, p.ID); got != "created pay 1 day a@b.test t t" {
			t.Errorf("%s: got it stored as %s", row.kind, got)
		}
	}
}

func TestPriceSentByTheBuyerIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	before := s.Value(`select count(*) from orders`)
	a := s.Post("/api/orders/pubg/", `{"products": [{"product_id": 3, "quantity": 1}], "email": "a@b.test", "total": "0.01"}`)
	a.WantJSON(t, 400, `{"code": "invalid", "detail": "Проверьте поля запроса.", "fields": [{"code": "unknown_field", "detail": "Такого поля нет.", "field": "total"}]}`)
	if after := s.Value(`select count(*) from orders`); after != before {
		t.Errorf("got %s orders, want %s", after, before)
	}
}

func TestGiftIsOrdered(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	a := s.Post("/api/orders/rokky/", `{"gift": 5, "email": "a@b.test"}`)
	p := httpapitest.Decode[httpapitest.Order](t, a)
	gift := httpapitest.Decode[map[string]any](t, s.Get("/api/gifts/5/"))
	for _, more := range []string{"description", "tags", "created", "is_available"} {
		delete(gift, more)
	}
	short, err := json.Marshal(gift)
	if err != nil {
		t.Fatal(err)
	}
	price := gift["discount_price"]
	if price == nil {
		price = gift["price"]
	}
	a.WantJSON(t, 201, fmt.Sprintf(`{"resourcetype": "RokkyOrder", "id": %d, "hash": %q, "total": %q, "products": [], "gift": %s}`, p.ID, p.Hash, price, short))
	httpapitest.MatchesContract(t, doc, "createRokkyOrder", a)
	if got := s.Value(`select title || ' ' || quantity || ' ' || unit_price from order_lines where order_id = $1`, p.ID); got != fmt.Sprintf("%s 1 %s", gift["title"], price) {
		t.Errorf("the line is %s", got)
	}
}

func TestRefusedOrdersLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update products set is_active = false where id = 2`)
	s.Exec(`update games set is_active = false where id = 6`)
	auth := s.Value(`select p.id::text from products p join games g on g.id = p.game_id where g.is_auth_required limit 1`)
	hidden := s.Value(`select id::text from products where game_id = 6 limit 1`)
	s.Exec(`update gifts set is_active = false where id = 7`)
	before := s.Value(`select concat_ws(' ', (select count(*) from orders), (select count(*) from order_lines), (select count(*) from order_events))`)
	for name, row := range map[string]struct {
		kind, body string
		status     int
		code       string
		fields     string // field=code, in order
	}{
		"no e-mail":          {"pubg", `{"products": [{"product_id": 1, "quantity": 1}]}`, 400, "invalid", "email=required"},
		"pack not sold":      {"pubg", `{"products": [{"product_id": 1, "quantity": 1}, {"product_id": 2, "quantity": 1}], "email": "a@b.test"}`, 409, "products.unavailable", "products.1.product_id=unavailable"},
		"no such pack":       {"pubg", `{"products": [{"product_id": 9999, "quantity": 1}], "email": "a@b.test"}`, 409, "products.unavailable", "products.0.product_id=unavailable"},
		"game not sold":      {"supply_channel", `{"products": [{"product_id": ` + hidden + `, "quantity": 1}], "supply_channel_user_id": "1", "email": "a@b.test"}`, 409, "products.unavailable", "products.0.product_id=unavailable"},
		"too many":           {"pubg", `{"products": [{"product_id": 1, "quantity": 6}, {"product_id": 1, "quantity": 5}], "email": "a@b.test"}`, 400, "invalid", "products.0.quantity=too_large"},
		"another kind":       {"pubg", `{"products": [{"product_id": 11, "quantity": 1}], "email": "a@b.test"}`, 400, "invalid", "products.0.product_id=wrong_kind"},
		"two games":          {"supply_channel", `{"products": [{"product_id": 28, "quantity": 1}, {"product_id": 41, "quantity": 1}], "supply_channel_user_id": "1", "supply_channel_server_custom_id": "1", "email": "a@b.test"}`, 400, "invalid", "products.1.product_id=other_game"},
		"needs an account":   {"supply_channel", `{"products": [{"product_id": ` + auth + `, "quantity": 1}], "supply_channel_user_id": "1"}`, 401, "unauthorized", ""},
		"no server":          {"supply_channel", `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "1", "email": "a@b.test"}`, 400, "invalid", "supply_channel_server=required"},
		"no zone":            {"supply_channel", `{"products": [{"product_id": 28, "quantity": 1}], "supply_channel_user_id": "1", "supply_channel_server_custom_id": "  ", "email": "a@b.test"}`, 400, "invalid", "supply_channel_server_custom_id=required"},
		"server of others":   {"supply_channel", `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "1", "supply_channel_server": 5, "email": "a@b.test"}`, 400, "invalid", "supply_channel_server=unknown_value"},
		"blank player":       {"supply_channel", `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": " \t", "supply_channel_server": 1, "email": "a@b.test"}`, 400, "invalid", "supply_channel_user_id=required"},
		"blank account":      {"standoff", `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": " ", "email": "a@b.test"}`, 400, "invalid", "game_account_id=required"},
		"surplus of a fifth": {"standoff", `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1", "surplus": "0.24", "email": "a@b.test"}`, 400, "invalid", "surplus=wrong_format"},
		"too little":         {"steam", `{"amount": "49.99", "steam_account_id": "x", "email": "a@b.test"}`, 400, "invalid", "amount=too_small"},
		"too much, no mail":  {"steam", `{"amount": "15000.01", "steam_account_id": "x"}`, 400, "invalid", "email=required amount=too_large"},
		"gift not sold":      {"rokky", `{"gift": 7, "email": "a@b.test"}`, 409, "products.unavailable", ""},
		"no such gift":       {"rokky", `{"gift": 987654, "email": "a@b.test"}`, 409, "products.unavailable", ""},
	} {
		a := s.Post("/api/orders/"+row.kind+"/", row.body)
		r := a.Refused(t, row.status)
		var fields []string
		for _, f := range r.Fields {
			fields = append(fields, f.Field+"="+f.Code)
		}
		if r.Code != row.code || strings.Join(fields, " ") != row.fields || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %s, cookie %q", name, a.Body, a.Header.Get("Set-Cookie"))
		}
	}
	if after := s.Value(`select concat_ws(' ', (select count(*) from orders), (select count(*) from order_lines), (select count(*) from order_events))`); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

func TestOrderOfAnAccountHasTheAccountsAddress(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update users set email = 'maria@b.test' where id = 7`)
	bodies := map[string]string{
		"pubg":           `{"products": [{"product_id": 1, "quantity": 1}]}`,
		"steam":          `{"amount": "500.01", "steam_account_id": "x"}`,
		"rokky":          `{"gift": 5}`,
		"supply_channel": `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2}`,
	}
	for kind, body := range bodies {
		p := s.CreateOrder(kind, s.SignedIn(7), body)
		if got := s.Value(`select coalesce(email, 'none') from orders where id = $1`, p.ID); got != "maria@b.test" {
			t.Errorf("the address of a %s order: got %s, want the account's", kind, got)
		}
	}
	given := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	if got := s.Value(`select email from orders where id = $1`, given.ID); got == "maria@b.test" {
		t.Error("the account's address replaced the one that was given")
	}
	s.Do("GET", "/api/orders/supply_channel/last_order_data/5/", s.SignedIn(7), "").
		WantJSON(t, 200, `{"moogold_user_id": "700000001", "moogold_server": 2, "moogold_server_custom_id": null, "email": "maria@b.test"}`)
}

func TestSignedInBuyerNeedsNoEmailAndUsesTheAccountsCode(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	if a := s.CallAs(7, "POST", "/api/promo_codes/activate/", httpapitest.CodeBody("UC8")); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	p := s.CreateOrder("pubg", s.SignedIn(7), `{"products": [{"product_id": 1, "quantity": 1}]}`)
	if p.Cookie != "" {
		t.Errorf("an account needs no cookie: got %s, want %q", p.Cookie, "")
	}
	if got := s.Value(`select concat_ws(' ', o.user_id, o.email is null, o.guest is null, o.total, o.discount, l.discount)
		from orders o join order_lines l on l.order_id = o.id where o.id = $1`, p.ID); got != "7 f t 75.05 6.00 6.00" {
		t.Errorf("got it stored as %s", got)
	}
	gold := s.CreateOrder("standoff", s.SignedIn(7), `{"products": [{"product_id": 11, "quantity": 1}], "game_account_id": "1"}`)
	if got := s.Value(`select (discount = 0 and promo_code_id is null)::text from orders where id = $1`, gold.ID); got != "true" {
		t.Error("a code of another game is on the order")
	}
	if got := s.Value(`select ((detail->>'surplus')::numeric between 0 and 0.23)::text from orders where id = $1`, gold.ID); got != "true" {
		t.Errorf("got surplus %s, want none", got)
	}
	s.Do("POST", "/api/orders/pubg/", s.SignedIn(999_999), httpapitest.PubgBody).WantRefusal(t, 401, "unauthorized") // an account that is gone
}

var _ = accessRows(func(_ *accessFixture, _ orders) map[string]access {
	return map[string]access{
		"checkAccount":        {path: "/api/orders/check_account/", body: `{"game_id": 3, "account_id": "kot_77"}`, want: all(200)},
		"createPubgOrder":     {body: httpapitest.PubgBody, want: all(201)},
		"createSteamOrder":    {body: `{"amount": "500.01", "steam_account_id": "x", "email": "a@b.test"}`, want: all(201)},
		"createStandoffOrder": {body: httpapitest.StandoffBody, want: all(201)},
		"createRokkyOrder":    {body: `{"gift": 5, "email": "a@b.test"}`, want: all(201)},
		"createSupplyOrder":   {body: `{"products": [{"product_id": 41, "quantity": 1}], "supply_channel_user_id": "700000001", "supply_channel_server": 2, "email": "a@b.test"}`, want: all(201)},
	}
})
