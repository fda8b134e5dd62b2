package desk

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
	"larek/internal/money"
	"larek/internal/staff"
)

// priceVersion is what a person decides about: the price a rule wants, in place of which
// version of the present one.
func priceVersion(w catalog.WaitingPrice) string {
	return fmt.Sprintf("%s v%d", w.Price, w.PriceVersion)
}

// fillPrice adds the price a rule wants. The cost is for those who may read margins.
func (o *Operations) fillPrice(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) error {
	w, err := o.Prices.LockWaiting(ctx, tx, d.Item.ID)
	if err != nil {
		return err
	}
	d.Version = priceVersion(w)
	d.Labels = []Label{
		{"Игра", w.GameTitle}, {"Товар", w.Title}, {"Цена сейчас", rubles(w.OldPrice)}, {"По правилу", rubles(w.Price)},
		{"Изменение", catalog.PriceChangeShare(w.OldPrice, w.Price).String() + " %"},
	}
	if who.Can(staff.MarginRead) {
		d.Labels = append(d.Labels, Label{"Закупка", rubles(w.Cost)})
	}
	return nil
}

func rubles(sum money.RUB) string { return money.Grouped(sum.String()) + " ₽" }

// lockWaitingPrice locks the price a person decides about. It is the one they saw, or the
// decision is refused.
func (o *Operations) lockWaitingPrice(ctx context.Context, tx pgx.Tx, productID int64, seen string) (catalog.WaitingPrice, error) {
	w, err := o.Prices.LockWaiting(ctx, tx, productID)
	if err == nil && priceVersion(w) != seen {
		err = catalog.ErrStepEnded
	}
	return w, err
}

// endPrice sets the price of a row, or leaves the present one until the cost changes.
func (o *Operations) endPrice(ctx context.Context, tx pgx.Tx, x *resolving) (effect, error) {
	w := x.item.price
	n := catalog.NewPrice{ProductID: w.ProductID, Price: w.Price, Version: w.PriceVersion}
	all, err := o.decidePrice(ctx, tx, x.Act, n, x.r.Way == WayApprove)
	e := effect{id: &w.ProductID, message: priceMessage[x.r.Way == WayApprove], after: map[string]any{"product": w.ProductID, "price": w.Price}}
	if len(all) > 0 {
		e.after["was"] = all[0].Row.Price
	}
	return e, err
}

var priceMessage = map[bool]string{true: "Цена изменена.", false: "Цена осталась прежней."}

// decidePrice ends the wait of a rule's price and, if it is approved, sets it.
func (o *Operations) decidePrice(ctx context.Context, tx pgx.Tx, a Act, n catalog.NewPrice, approve bool) ([]catalog.PriceOutcome, error) {
	if err := o.Prices.EndStep(ctx, tx, n.ProductID, n.Price, approve); err != nil || !approve {
		return nil, err
	}
	batch, all, err := o.Prices.Change(ctx, tx, catalog.PriceBatch{
		StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text, MayLose: a.Actor.Can(staff.PriceBelowCost),
	}, []catalog.NewPrice{n})
	if err == nil && batch == 0 {
		err = allRefused(refusedPrices(all))
	}
	return all, err
}
