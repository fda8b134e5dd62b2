package delivery_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	sandboxgamesdrop "larek/internal/sandbox/gamesdrop"
	sandboxmoogold "larek/internal/sandbox/moogold"
	"larek/internal/sandbox/sandboxtest"
	"larek/internal/seal"
)

const (
	first  = sandboxmoogold.Name
	second = sandboxgamesdrop.Name
)

// skus are the two suppliers' SKUs of the goods.
var skus = map[string]string{
	first:  sandbox.SupplierSKU(first, "a game", "60 crystals"),
	second: sandbox.SupplierSKU(second, "a game", "60 crystals"),
}

// dispatchFixture delivers one product through the real adapters to the sandbox, which
// records independently what was delivered.
type dispatchFixture struct {
	t    *testing.T
	pool *pgxpool.Pool
	*delivery.Dispatcher
	*delivery.Sourcing
	game, product int64

	sandbox *sandboxtest.Server
	ahead   atomic.Int64
	goods   delivery.Target
	// unitPrice is what the buyer pays, in hundredths.
	unitPrice int64
}

func (c *dispatchFixture) now() time.Time { return clock.System().Add(time.Duration(c.ahead.Load())) }

// newDispatchFixture has both suppliers, the first one cheaper, and completes orders
// immediately.
func newDispatchFixture(t *testing.T, wrap ...func(delivery.Supplier) delivery.Supplier) *dispatchFixture {
	t.Helper()
	c := &dispatchFixture{t: t, pool: pgtest.New(t), unitPrice: 100_00, goods: delivery.Target{Account: delivery.Account{PlayerID: "5123456789"}}}
	c.game = factory.Game(t, c.pool, nil)
	c.product = factory.Product(t, c.pool, c.game, nil)
	for i, name := range []string{first, second} {
		cost := float64(sandbox.SupplierPrice(name, skus[name])) / 10000
		factory.Offer(t, c.pool, c.product, factory.With{"supplier": name, "sku": skus[name], "cost": cost, "priority": i + 1})
	}
	c.sandbox = sandboxtest.Start(t, sandbox.Config{Clock: c.now})
	client := &http.Client{Timeout: 2 * time.Second, Transport: new(http.Transport)}
	suppliers := []delivery.Supplier{
		moogold.New(moogold.Settings{
			BaseURL: c.sandbox.URL + sandboxmoogold.Path, PartnerID: sandboxmoogold.PartnerID, SecretKey: sandboxmoogold.Secret,
			HookToken: sandboxmoogold.CallbackToken, Categories: []int{50},
		}, client, c.now),
		gamesdrop.New(gamesdrop.Settings{BaseURL: c.sandbox.URL + sandboxgamesdrop.Path, Token: sandboxgamesdrop.Token}, client),
	}
	for i := range suppliers {
		for _, w := range wrap {
			suppliers[i] = w(suppliers[i])
		}
	}
	c.Dispatcher = delivery.NewDispatcher(c.pool, suppliers, seal.NewKeyring("k1", seal.NewKey()), c.now, slog.New(slog.DiscardHandler))
	c.Sourcing = delivery.NewSourcing(c.pool, suppliers, c.now, slog.New(slog.DiscardHandler))
	for name := range skus {
		c.rule(name, `"processing_ms":0`)
	}
	return c
}

// units creates an order of one line of the product and returns its units.
func (c *dispatchFixture) units(quantity int32) []delivery.Unit {
	c.t.Helper()
	orderID := factory.Order(c.t, c.pool, factory.With{"status": "sending", "game_id": c.game})
	lineID := factory.Line(c.t, c.pool, orderID, factory.With{
		"product_id": c.product, "quantity": quantity, "unit_price": float64(c.unitPrice) / 100, "status": "sending",
	})
	for range 2 { // the second time nothing is missing
		pgtest.InTx(c.t, c.pool, func(ctx context.Context, tx pgx.Tx) error {
			return delivery.EnsureUnits(ctx, tx, orderID, lineID, quantity)
		})
	}
	units, err := delivery.Units(c.t.Context(), c.pool, orderID)
	if err != nil || len(units) != int(quantity) {
		c.t.Fatalf("%d units for a line of %d: %v", len(units), quantity, err)
	}
	return units
}

// step calls DeliverUnit once.
func (c *dispatchFixture) step(u delivery.Unit, want delivery.UnitState) delivery.UnitProgress {
	c.t.Helper()
	step, err := c.deliverRecovering(c.t.Context(), u.ID, c.goods)
	if err != nil || step.State != want {
		c.t.Fatalf("unit %d: got %+v (%v), want state %s", u.ID, step, err, want)
	}
	return step
}

// deliver calls DeliverUnit until there is nothing to wait for.
func (c *dispatchFixture) deliver(u delivery.Unit, want delivery.UnitState) {
	c.t.Helper()
	for range 20 {
		step, err := c.deliverRecovering(c.t.Context(), u.ID, c.goods)
		if err != nil {
			c.t.Fatal(err)
		}
		if step.RetryAfter == 0 {
			if step.State != want {
				c.t.Fatalf("unit %d: got final state %s, want %s", u.ID, step.State, want)
			}
			return
		}
		c.ahead.Add(int64(step.RetryAfter))
	}
	c.t.Fatalf("unit %d: no final state after 20 calls", u.ID)
}

func (c *dispatchFixture) rule(supplier, fields string) {
	c.t.Helper()
	c.sandbox.Control(http.MethodPost, "/supplier", `{"supplier":"`+supplier+`",`+fields+`}`)
}

// endOrder ends the order of a unit at the first supplier, without a callback.
func (c *dispatchFixture) endOrder(u delivery.Unit, action core.OrderAction) {
	c.t.Helper()
	c.sandbox.Control(http.MethodPost, "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"`+string(action)+`","callback":"lose"}`)
}

// fault makes the next call of an operation fail.
func (c *dispatchFixture) fault(supplier, operation string, kind core.FaultKind) {
	c.t.Helper()
	c.sandbox.Control(http.MethodPost, "/faults", `{"provider":"`+supplier+`","operation":"`+operation+`","kind":"`+string(kind)+`","count":1}`)
}

// expectDelivered compares how many units the suppliers delivered with what is wanted.
func (c *dispatchFixture) expectDelivered(atFirst, atSecond int) {
	c.t.Helper()
	var record core.Record
	if err := json.Unmarshal(c.sandbox.Control(http.MethodGet, "/record?list=0", ""), &record); err != nil {
		c.t.Fatal(err)
	}
	got := map[string]int{}
	for _, s := range record.Suppliers {
		got[s.Supplier] = s.Units
	}
	if got[first] != atFirst || got[second] != atSecond {
		c.t.Fatalf("delivered units: got %v, want %d and %d", got, atFirst, atSecond)
	}
}

// reasons returns the suppliers, states and reasons of a unit's attempts, in order.
func (c *dispatchFixture) reasons(u delivery.Unit) string {
	c.t.Helper()
	return pgtest.One[string](c.t, c.pool, `select coalesce(string_agg(supplier || ' ' || state || coalesce(' ' || reason, ''), ', ' order by id), '')
		from delivery_attempts where unit_id = $1`, u.ID)
}

func (c *dispatchFixture) expectReasons(u delivery.Unit, want string) {
	c.t.Helper()
	if got := c.reasons(u); got != want {
		c.t.Errorf("attempts of unit %d: got %s, want %s", u.ID, got, want)
	}
}
