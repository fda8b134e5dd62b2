package desk_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/money"
	"larek/internal/ordersearch"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

// pane returns a row with what an operator decides by, its labels as "name: value".
func (o *office) pane(who staff.Actor, kind desk.Kind, id int64) (queue.Detail, string) {
	o.t.Helper()
	d, err := o.do.Queue.Detail(o.t.Context(), who, kind, id)
	if err != nil {
		o.t.Fatal(err)
	}
	var list []string
	for _, l := range d.Labels {
		list = append(list, l.Name+": "+l.Value)
	}
	return d, strings.Join(list, "\n")
}

func (o *office) wantLabels(kind desk.Kind, id int64, want ...string) {
	o.t.Helper()
	_, got := o.pane(o.admin, kind, id)
	for _, label := range want {
		if !strings.Contains("\n"+got+"\n", "\n"+label+"\n") {
			o.t.Errorf("%s: got\n%s\nwant %q", kind, got, label)
		}
	}
}

func TestPaneOfACostNamesTheProductAndItsMargin(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	pgtest.Exec(t, o.pool, `update products set title = '60 UC', price = 10 where id = $1`, o.product)
	pgtest.Exec(t, o.pool, `update offers set cost = 4, cost_currency = 'RUB', asked_cost = 7, asked_at = $2, sku = '658343851' where id = $1`, o.offer, noon)
	o.wantLabels(desk.KindCost, o.offer, "Товар: 60 UC", "SKU: 658343851", "Наша цена: 10.00 RUB", "Закупка сейчас: 4.0000 RUB", "Просит: 7.0000 RUB", "Маржа сейчас: 6.00 RUB", "Маржа станет: 3.00 RUB")
	if i := o.queueOf(desk.KindCost); len(i) != 1 || i[0].Reason != "Цена ушла дальше разрешённого: 60 UC" {
		t.Errorf("the row: got %+v", i)
	}
	_, got := o.pane(o.hire("operator"), desk.KindCost, o.offer)
	if strings.Contains(got, "Маржа") || strings.Contains(got, "Закупка") {
		t.Errorf("without the permission to read margins: got\n%s", got)
	}
}

func TestPaneOfAComplaintHasTheBuyersWordsWhole(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, code, complaint := o.complained(0)
	words := strings.Repeat("код не принимают ", 29)[:500]
	pgtest.Exec(t, o.pool, `update code_complaints set text = $2 where id = $1`, complaint, words)
	o.wantLabels(desk.KindCode, complaint, "Слова покупателя: "+words, "Код открыли: ещё не открывали")
	pgtest.Exec(t, o.pool, `insert into code_reveals (code_id, at, viewer) values ($1, $2, 'guest')`, code, noon.Add(-time.Hour))
	o.wantLabels(desk.KindCode, complaint, "Код открыли: "+noon.Add(-time.Hour).UTC().Format(time.RFC3339))
	if i := o.queueOf(desk.KindCode); len(i) != 1 || !i[0].DueAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("due: got %+v, want an hour: a buyer who paid holds a dead code", i)
	}
	d, _ := o.pane(o.admin, desk.KindCode, complaint)
	if d.Refund == nil || d.Refund.Amount != money.Minor(50_00) {
		t.Errorf("the refund: got %+v, want the 50 of one code", d.Refund)
	}
}

// unknown inserts an order whose supplier does not answer, and its task.
func (o *office) unknown() (id, task int64) {
	o.t.Helper()
	id, unit := o.heldOrder()
	o.attempt(unit, "unknown")
	pgtest.Exec(o.t, o.pool, `update delivery_attempts set ref = '179498141146', asks = 3 where unit_id = $1`, unit)
	pgtest.Exec(o.t, o.pool, `insert into delivery_exchanges (attempt_id, at, request, response, status) select id, $2, 'GET', '', 0 from delivery_attempts where unit_id = $1`, unit, noon)
	pgtest.Exec(o.t, o.pool, `update delivery_units set state = 'queued', held_until = null where id = $1`, unit)
	task = pgtest.One[int64](o.t, o.pool, `insert into operator_tasks (kind, order_id, unit_id, created, due_at) values ('unknown', $1, $2, $3, $4) returning id`, id, unit, noon, noon.Add(time.Hour))
	return id, task
}

