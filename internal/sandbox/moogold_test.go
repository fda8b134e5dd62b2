package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/sandbox"
	"larek/internal/sandbox/moogold"
)

func TestMooGoldChecksWhoAsks(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	tests := []struct {
		secret string
		at     time.Time
		status int
	}{
		{moogold.Secret, time.Now(), http.StatusOK},
		{"other", time.Now(), http.StatusForbidden},
		{moogold.Secret, time.Now().Add(-time.Hour), http.StatusForbidden},
	}
	for _, test := range tests {
		got, err := b.moogoldWith(test.secret, test.at, "user/balance", nil)
		if err != nil || got.status != test.status {
			t.Errorf("%s at %s: %d %s (%v)", test.secret, test.at, got.status, got.body, err)
		}
	}
	got, err := b.send("POST", moogold.Path+"/user/balance", "application/json", `{"path":"user/balance"}`, nil)
	if err != nil || got.status != http.StatusUnauthorized {
		t.Errorf("without a name: %d (%v)", got.status, err)
	}
}

func TestMooGoldSellsTheSeed(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	var list []struct {
		ID    string
		Title string `json:"post_title"`
	}
	if err := json.Unmarshal([]byte(b.moogold("product/list_product", map[string]any{"category_id": 50}).body), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, product := range list {
		detail := b.moogold("product/product_detail", map[string]any{"product_id": product.ID}).json(t)
		for _, v := range detail["Variation"].([]any) {
			id := v.(map[string]any)["variation_id"].(string)
			if seen[id] {
				t.Fatalf("variation %s is there twice", id)
			}
			seen[id] = true
		}
		if product.Title == "Genshin Impact" {
			if got := fmt.Sprint(detail["fields"]); got != "[User ID Server]" {
				t.Errorf("fields: got %s, want [User ID Server]", got)
			}
			want(t, "servers", b.moogold("product/server_list", map[string]any{"product_id": product.ID}), 200, `"Europe":"os_euro"`)
		}
	}
	if !seen[sandbox.SupplierSKU(moogold.Name, "genshin-impact", "Гимн жемчуга")] {
		t.Error("a seeded product is not sold")
	}
	unknown := sandbox.SupplierSKU(moogold.Name, "no-such-game", "1 монета")
	want(t, "unknown goods", b.moogold("product/product_detail", map[string]any{"product_id": unknown}), 200, unknown)
	want(t, "no goods", b.moogold("product/product_detail", map[string]any{"product_id": "12"}), 200, `"err_code":"404"`)
}

func TestMooGoldValidates(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	check := func(sku string, fields map[string]any) reply {
		fields["product-id"] = sku
		return b.moogold("product/validate", map[string]any{"data": fields})
	}
	moon := sandbox.SupplierSKU(moogold.Name, "genshin-impact", "Благословение полой луны")
	want(t, "known", check(diamonds, map[string]any{"User ID": "12345678"}), 200, `"true"`, "Игрок-5678")
	want(t, "unknown", check(diamonds, map[string]any{"User ID": "12345404"}), 200, `"false"`)
	want(t, "server missing", check(moon, map[string]any{"User ID": "700000001"}), 200, "Missing field: Server")
	want(t, "server unknown", check(moon, map[string]any{"User ID": "700000001", "Server": "mars"}), 200, "Unknown server")
	want(t, "server", check(moon, map[string]any{"User ID": "700000001", "Server": "os_euro"}), 200, `"true"`)
}

func TestMooGoldOrders(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.must("POST", "/supplier", `{"supplier":"moogold","processing_ms":30}`)
	ends := map[string]string{"12345678": "completed", "12345404": "incorrect-details", "12345500": "refunded", "12345666": "refunded"}
	for player, end := range ends {
		key := "k-" + player
		want(t, player, b.moogoldOrder(key, player), 200, `"status":true`, `"order_id"`)
		if status := b.moogoldStatus(key); status != "processing" && status != end {
			t.Errorf("%s: %v", player, status)
		}
		b.until(func() bool { return b.moogoldStatus(key) == end })
		units := 0
		if end == "completed" {
			units = 1
		}
		if got := b.handed(key); got.Units != units || got.Orders != 1 || got.Account != player {
			t.Errorf("%s: %+v", player, got)
		}
		want(t, "again", b.moogoldOrder(key, player), 200, `"err_code":"409"`)
	}
	if got := b.moogoldStatus("nobody"); got != "404" {
		t.Errorf("unknown key: got %v, want 404", got)
	}
	price := sandbox.SupplierPrice(moogold.Name, diamonds)
	balance := b.moogold("user/balance", nil).json(t)["balance"]
	if wanted := fmt.Sprintf("%d.%02d", (1_000_000_0000-price)/10_000, (1_000_000_0000-price)%10_000/100); balance != wanted {
		t.Errorf("balance %v, want %s", balance, wanted)
	}
	b.must("POST", "/supplier", `{"supplier":"moogold","out_of_stock":[%q]}`, diamonds)
	want(t, "no stock", b.moogoldOrder("k-9", "12345678"), 200, `"err_code":"410"`)
	b.must("POST", "/supplier", `{"supplier":"moogold","out_of_stock":[],"balance":"0.01"}`)
	want(t, "no money", b.moogoldOrder("k-9", "12345678"), 200, `"err_code":"402"`)
	b.must("POST", "/supplier", `{"supplier":"moogold","down":true}`)
	want(t, "down", b.moogoldOrder("k-9", "12345678"), http.StatusServiceUnavailable)
	for _, fields := range []map[string]any{{"quantity": 11}, {"category": 2}, {"User ID": ""}, {"Colour": "red"}} {
		b.must("POST", "/supplier", `{"supplier":"moogold","down":false}`)
		order := moogoldData("k-9", "12345678")
		for name, v := range fields {
			order["data"].(map[string]any)[name] = v
		}
		want(t, fmt.Sprint(fields), b.moogold("order/create_order", order), 200, `"err_code":"422"`)
	}
}

func TestMooGoldCallbacks(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(n int) (int, string) {
		if n == 1 {
			return http.StatusOK, "OK" // not their word of receipt
		}
		return http.StatusOK, `{"status":"success"}`
	}
	heard := 0
	for i, test := range []struct {
		mode  string
		calls int
	}{{"send", 2}, {"twice", 2}, {"lose", 0}} {
		key := fmt.Sprintf("k-%d", i)
		b.must("POST", "/supplier", `{"supplier":"moogold","processing_ms":0,"callbacks":%q,"callback_url":"%s/moo/"}`, test.mode, b.shop.URL)
		b.moogoldOrder(key, "12345678")
		heard += test.calls
		for _, h := range b.webhooks(heard)[heard-test.calls:] {
			if h.path != "/moo/" || !strings.Contains(h.body, `"partnerOrderId":"`+key+`"`) || !strings.Contains(h.body, `"status":"completed"`) {
				t.Errorf("%s: %s %s", test.mode, h.path, h.body)
			}
		}
		b.until(func() bool { return !strings.Contains(b.must("GET", "/supplies?key="+key, "").body, `"pending"`) })
	}
	b.must("POST", "/supplier", `{"supplier":"moogold","callbacks":"early","processing_ms":60000}`)
	b.moogoldOrder("k-early", "12345678")
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.heard) != heard+1 {
		t.Errorf("%d calls before the answer", len(b.heard)-heard)
	}
}

