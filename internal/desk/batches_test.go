package desk_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/staff"
)

// overdue inserts an order that stands still past its deadline.
func (o *office) overdue() int64 {
	o.t.Helper()
	return factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "sending", "due_at": noon.Add(-time.Hour)})
}

// batch does one thing to rows of the queue.
func (o *office) batch(who staff.Actor, key string, w queue.BatchRequest) ([]queue.BatchRow, error) {
	o.t.Helper()
	a := desk.Command{Actor: who, Key: key, Reason: audit.Reason{Code: "other", Text: "проверка"}}
	_, rows, err := (&queue.Batches{Queue: o.do.Queue}).Run(o.t.Context(), a, w)
	return rows, err
}

// count returns how many rows a query counts.
func (o *office) count(query string, args ...any) int {
	o.t.Helper()
	return pgtest.One[int](o.t, o.pool, `select count(*)::int from `+query, args...)
}

// codeOf returns the code of a problem, empty if there is none.
func codeOf(err error) string {
	if p, is := errors.AsType[*problem.Error](err); is {
		return p.Code
	}
	return ""
}

func TestBatchTakesFreeRowsAndReportsTheOthers(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	free, held, calm := o.overdue(), o.overdue(), factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "sending", "due_at": noon.Add(time.Hour)})
	other := o.hire("senior")
	if _, err := o.batch(other, newKey(), queue.BatchRequest{Kind: desk.KindOverdue, Items: []int64{held}, Action: queue.BatchTake}); err != nil {
		t.Fatal(err)
	}
	rows, err := o.batch(o.admin, newKey(), queue.BatchRequest{Kind: desk.KindOverdue, Items: []int64{held, free, calm, free, 999_999}, Action: queue.BatchTake})
	if err != nil {
		t.Fatal(err)
	}
	want := []queue.BatchRow{
		{Item: free, OrderID: free, Done: true, Text: "Ваше на 20 минут."},
		{Item: held, OrderID: held, Text: "Это взял другой человек: senior."},
		{Item: calm, OrderID: calm, Text: desk.ErrNoItem.Detail},
		{Item: 999_999, Text: desk.ErrNoItem.Detail},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("got %+v, want %+v", rows, want)
	}
	if n := o.count(`queue_claims where staff_id = $1`, o.admin.ID); n != 1 {
		t.Errorf("the person holds %d rows, want 1", n)
	}
	if n := o.count(`audit where action = 'queue.take' and staff_id = $1 and batch is not null`, o.admin.ID); n != 1 {
		t.Errorf("got %d rows of audit, want 1", n)
	}
}

func TestBatchWritesOneNoteOnAnOrderWhoseRowsWait(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	order := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "sending"})
	line := factory.Line(t, o.pool, order, factory.With{"product_id": o.product, "status": "sending"})
	factory.Payment(t, o.pool, factory.PaymentAttempt(t, o.pool, order, factory.With{"status": "paid"}))
	var tasks []int64
	for n := range 3 {
		unit := pgtest.One[int64](t, o.pool, `insert into delivery_units (order_id, line_id, n, state) values ($1, $2, $3, 'queued') returning id`, order, line, n+1)
		tasks = append(tasks, pgtest.One[int64](t, o.pool, `insert into operator_tasks (unit_id, order_id, kind, due_at, created) values ($1, $2, 'by_hand', $3, $3) returning id`, unit, order, noon))
	}
	pgtest.Exec(t, o.pool, `update operator_tasks set state = 'done', closed_at = $2 where id = $1`, tasks[2], noon)
	w, key := queue.BatchRequest{Kind: desk.KindByHand, Items: tasks, Action: queue.BatchNote, Text: "ждём поставщика"}, newKey()
	for range 2 {
		rows, err := o.batch(o.admin, key, w)
		if err != nil {
			t.Fatal(err)
		}
		if !rows[0].Done || !rows[1].Done || rows[2].Done {
			t.Errorf("got %+v, want a note for those that wait", rows)
		}
	}
	if n := o.count(`order_notes where order_id = $1`, order); n != 1 {
		t.Errorf("got %d notes on the order, want 1", n)
	}
	// A number of another kind is about another thing.
	stranger := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "sending", "due_at": noon.Add(time.Hour)})
	rows, err := o.batch(o.admin, newKey(), queue.BatchRequest{Kind: desk.KindOverdue, Items: []int64{stranger}, Action: queue.BatchNote, Text: "не туда"})
	if err != nil || rows[0].Done {
		t.Errorf("got %+v, %v, want the row refused", rows, err)
	}
	if n := o.count(`order_notes`); n != 1 {
		t.Errorf("got %d notes, want 1", n)
	}
}

