package promos

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/problem"
	"larek/internal/promo"
	"larek/internal/staff"
)

// generousPercent is the discount above which a promo code is a gift: no goods of the shop
// are sold with that much over their cost.
const generousPercent = 20

var errUnbounded = problem.InvalidFields(problem.Field{
	Name: "total_limit", Code: "required", Detail: "Промокод ниже закупки или больше 20 % без границ не делают: назначьте лимит заказов или бюджет.",
})

// checkGenerous refuses a code that sells below cost without a bound. One that is a gift,
// by its percentage or for the goods it is made for, needs the permission to sell below
// cost and a second person.
func (o *Service) checkGenerous(ctx context.Context, tx pgx.Tx, who staff.Actor, d promo.Draft) error {
	_, losses, err := o.Promos.Losses(ctx, tx, d)
	if err != nil {
		return err
	}
	isGift := d.Percent > generousPercent || losses > 0 && (d.GameID != nil || d.GiftID != nil)
	if !isGift && losses == 0 {
		return nil
	}
	if d.TotalLimit == nil && d.Budget == nil {
		return errUnbounded
	}
	if !isGift {
		return nil
	}
	if err := who.Need(staff.PriceBelowCost); err != nil {
		return err
	}
	t := desk.Taking{Door: desk.DoorPromo, Subject: describePromo(d)}
	if d.Budget != nil {
		t.Rubles = *d.Budget
	}
	return o.Desk.Spend(ctx, tx, who, t)
}

// checkGenerousCode is checkGenerous for a code that is there, with new terms.
func (o *Service) checkGenerousCode(ctx context.Context, tx pgx.Tx, who staff.Actor, id int64, t promo.Terms) error {
	c, err := o.Promos.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	return o.checkGenerous(ctx, tx, who, promo.Draft{
		Text: c.Code, Percent: c.Percent, Goods: c.Goods, GameID: c.GameID, GiftID: c.GiftID, TotalLimit: t.TotalLimit, Budget: t.Budget,
	})
}

// isMore reports whether new terms raise the limit or the budget of a code, or prolong it.
func isMore(before, after promo.Terms) bool {
	return before.TotalLimit != nil && (after.TotalLimit == nil || *after.TotalLimit > *before.TotalLimit) ||
		before.Budget != nil && (after.Budget == nil || *after.Budget > *before.Budget) ||
		before.ValidUntil != nil && (after.ValidUntil == nil || after.ValidUntil.After(*before.ValidUntil))
}

// describePromo describes a code to the person who approves it.
func describePromo(d promo.Draft) string {
	text := fmt.Sprintf("%s: скидка %d %%, ", promo.NormalizeCode(d.Text), d.Percent)
	switch {
	case d.GameID != nil:
		text += "игра " + desk.FormatID(*d.GameID)
	case d.GiftID != nil:
		text += "подарок " + desk.FormatID(*d.GiftID)
	default:
		text += map[string]string{promo.GoodsAll: "на всё", promo.GoodsGames: "на игры", promo.GoodsGifts: "на подарки"}[d.Goods]
	}
	if d.TotalLimit != nil {
		text += fmt.Sprintf(", заказов не больше %d", *d.TotalLimit)
	}
	if d.Budget != nil {
		text += ", бюджет " + d.Budget.String() + " ₽"
	}
	return text
}
