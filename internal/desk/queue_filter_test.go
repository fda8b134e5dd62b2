package desk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// TestQueueByHolder takes the most urgent rows of two kinds. A page of free rows then
// holds the next ones, none left out, and the person's own page those that were taken.
func TestQueueByHolder(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	order := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "done", "email": "b@box.example"})
	for i, event := range []string{"paid", "done", "refunded", "failed"} {
		pgtest.Exec(t, o.pool, `insert into letters (id, order_id, event, state, created) overriding system value values ($1, $2, $3, 'given_up', $4)`,
			i+1, order, event, noon.Add(-48*time.Hour+time.Duration(i)*time.Minute))
	}
	var held []int64
	for range 3 {
		id, _ := o.heldOrder()
		held = append(held, id)
	}
	slices.Sort(held)
	take := func(kind desk.Kind, id int64) {
		a := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "проверка"}}
		if _, err := o.do.Queue.Take(t.Context(), a, kind, id); err != nil {
			t.Fatalf("%s %d: %v", kind, id, err)
		}
	}
	take(desk.KindLetter, 1)
	take(desk.KindLetter, 2)
	take(desk.KindHeld, held[0])
	letter := func(id int64) string { return fmt.Sprint("letter ", id) }
	waits := func(id int64) string { return fmt.Sprint("held ", id) }
	for name, c := range map[string]struct {
		filter queue.Filter
		limit  int
		want   []string
	}{
		"free, a small page": {queue.Filter{Free: true}, 3, []string{letter(3), letter(4), waits(held[1])}},
		"mine":               {queue.Filter{Owner: o.admin.ID}, 50, []string{letter(1), letter(2), waits(held[0])}},
		"another's":          {queue.Filter{Owner: o.admin.ID + 1}, 50, nil},
		"late, a small page": {queue.Filter{Late: true}, 2, []string{letter(1), letter(2)}},
		"late, all":          {queue.Filter{Late: true}, 50, []string{letter(1), letter(2), letter(3), letter(4)}},
		"one kind":           {queue.Filter{Kind: desk.KindHeld}, 2, []string{waits(held[0]), waits(held[1])}},
	} {
		items, err := o.do.Queue.List(t.Context(), c.filter, queue.Place{}, c.limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range items {
			got = append(got, fmt.Sprint(i.Kind, " ", i.ID))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
	counts, late, err := o.do.Queue.Counts(t.Context())
	if err != nil || counts[desk.KindLetter] != 4 || counts[desk.KindHeld] != 3 || counts[desk.KindCost] != 0 || late != 4 {
		t.Errorf("counts: got %v, %d late, %v; want 4 letters, 3 held, 4 late", counts, late, err)
	}
}
