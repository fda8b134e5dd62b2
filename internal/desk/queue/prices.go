package queue

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog"
	"larek/internal/desk/orders"
	"larek/internal/desk/pricing"
	"larek/internal/money"
	"larek/internal/staff"
)

// priceVersion is what a person decides about: the price a rule wants, in place of which
// version of the present one.
func priceVersion(w catalog.WaitingPrice) string {
	return fmt.Sprintf("%s v%d", w.Price, w.PriceVersion)
}

// fillPrice adds the price a rule wants. The cost is for those who may read margins.
func (o *Service) fillPrice(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) error {
	w, err := o.Prices.LockWaiting(ctx, tx, d.Item.ID)
	if err != nil {
		return err
	}
	d.Version = priceVersion(w)
	d.Labels = []Label{
		text("Игра", w.GameTitle), text("Товар", w.Title), amount("Цена сейчас", inRubles(w.OldPrice)), amount("По правилу", inRubles(w.Price)),
		text("Изменение", percent(catalog.PriceChangeShare(w.OldPrice, w.Price))),
	}
	if who.Can(staff.MarginRead) {
		d.Labels = append(d.Labels, amount("Закупка", inRubles(w.Cost)))
	}
	return nil
}

func inRubles(sum money.RUB) money.Money { return money.Of(money.Minor(sum), money.Ruble) }

// percent writes a share as people do: with a comma and a minus sign.
func percent(share money.Percent) string {
	return strings.NewReplacer(".", ",", "-", "−").Replace(share.String()) + " %"
}

// lockWaitingPrice locks the price a person decides about. It is the one they saw, or the
// decision is refused.
func (o *Service) lockWaitingPrice(ctx context.Context, tx pgx.Tx, productID int64, seen string) (catalog.WaitingPrice, error) {
	w, err := o.Prices.LockWaiting(ctx, tx, productID)
	if err == nil && priceVersion(w) != seen {
		err = catalog.ErrStepEnded
	}
	return w, err
}

// endPrice sets the price of a row, or leaves the present one until the cost changes.
func (o *Service) endPrice(ctx context.Context, tx pgx.Tx, x *resolving) (orders.Effect, error) {
	w := x.item.price
	n := catalog.NewPrice{ProductID: w.ProductID, Price: w.Price, Version: w.PriceVersion}
	all, err := o.Pricing.DecidePriceTx(ctx, tx, x.Command, n, x.r.Resolution == ResolveApprove)
	e := orders.Effect{ID: &w.ProductID, Message: pricing.DecisionMessage[x.r.Resolution == ResolveApprove], After: map[string]any{"product": w.ProductID, "price": w.Price}}
	if len(all) > 0 {
		e.After["was"] = all[0].Row.Price
	}
	return e, err
}
