package desk_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
)

// TestMistypedCostIsCorrectedByAnEntry corrects the cost of an order of 100.00 that an
// operator delivered for 90.00.
func TestMistypedCostIsCorrectedByAnEntry(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, unit := o.boughtByHand("90", ledger.SupplierCharged{Supplier: delivery.Operator, TenThousandths: 90_0000, Currency: money.Ruble, Rubles: 90_00})
	correct := func(cost int64) error {
		a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "mistake_found", Text: "опечатка"}}
		_, err := o.do.OrderActions.CorrectCost(t.Context(), a, orders.CostCorrection{Unit: unit, Cost: delivery.Cost{TenThousandths: cost}})
		return err
	}
	for _, c := range []struct {
		name string
		cost int64
		want string // the code of a problem
		sum  string // of the account of costs
	}{
		{"nothing", 0, "invalid", "90.0000"},
		{"the same", 90_0000, "invalid", "90.0000"},
		{"a kopeck above the price", 100_0100, "desk.second_person", "90.0000"},
		{"less", 68_0000, "", "68.0000"},
		{"more, within the price", 70_5000, "", "70.5000"},
	} {
		if err := correct(c.cost); problemCode(err) != c.want || c.want == "" && err != nil {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if got := pgtest.One[string](t, o.pool, `select sum(amount)::text from ledger_postings where account = 'cost'`); got != c.sum {
			t.Errorf("%s: the books have %s, want %s", c.name, got, c.sum)
		}
	}
	if got := pgtest.One[string](t, o.pool, `select cost::text from delivery_units where id = $1`, unit); got != "70.5000" {
		t.Errorf("the unit has cost %s", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(ref, ' ' order by id) from ledger_groups where order_id = $1 and reason = 'cost'`, id); got != entries(unit) {
		t.Errorf("entries %s, want %s", got, entries(unit))
	}
}

func entries(unit int64) string {
	ref := "unit-" + desk.FormatID(unit)
	return ref + " " + ref + "-1 " + ref + "-2"
}

// TestCostInDollarsIsCorrectedAtTheRateItWasBookedAt corrects a cost that was booked while a
// dollar was 80 rubles.
func TestCostInDollarsIsCorrectedAtTheRateItWasBookedAt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, unit := o.boughtByHand("125.06", ledger.SupplierCharged{Supplier: delivery.Operator, TenThousandths: 125_0600, Currency: "USD", Rubles: 10_004_80})
	pgtest.Exec(t, o.pool, `update delivery_units set cost_currency = 'USD' where id = $1`, unit)
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "mistake_found", Text: "опечатка"}}
	if _, err := o.do.OrderActions.CorrectCost(t.Context(), a, orders.CostCorrection{Unit: unit, Cost: delivery.Cost{TenThousandths: 5000}}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(x.account || ' ' || x.currency || ' ' || x.sum, ', ' order by x.account, x.currency)
		from (select account, currency, sum(amount)::text as sum from ledger_postings where account in ('cost', 'supplier:operator') group by 1, 2) x`); got != "cost RUB 40.0000, supplier:operator USD -0.5000" {
		t.Errorf("the books have %s", got)
	}
}

// boughtByHand returns a held order whose unit an operator delivered, and the unit.
func (o *office) boughtByHand(cost string, charged ledger.SupplierCharged) (id, unit int64) {
	o.t.Helper()
	id, _ = o.heldOrder()
	unit = pgtest.One[int64](o.t, o.pool, `update delivery_units set state = 'delivered', supplier = 'operator', delivered_at = $2, held_until = null,
		cost = $3::text::numeric, cost_currency = 'RUB' where id = (select min(id) from delivery_units where order_id = $1) returning id`, id, noon, cost)
	err := pgx.BeginFunc(o.t.Context(), o.pool, func(tx pgx.Tx) error {
		return o.shop.Ledger.Post(o.t.Context(), tx, charged.Entry("unit-"+desk.FormatID(unit), id))
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return id, unit
}