func TestBatchRefusesWhatIsNotDoneToManyAndThoseWhoMayNot(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.overdue()
	catalog, stale := o.hire("catalog"), o.admin
	stale.FreshAt = noon.Add(-time.Hour)
	for _, c := range []struct {
		who    staff.Actor
		kind   desk.Kind
		action string
		text   string
		want   string
	}{
		{o.admin, desk.KindOverdue, "delivered", "", "invalid"},
		{o.admin, desk.KindUnknown, "delivered", "", "invalid"},
		{o.admin, desk.KindOverdue, "refund", "", "invalid"},
		{o.admin, desk.KindOverdue, queue.BatchNote, "  ", "invalid"},
		{catalog, desk.KindHeld, "retry", "", "console.forbidden"},
		{catalog, desk.KindHeld, "refund", "", "console.forbidden"},
		{stale, desk.KindHeld, "refund", "", "console.stale_proof"},
	} {
		rows, err := o.batch(c.who, newKey(), queue.BatchRequest{Kind: c.kind, Items: []int64{id}, Action: c.action, Text: c.text})
		if codeOf(err) != c.want || rows != nil {
			t.Errorf("%s %s by %s: got %+v, %v, want %s", c.kind, c.action, c.who.Name, rows, err, c.want)
		}
	}
	a := desk.Command{Actor: o.admin, Key: newKey()}
	if _, rows, err := (&queue.Batches{Queue: o.do.Queue}).Run(t.Context(), a, queue.BatchRequest{Kind: desk.KindOverdue, Items: []int64{id}, Action: "wake"}); codeOf(err) != "invalid" || rows != nil {
		t.Errorf("without a reason: got %+v, %v, want a refusal", rows, err)
	}
	if n := o.count(`audit where action like 'queue.%' or action like 'order.%'`); n != 0 {
		t.Errorf("got %d rows of audit, want none", n)
	}
}

func TestSameBatchTwiceAtOnceRefundsOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	var ids []int64
	for range 3 {
		id, _ := o.heldOrder()
		ids = append(ids, id)
	}
	w, key := queue.BatchRequest{Kind: desk.KindHeld, Items: ids, Action: "refund"}, newKey()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if _, err := o.batch(o.admin, key, w); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	rows, err := o.batch(o.admin, key, w)
	if err != nil || slices.ContainsFunc(rows, func(r queue.BatchRow) bool { return !r.Done }) {
		t.Errorf("repeated: got %+v, %v, want all done", rows, err)
	}
	if n := o.count(`refund_grants`); n != 3 {
		t.Errorf("got %d grants, want 3", n)
	}
	if n := o.count(`audit where action = 'queue.resolve'`); n != 3 {
		t.Errorf("got %d rows of audit, want 3", n)
	}
}

func TestBulkActionsAreThoseThePersonMayDo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, c := range []struct {
		role string
		kind desk.Kind
		want []string
	}{
		{"operator", desk.KindUnknown, []string{"take", "release", "note", "ask", "next_offer", "refund"}},
		{"catalog", desk.KindUnknown, []string{"take", "release", "note", "ask"}},
		{"operator", desk.KindReview, []string{"take", "release", "note", "publish", "hide"}},
		{"admin", desk.KindUnmatched, []string{"take", "release", "note"}},
	} {
		if got := queue.BulkActions(c.kind, o.hire(c.role)); !slices.Equal(got, c.want) {
			t.Errorf("%s of %s: got %v, want %v", c.kind, c.role, got, c.want)
		}
	}
}
