package supply

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/staff"
)

// StockDone is the result of an action on the stock.
type StockDone struct {
	ID      int64  `json:"id"` // of the batch or the code
	Codes   int    `json:"codes"`
	Message string `json:"message"`
}

func codeBatchObject(id int64) audit.Object {
	return audit.Object{Kind: "code_batch", ID: desk.FormatID(id)}
}

func codeObject(id int64) audit.Object {
	return audit.Object{Kind: "code", ID: desk.FormatID(id)}
}

// LoadCodes loads the new codes of a file as one batch. Neither the codes nor anything derived from them is kept
// outside the stock.
func (o *Service) LoadCodes(ctx context.Context, a desk.Command, b delivery.NewBatch) (StockDone, error) {
	stock := o.Stock
	b.StaffID = a.Actor.ID
	action := a.On(audit.Object{Kind: "code_batch"}, "stock.load", staff.CodeLoad,
		[]any{b.ProductID, b.Expected, b.Source, b.UnitCost, hex.EncodeToString(stock.Mark(b.Text))})
	return desk.Decode[StockDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := stock.LoadBatch(ctx, tx, b, o.Desk.Now())
		if err != nil {
			return desk.Outcome{}, err
		}
		if err := o.checkBatchCost(ctx, tx, a.Actor, id, b.Source); err != nil {
			return desk.Outcome{}, err
		}
		object := codeBatchObject(id)
		return desk.Outcome{
			Object: &object, After: map[string]any{"product": b.ProductID, "loaded": b.Expected, "source": b.Source, "unit_cost": b.UnitCost},
			Result: StockDone{ID: id, Codes: b.Expected, Message: fmt.Sprintf("Загружено кодов: %d.", b.Expected)}, AfterCommit: o.Notify.Data,
		}, nil
	}))
}

// checkBatchCost refuses codes that cost more than they are sold for, as checkCost refuses offers.
func (o *Service) checkBatchCost(ctx context.Context, tx pgx.Tx, who staff.Actor, batch int64, source string) error {
	b, err := delivery.BatchLoss(ctx, tx, batch)
	if err != nil || b.UnitCost <= b.FinalPrice {
		return err
	}
	if err := who.Need(staff.PriceBelowCost); err != nil {
		return catalog.ErrPriceBelowCost
	}
	return o.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorOffer, Rubles: (b.UnitCost - b.FinalPrice) * money.RUB(b.Codes),
		Subject: fmt.Sprintf("%s, кодов %d, %s: закупка %s ₽, цена %s ₽", b.Title, b.Codes, source, b.UnitCost, b.FinalPrice),
	})
}

// VoidCode voids a free code permanently.
func (o *Service) VoidCode(ctx context.Context, a desk.Command, id int64) (StockDone, error) {
	return o.voidCodes(ctx, a, codeObject(id), "Код", id, &id, nil)
}

// VoidBatch voids the free codes of a batch permanently; those that orders hold stay.
func (o *Service) VoidBatch(ctx context.Context, a desk.Command, id int64) (StockDone, error) {
	return o.voidCodes(ctx, a, codeBatchObject(id), "Загрузка кодов", id, nil, &id)
}

func (o *Service) voidCodes(ctx context.Context, a desk.Command, object audit.Object, subject string, id int64, code, batch *int64) (StockDone, error) {
	action := a.On(object, "stock.void", staff.CodeVoid, nil)
	return desk.Decode[StockDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		voided, cost, err := o.Stock.VoidFree(ctx, tx, code, batch, a.Actor.ID, desk.ReasonText(a.Reason), o.Desk.Now())
		if err != nil {
			return desk.Outcome{}, err
		}
		n := len(voided)
		// The number of codes is not in the subject: some may be sold before the approval.
		if err := o.spendOnCodes(ctx, tx, a.Actor, desk.DoorVoid, subject+" "+desk.FormatID(id), voided...); err != nil {
			return desk.Outcome{}, err
		}
		if err := o.Ledger.Post(ctx, tx, ledger.CodesVoided{Cost: cost}.Entry("codes-"+a.LedgerRef())); err != nil {
			return desk.Outcome{}, err
		}
		return desk.Outcome{
			Before: map[string]any{"state": "free", "count": n}, After: map[string]any{"state": "void", "count": n},
			Result: StockDone{ID: id, Codes: n, Message: fmt.Sprintf("Погашено кодов: %d.", n)}, AfterCommit: o.Notify.Data,
		}, nil
	}))
}

// spendOnCodes counts the value of codes taken from the stock.
func (o *Service) spendOnCodes(ctx context.Context, tx pgx.Tx, who staff.Actor, door desk.Door, subject string, codes ...int64) error {
	worth, err := delivery.WorthOfCodes(ctx, tx, codes...)
	if err != nil {
		return err
	}
	return o.Desk.Spend(ctx, tx, who, desk.Taking{Door: door, Subject: subject, Rubles: worth})
}

// RevealCode shows one code to a person. The action is committed before the code is decrypted. The stored result has
// no code, so a repeated request decrypts it again. A code that no buyer has counts as taken, because whoever saw it
// can use it.
func (o *Service) RevealCode(ctx context.Context, a desk.Command, id int64) (string, error) {
	action := a.On(codeObject(id), "stock.reveal", staff.CodeReveal, nil)
	_, err := o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		order, isStock, err := o.Stock.ShowToStaff(ctx, tx, id, a.Actor.ID, desk.ReasonText(a.Reason), o.Desk.Now())
		if err == nil && isStock {
			err = o.spendOnCodes(ctx, tx, a.Actor, desk.DoorReveal, "Код "+desk.FormatID(id), id)
		}
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return desk.Outcome{After: map[string]any{"order": order}, Result: StockDone{ID: id}}, nil
	})
	if err != nil {
		return "", err
	}
	return o.Stock.Open(ctx, id)
}