func TestPaneOfASilentSupplierHasItsNumberAndAsksItFirst(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, task := o.unknown()
	o.wantLabels(desk.KindUnknown, task, "Поставщик: moogold", "Номер у поставщика: 179498141146", "Ответ: молчит: принял ли, неизвестно", "Спросили: "+noon.UTC().Format(time.RFC3339), "Сколько раз: 3")
	d, _ := o.pane(o.admin, desk.KindUnknown, task)
	if d.Resolutions[0].Name != queue.ResolveAsk || !d.Resolutions[0].Allowed || d.Cost == nil || d.Cost.Expected.Currency != money.Ruble {
		t.Errorf("got %+v, %+v, want to ask the supplier first, and costs in rubles", d.Resolutions[0], d.Cost)
	}
	before := pgtest.One[string](t, o.pool, `select string_agg(concat_ws(' ', state, supplier, reason), ',') from delivery_units`)
	if _, err := o.resolve(o.admin, desk.KindUnknown, task, queue.Decision{Resolution: queue.ResolveAsk}); err != nil {
		t.Fatal(err)
	}
	if i := o.queueOf(desk.KindUnknown); len(i) != 1 {
		t.Errorf("after asking: got %+v, want the row still there", i)
	}
	if after := pgtest.One[string](t, o.pool, `select string_agg(concat_ws(' ', state, supplier, reason), ',') from delivery_units`); after != before {
		t.Errorf("asking changed units from %s to %s", before, after)
	}
}

func TestUnmatchedMoneyListsUnpaidOrdersOfItsSumFirst(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	n := o.unmatched()
	at := time.Date(2026, 11, 14, 8, 0, 0, 0, time.UTC)
	add := func(amount int, paid bool) int64 {
		id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "email": "buyer@mail.example"})
		status := "pending"
		if paid {
			status = "paid"
		}
		a := factory.PaymentAttempt(t, o.pool, id, factory.With{"provider": "tbank", "amount": amount, "status": status, "created": at})
		if paid {
			factory.Payment(t, o.pool, a)
		}
		return id
	}
	other, paid, unpaid := add(70, false), add(100, true), add(100, false)
	d, _ := o.pane(o.admin, desk.KindUnmatched, n)
	var got []string
	for _, c := range d.Candidates {
		got = append(got, strconv.FormatInt(c.OrderID, 10)+" "+strconv.FormatBool(c.IsPaid)+" "+c.Email)
	}
	want := []string{}
	for i, id := range []int64{unpaid, paid, other} {
		want = append(want, strconv.FormatInt(id, 10)+" "+strconv.FormatBool(i == 1)+" b***r@mail.example")
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPageOfAnOrderNamesTheHolderAndTheSuppliersNumber(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, task := o.unknown()
	a := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "проверка"}}
	if _, err := o.do.Queue.Take(t.Context(), a, desk.KindUnknown, task); err != nil {
		t.Fatal(err)
	}
	search := ordersearch.NewService(ordersearch.Config{Pool: o.pool, Known: o.pool, Clock: func() time.Time { return noon }})
	page, err := search.Order(t.Context(), id, ordersearch.OrderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Troubles) != 1 || page.Troubles[0].TakenBy != o.admin.Name {
		t.Errorf("got %+v, want a row held by %s", page.Troubles, o.admin.Name)
	}
	if len(page.Units) != 1 || page.Units[0].OpenRef != "179498141146" {
		t.Errorf("got %+v, want the number at the supplier", page.Units)
	}
}
