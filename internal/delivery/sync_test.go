package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// supplierStub is a supplier that only lists offers and its balance.
type supplierStub struct {
	delivery.Supplier
	name   string
	offers []delivery.SupplierOffer
	err    error
}

func (s *supplierStub) Name() string { return s.name }
func (s *supplierStub) ListOffers(context.Context) ([]delivery.SupplierOffer, error) {
	return s.offers, s.err
}
func (s *supplierStub) Balance(ctx context.Context) (delivery.Cost, error) { return usd(5_0000), s.err }
func usd(n int64) delivery.Cost                                            { return delivery.Cost{TenThousandths: n, Currency: "USD"} }
func sells(sku string, cost delivery.Cost, in bool) []delivery.SupplierOffer {
	return []delivery.SupplierOffer{{SKU: sku, Cost: cost, InStock: in}}
}

func TestSyncTakesSmallChangesAndAsksAboutLargeOnes(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	factory.Offer(t, b.pool, 1, factory.With{"id": 1, "sku": "a"})
	factory.Offer(t, b.pool, 2, factory.With{"id": 2, "sku": "b"})
	factory.Offer(t, b.pool, 1, factory.With{"id": 3, "sku": "a", "supplier": "gamesdrop", "priority": 2})
	moo, down := &supplierStub{name: "moogold"}, &supplierStub{name: "gamesdrop", err: delivery.ErrUnreachable}
	now := time.Unix(1_800_000_000, 123_456_789)
	var told []string
	d := delivery.NewSourcing(b.pool, []delivery.Supplier{moo, down}, func() time.Time { return now }, slog.New(slog.DiscardHandler)).
		WithQueue(func(_ context.Context, kind string, id int64) { told = append(told, fmt.Sprint(kind, id)) })
	for _, step := range []struct {
		name   string
		offers []delivery.SupplierOffer
		want   string
		told   string // operators about their queue
	}{
		{"ten percent up", sells("a", usd(1_1000), true), "1.1000", ""},
		{"more than that", sells("a", usd(1_2101), true), "1.1000 1.2101", "cost1"},
		{"as much", sells("a", usd(1_2101), true), "1.1000 1.2101", ""},
		{"back again", sells("a", usd(1_0000), true), "1.0000", "cost1"},
		{"more than ten percent down", sells("a", usd(8999), true), "1.0000 0.8999", "cost1"},
		{"out of stock", sells("a", usd(1_0000), false), "1.0000 out", "cost1"},
		{"another currency", sells("a", delivery.Cost{TenThousandths: 80_0000, Currency: "RUB"}, true), "1.0000 out", ""},
		{"as before", sells("a", usd(1_0000), true), "1.0000", ""},
		{"not listed", sells("z", usd(1_0000), true), "1.0000 out", ""},
		{"listed again", sells("a", usd(1_0000), true), "1.0000", ""},
		{"an empty list says nothing", nil, "1.0000", ""},
	} {
		now, told, moo.offers = now.Add(time.Minute), nil, step.offers
		if err := d.Sync(t.Context()); !errors.Is(err, delivery.ErrUnreachable) {
			t.Fatalf("%s: %v", step.name, err)
		}
		got := pgtest.One[string](t, b.pool, `select concat_ws(' ', cost, asked_cost, case when not in_stock then 'out' end) from offers where id = 1`)
		if got != step.want {
			t.Errorf("%s: got %q, want %q", step.name, got, step.want)
		}
		if got := strings.Join(told, " "); got != step.told {
			t.Errorf("%s: operators were told %q, want %q", step.name, got, step.told)
		}
	}
	if n := b.number(`select count(*) from offers where id = 2 and not in_stock or id = 3 and in_stock and synced_at is null`); n != 2 {
		t.Errorf("%d: an offer that is not listed is sold, or a silent supplier lost its goods", n)
	}
	if n := b.number(`select count(*) from supplier_health where supplier = 'moogold' and prepaid = 5 and prepaid_currency = 'USD' and runs_out_at = checked_at + interval '3650 days'`); n != 1 {
		t.Error("no balance, or one that runs out although nothing is spent")
	}
	moo.offers = sells("a", usd(2_0000), true)
	_ = d.Sync(t.Context())
	if err := d.ApproveCost(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if n := b.number(`select count(*) from offers where id = 1 and cost = 2 and asked_cost is null`); n != 1 {
		t.Error("the approved cost is not used")
	}
	if err := d.ApproveCost(t.Context(), 1); !errors.Is(err, delivery.ErrNoPendingCost) {
		t.Errorf("approved twice: %v", err)
	}
}

func TestCreepingCostsWaitForApproval(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	factory.Offer(t, b.pool, 1, factory.With{"id": 1, "sku": "a"})
	moo := &supplierStub{name: "moogold"}
	d := delivery.NewSourcing(b.pool, []delivery.Supplier{moo}, func() time.Time { return time.Unix(1_800_000_000, 0) }, slog.New(slog.DiscardHandler))
	sync := func(cost int64, want string) {
		t.Helper()
		moo.offers = sells("a", usd(cost), true)
		if err := d.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := pgtest.One[string](t, b.pool, `select concat_ws(' ', cost, asked_cost) from offers`); got != want {
			t.Errorf("%d: got %q, want %q", cost, got, want)
		}
	}
	sync(1_0500, "1.0500")
	sync(1_1000, "1.1000")
	sync(1_1001, "1.1000 1.1001") // together more than a tenth
	sync(1_0900, "1.0900")
	sync(1_1600, "1.0900 1.1600")
	if err := d.ApproveCost(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	sync(1_2700, "1.2700")
	sync(1_2800, "1.2700 1.2800")
	version := int32(0)
	who := pgtest.One[int64](t, b.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select 'olga@larek.test', 'Ольга', min(id), '', now(), now() from staff_roles returning id`)
	settle := func(costLimit int32, minMargin money.RUB) {
		t.Helper()
		version++
		err := pg.InTx(t.Context(), b.pool, func(tx pgx.Tx) error {
			done, err := delivery.ChangeSettings(t.Context(), tx, delivery.Change{
				CostLimitPercent: costLimit, MinMarginPercent: minMargin, HoldMinutes: 30, PrepaidDays: 3, Version: version, ChangedAt: time.Unix(1_800_000_000, 0), ChangedBy: who,
			})
			if err == nil && !done {
				err = errors.New("the settings are of another version")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	settle(5, 0)
	sync(1_2100, "1.2100")
	sync(1_2200, "1.2100 1.2200") // more than five percent above 1.16
	settle(50, 0)
	sync(1_2200, "1.2200")
	pgtest.Exec(t, b.pool, `insert into currency_rates (currency, set_at, rate, source) values ('USD', '2026-01-01', 80, 'seed')`)
	pgtest.Exec(t, b.pool, `update products set price = 100, discount_percent = 0 where id = 1`)
	settle(50, 2_00)
	sync(1_2250, "1.2250") // exactly 98 of 100 rubles
	settle(50, 3_00)
	sync(1_2300, "1.2250 1.2300")
}
