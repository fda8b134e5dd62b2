package desk_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/fulfilment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// wrongDetails inserts a paid order that has waited some time for its buyer to correct the details; one unit of
// another line is still with its supplier.
func (o *office) wrongDetails(ago time.Duration) int64 {
	o.t.Helper()
	id := factory.Order(o.t, o.pool, factory.With{
		"game_id": o.game, "status": "sending", "next_action": "correct", "due_at": noon.Add(fulfilment.CorrectionWindow - ago), "detail": `{"moogold_user_id":"5123456789"}`,
	})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid"}))
	wrong := factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "title": "60 UC", "quantity": 1, "unit_price": 70, "status": "incorrect-details"})
	other := factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "quantity": 1, "unit_price": 30, "status": "sending"})
	unit := pgtest.One[int64](o.t, o.pool, `insert into delivery_units (order_id, line_id, n, state, supplier, reason) values ($1, $2, 1, 'wrong_details', 'moogold', 'wrong_details') returning id`, id, wrong)
	pgtest.Exec(o.t, o.pool, `insert into delivery_units (order_id, line_id, n, state) values ($1, $2, 1, 'placed')`, id, other)
	attempt := pgtest.One[int64](o.t, o.pool, `insert into delivery_attempts (unit_id, offer_id, supplier, key, cost, cost_currency, created, state, reason, ended_at, unsent)
		values ($1, $2, 'moogold', $3, 1, 'RUB', $4, 'rejected', 'wrong_details', $4, true) returning id`, unit, o.offer, publicid.New().String(), noon.Add(-ago))
	pgtest.Exec(o.t, o.pool, `insert into delivery_exchanges (attempt_id, request, response, status) values ($1, 'POST /order', 'Invalid player id', 200)`, attempt)
	pgtest.Exec(o.t, o.pool, `insert into order_events (order_id, line_id, event, at) values ($1, $2, 'details.needed', $3)`, id, wrong, noon.Add(-ago))
	return id
}

func (o *office) queueOf(kind desk.Kind) []queue.Item {
	o.t.Helper()
	items, err := o.do.Queue.List(o.t.Context(), queue.Filter{Kind: kind}, queue.Place{}, 10)
	if err != nil {
		o.t.Fatal(err)
	}
	return items
}

func (o *office) expectNothingUnseen() {
	o.t.Helper()
	if missing, err := queue.Missing(o.t.Context(), o.pool, noon); err != nil || len(missing) > 0 {
		o.t.Errorf("not in the queue: %v, %v", missing, err)
	}
}

func (o *office) resolve(who staff.Actor, kind desk.Kind, id int64, r queue.Decision) (desk.Done, error) {
	o.t.Helper()
	a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "проверка"}}
	return o.do.Queue.Resolve(o.t.Context(), a, kind, id, r)
}

