package desk

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/ledger"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Finance is what the people of finance do to the books.
type Finance struct {
	*Desk
	Books      *ledger.Service
	Settlement *settlement.Service
	// Sign signs the summary of a closed month.
	Sign func(text string) string
}

// BookAnswer is the answer to an action on the books.
type BookAnswer struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

// Wish is one person's wish about the books.
type Wish struct {
	Actor  staff.Actor
	Key    string
	Reason audit.Reason
}

func (w Wish) action(name string, p staff.Permission, object audit.Object, input any) Action {
	return Action{Actor: w.Actor, Permission: p, Name: name, Key: w.Key, Object: object, Reason: w.Reason, Input: input}
}

// words returns the reason as it is kept with what was asked for.
func (w Wish) words() string {
	if w.Reason.Text != "" {
		return w.Reason.Text
	}
	return w.Reason.Code
}

// AskToClose asks for a month to be closed.
func (f *Finance) AskToClose(ctx context.Context, w Wish, month time.Time) (BookAnswer, error) {
	name := month.Format("2006-01")
	return Decode[BookAnswer](f.Do(ctx, w.action("books.ask_to_close", staff.PeriodClose, audit.Object{Kind: "month", ID: name}, name),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			if err := f.checkReconciled(ctx, tx, month); err != nil {
				return Outcome{}, err
			}
			id, err := f.Books.AskToClose(ctx, tx, month, w.Actor.ID, w.words(), f.clock())
			return Outcome{
				After:  map[string]any{"request": id, "month": name},
				Answer: BookAnswer{id, "Месяц закроется, когда подтвердит другой человек."},
			}, err
		}))
}

// AskToEnter asks for an entry by hand.
func (f *Finance) AskToEnter(ctx context.Context, w Wish, d ledger.Draft) (BookAnswer, error) {
	return Decode[BookAnswer](f.Do(ctx, w.action("books.ask_to_enter", staff.BooksEntry, audit.Object{Kind: "books_request", ID: "new"}, d),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			id, err := f.Books.AskToEnter(ctx, tx, d, w.Actor.ID, w.words(), f.clock())
			return Outcome{
				After: d, Object: &audit.Object{Kind: "books_request", ID: formatID(id)},
				Answer: BookAnswer{id, "Проводка запишется, когда подтвердит другой человек."},
			}, err
		}))
}

// Decide approves or declines what another person asked for.
func (f *Finance) Decide(ctx context.Context, w Wish, id int64, approve bool) (BookAnswer, error) {
	name := map[bool]string{true: "books.approve", false: "books.decline"}[approve]
	return Decode[BookAnswer](f.Do(ctx, w.action(name, staff.PeriodClose, audit.Object{Kind: "books_request", ID: formatID(id)}, nil),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			done, err := f.Books.Decide(ctx, tx, id, approve, w.Actor.ID, f.clock(), f.Sign)
			if err == nil && approve && done.Month != nil {
				err = f.checkReconciled(ctx, tx, *done.Month)
			}
			after := map[string]any{"kind": done.Kind, "approved": approve}
			if done.Digest != nil {
				after["summary_sha256"] = hex.EncodeToString(done.Digest)
			}
			message := "Отклонено."
			if approve {
				message = map[string]string{"close": "Месяц закрыт.", "entry": "Проводка записана."}[done.Kind]
			}
			return Outcome{Before: map[string]any{"state": "open"}, After: after, Answer: BookAnswer{id, message}}, err
		}))
}
