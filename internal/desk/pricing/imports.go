package pricing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/pg"
	"larek/internal/staff"
)

func importObject(id int64) *audit.Object {
	return &audit.Object{Kind: "price_import", ID: desk.FormatID(id)}
}

// CheckPriceFile stores a file of prices with the result each line would have. It changes no price.
func (o *Service) CheckPriceFile(ctx context.Context, a desk.Command, name, text string) (desk.Saved, error) {
	sum := sha256.Sum256([]byte(text))
	action := a.On(audit.Object{Kind: "price_import"}, "price.check_file", staff.PriceWrite, []string{name, hex.EncodeToString(sum[:])})
	return desk.Decode[desk.Saved](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		i, err := o.Prices.CheckFile(ctx, tx, a.Actor.ID, name, text, a.Actor.Can(staff.PriceBelowCost))
		return desk.Outcome{
			Object: importObject(i.ID), After: map[string]any{"name": i.Name, "lines": i.Lines, "ready": i.Ready},
			Result: desk.Saved{ID: i.ID, Message: fmt.Sprintf("Файл проверен, изменится цен: %d.", i.Ready)},
		}, err
	}))
}

// ApplyPriceFile releases a checked file to the workers, once.
func (o *Service) ApplyPriceFile(ctx context.Context, a desk.Command, id int64) (desk.Saved, error) {
	action := a.On(*importObject(id), "price.apply_file", staff.PriceWrite, nil)
	return desk.Decode[desk.Saved](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		losses, err := o.Prices.ImportLosses(ctx, tx, id)
		mayLose := losses > 0 && a.Actor.Can(staff.PriceBelowCost)
		if err == nil && mayLose {
			err = o.Desk.Spend(ctx, tx, a.Actor, desk.Taking{Door: desk.DoorPrice, Subject: fmt.Sprintf("Файл цен %d: ниже закупки %d", id, losses)})
		}
		if err != nil {
			return desk.Outcome{}, err
		}
		i, err := o.Prices.StartImport(ctx, tx, id, catalog.PriceBatch{
			StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text, MayLose: mayLose,
		})
		return desk.Outcome{
			Before: map[string]string{"state": "checked"}, After: map[string]any{"state": i.State, "ready": i.Ready},
			Result: desk.Saved{ID: id, Message: "Цены применяются."},
		}, err
	}))
}

// ApplyPriceFiles applies released files in parts, each in a transaction with its audit row. Several workers may run
// it at once.
func (o *Service) ApplyPriceFiles(ctx context.Context) error {
	for {
		var step *catalog.ImportStep
		err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
			var err error
			if step, err = o.Prices.ApplyImport(ctx, tx); err != nil || step == nil || step.Batch == 0 {
				return err
			}
			before, after := priceTexts(step.All)
			_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
				Permission: string(staff.PriceWrite), Action: "price.apply", Object: *priceObject(step.Batch),
				Reason: audit.Reason{Code: "file", Text: desk.FormatID(step.ImportID)}, Before: before, After: after,
			})
			return err
		})
		if err != nil || step == nil {
			return err
		}
		if step.Batch != 0 {
			o.Notify.Data(ctx)
		}
	}
}
