// Package shifts records who is on duty and what one shift leaves to the next.
package shifts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/staff"
)

const (
	// awake is how long a person who does nothing still counts as on duty.
	awake = 12 * time.Hour
	// noteDays is how long a note is shown.
	noteDays = 7 * 24 * time.Hour
	// lease is how long a row that was given belongs to its new owner.
	lease = 20 * time.Minute
)

// Service records shifts.
type Service struct {
	Desk   *desk.Desk
	Notify desk.Notifier
}

// Person is one who can take rows of the queue.
type Person struct {
	ID     int64
	Name   string
	Since  *time.Time // on duty; nil: not
	SeenAt time.Time
	Taken  int // rows that the person holds now
}

// Note is what one shift wrote for the next.
type Note struct {
	ID     int64
	At     time.Time
	By, To int64 // To is zero if no rows were given
	ByName string
	ToName string
	Text   string
}

// Shift returns those who can take rows, first those on duty, and the notes of a week, the
// newest first.
func (s *Service) Shift(ctx context.Context) ([]Person, []Note, error) {
	q, now := deskdb.New(s.Desk.Pool()), s.Desk.Now()
	rows, err := q.ShiftPeople(ctx, deskdb.ShiftPeopleParams{Now: now, AwakeAfter: now.Add(-awake)})
	if err != nil {
		return nil, nil, fmt.Errorf("people on duty: %w", err)
	}
	people := make([]Person, len(rows))
	for i, r := range rows {
		people[i] = Person{ID: r.ID, Name: r.Name, Since: r.Since, SeenAt: r.SeenAt, Taken: int(r.Taken)}
	}
	written, err := q.ShiftNotes(ctx, now.Add(-noteDays))
	if err != nil {
		return nil, nil, fmt.Errorf("notes of shifts: %w", err)
	}
	notes := make([]Note, len(written))
	for i, r := range written {
		notes[i] = Note{ID: r.ID, At: r.Created, By: r.StaffID, ByName: r.Name, ToName: r.GivenName, Text: r.Text}
		if r.GivenTo != nil {
			notes[i].To = *r.GivenTo
		}
	}
	return people, notes, nil
}

// SetDuty puts the person on duty, or ends their shift. Repeating it changes nothing.
func (s *Service) SetDuty(ctx context.Context, a desk.Command, on bool) (desk.Saved, error) {
	action := a.On(audit.Object{Kind: "staff", ID: desk.FormatID(a.Actor.ID)}, "shift.duty", staff.TaskTake, on)
	return desk.Decode[desk.Saved](s.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		q, now := deskdb.New(tx), s.Desk.Now()
		done := desk.Outcome{After: map[string]any{"on_duty": on}, Result: desk.Saved{Message: "Вы на смене."}}
		if !on {
			done.Result = desk.Saved{Message: "Смена окончена."}
			return done, s.end(ctx, q, a.Actor.ID)
		}
		if err := q.EndForgottenShift(ctx, deskdb.EndForgottenShiftParams{StaffID: a.Actor.ID, AwakeAfter: now.Add(-awake)}); err != nil {
			return done, fmt.Errorf("end the earlier shift: %w", err)
		}
		if _, err := q.StartShift(ctx, deskdb.StartShiftParams{StaffID: a.Actor.ID, Now: now}); err != nil {
			return done, fmt.Errorf("start a shift: %w", err)
		}
		return done, nil
	}))
}

func (s *Service) end(ctx context.Context, q *deskdb.Queries, id int64) error {
	if _, err := q.EndShift(ctx, deskdb.EndShiftParams{StaffID: id, Now: s.Desk.Now()}); err != nil {
		return fmt.Errorf("end a shift: %w", err)
	}
	return nil
}

// HandOver is what a person leaves to the next.
type HandOver struct {
	Text  string
	To    *int64 // who gets the rows; nil releases them
	Leave bool   // end the shift too
}

