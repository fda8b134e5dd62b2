package catalogue

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/pg"
	"larek/internal/staff"
)

func shownObject(w catalog.Shown) *audit.Object {
	if w.ProductID != 0 {
		return desk.ProductObject(w.ProductID)
	}
	return desk.GameObject(w.GameID)
}

// PlanShowing plans to show a game or a product, or to hide it, at a time; without a time it cancels the plan.
func (o *Service) PlanShowing(ctx context.Context, a desk.Command, what catalog.Shown, shown bool, at *time.Time) (desk.Saved, error) {
	object, message := *shownObject(what), "Запланировано."
	if at == nil {
		message = "План отменён."
	}
	action := a.On(object, object.Kind+".plan", staff.CatalogWrite, []any{shown, at})
	return desk.Decode[desk.Saved](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		err := o.Assortment.PlanShowing(ctx, tx, what, shown, at, a.Actor.ID)
		return desk.Outcome{After: map[string]any{"shown": shown, "at": at}, Result: desk.Saved{ID: max(what.GameID, what.ProductID), Message: message}}, err
	}))
}

// ApplyShowings applies every due plan, each in a transaction with its audit row. Several workers may run it at once.
func (o *Service) ApplyShowings(ctx context.Context) error {
	for {
		var done *catalog.DueShowing
		err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
			var err error
			if done, err = o.Assortment.ApplyShowing(ctx, tx); err != nil || done == nil || done.Refusal != nil {
				return err
			}
			object := *shownObject(done.What)
			name := map[bool]string{true: ".show", false: ".hide"}[done.IsShown]
			_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
				Permission: string(staff.CatalogWrite), Action: object.Kind + name, Object: object,
				Reason: audit.Reason{Code: "planned"}, After: map[string]bool{"shown": done.IsShown},
			})
			return err
		})
		if err != nil || done == nil {
			return err
		}
		o.Notify.Data(ctx)
	}
}
