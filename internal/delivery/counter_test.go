package delivery_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/ident"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/sandbox"
	"larek/internal/seal"
)

const (
	first  = sandbox.MooGold
	second = sandbox.GamesDrop
)

// skus are the two suppliers' ids of the goods.
var skus = map[string]string{
	first:  sandbox.SupplierSKU(first, "a game", "60 crystals"),
	second: sandbox.SupplierSKU(second, "a game", "60 crystals"),
}

// counter hands over product 1 through the real adapters to the sandbox, which
// has its own record of what was really delivered.
type counter struct {
	t    *testing.T
	pool *pgxpool.Pool
	*delivery.Dispatch
	url   string
	ahead atomic.Int64
	goods delivery.Goods
	// unitPrice is what the buyer pays, in hundredths.
	unitPrice int64
}

func (c *counter) now() time.Time { return clock.System().Add(time.Duration(c.ahead.Load())) }

// openCounter has both suppliers, the first one cheaper, ending orders at once.
func openCounter(t *testing.T, wrap ...func(delivery.Supplier) delivery.Supplier) *counter {
	t.Helper()
	c := &counter{t: t, pool: pgtest.New(t), unitPrice: 100_00, goods: delivery.Goods{Account: delivery.Account{PlayerID: "5123456789"}}}
	pic := picture.KeyOf([]byte("<svg/>"))
	c.exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'supply', 'А', '', '', $1, '', $1, 1, now())`, pic)
	c.exec(`insert into products (id, game_id, kind, title, price, picture, position) values (1, 1, 'supply', '60', 100, $1, 1)`, pic)
	for i, name := range []string{first, second} {
		c.exec(`insert into offers (product_id, supplier, sku, cost, cost_currency, priority) values (1, $1, $2, $3::bigint / 10000.0, 'USD', $4)`,
			name, skus[name], sandbox.SupplierPrice(name, skus[name]), i+1)
	}
	c.openSandbox()
	client := &http.Client{Timeout: 2 * time.Second}
	suppliers := []delivery.Supplier{
		moogold.New(moogold.Config{
			BaseURL: c.url + sandbox.MooGoldPath, PartnerID: sandbox.MooGoldPartnerID, SecretKey: sandbox.MooGoldSecret,
			HookToken: sandbox.MooGoldCallbackToken, Categories: []int{50},
		}, client, c.now),
		gamesdrop.New(gamesdrop.Config{BaseURL: c.url + sandbox.GamesDropPath, Token: sandbox.GamesDropToken}, client),
	}
	for i := range suppliers {
		for _, w := range wrap {
			suppliers[i] = w(suppliers[i])
		}
	}
	c.Dispatch = delivery.NewDispatch(c.pool, suppliers, seal.NewRing("k1", seal.NewKey()), c.now, slog.New(slog.DiscardHandler))
	for name := range skus {
		c.rule(name, `"processing_ms":0`)
	}
	return c
}

func (c *counter) openSandbox() {
	c.t.Helper()
	outside := httptest.NewUnstartedServer(nil)
	c.url = "http://" + outside.Listener.Addr().String()
	box, err := sandbox.New(sandbox.Config{Origin: c.url, StateDir: c.t.TempDir(), Clock: c.now, Accounts: sandbox.DevelopmentAccounts("")})
	if err != nil {
		c.t.Fatal(err)
	}
	outside.Config.Handler = box
	outside.Start()
	c.t.Cleanup(func() {
		outside.CloseClientConnections()
		_ = box.Close()
		outside.Close()
	})
}

func (c *counter) exec(sql string, args ...any) {
	c.t.Helper()
	if _, err := c.pool.Exec(c.t.Context(), sql, args...); err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
}

// units makes an order of one line of product 1 and its units.
func (c *counter) units(quantity int32) []delivery.Unit {
	c.t.Helper()
	var orderID, lineID int64
	err := c.pool.QueryRow(c.t.Context(), `with o as (
			insert into orders (hash, kind, status, game_id, total, created, next_action, due_at)
			values ($1, 'supply_channel', 'sending', 1, 100, now(), 'deliver', now()) returning id
		) insert into order_lines (order_id, product_id, title, quantity, unit_price, status)
		select id, 1, '60', $2, $3::bigint / 100.0, 'sending' from o returning order_id, id`, ident.NewHash(), quantity, c.unitPrice).Scan(&orderID, &lineID)
	if err != nil {
		c.t.Fatal(err)
	}
	for range 2 { // the second time nothing is missing
		c.in(func(ctx context.Context, tx pgx.Tx) error { return c.Ensure(ctx, tx, orderID, lineID, quantity) })
	}
	units, err := c.Units(c.t.Context(), c.pool, orderID)
	if err != nil || len(units) != int(quantity) {
		c.t.Fatalf("%d units for a line of %d: %v", len(units), quantity, err)
	}
	return units
}

func (c *counter) in(fn func(context.Context, pgx.Tx) error) {
	c.t.Helper()
	if err := pg.InTx(c.t.Context(), c.pool, func(tx pgx.Tx) error { return fn(c.t.Context(), tx) }); err != nil {
		c.t.Fatal(err)
	}
}

// step looks at a unit once.
func (c *counter) step(u delivery.Unit, want delivery.UnitState) delivery.Step {
	c.t.Helper()
	step, err := c.HandOver(c.t.Context(), u.ID, c.goods)
	if err != nil || step.State != want {
		c.t.Fatalf("unit %d is %+v (%v), want %s", u.ID, step, err, want)
	}
	return step
}

// deliver looks until the unit is no longer under way.
func (c *counter) deliver(u delivery.Unit, want delivery.UnitState) {
	c.t.Helper()
	for range 20 {
		step, err := c.HandOver(c.t.Context(), u.ID, c.goods)
		if err != nil {
			c.t.Fatal(err)
		}
		if step.After == 0 {
			if step.State != want {
				c.t.Fatalf("unit %d ends %s, want %s", u.ID, step.State, want)
			}
			return
		}
		c.ahead.Add(int64(step.After))
	}
	c.t.Fatalf("unit %d does not end", u.ID)
}

// control commands the sandbox and returns its answer.
func (c *counter) control(method, path, body string) []byte {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.url+"/control"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		c.t.Fatalf("%s %s: %d %s %v", method, path, resp.StatusCode, answer, err)
	}
	return answer
}

func (c *counter) rule(supplier, fields string) {
	c.t.Helper()
	c.control(http.MethodPost, "/supplier", `{"supplier":"`+supplier+`",`+fields+`}`)
}

// fault makes the next call of an operation fail.
func (c *counter) fault(supplier, operation string, kind sandbox.FaultKind) {
	c.t.Helper()
	c.control(http.MethodPost, "/faults", `{"provider":"`+supplier+`","operation":"`+operation+`","kind":"`+string(kind)+`","count":1}`)
}

// handed compares what suppliers really handed over with what they should.
func (c *counter) handed(atFirst, atSecond int) {
	c.t.Helper()
	var record sandbox.Record
	if err := json.Unmarshal(c.control(http.MethodGet, "/record?list=0", ""), &record); err != nil {
		c.t.Fatal(err)
	}
	got := map[string]int{}
	for _, s := range record.Suppliers {
		got[s.Supplier] = s.Units
	}
	if got[first] != atFirst || got[second] != atSecond {
		c.t.Fatalf("handed over %v, want %d and %d", got, atFirst, atSecond)
	}
}

// reasons are why the tries of a unit ended, in order.
func (c *counter) reasons(u delivery.Unit) string {
	c.t.Helper()
	var all string
	err := c.pool.QueryRow(c.t.Context(), `select coalesce(string_agg(supplier || ' ' || state || coalesce(' ' || reason, ''), ', ' order by id), '')
		from delivery_attempts where unit_id = $1`, u.ID).Scan(&all)
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

func (c *counter) tried(u delivery.Unit, want string) {
	c.t.Helper()
	if got := c.reasons(u); got != want {
		c.t.Errorf("tries of unit %d: %s; want %s", u.ID, got, want)
	}
}
