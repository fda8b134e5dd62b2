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
	"larek/internal/desk/queue"
	"larek/internal/staff"
)

const (
	// noteDays is how long a note is shown.
	noteDays = 7 * day
	// lease is how long a row that was given belongs to its new owner.
	lease = 20 * time.Minute
	day   = 24 * time.Hour
)

// Service records shifts.
type Service struct {
	Desk   *desk.Desk
	Queue  *queue.Service
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
	By, To int64 // To is zero for whoever comes next
	ByName string
	ToName string
	Text   string
}

// Shift returns those who can take rows, first those on duty, and the notes of a week, the
// newest first.
func (s *Service) Shift(ctx context.Context) ([]Person, []Note, error) {
	q, now := deskdb.New(s.Desk.Pool()), s.Desk.Now()
	rows, err := q.ShiftPeople(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("people on duty: %w", err)
	}
	held, err := s.Queue.Held(ctx, s.Desk.Pool())
	if err != nil {
		return nil, nil, err
	}
	people := make([]Person, len(rows))
	for i, r := range rows {
		people[i] = Person{ID: r.ID, Name: r.Name, Since: r.Since, SeenAt: r.SeenAt, Taken: len(held[r.ID])}
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

var (
	errTo      = desk.Invalid("to", "Этому человеку передать задачи нельзя.")
	errNothing = desk.Invalid("text", "Передавать нечего: напишите записку.")
)

// HandOver gives the rows that the person holds to another, or releases them, and writes a
// note. Only the person's own rows move.
func (s *Service) HandOver(ctx context.Context, a desk.Command, h HandOver) (desk.Saved, error) {
	h.Text = strings.TrimSpace(h.Text)
	action := a.On(audit.Object{Kind: "staff", ID: desk.FormatID(a.Actor.ID)}, "shift.hand_over", staff.TaskTake, h)
	return desk.Decode[desk.Saved](s.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		q := deskdb.New(tx)
		name, err := receiver(ctx, q, a, h.To)
		if err != nil {
			return desk.Outcome{}, err
		}
		held, err := s.Queue.Held(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		moved := held[a.Actor.ID]
		if len(moved) == 0 && h.Text == "" && !h.Leave {
			return desk.Outcome{}, errNothing
		}
		if err := s.move(ctx, tx, a, h.To); err != nil {
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
		rows := make([]heldRow, len(moved))
		for i, x := range moved {
			rows[i] = heldRow{x.Kind, x.ID}
		}
		return desk.Outcome{
			Before: map[string]any{"rows": rows}, After: map[string]any{"to": h.To, "left": h.Leave, "note": h.Text != ""},
			Result: desk.Saved{Message: message(len(moved), name, h)}, AfterCommit: s.announce(rows),
		}, nil
	}))
}

// receiver returns the name of the person who gets the rows, empty if nobody does.
func receiver(ctx context.Context, q *deskdb.Queries, a desk.Command, to *int64) (string, error) {
	if to == nil {
		return "", nil
	}
	name, err := q.CanTakeRows(ctx, *to)
	if errors.Is(err, pgx.ErrNoRows) || *to == a.Actor.ID {
		return "", errTo
	}
	if err != nil {
		return "", fmt.Errorf("who gets the rows: %w", err)
	}
	return name, nil
}

// message says what a hand-over did.
func message(moved int, name string, h HandOver) string {
	var done []string
	switch {
	case moved > 0 && name == "":
		done = append(done, fmt.Sprintf("Отпущено задач: %d.", moved))
	case moved > 0:
		done = append(done, fmt.Sprintf("Передано задач: %d. Теперь их ведёт %s.", moved, name))
	}
	if h.Text != "" {
		done = append(done, "Записка оставлена.")
	}
	if h.Leave {
		done = append(done, "Смена окончена.")
	}
	return strings.Join(done, " ")
}

// heldRow is a row of the queue that changed its owner.
type heldRow struct {
	Kind desk.Kind `json:"kind"`
	ID   int64     `json:"id"`
}

// move gives or releases what the person holds.
func (s *Service) move(ctx context.Context, tx pgx.Tx, a desk.Command, to *int64) (err error) {
	q, now, ref := deskdb.New(tx), s.Desk.Now(), ""
	if to == nil {
		err = q.ReleaseClaims(ctx, deskdb.ReleaseClaimsParams{StaffID: a.Actor.ID, Now: now})
	} else {
		ref = "staff:" + desk.FormatID(*to)
		err = q.GiveClaims(ctx, deskdb.GiveClaimsParams{StaffID: a.Actor.ID, GivenTo: *to, Until: now.Add(lease), Now: now})
	}
	if err != nil {
		return fmt.Errorf("move rows: %w", err)
	}
	return delivery.HandOverTasks(ctx, tx, a.StaffRef(), ref, now)
}

// announce tells the other operators of the rows.
func (s *Service) announce(moved []heldRow) func(context.Context) {
	return func(ctx context.Context) {
		for _, r := range moved {
			s.Notify.Row(r.Kind, r.ID)(ctx)
		}
	}
}

// Deadlines is how many rows of the queue a person ended in time and late.
type Deadlines struct {
	ID                  int64
	Name                string
	WeekMet, WeekLate   int
	MonthMet, MonthLate int
}

// Deadlines returns the people who ended rows in the last 30 days, and how many of them in
// the last 7. Rows ended on other screens are not counted.
func (s *Service) Deadlines(ctx context.Context) ([]Deadlines, error) {
	now := s.Desk.Now()
	rows, err := deskdb.New(s.Desk.Pool()).DeadlinesMet(ctx, deskdb.DeadlinesMetParams{Week: now.Add(-7 * day), Month: now.Add(-30 * day)})
	if err != nil {
		return nil, fmt.Errorf("deadlines met: %w", err)
	}
	people := make([]Deadlines, len(rows))
	for i, r := range rows {
		people[i] = Deadlines{
			ID: r.ID, Name: r.Name, WeekMet: int(r.WeekMet), WeekLate: int(r.WeekLate), MonthMet: int(r.MonthMet), MonthLate: int(r.MonthLate),
		}
	}
	return people, nil
}
