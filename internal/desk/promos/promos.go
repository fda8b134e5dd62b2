package promos

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/promo"
	"larek/internal/staff"
)

// Actions on promo codes.
const (
	ActionPromoCreate   = "promo.create"
	ActionPromoGenerate = "promo.generate"
	ActionPromoChange   = "promo.change"
	ActionPromoStop     = "promo.stop"
	ActionPromoResume   = "promo.resume"
	ActionPromoEndBatch = "promo.stop_batch"
)

func promoObject(id int64) audit.Object {
	return audit.Object{Kind: "promo", ID: desk.FormatID(id)}
}

func batchObject(id int64) audit.Object {
	return audit.Object{Kind: "promo_batch", ID: desk.FormatID(id)}
}

// promoAction returns an action on a promo code or a batch.
func promoAction(a desk.Command, name string, on audit.Object, input any) desk.Action {
	return a.On(on, name, staff.PromoWrite, input)
}

// CreatePromo makes a promo code and returns its ID.
func (o *Service) CreatePromo(ctx context.Context, a desk.Command, d promo.Draft) (int64, error) {
	return desk.Decode[int64](o.Desk.Do(ctx, promoAction(a, ActionPromoCreate, promoObject(0), d), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		now := o.Desk.Now()
		if d.ValidFrom.IsZero() {
			d.ValidFrom = now
		}
		c, err := o.Promos.Create(ctx, tx, d, now)
		if err == nil {
			err = o.checkGenerous(ctx, tx, a.Actor, d)
		}
		if err != nil {
			return desk.Outcome{}, err
		}
		after := map[string]any{
			"promo": c.Code, "kind": c.Kind, "percent": c.Percent, "goods": c.Goods, "game": c.GameID, "gift": c.GiftID, "valid_from": c.ValidFrom,
			"valid_until": c.ValidUntil, "total_limit": c.TotalLimit, "per_buyer_limit": c.PerBuyerLimit, "first_order_only": c.FirstOrderOnly, "budget": d.Budget,
		}
		return desk.Outcome{After: after, Result: c.ID, Object: new(promoObject(c.ID))}, nil
	}))
}

// GeneratePromo makes a batch of codes.
func (o *Service) GeneratePromo(ctx context.Context, a desk.Command, b promo.NewBatch) (desk.Done, error) {
	b.StaffID = a.Actor.ID
	return desk.Decode[desk.Done](o.Desk.Do(ctx, promoAction(a, ActionPromoGenerate, batchObject(0), b), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		now := o.Desk.Now()
		if b.Draft.ValidFrom.IsZero() {
			b.Draft.ValidFrom = now
		}
		id, err := o.Promos.Generate(ctx, tx, b, now)
		if err == nil {
			d := b.Draft
			d.Text, d.TotalLimit, d.Budget = b.Prefix+"-…", new(int32(b.Count)), nil //nolint:gosec // a batch has 1000 at most
			err = o.checkGenerous(ctx, tx, a.Actor, d)
		}
		if err != nil {
			return desk.Outcome{}, err
		}
		after := map[string]any{"title": b.Title, "prefix": b.Prefix, "count": b.Count, "percent": b.Draft.Percent, "goods": b.Draft.Goods, "valid_until": b.Draft.ValidUntil}
		done := desk.Done{Name: ActionPromoGenerate, ID: &id, Message: fmt.Sprintf("Готово кодов: %d", b.Count)}
		return desk.Outcome{After: after, Result: done, Object: new(batchObject(id))}, nil
	}))
}

// ChangePromo sets the terms of a code that buyers already have.
func (o *Service) ChangePromo(ctx context.Context, a desk.Command, id int64, version int32, t promo.Terms) error {
	_, err := o.Desk.Do(ctx, promoAction(a, ActionPromoChange, promoObject(id), []any{version, t}), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, after, err := o.Promos.Change(ctx, tx, id, version, t, o.Desk.Now())
		if err == nil && isMore(before, after) {
			err = o.checkGenerousCode(ctx, tx, a.Actor, id, after)
		}
		return desk.Outcome{Before: promoTerms(before), After: promoTerms(after)}, err
	})
	return err
}

func promoTerms(t promo.Terms) map[string]any {
	return map[string]any{"valid_until": t.ValidUntil, "total_limit": t.TotalLimit, "budget": t.Budget}
}

// SwitchPromo stops a code or lets it work again.
func (o *Service) SwitchPromo(ctx context.Context, a desk.Command, id int64, version int32, active bool) error {
	name := ActionPromoStop
	if active {
		name = ActionPromoResume
	}
	_, err := o.Desk.Do(ctx, promoAction(a, name, promoObject(id), version), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		c, err := o.Promos.SetActive(ctx, tx, id, version, active)
		if err == nil && active {
			var t promo.Terms
			if t, err = o.Promos.Terms(ctx, tx, id); err == nil {
				err = o.checkGenerousCode(ctx, tx, a.Actor, id, t)
			}
		}
		return desk.Outcome{Before: map[string]any{"is_active": !active}, After: map[string]any{"is_active": active, "promo": c.Code}}, err
	})
	return err
}

// StopPromoBatch stops all codes of a batch.
func (o *Service) StopPromoBatch(ctx context.Context, a desk.Command, id int64) (desk.Done, error) {
	return desk.Decode[desk.Done](o.Desk.Do(ctx, promoAction(a, ActionPromoEndBatch, batchObject(id), nil), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		n, err := o.Promos.StopBatch(ctx, tx, id)
		return desk.Outcome{
			After:  map[string]any{"stopped": n},
			Result: desk.Done{Name: ActionPromoEndBatch, ID: &id, Message: fmt.Sprintf("Остановлено кодов: %d", n)},
		}, err
	}))
}

// PromoActions returns what the person may do with a code now.
func PromoActions(who staff.Actor, c promo.Campaign) []desk.Allowed {
	change, stop, resume := desk.Allowed{Name: ActionPromoChange}, desk.Allowed{Name: ActionPromoStop}, desk.Allowed{Name: ActionPromoResume}
	if c.IsActive {
		resume.Reason = "Промокод работает."
	} else {
		stop.Reason = "Промокод уже остановлен."
	}
	list := []desk.Allowed{change, stop, resume}
	for i := range list {
		if !who.Can(staff.PromoWrite) {
			list[i].Needs = staff.PromoWrite
		}
		list[i].Allowed = list[i].Reason == "" && list[i].Needs == ""
	}
	return list
}
