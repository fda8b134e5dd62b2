package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/internal/sandbox"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
)

const steamID = "5d3bcbda-6bb5-4e87-80e5-1fb5f548bb8"

func TestNSGiftsTopsUpOnce(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	at := time.Now().Unix() - 30 // every call takes the next second
	call := func(method, path, token, body string) reply {
		at++
		return b.nsgifts(method, "/api/v2"+path, token, body, at)
	}
	login := fmt.Sprintf(`{"login":%q,"password":%q}`, nsgifts.Login, nsgifts.Password)
	got := call("POST", "/get_token", "", login)
	token, _ := got.json(t)["token"].(string)
	want(t, "token", got, 200, `"expires_in":7200`)
	want(t, "same second", b.nsgifts("POST", "/api/v2/get_token", "", login, at), http.StatusUnauthorized, "already been used")
	want(t, "no token", call("GET", "/stock", "nonsense", ""), http.StatusUnauthorized)
	want(t, "old", b.nsgifts("GET", "/api/v2/stock", token, "", at-120), http.StatusUnauthorized, "Timestamp")
	want(t, "stock", call("GET", "/stock", token, ""), 200, `"service_id":1`, `"in_stock":true`)
	want(t, "rates", call("POST", "/exchange_rate", token, `{"service_id":1}`), 200, `"rub":81.46`)
	want(t, "login", call("POST", "/steam/check_user", token, `{"steam_id":"gamer_1"}`), 200, "true")
	want(t, "no login", call("POST", "/steam/check_user", token, `{"steam_id":"noone_1"}`), 200, "false")

	order := func(id, login string, amount any) string {
		return string(must(json.Marshal(map[string]any{"service_id": 1, "custom_id": id, "fields": []map[string]any{
			{"key": "account", "value": login}, {"key": "amount", "value": amount},
		}})))
	}
	pay := func(id string) reply { return call("POST", "/pay_order", token, `{"custom_id":"`+id+`"}`) }
	info := func(id string) reply { return call("GET", "/order_info/"+id, token, "") }
	want(t, "create", call("POST", "/create_order", token, order(steamID+"1", "gamer_1", 10.0)), 200, `"total_to_pay":10.20`, `"created"`)
	want(t, "again", call("POST", "/create_order", token, order(steamID+"1", "gamer_1", 10.0)), http.StatusConflict)
	want(t, "unpaid", info(steamID+"1"), 200, `"status":0`)
	if got := b.handed(steamID + "1"); got.Units != 0 {
		t.Fatalf("unpaid: %+v", got)
	}
	want(t, "pay", pay(steamID+"1"), 200, `"completed"`, `"balance":999989.80`)
	want(t, "pay again", pay(steamID+"1"), http.StatusConflict)
	want(t, "paid", info(steamID+"1"), 200, `"status":2`)
	if got := b.handed(steamID + "1"); got.Units != 1 || got.Account != "gamer_1" {
		t.Fatalf("paid: %+v", got)
	}
	call("POST", "/create_order", token, order(steamID+"2", "noone_1", 0.13))
	want(t, "nobody", pay(steamID+"2"), 200, `"refunded"`)
	want(t, "balance", call("GET", "/check_balance", token, ""), 200, `999989.8000`)
	b.must("POST", "/supplier", `{"supplier":"nsgifts","balance":"1"}`)
	call("POST", "/create_order", token, order(steamID+"3", "gamer_1", 5))
	want(t, "poor", pay(steamID+"3"), 200, `"insufficient"`)
	want(t, "nothing", info(steamID+"9"), http.StatusNotFound)
	for _, wrong := range []string{order("not-a-uuid", "gamer_1", 5), order(steamID+"4", "я", 5), order(steamID+"4", "gamer_1", 0.1), order(steamID+"4", "gamer_1", "5")} {
		want(t, wrong, call("POST", "/create_order", token, wrong), http.StatusBadRequest)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestGamesDropGuardsThePrice(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	sku := sandbox.SupplierSKU(gamesdrop.Name, "free-fire", "110 алмазов")
	got, err := b.send("POST", gamesdrop.Path+"/balance", "application/json", "", map[string]string{"Authorization": "Bearer " + gamesdrop.Token})
	if err != nil || got.status != http.StatusUnauthorized || !strings.Contains(got.body, "INVALID_TOKEN") {
		t.Fatalf("not bare: %d %s (%v)", got.status, got.body, err)
	}
	want(t, "balance", b.gamesdrop("/balance", ""), 200, `1000000.00`)
	want(t, "sync", b.gamesdrop("/offers/sync", `{"page":1,"limit":5000,"search":"free fire"}`), 200, sku)
	if sandbox.SupplierPrice(gamesdrop.Name, sku) <= sandbox.SupplierPrice(moogold.Name, diamonds) {
		t.Error("the second source must be dearer")
	}
	price := b.gamesdrop("/offers/find-one", `{"offerId":"`+sku+`"}`).json(t)["price"].(float64)
	order := func(key, player string, price float64) reply {
		return b.gamesdrop("/offers/create-order", fmt.Sprintf(`{"offerId":%q,"price":%.2f,"transactionId":%q,"customer":{"gameUserId":%q}}`, sku, price, key, player))
	}
	status := func(key string) reply { return b.gamesdrop("/offers/order-status", `{"transactionId":"`+key+`"}`) }
	b.must("POST", "/supplier", `{"supplier":"gamesdrop","processing_ms":0}`)
	want(t, "order", order("k-1", "12345500", price), 200, "COMPLETED")
	want(t, "twice", order("k-1", "12345500", price), http.StatusConflict, "TRANSACTION_DUPLICATE")
	want(t, "other price", order("k-2", "12345678", price+0.01), http.StatusBadRequest, "WRONG_PRICE")
	want(t, "unknown", status("k-2"), http.StatusNotFound, "ORDER_NOT_FOUND")
	want(t, "wrong id", order("k-3", "12345404", price), 200, "CANCELED")
	want(t, "refused", order("k-4", "12345666", price), 200, "REFUND")
	want(t, "check", b.gamesdrop("/offers/check-game-data", `{"offerId":"`+sku+`","gameUserId":"12345404"}`), 200, "false")
	want(t, "check", b.gamesdrop("/offers/check-game-data", `{"offerId":"`+sku+`","gameUserId":"12345678"}`), 200, "Игрок-5678")
	moon := sandbox.SupplierSKU(gamesdrop.Name, "genshin-impact", "Благословение полой луны")
	want(t, "servers", b.gamesdrop("/offers/servers", `{"offerId":"`+moon+`"}`), 200, `"os_euro"`)
	b.must("POST", "/supplier", `{"supplier":"gamesdrop","price_up_percent":50}`)
	want(t, "dearer", order("k-5", "12345678", price), http.StatusBadRequest, "WRONG_PRICE")
	b.must("POST", "/supplier", `{"supplier":"gamesdrop","price_up_percent":0,"out_of_stock":[%q]}`, sku)
	want(t, "no stock", order("k-5", "12345678", price), http.StatusNotFound, "OFFER_NOT_FOUND")
	want(t, "down", b.control("POST", "/supplier", `{"supplier":"gamesdrop","callbacks":"never"}`), http.StatusBadRequest)
	if got := b.handed("k-1"); got.Units != 1 || got.Orders != 1 {
		t.Fatalf("%+v", got)
	}
}

func TestRokkyGivesOneCodeForAKey(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.must("POST", "/supplier", `{"supplier":"rokky","callback_url":"%s/rk/"}`, b.shop.URL)
	page := b.rokky("GET", "/offers?page=1", "").json(t)
	offer := page["offers"].([]any)[0].(map[string]any)
	if page["pages"].(float64) < 2 || offer["sku"] != sandbox.SupplierSKU(rokky.Name, "", offer["title"].(string)) {
		t.Fatalf("offers: %v", offer)
	}
	order := func(key, sku, price any) reply {
		return b.rokky("POST", "/orders", fmt.Sprintf(`{"key":%q,"sku":%q,"price":%q}`, key, sku, price))
	}
	first := order("k-1", offer["sku"], offer["price"])
	want(t, "order", first, http.StatusCreated, `"completed"`)
	again := order("k-1", offer["sku"], offer["price"])
	want(t, "again", again, 200)
	if first.body != again.body || len(first.json(t)["codes"].([]any)) != 1 {
		t.Fatalf("%s\n%s", first.body, again.body)
	}
	if other := order("k-2", offer["sku"], offer["price"]); fmt.Sprint(other.json(t)["codes"]) == fmt.Sprint(first.json(t)["codes"]) {
		t.Fatal("two orders share a code")
	}
	want(t, "key reused", order("k-1", sandbox.SupplierSKU(rokky.Name, "", "Другое"), "1.00"), http.StatusConflict, "key_reused")
	want(t, "price", order("k-3", offer["sku"], "0.01"), http.StatusConflict, "price_changed")
	want(t, "no goods", order("k-3", "RK-1", "0.01"), http.StatusNotFound)
	want(t, "no order", b.rokky("GET", "/orders/k-3", ""), http.StatusNotFound)
	hook := b.webhooks(1)[0]
	if hook.header.Get("X-Signature") != rokkySignature(hook.header.Get("X-Timestamp"), "POST", "/rk/", hook.body) || hook.body != `{"event":"order.updated","key":"k-1"}` {
		t.Fatalf("webhook %v %s", hook.header, hook.body)
	}
	b.must("POST", "/supplier", `{"supplier":"rokky","processing_ms":-1}`)
	want(t, "waits", order("k-4", offer["sku"], offer["price"]), http.StatusCreated, `"processing"`, `"codes":[]`)
	want(t, "cancel", b.rokky("POST", "/orders/k-4/cancel", ""), 200, `"cancelled"`)
	want(t, "too late", b.rokky("POST", "/orders/k-1/cancel", ""), http.StatusConflict)
	b.must("POST", "/supplier", `{"supplier":"rokky","out_of_stock":[%q]}`, offer["sku"])
	want(t, "no stock", order("k-5", offer["sku"], offer["price"]), http.StatusConflict, "out_of_stock")
	got, err := b.send("GET", rokky.Path+"/balance", "", "", map[string]string{"X-Partner": rokky.Partner, "X-Timestamp": fmt.Sprint(time.Now().Unix()), "X-Signature": "00"})
	if err != nil || got.status != http.StatusUnauthorized {
		t.Fatalf("unsigned: %d (%v)", got.status, err)
	}
	want(t, "balance", b.rokky("GET", "/balance", ""), 200, `"USD"`)
}

func TestSuppliersPageButtons(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	press := func(values ...string) reply {
		form := url.Values{}
		for i := 0; i < len(values); i += 2 {
			form.Set(values[i], values[i+1])
		}
		return must(b.send("POST", "/suppliers", formType, form.Encode(), nil))
	}
	want(t, "by hand", press("supplier", "moogold", "act", "by_hand"), http.StatusSeeOther)
	b.moogoldOrder("k-1", "12345678")
	b.moogoldOrder("k-2", "12345678")
	want(t, "page", must(b.send("GET", "/suppliers", "", "", nil)), 200, "MooGold: Free Fire: 110 алмазов", "12345678", "В работе", "Неверные данные")
	want(t, "deliver", press("supplier", "moogold", "key", "k-1", "act", "deliver"), http.StatusSeeOther)
	want(t, "deliver again", press("supplier", "moogold", "key", "k-1", "act", "refuse"), http.StatusSeeOther)
	want(t, "refuse", press("supplier", "moogold", "key", "k-2", "act", "refuse"), http.StatusSeeOther)
	want(t, "nobody", press("supplier", "moogold", "key", "k-9", "act", "refuse"), http.StatusNotFound)
	if b.handed("k-1").Units != 1 || b.handed("k-2").Units != 0 || b.handed("k-2").Refused != 1 {
		t.Fatalf("%+v %+v", b.handed("k-1"), b.handed("k-2"))
	}
	press("supplier", "moogold", "sku", diamonds, "act", "stock")
	want(t, "no stock", b.moogoldOrder("k-3", "12345678"), 200, `"410"`)
	press("supplier", "moogold", "sku", diamonds, "act", "stock")
	press("supplier", "moogold", "act", "down")
	want(t, "down", b.moogoldOrder("k-3", "12345678"), http.StatusServiceUnavailable)
	want(t, "page", must(b.send("GET", "/suppliers", "", "", nil)), 200, "Выключен", "Включить", "Доставлено", "Отказ")
}
