package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/pg"
	"larek/internal/staff"
)

// ImportDone is the answer to an action on a file of prices.
type ImportDone struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

func importObject(id int64) *audit.Object {
	return &audit.Object{Kind: "price_import", ID: formatID(id)}
}

// CheckPriceFile looks at a file of prices, and keeps what would become of each line. No
// price is changed.
func (o *Operations) CheckPriceFile(ctx context.Context, a Act, name, text string) (ImportDone, error) {
	sum := sha256.Sum256([]byte(text))
	action := a.actionOn(audit.Object{Kind: "price_import"}, "price.check_file", staff.PriceWrite, []string{name, hex.EncodeToString(sum[:])})
	return Decode[ImportDone](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		i, err := o.Prices.CheckFile(ctx, tx, a.Actor.ID, name, text, a.Actor.Can(staff.PriceBelowCost))
		return Outcome{
			Object: importObject(i.ID), After: map[string]any{"name": i.Name, "lines": i.Lines, "ready": i.Ready},
			Answer: ImportDone{ID: i.ID, Message: fmt.Sprintf("Файл проверен, изменится цен: %d.", i.Ready)},
		}, err
	}))
}

// ApplyPriceFile lets workers apply a file that was looked at, once.
func (o *Operations) ApplyPriceFile(ctx context.Context, a Act, id int64) (ImportDone, error) {
	action := a.actionOn(*importObject(id), "price.apply_file", staff.PriceWrite, nil)
	return Decode[ImportDone](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		losses, err := o.Prices.ImportLosses(ctx, tx, id)
		mayLose := losses > 0 && a.Actor.Can(staff.PriceBelowCost)
		if err == nil && mayLose {
			err = o.spend(ctx, tx, a.Actor, taking{door: DoorPrice, subject: fmt.Sprintf("Файл цен %d: ниже закупки %d", id, losses)})
		}
		if err != nil {
			return Outcome{}, err
		}
		i, err := o.Prices.StartImport(ctx, tx, id, catalog.PriceBatch{
			StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text, MayLose: mayLose,
		})
		return Outcome{
			Before: map[string]string{"state": "checked"}, After: map[string]any{"state": i.State, "ready": i.Ready},
			Answer: ImportDone{ID: id, Message: "Цены применяются."},
		}, err
	}))
}

// ApplyPriceFiles applies the files that people let be applied, part by part, each part
// in a transaction with its audit row. Any number of workers may do so at once.
func (o *Operations) ApplyPriceFiles(ctx context.Context) error {
	for {
		var step *catalog.ImportStep
		err := pg.InTx(ctx, o.pool, func(tx pgx.Tx) error {
			var err error
			if step, err = o.Prices.ApplyImport(ctx, tx); err != nil || step == nil || step.Batch == 0 {
				return err
			}
			before, after := priceTexts(step.All)
			_, err = o.audit.Record(ctx, tx, audit.Entry{
				Actor: shopName, Permission: string(staff.PriceWrite), Action: "price.apply", Object: *priceObject(step.Batch),
				Reason: audit.Reason{Code: "file", Text: formatID(step.ImportID)}, Before: before, After: after,
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
