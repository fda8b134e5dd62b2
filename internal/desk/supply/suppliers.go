package supply

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/desk"
	"larek/internal/problem"
	"larek/internal/staff"
)

// SupplierDone is the result of a switch of a supplier or a change of an offer.
type SupplierDone struct {
	Message string   `json:"message"`
	Stopped []string `json:"stopped"` // what is not sold any more
}

// SwitchSupplier stops or resumes new orders with a supplier.
func (o *Service) SwitchSupplier(ctx context.Context, a desk.Command, supplier string, off bool) (SupplierDone, error) {
	name := map[bool]string{true: "supplier.off", false: "supplier.on"}[off]
	action := a.On(audit.Object{Kind: "supplier", ID: supplier}, name, staff.SupplierSwitch, nil)
	return desk.Decode[SupplierDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		if !suppliers.Known(supplier) {
			return desk.Outcome{}, delivery.ErrNoSupplier
		}
		d, done := o.Sourcing, SupplierDone{Message: "Поставщик снова работает.", Stopped: []string{}}
		var err error
		if !off {
			err = d.SwitchOn(ctx, tx, supplier)
		} else {
			if done.Stopped, err = o.stopsWithout(ctx, tx, supplier); err != nil {
				return desk.Outcome{}, err
			}
			done.Message = fmt.Sprintf("Поставщик отключён. Не продаётся товаров: %d.", len(done.Stopped))
			err = d.SwitchOff(ctx, tx, supplier, delivery.Switch{StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: a.Reason.Text})
		}
		return desk.Outcome{Before: map[string]bool{"off": !off}, After: map[string]any{"off": off, "stopped": len(done.Stopped)}, Result: done, AfterCommit: o.Notify.Data}, err
	}))
}

// StopsWithout returns the products that could not be sold without a supplier.
func (o *Service) StopsWithout(ctx context.Context, supplier string) ([]string, error) {
	return o.stopsWithout(ctx, o.Desk.Pool(), supplier)
}

func (o *Service) stopsWithout(ctx context.Context, db delivery.Querier, supplier string) ([]string, error) {
	only, err := delivery.OnlyOf(ctx, db, supplier)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(only))
	for i, g := range only {
		if list[i] = g.Title; g.Game != "" {
			list[i] = g.Game + ", " + g.Title
		}
	}
	return list, nil
}

// ChangeOffer sets the priority of an offer, whether it is used and, if given, its SKU.
func (o *Service) ChangeOffer(ctx context.Context, a desk.Command, id int64, to delivery.OfferState) (SupplierDone, error) {
	return o.onOffer(ctx, a, staff.OfferWrite, "offer.change", id, to, func(ctx context.Context, tx pgx.Tx) (before, after any, err error) {
		was, err := o.Sourcing.ChangeOffer(ctx, tx, id, to)
		if err == nil && to.IsActive {
			err = o.checkCost(ctx, tx, a.Actor, id)
		}
		if to.SKU == "" { // not changed: the audit names it in neither state
			was.SKU = ""
		}
		return was, to, err
	})
}

// DecideCost approves the new cost of an offer, or keeps the offer unused while its supplier
// wants that cost.
func (o *Service) DecideCost(ctx context.Context, a desk.Command, id int64, approve bool) (SupplierDone, error) {
	name := map[bool]string{true: "offer.approve", false: "offer.refuse"}[approve]
	return o.onOffer(ctx, a, staff.OfferApprove, name, id, nil, func(ctx context.Context, tx pgx.Tx) (before, after any, err error) {
		decide := delivery.RefuseCost
		if approve {
			decide = func(ctx context.Context, tx pgx.Tx, id int64) error { return o.ApproveCostTx(ctx, tx, a.Actor, id) }
		}
		if err = decide(ctx, tx, id); errors.Is(err, delivery.ErrNoPendingCost) {
			err = desk.Refused("Эту закупку уже решили. Обновите страницу.")
		}
		return nil, map[string]bool{"approved": approve}, err
	})
}

// ApproveCostTx approves the new cost of an offer.
func (o *Service) ApproveCostTx(ctx context.Context, tx pgx.Tx, who staff.Actor, id int64) error {
	if err := o.Sourcing.ApproveCostTx(ctx, tx, id); err != nil {
		return err
	}
	return o.checkCost(ctx, tx, who, id)
}

// checkCost refuses an offer that costs more than the price of its goods, unless the person may sell below cost and
// another one approved it.
func (o *Service) checkCost(ctx context.Context, tx pgx.Tx, who staff.Actor, offerID int64) error {
	c, err := delivery.CostOfOffer(ctx, tx, offerID)
	if err != nil || c.Cost <= c.Price {
		return err
	}
	if err := who.Need(staff.PriceBelowCost); err != nil {
		return catalog.ErrPriceBelowCost
	}
	return o.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorOffer, Rubles: c.Cost - c.Price,
		Subject: fmt.Sprintf("%s, %s %s: закупка %s ₽, цена %s ₽", c.Title, c.Supplier, c.Sku, c.Cost, c.Price),
	})
}

func (o *Service) onOffer(ctx context.Context, a desk.Command, p staff.Permission, name string, id int64, input any,
	do func(ctx context.Context, tx pgx.Tx) (before, after any, err error),
) (SupplierDone, error) {
	action := a.On(audit.Object{Kind: "offer", ID: desk.FormatID(id)}, name, p, input)
	return desk.Decode[SupplierDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, after, err := do(ctx, tx)
		return desk.Outcome{Before: before, After: after, Result: SupplierDone{Message: "Сохранено.", Stopped: []string{}}, AfterCommit: o.Notify.Data}, err
	}))
}

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
		id, err := o.Sourcing.AddOffer(ctx, tx, f)
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
