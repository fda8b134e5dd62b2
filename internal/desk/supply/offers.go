package supply

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/problem"
	"larek/internal/staff"
)

var errFromStock = problem.New(problem.Conflict, "catalog.from_stock", "Этот товар выдаётся со склада кодов: поставщик ему не нужен.")

// AddOffer adds the offer of a supplier for a product.
func (o *Service) AddOffer(ctx context.Context, a desk.Command, f delivery.NewOffer) (desk.Saved, error) {
	action := a.On(audit.Object{Kind: "offer"}, "offer.add", staff.OfferWrite, f)
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		p, err := o.Assortment.Product(ctx, tx, f.ProductID)
		if err != nil {
			return desk.Outcome{}, err
		}
		if p.Kind == catalog.KindPUBG {
			return desk.Outcome{}, errFromStock
		}
		id, err := o.Dispatch.AddOffer(ctx, tx, f)
		if err == nil {
			err = o.checkCost(ctx, tx, a.Actor, id)
		}
		message := "Предложение добавлено. Спрашиваем поставщика о цене."
		if f.Cost != nil {
			message = "Предложение добавлено."
		}
		return desk.Outcome{Object: &audit.Object{Kind: "offer", ID: desk.FormatID(id)}, After: f, Result: desk.Saved{ID: id, Message: message}}, err
	})
}
