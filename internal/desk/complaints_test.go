package desk_test

import (
	"strings"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/publicid"
)

// complained inserts a delivered order of two codes, a complaint of the buyer that the first does not work, and free
// codes of the same product. It returns the order, the code and the complaint.
func (o *office) complained(free int) (id, code, complaint int64) {
	o.t.Helper()
	user := factory.User(o.t, o.pool, nil)
	id = factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "kind": "pubg", "status": "done", "user_id": user})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid"}))
	line := factory.Line(o.t, o.pool, id, factory.With{"product_id": o.coded, "title": "60 UC", "quantity": 2, "unit_price": 50, "status": "completed"})
	insert := `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at) values ($1, 'x', 't', $2, $3, $4, $5) returning id`
	code = pgtest.One[int64](o.t, o.pool, insert, o.coded, publicid.New().String(), "given", line, noon)
	pgtest.One[int64](o.t, o.pool, insert, o.coded, publicid.New().String(), "given", line, noon)
	for range free {
		pgtest.One[int64](o.t, o.pool, insert, o.coded, publicid.New().String(), "free", nil, nil)
	}
	if err := o.checkout.Complain(o.t.Context(), order.Owner{UserID: &user}, id, delivery.CodeRef{ID: code}, "уже активирован"); err != nil {
		o.t.Fatal(err)
	}
	return id, code, pgtest.One[int64](o.t, o.pool, `select id from code_complaints where code_id = $1`, code)
}

func (o *office) complaintState(id int64) string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select concat_ws(' ', state, answer, decided_by = $2) from code_complaints where id = $1`, id, o.admin.ID)
}

func (o *office) givenCodes(orderID int64) string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select string_agg(c.id::text, ' ' order by c.id) from codes c join order_lines l on l.id = c.line_id where l.order_id = $1`, orderID)
}

func TestComplaintAboutACodeWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _, complaint := o.complained(0)
	items := o.queueOf(desk.KindCode)
	if len(items) != 1 || items[0].ID != complaint || items[0].OrderID != id {
		t.Fatalf("got %+v, want the complaint", items)
	}
	i := items[0]
	if !strings.HasPrefix(i.Title, "Код не подошёл · ") || !strings.HasSuffix(i.Title, ": 60 UC") || i.Reason != "«уже активирован»" || i.Hundredths != 5000 || !i.DueAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("got %+v", i)
	}
	o.expectNothingUnseen()
	d, err := o.do.Queue.Detail(t.Context(), o.hire("operator"), desk.KindCode, complaint)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, w := range d.Resolutions {
		names = append(names, string(w.Name))
	}
	if got := strings.Join(names, " "); got != "replace refund reject" || d.Resolutions[0].Allowed || d.Resolutions[0].Reason == "" {
		t.Errorf("got %+v, want three ways, and no replacement without a free code", d.Resolutions)
	}
}

func TestComplaintEndsWithAnotherCode(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(1)
	before := o.givenCodes(id)
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveReplace}); err != nil {
		t.Fatal(err)
	}
	if got := o.complaintState(complaint); got != "replaced t" {
		t.Errorf("the complaint is %s, want replaced", got)
	}
	if got := o.givenCodes(id); got == before || len(strings.Fields(got)) != 2 {
		t.Errorf("codes are %s, were %s; want one of them replaced", got, before)
	}
	if got := pgtest.One[string](t, o.pool, `select state from codes where id = $1`, code); got != "void" {
		t.Errorf("the old code is %s, want void", got)
	}
	if got := pgtest.One[string](t, o.pool, `select event from order_events where order_id = $1 order by id desc limit 1`, id); got != "code.replaced" {
		t.Errorf("the timeline ends with %s, want code.replaced", got)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit where action = 'queue.resolve'`); n != 1 || len(o.queueOf(desk.KindCode)) != 0 {
		t.Errorf("%d audit rows and %d rows of the queue, want one and none", n, len(o.queueOf(desk.KindCode)))
	}
	codes, err := o.shop.Stock.DeliveredCodes(t.Context(), id)
	if err != nil || len(codes) != 2 || codes[1].Complaint != "replaced" {
		t.Errorf("got %+v, %v, want the new code to say that it replaced another", codes, err)
	}
}

func TestReplacingACodeOnTheOrdersPageEndsTheComplaint(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(1)
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "code_invalid", Text: "проверка"}}
	if _, err := o.do.OrderActions.ReplaceCode(t.Context(), a, orders.Replacement{CodeID: code}); err != nil {
		t.Fatal(err)
	}
	if got := o.complaintState(complaint); got != "replaced t" {
		t.Errorf("the complaint is %s, want replaced", got)
	}
}

func TestComplaintEndsWithTheMoneyForOneCode(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _, complaint := o.complained(0)
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	if got := o.complaintState(complaint); got != "refunded t" {
		t.Errorf("the complaint is %s, want refunded", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(amount::text, ' ') from refunds where order_id = $1`, id); got != "50.00" {
		t.Errorf("refunds are %s, want 50.00: one code of two", got)
	}
}

func TestComplaintEndsWithWords(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _, complaint := o.complained(0)
	before := o.givenCodes(id)
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveReject, Text: "Код работает только в РФ"}); err != nil {
		t.Fatal(err)
	}
	if got := o.complaintState(complaint); got != "rejected Код работает только в РФ t" {
		t.Errorf("the complaint is %s, want rejected with the words", got)
	}
	if got := o.givenCodes(id); got != before {
		t.Errorf("codes are %s, want %s", got, before)
	}
}

func TestRefusedDecisionAboutAComplaintChangesNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _, complaint := o.complained(0)
	before := pgtest.One[string](t, o.pool, `select order_version($1)`, id) + o.complaintState(complaint)
	for name, c := range map[string]struct {
		who string
		r   queue.Decision
	}{
		"no words":                {"admin", queue.Decision{Resolution: queue.ResolveReject, Text: " "}},
		"too many words":          {"admin", queue.Decision{Resolution: queue.ResolveReject, Text: strings.Repeat("ы", 501)}},
		"no other code":           {"admin", queue.Decision{Resolution: queue.ResolveReplace}},
		"several codes":           {"admin", queue.Decision{Resolution: queue.ResolveReplace, Codes: []string{"A", "B"}}},
		"replaced by a catalogue": {"catalog", queue.Decision{Resolution: queue.ResolveReplace}},
		"refunded by an operator": {"operator", queue.Decision{Resolution: queue.ResolveRefund}},
		"a way of other rows":     {"admin", queue.Decision{Resolution: queue.ResolveDelivered}},
	} {
		if _, err := o.resolve(o.hire(c.who), desk.KindCode, complaint, c.r); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if got := pgtest.One[string](t, o.pool, `select order_version($1)`, id) + o.complaintState(complaint); got != before {
		t.Errorf("got %s, want %s", got, before)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit`); n != 0 {
		t.Errorf("%d audit rows, want none", n)
	}
}
