package desk_test

import (
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/desk/shifts"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

func (o *office) take(who staff.Actor, ids ...int64) {
	o.t.Helper()
	rows, err := o.batch(who, newKey(), queue.BatchRequest{Kind: desk.KindOverdue, Items: ids, Action: queue.BatchTake})
	if err != nil {
		o.t.Fatal(err)
	}
	for _, r := range rows {
		if !r.Done {
			o.t.Fatalf("not taken: %+v", r)
		}
	}
}

func (o *office) handOver(who staff.Actor, h shifts.HandOver) (desk.Saved, error) {
	o.t.Helper()
	return o.do.Shifts.HandOver(o.t.Context(), desk.Command{Actor: who, Key: newKey()}, h)
}

// person returns what the shift says of one.
func (o *office) person(id int64) *shifts.Person {
	o.t.Helper()
	people, _, err := o.do.Shifts.Shift(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	for _, p := range people {
		if p.ID == id {
			return &p
		}
	}
	return nil
}

func TestHandOverGivesOnlyWhatWaits(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	next, third := o.hire("operator"), o.hire("senior")
	waits, ended, others := o.overdue(), o.overdue(), o.overdue()
	o.take(o.admin, waits, ended)
	o.take(third, others)
	pgtest.Exec(t, o.pool, `update orders set due_at = $2 where id = $1`, ended, noon.Add(time.Hour))
	if p := o.person(o.admin.ID); p.Taken != 1 {
		t.Errorf("the person holds %d rows, want 1: the other has ended", p.Taken)
	}
	done, err := o.handOver(o.admin, shifts.HandOver{Text: " Ждём банк. ", To: &next.ID, Leave: true})
	if want := "Передано задач: 1. Теперь их ведёт operator. Записка оставлена. Смена окончена."; err != nil || done.Message != want {
		t.Errorf("got %q, %v, want %q", done.Message, err, want)
	}
	if a, b, c := o.person(o.admin.ID).Taken, o.person(next.ID).Taken, o.person(third.ID).Taken; a != 0 || b != 1 || c != 1 {
		t.Errorf("they hold %d, %d and %d rows, want 0, 1 and 1", a, b, c)
	}
	_, notes, err := o.do.Shifts.Shift(t.Context())
	if err != nil || len(notes) != 1 || notes[0].Text != "Ждём банк." || notes[0].To != next.ID || notes[0].By != o.admin.ID {
		t.Errorf("got notes %+v, %v", notes, err)
	}
}

func TestHandOverIsRefusedWhole(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	gone := o.hire("operator")
	pgtest.Exec(t, o.pool, `update staff set suspended_at = $2, suspended_for = 'test' where id = $1`, gone.ID, noon)
	nobody, id := int64(999_999), o.overdue()
	o.take(o.admin, id)
	for what, to := range map[string]*int64{"a suspended person": &gone.ID, "oneself": &o.admin.ID, "nobody": &nobody} {
		if _, err := o.handOver(o.admin, shifts.HandOver{Text: "Ждём банк.", To: to, Leave: true}); codeOf(err) != "invalid" {
			t.Errorf("to %s: got %v, want a refusal", what, err)
		}
	}
	if n := o.count(`shift_notes`) + o.count(`audit where action = 'shift.hand_over'`); n != 0 || o.person(o.admin.ID).Taken != 1 {
		t.Errorf("a refused hand-over left %d rows and %d taken, want 0 and 1", n, o.person(o.admin.ID).Taken)
	}
	// There is nothing to hand over: nobody is told that something was.
	if _, err := o.handOver(o.hire("senior"), shifts.HandOver{Text: "  "}); codeOf(err) != "invalid" {
		t.Errorf("nothing at all: got %v, want a refusal", err)
	}
}

func TestForgottenShiftEnds(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	here, away := o.hire("operator"), o.hire("operator")
	for _, who := range []staff.Actor{here, away} {
		for range 2 {
			if _, err := o.do.Shifts.SetDuty(t.Context(), desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{}}, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	pgtest.Exec(t, o.pool, `update staff set seen_at = $1`, noon.Add(-time.Hour))
	pgtest.Exec(t, o.pool, `update staff_shifts set started_at = $2 where staff_id = $1`, away.ID, noon.Add(-20*time.Hour))
	pgtest.Exec(t, o.pool, `update staff set seen_at = $2 where id = $1`, away.ID, noon.Add(-13*time.Hour))
	if err := o.do.Queue.Desk.EndForgottenShifts(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The person comes back: the old shift is over.
	pgtest.Exec(t, o.pool, `update staff set seen_at = $2 where id = $1`, away.ID, noon)
	if p := o.person(here.ID); p.Since == nil || !p.Since.Equal(noon) {
		t.Errorf("on duty since %v, want %v", p.Since, noon)
	}
	if p := o.person(away.ID); p.Since != nil {
		t.Errorf("on duty since %v, want not on duty", p.Since)
	}
	if n := o.count(`staff_shifts where staff_id = $1 and ended_at = $2`, away.ID, noon.Add(-13*time.Hour)); n != 1 {
		t.Error("the shift did not end when the person was last seen")
	}
}

func TestDeadlinesCountWhatEndsARow(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	who := o.hire("senior")
	review := func(created time.Time) int64 {
		order := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "done"})
		return pgtest.One[int64](t, o.pool, `insert into feedback (order_id, text, rating, state, created) values ($1, 'ждал', 2, 'waiting', $2) returning id`, order, created)
	}
	resolve := func(kind desk.Kind, way queue.Resolution, id int64) {
		t.Helper()
		a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "проверка"}}
		if _, err := o.do.Queue.Resolve(t.Context(), a, kind, id, queue.Decision{Resolution: way}); err != nil {
			t.Fatal(err)
		}
	}
	resolve(desk.KindReview, queue.ResolvePublish, review(noon.Add(-time.Hour)))
	resolve(desk.KindReview, queue.ResolveHide, review(noon.Add(-time.Hour)))
	resolve(desk.KindReview, queue.ResolvePublish, review(noon.Add(-3*24*time.Hour)))
	resolve(desk.KindOverdue, queue.ResolveWake, o.overdue()) // ends nothing yet
	people, err := o.do.Shifts.Deadlines(t.Context())
	want := shifts.Deadlines{ID: who.ID, Name: "senior", WeekMet: 2, WeekLate: 1, MonthMet: 2, MonthLate: 1}
	if err != nil || len(people) != 1 || people[0] != want {
		t.Errorf("got %+v, %v, want %+v", people, err, want)
	}
}