func (o *office) unitStates(id int64) string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select string_agg(state, ' ' order by id) from delivery_units where order_id = $1`, id)
}

func TestUncorrectedDetailsWaitForAnOperator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.wrongDetails(14 * time.Minute) // the buyer may still come
	id := o.wrongDetails(17 * time.Minute)
	items := o.queueOf(desk.KindDetails)
	if len(items) != 1 || items[0].ID != id || items[0].OrderID != id {
		t.Fatalf("got %+v, want the order of 17 minutes ago", items)
	}
	i := items[0]
	if i.Title != "Неверные данные · 60 UC" || i.Reason != "Поставщик не принял данные, покупатель не исправил: moogold" || i.Hundredths != 7000 ||
		!i.Created.Equal(noon.Add(-17*time.Minute)) || !i.DueAt.Equal(i.Created.Add(fulfilment.CorrectionWindow)) {
		t.Errorf("got %+v", i)
	}
	o.expectNothingUnseen()
	if list, err := o.do.OrderActions.Actions(t.Context(), o.admin, id); err != nil || list.Actions[0].Name != orders.ActionCorrect || !list.Actions[0].Allowed {
		t.Errorf("on the order's page: got %+v, %v, want to correct as the next step", list.Actions, err)
	}
	d, labels := o.pane(o.admin, desk.KindDetails, id)
	o.wantLabels(desk.KindDetails, id, "Отказал: moogold", "Что не так: не принял ID игрока или сервер")
	if strings.Contains(labels, "Invalid player id") {
		t.Errorf("got the answer as recorded, which is for the record of the exchange:\n%s", labels)
	}
	if len(d.Resolutions) != 3 || d.Resolutions[0].Name != queue.ResolveCorrect || !d.Resolutions[0].Allowed || d.Resolutions[1].Name != queue.ResolveResend || d.Resolutions[2].Name != queue.ResolveRefund || !d.Resolutions[2].Allowed {
		t.Errorf("got %+v, want to correct, to remind or to refund", d.Resolutions)
	}
}

func TestUnseenNoticesUncorrectedDetails(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.wrongDetails(time.Hour)
	pgtest.Exec(t, o.pool, `update orders set next_action = 'deliver' where id = $1`, id)
	missing, err := queue.Missing(t.Context(), o.pool, noon)
	if want := "details " + strconv.FormatInt(id, 10); err != nil || len(missing) != 1 || missing[0] != want {
		t.Errorf("got %v, %v, want %s", missing, err, want)
	}
}

func TestOperatorCorrectsDetailsFromTheQueue(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.wrongDetails(time.Hour)
	if _, err := o.resolve(o.hire("operator"), desk.KindDetails, id, queue.Decision{Resolution: queue.ResolveCorrect, Correct: orders.Correction{Account: "5123456788"}}); err != nil {
		t.Fatal(err)
	}
	if got := o.unitStates(id); got != "waiting placed" {
		t.Errorf("units are %s, want waiting placed", got)
	}
	got := pgtest.One[string](t, o.pool, `select concat_ws(' ', next_action, detail->>'moogold_user_id') from orders where id = $1`, id)
	if got != "deliver 5123456788" {
		t.Errorf("got %s, want another player and a delivery", got)
	}
	if items := o.queueOf(desk.KindDetails); len(items) != 0 {
		t.Errorf("still in the queue: %+v", items)
	}
	o.expectNothingUnseen()
	row := pgtest.One[string](t, o.pool, `select string_agg(action || ' ' || object_kind || ' ' || after, ',') from audit`)
	if !strings.HasPrefix(row, "queue.resolve details ") || strings.Contains(row, "5123456788") || strings.Contains(row, ",queue.resolve") {
		t.Errorf("audit is %s, want one row without the player", row)
	}
}

func TestRefundOfUncorrectedDetailsIsOfThemOnly(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.wrongDetails(time.Hour)
	if _, err := o.resolve(o.admin, desk.KindDetails, id, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	if got := o.unitStates(id); got != "failed placed" {
		t.Errorf("units are %s, want failed placed", got)
	}
	if items := o.queueOf(desk.KindDetails); len(items) != 0 {
		t.Errorf("still in the queue: %+v", items)
	}
}

func TestRefusedCorrectionFromTheQueueChangesNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.wrongDetails(time.Hour)
	late := o.wrongDetails(fulfilment.CorrectionWindow + time.Minute)
	version := func(id int64) string { return pgtest.One[string](t, o.pool, `select order_version($1)`, id) }
	before := version(id) + version(late)
	good := orders.Correction{Account: "5123456788"}
	for name, c := range map[string]struct {
		who  string
		id   int64
		fill orders.Correction
	}{
		"no account":       {"admin", id, orders.Correction{}},
		"spaces":           {"admin", id, orders.Correction{Account: "  "}},
		"another role":     {"catalog", id, good},
		"after the window": {"admin", late, good},
	} {
		if _, err := o.resolve(o.hire(c.who), desk.KindDetails, c.id, queue.Decision{Resolution: queue.ResolveCorrect, Correct: c.fill}); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if got := version(id) + version(late); got != before {
		t.Errorf("a refused correction changed an order: %s, before %s", got, before)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit`); n != 0 {
		t.Errorf("%d audit rows, want none", n)
	}
}

// TestResumedOrderAsksForItsDetailsAgain: a pause takes the place of the correction as
// the next action; without this the details would be forgotten after it.
func TestResumedOrderAsksForItsDetailsAgain(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.wrongDetails(time.Hour)
	act := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "other", Text: "проверка"}}
	if _, err := o.do.OrderActions.Pause(t.Context(), act, 4); err != nil {
		t.Fatal(err)
	}
	o.expectNothingUnseen()
	act.Key = newKey()
	if _, err := o.do.OrderActions.Resume(t.Context(), act); err != nil {
		t.Fatal(err)
	}
	due := pgtest.One[string](t, o.pool, `select next_action || ' ' || (due_at = $2) from orders where id = $1`, id, noon.Add(fulfilment.CorrectionWindow))
	if due != "correct true" {
		t.Errorf("got %s, want a correction within the whole window", due)
	}
}
