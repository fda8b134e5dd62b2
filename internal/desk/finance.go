package desk

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Finance is what the people of finance do to the books.
type Finance struct {
	*Desk
	Books      *ledger.Service
	Orders     *order.Service
	Payments   *payment.Service
	Settlement *settlement.Service
	// Flow has the steps that operators share with the workflow of an order.
	Flow   *fulfilment.Steps
	Notify Notifier
	// Sign signs the summary of a closed month.
	Sign func(text string) string
}

// BookAnswer is the answer to an action on the books.
type BookAnswer struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

// AskToClose asks for a month to be closed.
func (f *Finance) AskToClose(ctx context.Context, a Act, month time.Time) (BookAnswer, error) {
	name := month.Format("2006-01")
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "month", ID: name}, "books.ask_to_close", staff.PeriodClose, name),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			if err := f.checkReconciled(ctx, tx, month); err != nil {
				return Outcome{}, err
			}
			id, err := f.Books.AskToClose(ctx, tx, month, a.Actor.ID, reasonText(a.Reason), f.clock())
			return Outcome{
				After:  map[string]any{"request": id, "month": name},
				Answer: BookAnswer{id, "Месяц закроется, когда подтвердит другой человек."},
			}, err
		}))
}

// AskToEnter asks for an entry by hand.
func (f *Finance) AskToEnter(ctx context.Context, a Act, d ledger.Draft) (BookAnswer, error) {
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "books_request", ID: "new"}, "books.ask_to_enter", staff.BooksEntry, d),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			id, err := f.Books.AskToEnter(ctx, tx, d, a.Actor.ID, reasonText(a.Reason), f.clock())
			return Outcome{
				After: d, Object: &audit.Object{Kind: "books_request", ID: formatID(id)},
				Answer: BookAnswer{id, "Проводка запишется, когда подтвердит другой человек."},
			}, err
		}))
}

// Revalue books what the rate of a day adds to balances in other currencies.
func (f *Finance) Revalue(ctx context.Context, a Act, day time.Time) (BookAnswer, error) {
	name := day.Format(time.DateOnly)
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "revaluation", ID: name}, "books.revalue", staff.PeriodClose, name),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			list, err := f.Books.Revalue(ctx, tx, day, a.Actor.ID, f.clock())
			gains := map[string]any{}
			for _, r := range list {
				gains[string(r.Account)+" "+string(r.Currency)] = r.Gain()
			}
			return Outcome{After: gains, Answer: BookAnswer{Message: "Переоценка записана."}}, err
		}))
}

// Decide approves or declines what another person asked for.
func (f *Finance) Decide(ctx context.Context, a Act, id int64, approve bool) (BookAnswer, error) {
	name := map[bool]string{true: "books.approve", false: "books.decline"}[approve]
	return Decode[BookAnswer](f.Do(ctx, a.actionOn(audit.Object{Kind: "books_request", ID: formatID(id)}, name, staff.PeriodClose, nil),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			done, err := f.Books.Decide(ctx, tx, id, approve, a.Actor.ID, f.clock(), f.Sign)
			if err == nil && approve && done.Kind == "entry" {
				err = f.Settlement.TransfersBooked(ctx, tx, f.clock())
			}
			if err == nil && approve && done.Month != nil {
				err = f.checkReconciled(ctx, tx, *done.Month)
			}
			if err == nil && approve {
				err = f.checkSecond(ctx, tx, done.AskedBy, a.Actor.ID)
			}
			if err == nil && approve && done.Door != "" {
				err = a.Actor.Need(Doors[Door(done.Door)]) // nobody approves what they could not do
			}
			after := map[string]any{"kind": done.Kind, "approved": approve}
			if done.Digest != nil {
				after["summary_sha256"] = hex.EncodeToString(done.Digest)
			}
			message := "Отклонено."
			if approve {
				message = map[string]string{"close": "Месяц закрыт.", "entry": "Проводка записана.", "taking": "Подтверждено: теперь это может сделать тот, кто просил, в течение суток."}[done.Kind]
			}
			return Outcome{Before: map[string]any{"state": "open"}, After: after, Answer: BookAnswer{id, message}}, err
		}))
}
