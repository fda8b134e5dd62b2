package finance

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/staff"
)

// AskToClose records a request to close a month.
func (f *Service) AskToClose(ctx context.Context, a desk.Command, month time.Time) (desk.Saved, error) {
	name := month.Format("2006-01")
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "month", ID: name}, "books.ask_to_close", staff.PeriodClose, name),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			if err := f.checkReconciled(ctx, tx, month); err != nil {
				return desk.Outcome{}, err
			}
			id, err := ledger.AskToClose(ctx, tx, month, a.Actor.ID, desk.ReasonText(a.Reason), f.Desk.Now())
			return desk.Outcome{
				After:  map[string]any{"request": id, "month": name},
				Result: desk.Saved{ID: id, Message: "Месяц закроется, когда подтвердит другой человек."},
			}, err
		}))
}

// AskToEnter records a request for an entry by hand.
func (f *Service) AskToEnter(ctx context.Context, a desk.Command, d ledger.Draft) (desk.Saved, error) {
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "books_request", ID: "new"}, "books.ask_to_enter", staff.BooksEntry, d),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			id, err := ledger.AskToEnter(ctx, tx, d, a.Actor.ID, desk.ReasonText(a.Reason), f.Desk.Now())
			return desk.Outcome{
				After: d, Object: &audit.Object{Kind: "books_request", ID: desk.FormatID(id)},
				Result: desk.Saved{ID: id, Message: "Проводка запишется, когда подтвердит другой человек."},
			}, err
		}))
}

// Revalue books what the rate of a day adds to balances in other currencies.
func (f *Service) Revalue(ctx context.Context, a desk.Command, day time.Time) (desk.Saved, error) {
	name := day.Format(time.DateOnly)
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "revaluation", ID: name}, "books.revalue", staff.PeriodClose, name),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			list, err := f.Books.Revalue(ctx, tx, day, a.Actor.ID, f.Desk.Now())
			gains := map[string]any{}
			for _, r := range list {
				gains[string(r.Account)+" "+string(r.Currency)] = r.Gain()
			}
			return desk.Outcome{After: gains, Result: desk.Saved{Message: "Переоценка записана."}}, err
		}))
}

// Decide approves or declines the request of another person.
func (f *Service) Decide(ctx context.Context, a desk.Command, id int64, approve bool) (desk.Saved, error) {
	name := map[bool]string{true: "books.approve", false: "books.decline"}[approve]
	return desk.Decode[desk.Saved](f.Desk.Do(ctx, a.On(audit.Object{Kind: "books_request", ID: desk.FormatID(id)}, name, staff.PeriodClose, nil),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			done, err := f.Books.Decide(ctx, tx, id, approve, a.Actor.ID, f.Desk.Now(), f.Sign)
			if err == nil && approve && done.Kind == "entry" {
				err = f.Settlement.TransfersBooked(ctx, tx, f.Desk.Now())
			}
			if err == nil && approve && done.Month != nil {
				err = f.checkReconciled(ctx, tx, *done.Month)
			}
			if err == nil && approve {
				err = f.Desk.CheckSecondPerson(ctx, tx, done.AskedBy, a.Actor.ID)
			}
			if err == nil && approve && done.Door != "" {
				err = a.Actor.Need(desk.Doors[desk.Door(done.Door)]) // nobody approves what they could not do
			}
			after := map[string]any{"kind": done.Kind, "approved": approve}
			if done.Digest != nil {
				after["summary_sha256"] = hex.EncodeToString(done.Digest)
			}
			message := "Отклонено."
			if approve {
				message = map[string]string{"close": "Месяц закрыт.", "entry": "Проводка записана.", "taking": "Подтверждено: теперь это может сделать тот, кто просил, в течение суток."}[done.Kind]
			}
			return desk.Outcome{Before: map[string]any{"state": "open"}, After: after, Result: desk.Saved{ID: id, Message: message}}, err
		}))
}
