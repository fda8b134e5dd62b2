package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/money"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
	"larek/internal/sandbox/sandboxtest"
)

// supplierCase is one supplier under test.
type supplierCase struct {
	name           string
	sku            string
	deliveringCall string // the call after which goods are on their way
	account        delivery.Account
	unknownAccount delivery.Account // one that does not exist, if the supplier can detect it
	refusedAccount delivery.Account // one the supplier will not serve
	amount         money.RUB

	callBefore                string // a call it needs before it can order; empty for none
	withoutRef, withoutNames  bool   // its answers have no number of the order, no name of the player
	givesCodes, sellsOneThing bool
	unsignedCallbacks         bool // its callbacks have no signature, only a secret address

	calls, checks bool // as described
}

func player(id string) delivery.Account { return delivery.Account{PlayerID: id} }
func steam(login string) delivery.Account {
	return delivery.Account{SteamLogin: login}
}

var supplierCases = []supplierCase{
	{
		name: moogold.Name, sku: sandbox.SupplierSKU(moogold.Name, "game", "60 crystals"), deliveringCall: "create",
		account: player("5123456789"), unknownAccount: player("5123456404"), refusedAccount: player("5123456500"),
		callBefore: "offers", unsignedCallbacks: true,
	},
	{
		name: gamesdrop.Name, sku: sandbox.SupplierSKU(gamesdrop.Name, "game", "60 crystals"), deliveringCall: "create",
		account: player("5123456789"), unknownAccount: player("5123456404"), refusedAccount: player("5123456666"),
		callBefore: "check", withoutRef: true,
	},
	{
		name: nsgifts.Name, sku: sandbox.SupplierSKU(nsgifts.Name, "", ""), deliveringCall: "pay", amount: 1000_00,
		account: steam("gamer_one"), unknownAccount: steam("noone_at_all"), refusedAccount: steam("gamer_666"),
		callBefore: "create", withoutNames: true, sellsOneThing: true,
	},
	{
		name: rokky.Name, sku: sandbox.SupplierSKU(rokky.Name, "", "A game"), deliveringCall: "create",
		account: delivery.Account{Email: "buyer@example.org"}, refusedAccount: delivery.Account{Email: "buyer@example.666"},
		givesCodes: true,
	},
}

// supplierSuite is a sandbox with one supplier, and a shop that receives its
// callbacks.
type supplierSuite struct {
	*testing.T
	supplierCase
	supplier delivery.Supplier
	sandbox  *sandboxtest.Server
	number   atomic.Int64
	received chan delivery.Callback
	onCall   atomic.Pointer[func(delivery.Callback)]
}

// eachSupplier runs a check for every supplier that keep selects.
func eachSupplier(t *testing.T, keep func(supplierCase) bool, promise func(c *supplierSuite)) {
	t.Helper()
	t.Parallel()
	for _, d := range suppliers.All {
		i := slices.IndexFunc(supplierCases, func(s supplierCase) bool { return s.name == d.Name })
		if i < 0 {
			t.Fatalf("%s has no case: add its accounts at the sandbox to supplierCases", d.Name)
		}
		s := supplierCases[i]
		s.calls, s.checks = d.Callbacks, d.ChecksAccounts
		if keep(s) {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				promise(newSupplierSuite(t, s))
			})
		}
	}
}

func anySupplier(supplierCase) bool      { return true }
func callsBack(s supplierCase) bool      { return s.calls }
func checksAccounts(s supplierCase) bool { return s.checks }
func (c *supplierSuite) hooks() string   { return "/hooks/" + c.name + "/" }

func newSupplierSuite(t *testing.T, s supplierCase) *supplierSuite {
	t.Helper()
	c := &supplierSuite{T: t, supplierCase: s, received: make(chan delivery.Callback, 64)}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h := delivery.Callback{Path: strings.TrimPrefix(r.URL.Path, c.hooks()), Header: r.Header, Body: body}
		if onCall := c.onCall.Load(); onCall != nil {
			(*onCall)(h)
		}
		c.received <- h
		c.supplier.Acknowledge(w)
	}))
	t.Cleanup(shop.Close)
	c.sandbox = sandboxtest.Start(t, sandbox.Config{Shop: shop.URL})
	c.supplier = supplier(t, s.name, c.sandbox.URL)
	c.rule(`"processing_ms":0`)
	return c
}

