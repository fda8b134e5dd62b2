package attack_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/seal"
)

// stocked is a shop with codes of the pack on sale.
func stocked(t *testing.T, codes int) *surroundings {
	t.Helper()
	w := &surroundings{Shop: shoptest.Open(t)}
	w.pack = shoptest.One[int64](w.Shop, `select id from products where kind = 'pubg' and title = '660 UC'`)
	w.load(codes)
	return w
}

// limited starts one more API instance, with the limits of production.
func (w *surroundings) limited() (origin string) {
	w.T.Helper()
	w.Limits = ratelimit.NewLimits(nil, 1, w.Clock.Now, slog.New(slog.DiscardHandler))
	origin, _ = w.StartInstance()
	return origin
}

func (w *surroundings) buyPacks(quantity int) *shoptest.Buyer {
	w.T.Helper()
	return w.Order("pubg", "", fields{"products": []fields{{"product_id": w.pack, "quantity": quantity}}})
}

func from(address string) http.Header {
	return http.Header{"Content-Type": {"application/json"}, "X-Forwarded-For": {address}}
}

// A value beside the checked one, under the same key in another case, went to
// the provider's form; the signature made for it passed as a notice of payment.
func TestNothingIsDeliveredForASignatureOfOurOwnForm(t *testing.T) {
	t.Parallel()
	w := stocked(t, 5)
	b := w.buyPacks(2)
	pay := fields{"order_id": b.ID, "currency": "RUB", "email": "case@example.test", "phone": "79990000000#1#2026-11-15"}
	if status, code := b.Call(http.MethodPost, "/api/payments/payin_form/", pay, nil); status != http.StatusBadRequest || code != "invalid" {
		t.Errorf("a phone with separators: got %d %s, want 400 invalid", status, code)
	}
	pay["phone"], pay["Phone"] = "+79990000000", "79990000000#1#2026-11-15"
	if status, code := b.Call(http.MethodPost, "/api/payments/payin_form/", pay, nil); status != http.StatusBadRequest || code != "invalid" {
		t.Errorf("the same under another case: got %d %s, want 400 invalid", status, code)
	}
	delete(pay, "Phone")
	var form shoptest.Scenario
	if status, code := b.Call(http.MethodPost, "/api/payments/payin_form/", pay, &form); status != http.StatusOK {
		t.Fatalf("an honest payment: got %d %s, want 200", status, code)
	}
	given := map[string]string{}
	for _, f := range form.Fields {
		given[f.Name] = f.Value
	}
	notice := url.Values{
		"agentId": {given["agentId"]}, "orderId": {given["orderId"]}, "paymentId": {given["agentTime"]}, "amount": {given["amount"]}, "phone": {given["phone"]},
		"paymentStatus": {"1"}, "paymentDate": {"2026-11-15"}, "sign": {given["sign"]},
	}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	if status, _, answer := send(w.Shop, http.MethodPost, "/hooks/payin/", header, notice.Encode()); status != http.StatusForbidden {
		t.Errorf("a notice with the form's signature: got %d %s, want 403", status, answer)
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from payment_notices where order_id = $1`, b.ID); n != 0 {
		t.Errorf("got %d notices stored, want 0", n)
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from codes where state = 'given'`); n != 0 {
		t.Errorf("got %d codes given, want 0", n)
	}
	b.WantCodes(0)
	if got := b.Status(); got != "waiting_for_payment" {
		t.Errorf("the order: got %s, want waiting_for_payment", got)
	}
}

// Every value that once passed unchecked under a key in another case.
func TestKeysInAnotherCaseChangeNothing(t *testing.T) {
	t.Parallel()
	w := stocked(t, 5)
	w.me = w.signUp("me@example.test")
	standoff := shoptest.One[int64](w.Shop, `select id from products where kind = 'standoff' and is_active order by id limit 1`)
	mine := w.Order("steam", w.me.access, fields{"amount": "200.00", "steam_account_id": "login"})
	orders := shoptest.One[int64](w.Shop, `select count(*) from orders`)
	lines := []fields{{"product_id": w.pack, "quantity": 1}}
	for name, c := range map[string]struct {
		path string
		body fields
	}{
		"Surplus":  {"/api/orders/standoff/", fields{"game_account_id": "1", "surplus": "0.10", "Surplus": "5000.00", "products": []fields{{"product_id": standoff, "quantity": 1}}}},
		"Email":    {"/api/orders/steam/", fields{"email": "c@example.test", "Email": "not an address\r\nBcc: a@b", "amount": "200.00", "steam_account_id": "login"}},
		"Quantity": {"/api/orders/pubg/", fields{"products": []fields{{"product_id": w.pack, "quantity": 1, "Quantity": 4294967298}}}},
		"Products": {"/api/orders/pubg/", fields{"products": lines, "Products": append(lines, lines...)}},
		"Kind":     {"/api/auth/consents/set/", fields{"kind": "mailing", "Kind": "root", "given": true}},
		"To":       {fmt.Sprintf("/api/orders/%d/refund_to/", mine.ID), fields{"to": "balance", "To": "nowhere"}},
		"Rating":   {"/api/feedback/create/", fields{"order": mine.ID, "rating": 5, "Rating": 100, "text": "хорошо"}},
		"Password": {"/api/auth/jwt/create/", fields{"email": "me@example.test", "password": "x", "Password": strings.Repeat("p", 60000)}},
		"pending":  {"/api/auth/email/change/", fields{"email": "ok@example.test", "Email": "bad"}},
	} {
		text, _ := json.Marshal(c.body)
		status, _, answer := send(w.Shop, http.MethodPost, c.path, bearer(w.me.access), string(text))
		if status != http.StatusBadRequest || !strings.Contains(string(answer), `"unknown_field"`) {
			t.Errorf("%s: got %d %s, want 400 with unknown_field", name, status, answer)
		}
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from orders`); n != orders {
		t.Errorf("got %d new orders, want 0", n-orders)
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from consents where user_id = (select id from users where email = 'me@example.test')`); n != 0 {
		t.Errorf("got %d consents, want 0", n)
	}
}