var errTo = desk.Invalid("to", "Этому человеку передать задачи нельзя.")

// HandOver gives the rows that the person holds to another, or releases them, and writes a
// note. Only the person's own rows move.
func (s *Service) HandOver(ctx context.Context, a desk.Command, h HandOver) (desk.Saved, error) {
	h.Text = strings.TrimSpace(h.Text)
	action := a.On(audit.Object{Kind: "staff", ID: desk.FormatID(a.Actor.ID)}, "shift.hand_over", staff.TaskTake, h)
	return desk.Decode[desk.Saved](s.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		q := deskdb.New(tx)
		name := ""
		if h.To != nil {
			var err error
			name, err = q.CanTakeRows(ctx, *h.To)
			if errors.Is(err, pgx.ErrNoRows) || *h.To == a.Actor.ID {
				return desk.Outcome{}, errTo
			}
			if err != nil {
				return desk.Outcome{}, fmt.Errorf("who gets the rows: %w", err)
			}
		}
		moved, err := s.move(ctx, tx, a, h.To)
		if err != nil {
			return desk.Outcome{}, err
		}
		if h.Text != "" {
			if err := q.AddShiftNote(ctx, deskdb.AddShiftNoteParams{Created: s.Desk.Now(), StaffID: a.Actor.ID, GivenTo: h.To, Text: h.Text}); err != nil {
				return desk.Outcome{}, fmt.Errorf("note of a shift: %w", err)
			}
		}
		if h.Leave {
			if err := s.end(ctx, q, a.Actor.ID); err != nil {
				return desk.Outcome{}, err
			}
		}
		return desk.Outcome{
			Before: map[string]any{"rows": moved}, After: map[string]any{"to": h.To, "left": h.Leave, "note": h.Text != ""},
			Result: desk.Saved{Message: message(len(moved), name)}, AfterCommit: s.announce(moved),
		}, nil
	}))
}

func message(moved int, name string) string {
	switch {
	case moved == 0:
		return "Записано."
	case name == "":
		return fmt.Sprintf("Отпущено задач: %d.", moved)
	}
	return fmt.Sprintf("Передано задач: %d. Теперь их ведёт %s.", moved, name)
}

// heldRow is a row of the queue that changed its owner.
type heldRow struct {
	Kind desk.Kind `json:"kind"`
	ID   int64     `json:"id"`
}

// move gives or releases what the person holds.
func (s *Service) move(ctx context.Context, tx pgx.Tx, a desk.Command, to *int64) ([]heldRow, error) {
	q, now := deskdb.New(tx), s.Desk.Now()
	moved := []heldRow{}
	ref := ""
	if to == nil {
		rows, err := q.ReleaseClaims(ctx, deskdb.ReleaseClaimsParams{StaffID: a.Actor.ID, Now: now})
		if err != nil {
			return nil, fmt.Errorf("release rows: %w", err)
		}
		for _, r := range rows {
			moved = append(moved, heldRow{desk.Kind(r.Kind), r.ID})
		}
	} else {
		ref = "staff:" + desk.FormatID(*to)
		rows, err := q.GiveClaims(ctx, deskdb.GiveClaimsParams{StaffID: a.Actor.ID, GivenTo: *to, Until: now.Add(lease), Now: now})
		if err != nil {
			return nil, fmt.Errorf("give rows: %w", err)
		}
		for _, r := range rows {
			moved = append(moved, heldRow{desk.Kind(r.Kind), r.ID})
		}
	}
	tasks, err := delivery.HandOverTasks(ctx, tx, a.StaffRef(), ref, now)
	for _, t := range tasks {
		moved = append(moved, heldRow{desk.Kind(t.Kind), t.ID})
	}
	return moved, err
}

// announce tells the other operators of the rows.
func (s *Service) announce(moved []heldRow) func(context.Context) {
	return func(ctx context.Context) {
		for _, r := range moved {
			s.Notify.Row(r.Kind, r.ID)(ctx)
		}
	}
}
