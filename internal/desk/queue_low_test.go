package desk_test

import (
	"strings"
	"testing"
	"time"

	"larek/internal/desk"
	"larek/internal/pg/pgtest"
	"larek/internal/publicid"
)

// codes inserts codes of a product; given ones were given one hour apart, the last at noon.
func (o *office) codes(state string, n int) {
	o.t.Helper()
	order := o.deliveredOrder()
	line := pgtest.One[int64](o.t, o.pool, `select min(id) from order_lines where order_id = $1`, order)
	for i := range n {
		pgtest.Exec(o.t, o.pool, `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at)
			values ($1, 'x', 't', $2, $3::text, case $3::text when 'given' then $4::bigint end, case $3::text when 'given' then $5::timestamptz end)`,
			o.coded, publicid.New().String(), state, line, noon.Add(-time.Duration(i)*time.Hour))
	}
}

// TestCodesThatRunOutAreARow sells two codes a day of a product: four codes last two days.
func TestCodesThatRunOutAreARow(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.expectNothingUnseen() // nothing was sold yet
	o.codes("free", 4)
	o.codes("given", 60)
	if rows := o.queueOf(desk.KindStockLow); len(rows) != 0 {
		t.Errorf("codes for two days: %+v", rows)
	}
	pgtest.Exec(t, o.pool, `update codes set expires_at = $2 where id = (select min(id) from codes where product_id = $1 and state = 'free')`, o.coded, noon.Add(-time.Minute))
	rows := o.queueOf(desk.KindStockLow)
	if len(rows) != 1 || rows[0].ID != o.coded || rows[0].Reason != "Коды кончаются: осталось 3" || !rows[0].DueAt.Equal(noon.Add(36*time.Hour)) {
		t.Errorf("codes for a day and a half: %+v", rows)
	}
	for kind, want := range map[desk.Kind]int{desk.KindStockLow: 1, desk.KindReview: 0} { // as the menu counts
		if n, late, err := o.do.Queue.Badge(kind)(t.Context(), o.admin); n != want || late || err != nil {
			t.Errorf("badge of %s: %d, late %t, %v; want %d", kind, n, late, err, want)
		}
	}
	pgtest.Exec(t, o.pool, `update codes set state = 'void', voided_at = $2, voided_by = $3, void_reason = 'x' where product_id = $1 and state = 'free'`, o.coded, noon, o.admin.ID)
	if rows := o.queueOf(desk.KindStockLow); len(rows) != 1 || rows[0].Reason != "Коды кончились" || !rows[0].DueAt.Equal(noon) {
		t.Errorf("no codes: %+v", rows)
	}
	o.wantLabels(desk.KindStockLow, o.coded, "Последняя продажа: "+noon.UTC().Format(time.RFC3339))
	o.expectNothingUnseen()
	o.codes("free", 4)
	if rows := o.queueOf(desk.KindStockLow); len(rows) != 0 {
		t.Errorf("after four codes were loaded: %+v", rows)
	}
	o.expectNothingUnseen()
}

// TestMoneyThatRunsOutAtASupplierIsARow needs three days of money, as the settings say.
func TestMoneyThatRunsOutAtASupplierIsARow(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, c := range []struct {
		what, prepaid string
		lasts         time.Duration
		want          string // the reason of the row
	}{
		{"four days", "100", 4 * 24 * time.Hour, ""},
		{"two days", "50", 2 * 24 * time.Hour, "Деньги у поставщика кончаются"},
		{"nothing", "0", 0, "Деньги у поставщика кончились"},
	} {
		pgtest.Exec(t, o.pool, `insert into supplier_health (supplier, prepaid, prepaid_currency, checked_at, runs_out_at) values ('moogold', $1::text::numeric, 'USD', $2, $3)
			on conflict (supplier) do update set prepaid = excluded.prepaid, runs_out_at = excluded.runs_out_at`, c.prepaid, noon, noon.Add(c.lasts))
		rows := o.queueOf(desk.KindMoneyLow)
		if c.want == "" && len(rows) != 0 || c.want != "" && (len(rows) != 1 || rows[0].Reason != c.want || !rows[0].DueAt.Equal(noon.Add(c.lasts)) || rows[0].Hundredths != 0) {
			t.Errorf("%s: %+v, want %q and no sum, which is for those who may read margins", c.what, rows, c.want)
		}
		o.expectNothingUnseen()
	}
	low := o.queueOf(desk.KindMoneyLow)[0].ID
	o.wantLabels(desk.KindMoneyLow, low, "Поставщик: moogold", "Осталось: 0.00 USD", "Спросили: "+noon.UTC().Format(time.RFC3339))
	if _, got := o.pane(o.hire("operator"), desk.KindMoneyLow, low); strings.Contains(got, "Осталось") {
		t.Errorf("without the permission to read margins: got\n%s", got)
	}
	pgtest.Exec(t, o.pool, `insert into supplier_switches (supplier, off_at, switched_by, reason_code, reason_text) values ('moogold', $1, $2, 'other', '')`, noon, o.admin.ID)
	if rows := o.queueOf(desk.KindMoneyLow); len(rows) != 0 {
		t.Errorf("a supplier that is off: %+v", rows)
	}
	o.expectNothingUnseen()
}