// supplier returns the supplier as a shop that uses the sandbox builds it.
func supplier(t *testing.T, name, at string) delivery.Supplier {
	t.Helper()
	for _, d := range suppliers.All {
		if d.Name != name {
			continue
		}
		settings := d.NewSettings()
		loadSandboxSettings(t, at, name, settings)
		s, err := settings.New(delivery.SupplierDeps{HTTP: &http.Client{Timeout: 10 * time.Second, Transport: new(http.Transport)}, Clock: clock.System})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatalf("no supplier is called %s", name)
	return nil
}

// rule changes how the supplier behaves.
func (c *supplierSuite) rule(fields string) {
	c.Helper()
	c.sandbox.Control("POST", "/supplier", fmt.Sprintf(`{"supplier":%q,%s}`, c.name, fields))
}

// fault makes the next call of an operation fail.
func (c *supplierSuite) fault(operation string, kind core.FaultKind, accepted bool) {
	c.Helper()
	c.sandbox.Control("POST", "/faults", fmt.Sprintf(`{"provider":%q,"operation":%q,"kind":%q,"count":1,"after_accept":%t}`,
		c.name, operation, kind, accepted))
}

func (c *supplierSuite) key() string { return fmt.Sprintf("line-%d-%s", c.number.Add(1), c.name) }

func (c *supplierSuite) order(key string, a delivery.Account) delivery.PlaceRequest {
	a.SKU = c.sku
	cost := delivery.Cost{TenThousandths: sandbox.SupplierPrice(c.name, c.sku), Currency: "USD"}
	return delivery.PlaceRequest{Key: key, Account: a, Amount: c.amount, Cost: cost}
}

func (c *supplierSuite) place(ctx context.Context, key string, a delivery.Account) (delivery.Outcome, error) {
	c.Helper()
	out, err := c.supplier.PlaceOrder(ctx, c.order(key, a))
	c.inspect(out, a)
	return out, err
}

func (c *supplierSuite) find(key string) (delivery.Outcome, error) {
	c.Helper()
	out, err := c.supplier.QueryOrder(c.Context(), delivery.OrderRef{Key: key})
	c.inspect(out, c.account)
	return out, err
}

// inspect searches a recorded exchange for what must not be stored.
func (c *supplierSuite) inspect(out delivery.Outcome, a delivery.Account) {
	c.Helper()
	secret := append([]string{
		moogold.Secret, nsgifts.Secret, nsgifts.Password, gamesdrop.Token, rokky.Secret,
		"X-Token", a.PlayerID, a.SteamLogin, a.Email,
	}, out.Codes...)
	for _, s := range secret {
		if s != "" && strings.Contains(out.Exchange.Request+out.Exchange.Response, s) {
			c.Errorf("the exchange shows %q: %+v", s, out.Exchange)
		}
	}
}

// end asks until the order has ended.
func (c *supplierSuite) end(key string) delivery.Outcome {
	c.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for {
		out, err := c.find(key)
		if err != nil {
			c.Fatal(err)
		}
		if out.State != delivery.OutcomePending {
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

// wantDelivered counts by the sandbox's own journal what was ordered and delivered.
func (c *supplierSuite) wantDelivered(orders, units int) {
	c.Helper()
	var rec struct {
		Suppliers []core.SupplierTotal `json:"suppliers"`
	}
	raw := c.sandbox.Control("GET", "/record?list=0", "")
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&rec); err != nil {
		c.Fatal(err)
	}
	var got core.SupplierTotal
	for _, s := range rec.Suppliers {
		if s.Supplier == c.name {
			got = s
		}
	}
	if got.Orders != orders || got.Units != units {
		c.Fatalf("the record has %d orders and %d units, want %d and %d: %s", got.Orders, got.Units, orders, units, raw)
	}
}

func (c *supplierSuite) callback() delivery.Callback {
	c.Helper()
	select {
	case h := <-c.received:
		return h
	case <-time.After(5 * time.Second):
		c.Fatal("no callback")
		return delivery.Callback{}
	}
}
