package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/delivery/nsgifts"
	"larek/internal/delivery/rokky"
	"larek/internal/money"
	"larek/internal/sandbox"
)

// source is one supplier under test.
type source struct {
	name    string
	sku     string
	hands   string // the call after which goods are on their way
	account delivery.Account
	wrong   delivery.Account // one that does not exist, if it can be told
	bad     delivery.Account // one the supplier will not serve
	amount  money.RUB
	calls   bool // tells by callbacks
}

func player(id string) delivery.Account { return delivery.Account{PlayerID: id} }
func steam(login string) delivery.Account {
	return delivery.Account{SteamLogin: login}
}

var sources = []source{
	{
		name: sandbox.MooGold, sku: sandbox.SupplierSKU(sandbox.MooGold, "game", "60 crystals"), hands: "create", calls: true,
		account: player("5123456789"), wrong: player("5123456404"), bad: player("5123456500"),
	},
	{
		name: sandbox.GamesDrop, sku: sandbox.SupplierSKU(sandbox.GamesDrop, "game", "60 crystals"), hands: "create",
		account: player("5123456789"), wrong: player("5123456404"), bad: player("5123456666"),
	},
	{
		name: sandbox.NSGifts, sku: sandbox.SupplierSKU(sandbox.NSGifts, "", ""), hands: "pay", amount: 1000_00,
		account: steam("gamer_one"), wrong: steam("noone_at_all"), bad: steam("gamer_666"),
	},
	{
		name: sandbox.Rokky, sku: sandbox.SupplierSKU(sandbox.Rokky, "", "A game"), hands: "create", calls: true,
		account: delivery.Account{Email: "buyer@example.org"}, bad: delivery.Account{Email: "buyer@example.666"},
	},
}

// counter is a sandbox with one supplier, and a shop that hears its callbacks.
type counter struct {
	*testing.T
	source
	supplier delivery.Supplier
	url      string
	number   atomic.Int64
	heard    chan delivery.Hook
	onCall   atomic.Pointer[func(delivery.Hook)]
}

func everySource(t *testing.T, keep func(source) bool, promise func(c *counter)) {
	t.Helper()
	t.Parallel()
	for _, s := range sources {
		if keep(s) {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				promise(newCounter(t, s))
			})
		}
	}
}

func anySource(source) bool      { return true }
func callsBack(s source) bool    { return s.calls }
func knowsPeople(s source) bool  { return s.wrong != delivery.Account{} }
func (c *counter) hooks() string { return "/hooks/" + c.name + "/" }

func newCounter(t *testing.T, s source) *counter {
	t.Helper()
	c := &counter{T: t, source: s, heard: make(chan delivery.Hook, 64)}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h := delivery.Hook{Path: strings.TrimPrefix(r.URL.Path, c.hooks()), Header: r.Header, Body: body}
		if told := c.onCall.Load(); told != nil {
			(*told)(h)
		}
		c.heard <- h
		c.supplier.Acknowledge(w)
	}))
	t.Cleanup(shop.Close)
	outside := httptest.NewUnstartedServer(nil)
	c.url = "http://" + outside.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Config{
		Origin: c.url, StateDir: t.TempDir(), Accounts: sandbox.DevelopmentAccounts("").WithCallbacks(shop.URL),
	})
	if err != nil {
		t.Fatal(err)
	}
	outside.Config.Handler = server
	outside.Start()
	t.Cleanup(func() {
		outside.CloseClientConnections()
		_ = server.Close()
		outside.Close()
	})
	c.supplier = supplier(t, s.name, c.url)
	c.rule(`"processing_ms":0`)
	return c
}

