package delivery_test

import (
	"errors"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
)

// onSale compares whether product 1 may be sold.
func (c *dispatchFixture) onSale(want bool) {
	c.t.Helper()
	err := delivery.OnSale(c.t.Context(), c.pool, []int64{1}, nil)
	if err != nil && !errors.Is(err, delivery.ErrUnavailable) {
		c.t.Fatal(err)
	}
	if got := err == nil; got != want {
		c.t.Errorf("product 1 is on sale: %v, want %v", got, want)
	}
}

func (c *dispatchFixture) check() {
	c.t.Helper()
	if err := c.CheckSuppliers(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func TestWhatNoOfferCanServeIsNotSold(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ bad, good string }{
		"no funds": {`"balance":0`, `"balance":"100000"`},
		"down":     {`"down":true`, `"down":false`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.check() // no supplier is due for a check
			c.rule(first, tc.bad)
			u := c.units(1)[0]
			c.deliver(u, delivery.UnitDelivered) // by the second supplier
			c.check()
			c.onSale(true)
			c.rule(second, tc.bad)
			c.ahead.Add(int64(time.Minute))
			c.step(c.units(1)[0], delivery.UnitWaiting)
			c.check()
			c.ahead.Add(int64(time.Minute)) // one failed check does not make a supplier down
			c.check()
			c.onSale(false)
			before := c.count(`select version from data_versions where scope = 'catalog'`)
			c.ahead.Add(int64(time.Minute))
			c.check()
			if after := c.count(`select version from data_versions where scope = 'catalog'`); after != before {
				t.Errorf("the catalogue's version went from %d to %d although nothing has changed", before, after)
			}
			c.rule(second, tc.good)
			c.ahead.Add(int64(time.Minute))
			c.check()
			c.onSale(true)
		})
	}
}

func TestPrepaidDaysAreWarnedOf(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	spent := c.count(`select (cost * 10000)::bigint from delivery_attempts`)
	for name, tc := range map[string]struct {
		times int64 // of what was spent
		days  int64 // in tenths
		warn  bool
	}{
		"as much as was spent":    {times: 1, days: 70},
		"nothing":                 {times: 0, days: 0, warn: true},
		"three times what it was": {times: 3, days: 210},
	} {
		pgtest.Exec(t, c.pool, `insert into supplier_health (supplier, prepaid, prepaid_currency) values ($1, $2::bigint / 10000.0, 'USD')
			on conflict (supplier) do update set prepaid = excluded.prepaid, prepaid_currency = 'USD'`, first, spent*tc.times)
		list, err := c.Prepaid(t.Context())
		if err != nil || len(list) != 1 || list[0].TenthsOfDays != tc.days || list[0].Warn != tc.warn {
			t.Errorf("%s: %+v, %v, want %d tenths of a day, warn %v", name, list, err, tc.days, tc.warn)
		}
	}
	pgtest.Exec(t, c.pool, `update delivery_settings set prepaid_days = 30`)
	if list, err := c.Prepaid(t.Context()); err != nil || !list[0].Warn {
		t.Errorf("%+v, %v, want a warning when 30 days are wanted", list, err)
	}
}
