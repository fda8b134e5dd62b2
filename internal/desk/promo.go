package desk

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
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
	return audit.Object{Kind: "promo", ID: formatID(id)}
}

func batchObject(id int64) audit.Object {
	return audit.Object{Kind: "promo_batch", ID: formatID(id)}
}

// promoAction is an action on what an operator looks at.
func promoAction(a Act, name string, on audit.Object, input any) Action {
	return a.actionOn(on, name, staff.PromoWrite, input)
}

// CreatePromo makes a promo code and returns its ID.
func (o *Operations) CreatePromo(ctx context.Context, a Act, d promo.Draft) (int64, error) {
	return Decode[int64](o.Do(ctx, promoAction(a, ActionPromoCreate, promoObject(0), d), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		now := o.clock()
		if d.ValidFrom.IsZero() {
			d.ValidFrom = now
		}
		c, err := o.Promos.Create(ctx, tx, d, now)
		if err == nil {
			err = o.checkGenerous(ctx, tx, a.Actor, d)
		}
		if err != nil {
			return Outcome{}, err
		}
		after := map[string]any{
			"promo": c.Code, "kind": c.Kind, "percent": c.Percent, "goods": c.Goods, "game": c.GameID, "gift": c.GiftID, "valid_from": c.ValidFrom,
			"valid_until": c.ValidUntil, "total_limit": c.TotalLimit, "per_buyer_limit": c.PerBuyerLimit, "first_order_only": c.FirstOrderOnly, "budget": d.Budget,
		}
		return Outcome{After: after, Answer: c.ID, Object: new(promoObject(c.ID))}, nil
	}))
}

// GeneratePromo makes a batch of codes.
func (o *Operations) GeneratePromo(ctx context.Context, a Act, b promo.NewBatch) (Done, error) {
	b.StaffID = a.Actor.ID
	return Decode[Done](o.Do(ctx, promoAction(a, ActionPromoGenerate, batchObject(0), b), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		now := o.clock()
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
			return Outcome{}, err
		}
		after := map[string]any{"title": b.Title, "prefix": b.Prefix, "count": b.Count, "percent": b.Draft.Percent, "goods": b.Draft.Goods, "valid_until": b.Draft.ValidUntil}
		done := Done{Name: ActionPromoGenerate, ID: &id, Message: fmt.Sprintf("Готово кодов: %d", b.Count)}
		return Outcome{After: after, Answer: done, Object: new(batchObject(id))}, nil
	}))
}

// ChangePromo sets the terms of a code that buyers already have.
func (o *Operations) ChangePromo(ctx context.Context, a Act, id int64, version int32, t promo.Terms) error {
	_, err := o.Do(ctx, promoAction(a, ActionPromoChange, promoObject(id), []any{version, t}), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		before, after, err := o.Promos.Change(ctx, tx, id, version, t, o.clock())
		if err == nil && isMore(before, after) {
			err = o.checkGenerousCode(ctx, tx, a.Actor, id, after)
		}
		return Outcome{Before: promoTerms(before), After: promoTerms(after)}, err
	})
	return err
}

func promoTerms(t promo.Terms) map[string]any {
	return map[string]any{"valid_until": t.ValidUntil, "total_limit": t.TotalLimit, "budget": t.Budget}
}

// SwitchPromo stops a code or lets it work again.
func (o *Operations) SwitchPromo(ctx context.Context, a Act, id int64, version int32, active bool) error {
	name := ActionPromoStop
	if active {
		name = ActionPromoResume
	}
	_, err := o.Do(ctx, promoAction(a, name, promoObject(id), version), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		c, err := o.Promos.SetActive(ctx, tx, id, version, active)
		if err == nil && active {
			var t promo.Terms
			if t, err = o.Promos.Terms(ctx, tx, id); err == nil {
				err = o.checkGenerousCode(ctx, tx, a.Actor, id, t)
			}
		}
		return Outcome{Before: map[string]any{"is_active": !active}, After: map[string]any{"is_active": active, "promo": c.Code}}, err
	})
	return err
}

// StopPromoBatch stops all codes of a batch.
func (o *Operations) StopPromoBatch(ctx context.Context, a Act, id int64) (Done, error) {
	return Decode[Done](o.Do(ctx, promoAction(a, ActionPromoEndBatch, batchObject(id), nil), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		n, err := o.Promos.StopBatch(ctx, tx, id)
		return Outcome{
			After:  map[string]any{"stopped": n},
			Answer: Done{Name: ActionPromoEndBatch, ID: &id, Message: fmt.Sprintf("Остановлено кодов: %d", n)},
		}, err
	}))
}

// PromoActions says what the person may do with a code now.
func PromoActions(who staff.Actor, c promo.Campaign) []Allowed {
	change, stop, resume := Allowed{Name: ActionPromoChange}, Allowed{Name: ActionPromoStop}, Allowed{Name: ActionPromoResume}
	if c.IsActive {
		resume.Reason = "Промокод работает."
	} else {
		stop.Reason = "Промокод уже остановлен."
	}
	list := []Allowed{change, stop, resume}
	for i := range list {
		if !who.Can(staff.PromoWrite) {
			list[i].Needs = staff.PromoWrite
		}
		list[i].Allowed = list[i].Reason == "" && list[i].Needs == ""
	}
	return list
}