func supplier(t *testing.T, name, at string) delivery.Supplier {
	t.Helper()
	client := &http.Client{Timeout: 10 * time.Second}
	switch name {
	case sandbox.MooGold:
		return moogold.New(moogold.Config{
			BaseURL: at + sandbox.MooGoldPath, PartnerID: sandbox.MooGoldPartnerID, SecretKey: sandbox.MooGoldSecret,
			HookToken: sandbox.MooGoldCallbackToken, Categories: []int{50},
		}, client, clock.System)
	case sandbox.GamesDrop:
		return gamesdrop.New(gamesdrop.Config{BaseURL: at + sandbox.GamesDropPath, Token: sandbox.GamesDropToken}, client)
	case sandbox.NSGifts:
		s, err := nsgifts.New(nsgifts.Config{
			BaseURL: at + sandbox.NSGiftsPath, UserID: sandbox.NSGiftsUserID, Login: sandbox.NSGiftsLogin,
			Password: sandbox.NSGiftsPassword, Secret: sandbox.NSGiftsSecret,
		}, client, clock.System)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return rokky.New(rokky.Config{
		BaseURL: at + sandbox.RokkyPath, Partner: sandbox.RokkyPartner, Secret: sandbox.RokkySecret, HookPath: "/hooks/rokky/",
	}, client, clock.System)
}

func (c *counter) control(method, path, body string) []byte {
	c.Helper()
	req, err := http.NewRequestWithContext(c.Context(), method, c.url+"/control"+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		c.Fatalf("%s %s: %d %s %v", method, path, resp.StatusCode, answer, err)
	}
	return answer
}

// rule changes how the supplier behaves.
func (c *counter) rule(fields string) {
	c.Helper()
	c.control("POST", "/supplier", fmt.Sprintf(`{"supplier":%q,%s}`, c.name, fields))
}

// fault makes the next call of an operation fail.
func (c *counter) fault(operation string, kind sandbox.FaultKind, accepted bool) {
	c.Helper()
	c.control("POST", "/faults", fmt.Sprintf(`{"provider":%q,"operation":%q,"kind":%q,"count":1,"after_accept":%t}`,
		c.name, operation, kind, accepted))
}

func (c *counter) key() string { return fmt.Sprintf("line-%d-%s", c.number.Add(1), c.name) }

func (c *counter) order(key string, a delivery.Account) delivery.Placing {
	a.SKU = c.sku
	cost := delivery.Cost{TenThousandths: sandbox.SupplierPrice(c.name, c.sku), Currency: "USD"}
	return delivery.Placing{Key: key, Account: a, Amount: c.amount, Cost: cost}
}

func (c *counter) place(ctx context.Context, key string, a delivery.Account) (delivery.Outcome, error) {
	c.Helper()
	out, err := c.supplier.Place(ctx, c.order(key, a))
	c.inspect(out, a)
	return out, err
}

func (c *counter) find(key string) (delivery.Outcome, error) {
	c.Helper()
	out, err := c.supplier.Find(c.Context(), delivery.Finding{Key: key})
	c.inspect(out, c.account)
	return out, err
}

// inspect looks for what must not be kept of a call.
func (c *counter) inspect(out delivery.Outcome, a delivery.Account) {
	c.Helper()
	secret := append([]string{
		sandbox.MooGoldSecret, sandbox.NSGiftsSecret, sandbox.NSGiftsPassword, sandbox.GamesDropToken, sandbox.RokkySecret,
		"X-Token", a.PlayerID, a.SteamLogin, a.Email,
	}, out.Codes...)
	for _, s := range secret {
		if s != "" && strings.Contains(out.Exchange.Request+out.Exchange.Response, s) {
			c.Errorf("the exchange shows %q: %+v", s, out.Exchange)
		}
	}
}

// end asks until the order has ended.
func (c *counter) end(key string) delivery.Outcome {
	c.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for {
		out, err := c.find(key)
		if err != nil {
			c.Fatal(err)
		}
		if out.State != delivery.Pending {
			return out
		}
		if time.Now().After(deadline) {
			c.Fatal("the order does not end")
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-c.Context().Done():
		}
	}
}

// handed counts by the sandbox's own record what was ordered and handed over.
func (c *counter) handed(orders, units int) {
	c.Helper()
	var rec struct {
		Suppliers []sandbox.SupplierTotal `json:"suppliers"`
	}
	raw := c.control("GET", "/record?list=0", "")
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&rec); err != nil {
		c.Fatal(err)
	}
	var got sandbox.SupplierTotal
	for _, s := range rec.Suppliers {
		if s.Supplier == c.name {
			got = s
		}
	}
	if got.Orders != orders || got.Units != units {
		c.Fatalf("the record has %d orders and %d units, want %d and %d: %s", got.Orders, got.Units, orders, units, raw)
	}
}

func (c *counter) callback() delivery.Hook {
	c.Helper()
	select {
	case h := <-c.heard:
		return h
	case <-time.After(5 * time.Second):
		c.Fatal("no callback")
		return delivery.Hook{}
	}
}