func TestSupplierFaultsAfterAccepting(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.must("POST", "/supplier", `{"supplier":"moogold","processing_ms":0}`)
	b.must("POST", "/faults", `{"provider":"moogold","operation":"create","kind":"timeout_after_accept","count":1,"slow_ms":20}`)
	if _, err := b.moogoldWith(moogold.Secret, time.Now(), "order/create_order", moogoldData("k-1", "12345678")); err == nil {
		t.Fatal("it answered")
	}
	if got := b.handed("k-1"); got.Units != 1 {
		t.Fatalf("%+v", got)
	}
	b.must("POST", "/faults", `{"provider":"moogold","operation":"create","kind":"refuse","count":1}`)
	want(t, "refused", b.moogoldOrder("k-2", "12345678"), 200, `"err_code":"400"`)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { b.moogoldOrder("k-3", "12345678") })
	}
	wg.Wait()
	if got := b.handed("k-3"); got.Units != 1 || got.Orders != 1 {
		t.Fatalf("at once: %+v", got)
	}
}

func TestSupplierOrdersSurviveRestart(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(int) (int, string) { return http.StatusOK, `{"status":"success"}` }
	b.must("POST", "/supplier", `{"supplier":"moogold","processing_ms":300}`)
	b.moogoldOrder("k-1", "12345678")
	b.must("POST", "/supplier", `{"supplier":"moogold","processing_ms":-1}`)
	b.moogoldOrder("k-2", "12345678")
	b.stop()
	b.start()
	b.until(func() bool { return b.handed("k-1").Units == 1 })
	if got := b.handed("k-2"); got.Orders != 1 || got.Units != 0 {
		t.Fatalf("%+v", got)
	}
	want(t, "by hand", b.control("POST", "/supply", `{"supplier":"moogold","key":"k-2","action":"wrong_details"}`), 200, `"wrong_details"`)
	want(t, "once", b.control("POST", "/supply", `{"supplier":"moogold","key":"k-2","action":"deliver"}`), http.StatusConflict)
	want(t, "nobody", b.control("POST", "/supply", `{"supplier":"moogold","key":"k-9","action":"deliver"}`), http.StatusNotFound)
	want(t, "duplicate", b.moogoldOrder("k-1", "12345678"), 200, `"err_code":"409"`)
}