func TestQuantitiesDoNotWrapAround(t *testing.T) {
	t.Parallel()
	w := stocked(t, 5)
	orders := shoptest.One[int64](w.Shop, `select count(*) from orders`)
	for _, quantity := range []string{"4294967298", "4294967297", "18446744073709551617", "-4294967294", "1e10", "2.0"} {
		body := fmt.Sprintf(`{"products":[{"product_id":%d,"quantity":%s}]}`, w.pack, quantity)
		if status, _, answer := send(w.Shop, http.MethodPost, "/api/orders/pubg/", bearer(""), body); status != http.StatusBadRequest {
			t.Errorf("quantity %s: got %d %s, want 400", quantity, status, answer)
		}
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from orders`); n != orders {
		t.Errorf("got %d new orders, want 0", n-orders)
	}
}

func TestForgedNoticesAreLimitedAndDoNotFillTheTable(t *testing.T) {
	t.Parallel()
	w := stocked(t, 1)
	origin := w.limited()
	forge := func(provider, address string, i int) int {
		status, _, _ := sendTo(w.Shop, origin, http.MethodPost, "/hooks/"+provider+"/", from(address), fmt.Sprintf(`{"x":%d}`, i))
		return status
	}
	for i := range 40 {
		want := http.StatusForbidden
		if i >= 20 {
			want = http.StatusTooManyRequests
		}
		if got := forge("tbank", "203.0.113.7", i); got != want {
			t.Fatalf("forged notice %d: got %d, want %d", i, got, want)
		}
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from payment_refusals`); n != 20 {
		t.Errorf("got %d rows, want 20: a refused call must not write", n)
	}
	if got := forge("payselection", "203.0.113.7", 1); got != http.StatusForbidden {
		t.Errorf("another provider: got %d, want 403", got)
	}
	// From many addresses at once: each is let through, the table is not filled.
	for i := range 300 {
		forge("tbank", fmt.Sprintf("198.51.%d.%d", i/250, i%250), i)
	}
	if n := shoptest.One[int64](w.Shop, `select count(*) from payment_refusals where provider = 'tbank'`); n != 200 {
		t.Errorf("got %d rows of tbank, want 200 an hour", n)
	}
	// A supplier whose address is the secret is as little guessed.
	for i := range 21 {
		status, _, _ := sendTo(w.Shop, origin, http.MethodPost, fmt.Sprintf("/hooks/moogold/guess-%d/", i), from("203.0.113.9"), `{}`)
		if (status == http.StatusTooManyRequests) != (i == 20) {
			t.Errorf("guess %d of a secret address: got %d", i, status)
		}
	}
}

// GetPay's notices have two addresses; what is forged at one counts at the other.
func TestForgedNoticesAreLimitedAtBothAddressesOfGetPay(t *testing.T) {
	t.Parallel()
	w := stocked(t, 1)
	const hook, given = "/hooks/getpay/", "/api/payments/getpay/notify/"
	for _, path := range []string{hook, given} {
		origin := w.limited()
		forge := func(path, address string, i int) int {
			status, _, _ := sendTo(w.Shop, origin, http.MethodPost, path, from(address), fmt.Sprintf(`{"wallet":"7","sum":"100.50","order":"%d","signature":"forged"}`, i))
			return status
		}
		for i := range 20 {
			if got := forge(path, "203.0.113.7", i); got != http.StatusForbidden {
				t.Fatalf("%s, forged notice %d: got %d, want 403", path, i, got)
			}
		}
		for _, next := range []string{hook, given} {
			if got := forge(next, "203.0.113.7", 20); got != http.StatusTooManyRequests {
				t.Errorf("after 20 at %s, at %s: got %d, want 429", path, next, got)
			}
			if got := forge(next, "203.0.113.8", 20); got != http.StatusForbidden {
				t.Errorf("%s from another address: got %d, want 403", next, got)
			}
		}
	}
}

