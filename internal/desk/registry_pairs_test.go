package desk_test

import (
	"slices"
	"testing"

	"larek/internal/pg/pgtest"
	"larek/internal/settlement"
)

// A refund and a chargeback of one payment may have the same sum: each line is matched with
// its own kind first, in any order. A chargeback that the provider reported as a refund
// takes what is left.
func TestRefundAndChargebackOfOneSumAreTwoLines(t *testing.T) {
	t.Parallel()
	refund, chargeback := registryLine("Возврат", "555", "1-1-x", "100,00"), registryLine("Чарджбэк", "555", "1-1-x", "100,00")
	for name, c := range map[string]struct {
		ours  []string
		lines string
		want  string
	}{
		"refund first":                      {[]string{"refund", "chargeback"}, refund + chargeback, "chargeback chargeback, refund refund"},
		"chargeback first":                  {[]string{"chargeback", "refund"}, chargeback + refund, "chargeback chargeback, refund refund"},
		"in another order there":            {[]string{"refund", "chargeback"}, chargeback + refund, "chargeback chargeback, refund refund"},
		"in another order here":             {[]string{"chargeback", "refund"}, refund + chargeback, "chargeback chargeback, refund refund"},
		"a chargeback reported as a refund": {[]string{"refund", "refund"}, refund + chargeback, "chargeback refund, refund refund"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			o.paidThere()
			for _, kind := range c.ours {
				pgtest.Exec(t, o.pool, `insert into outside_refunds (payment_id, order_id, kind, amount, currency, found_at)
					select id, order_id, $1, 100, 'RUB', '2026-11-14 12:20+03' from payments`, kind)
			}
			if open := o.load(o.hire("finance"), c.lines); len(open) != 0 {
				t.Errorf("%d lines are theirs only", len(open))
			}
			pairs := pgtest.All[string](t, o.pool, `select concat_ws(' ', r.kind, o.kind) from settlement_rows r left join outside_refunds o on o.id = r.outside_id`)
			slices.Sort(pairs)
			if got := pairs[0] + ", " + pairs[1]; got != c.want {
				t.Errorf("paired %s, want %s", got, c.want)
			}
			o.wantDay(settlement.Green)
		})
	}
}
