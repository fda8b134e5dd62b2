package delivery_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"larek/internal/delivery"
)

// seller is a supplier that only tells what it sells.
type seller struct {
	delivery.Supplier
	name   string
	offers []delivery.Offered
	err    error
}

func (s *seller) Name() string                                       { return s.name }
func (s *seller) Offers(context.Context) ([]delivery.Offered, error) { return s.offers, s.err }
func (s *seller) Prepaid(ctx context.Context) (delivery.Cost, error) { return usd(5_0000), s.err }
func usd(n int64) delivery.Cost                                      { return delivery.Cost{TenThousandths: n, Currency: "USD"} }
func sells(sku string, cost delivery.Cost, in bool) []delivery.Offered {
	return []delivery.Offered{{SKU: sku, Cost: cost, InStock: in}}
}

func TestSyncTakesSmallChangesAndAsksAboutLargeOnes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec(`insert into offers (id, product_id, supplier, sku, cost, cost_currency, priority) values (1, 1, 'moogold', 'a', 1, 'USD', 1), (2, 2, 'moogold', 'b', 1, 'USD', 1), (3, 1, 'gamesdrop', 'a', 1, 'USD', 2)`)
	moo, away := &seller{name: "moogold"}, &seller{name: "gamesdrop", err: delivery.ErrAway}
	now := time.Unix(1_800_000_000, 123_456_789)
	d := delivery.NewDispatch(b.pool, []delivery.Supplier{moo, away}, nil, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	for _, step := range []struct {
		name   string
		offers []delivery.Offered
		want   string
	}{
		{"ten percent up", sells("a", usd(1_1000), true), "1.1000"},
		{"more than that", sells("a", usd(1_2101), true), "1.1000 1.2101"},
		{"back again", sells("a", usd(1_0000), true), "1.0000"},
		{"more than ten percent down", sells("a", usd(8999), true), "1.0000 0.8999"},
		{"out of stock", sells("a", usd(1_0000), false), "1.0000 out"},
		{"another currency", sells("a", delivery.Cost{TenThousandths: 80_0000, Currency: "RUB"}, true), "1.0000 out"},
		{"as before", sells("a", usd(1_0000), true), "1.0000"},
		{"not listed", sells("z", usd(1_0000), true), "1.0000 out"},
		{"listed again", sells("a", usd(1_0000), true), "1.0000"},
		{"an empty list says nothing", nil, "1.0000"},
	} {
		now = now.Add(time.Minute)
		moo.offers = step.offers
		if err := d.Sync(t.Context()); !errors.Is(err, delivery.ErrAway) {
			t.Fatalf("%s: %v", step.name, err)
		}
		var got string
		err := b.pool.QueryRow(t.Context(), `select concat_ws(' ', cost, asked_cost, case when not in_stock then 'out' end) from offers where id = 1`).Scan(&got)
		if err != nil || got != step.want {
			t.Errorf("%s: %q, %v", step.name, got, err)
		}
	}
	if n := b.number(`select count(*) from offers where id = 2 and not in_stock or id = 3 and in_stock and synced_at is null`); n != 2 {
		t.Errorf("%d: an offer that is not listed is sold, or a silent supplier lost its goods", n)
	}
	if n := b.number(`select count(*) from supplier_health where supplier = 'moogold' and prepaid = 5 and prepaid_currency = 'USD' and checked_at is not null`); n != 1 {
		t.Error("no balance")
	}
	moo.offers = sells("a", usd(2_0000), true)
	_ = d.Sync(t.Context())
	if err := d.Approve(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if n := b.number(`select count(*) from offers where id = 1 and cost = 2 and asked_cost is null`); n != 1 {
		t.Error("the approved cost is not used")
	}
	if err := d.Approve(t.Context(), 1); !errors.Is(err, delivery.ErrNothingAsked) {
		t.Errorf("approved twice: %v", err)
	}
}

func TestCreepingCostsWaitForApproval(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec(`insert into offers (id, product_id, supplier, sku, cost, cost_currency, priority) values (1, 1, 'moogold', 'a', 1, 'USD', 1)`)
	moo := &seller{name: "moogold"}
	d := delivery.NewDispatch(b.pool, []delivery.Supplier{moo}, nil, func() time.Time { return time.Unix(1_800_000_000, 0) }, slog.New(slog.DiscardHandler))
	sync := func(cost int64, want string) {
		t.Helper()
		moo.offers = sells("a", usd(cost), true)
		if err := d.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := b.pool.QueryRow(t.Context(), `select concat_ws(' ', cost, asked_cost) from offers`).Scan(&got); err != nil || got != want {
			t.Errorf("%d: got %q (%v), want %q", cost, got, err, want)
		}
	}
	sync(1_0500, "1.0500")
	sync(1_1000, "1.1000")
	sync(1_1001, "1.1000 1.1001") // together more than a tenth
	sync(1_0900, "1.0900")
	sync(1_1600, "1.0900 1.1600")
	if err := d.Approve(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	sync(1_2700, "1.2700")
	sync(1_2800, "1.2700 1.2800")
}