func TestEventStreamsOfOneAddressAreBounded(t *testing.T) {
	t.Parallel()
	w := &surroundings{Shop: shoptest.OpenWithoutWorker(t, seal.NewKey())}
	open := func(address string) (net.Conn, string) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.URL, "http://")) //nolint:noctx // loopback
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_, _ = fmt.Fprintf(conn, "GET /api/live_feed/events/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", address)
		_ = conn.SetReadDeadline(time.Now().Add(shoptest.StuckTimeout))
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return conn, strings.TrimSpace(line)
	}
	var first net.Conn
	for i := range 300 {
		conn, line := open("203.0.113.7")
		want := "HTTP/1.1 200 OK"
		if i >= 60 {
			want = "HTTP/1.1 429 Too Many Requests"
		}
		if line != want {
			t.Fatalf("stream %d: got %s, want %s", i, line, want)
		}
		if i == 0 {
			first = conn
		}
	}
	if _, line := open("203.0.113.8"); line != "HTTP/1.1 200 OK" {
		t.Errorf("another address: got %s, want 200", line)
	}
	_ = first.Close()
	w.Eventually(func() string {
		_, line := open("203.0.113.7")
		return shoptest.FailUnless(line == "HTTP/1.1 200 OK", "after one stream has ended: got %s, want 200", line)
	})
}

// A caller who sends slowly is cut off, and does not hold a connection for long.
func TestSlowBodiesAreCutOff(t *testing.T) {
	t.Parallel()
	w := &surroundings{Shop: shoptest.OpenWithoutWorker(t, seal.NewKey())}
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.URL, "http://")) //nolint:noctx // loopback
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprint(conn, "POST /api/orders/steam/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	started := time.Now()
	_ = conn.SetReadDeadline(started.Add(shoptest.StuckTimeout))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 4") {
		t.Errorf("got %q, %v, want a refusal", line, err)
	}
	if took := time.Since(started); took > 25*time.Second {
		t.Errorf("got the connection cut after %s, want about 10 s", took.Round(time.Second))
	}
}

// holds are how many codes wait for money.
func (w *surroundings) holds() int64 {
	w.T.Helper()
	return shoptest.One[int64](w.Shop, `select count(*) from codes where state = 'reserved'`)
}

// start starts a payment of a guest's order from an address.
func (w *surroundings) start(b *shoptest.Buyer, address string) (int, string) {
	w.T.Helper()
	body := fmt.Sprintf(`{"order_id":%d,"currency":"RUB","email":"a@example.test","phone":"+79161234567"}`, b.ID)
	header := from(address)
	header.Set("X-Order-Hash", b.Hash)
	status, _, answer := send(w.Shop, http.MethodPost, "/api/payments/payselection/", header, body)
	var no struct{ Code string }
	_ = json.Unmarshal(answer, &no)
	return status, no.Code
}

func TestOneAddressCannotHoldTheStock(t *testing.T) {
	t.Parallel()
	w := stocked(t, 100)
	held := 0
	for range 30 { // a new browser each time
		b := w.buyPacks(5)
		switch status, code := w.start(b, "203.0.113.7"); {
		case status == http.StatusOK:
			held += 5
		case status != http.StatusConflict || code != "stock.held":
			t.Fatalf("got %d %s, want 200 or 409 stock.held", status, code)
		}
	}
	if n := w.holds(); n != 25 || held != 25 {
		t.Errorf("got %d codes held by one address, want 25, a quarter of the stock", n)
	}
	// Another buyer can still buy, and what was not paid for in time is available
	// again.
	b := w.buyPacks(5)
	if status, code := w.start(b, "203.0.113.8"); status != http.StatusOK {
		t.Errorf("another address: got %d %s, want 200", status, code)
	}
	if n := w.holds(); n != 30 {
		t.Errorf("got %d codes held, want 30", n)
	}
}

func TestOneBuyerHoldsLittleUntilTheFirstPurchase(t *testing.T) {
	t.Parallel()
	w := stocked(t, 400)
	w.Exec(`update products set max_quantity = 1000 where id = $1`, w.pack)
	w.me = w.signUp("me@example.test")
	order := func(quantity int) *shoptest.Buyer {
		return w.Order("pubg", w.me.access, fields{"products": []fields{{"product_id": w.pack, "quantity": quantity}}})
	}
	first := order(40)
	a := first.StartPayment("payselection")
	if _, status, code := order(11).TryPayment("payselection"); status != http.StatusConflict || code != "stock.held" {
		t.Errorf("51 codes of a newcomer: got %d %s, want 409 stock.held", status, code)
	}
	if n := w.holds(); n != 40 {
		t.Errorf("got %d codes held, want 40: what is refused holds nothing", n)
	}
	if _, status, code := order(10).TryPayment("payselection"); status != http.StatusOK {
		t.Errorf("50 codes of a newcomer: got %d %s, want 200", status, code)
	}
	w.Sandbox.Pay(a)
	first.WaitForStatus("done")
	first.WantCodes(40)
	if _, status, code := order(200).TryPayment("payselection"); status != http.StatusOK {
		t.Errorf("210 codes of a buyer: got %d %s, want 200", status, code)
	}
}
