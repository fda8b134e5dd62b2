package orders

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/staff"
)

var errUnknownRate = desk.Refused("Курс этой валюты неизвестен: сколько это стоило в рублях, не посчитать.")

// spendOnDelivery counts the entered cost of a delivery beyond the expected one.
// A cost above what the buyer paid needs a second person, however small. The cost is of the
// currency of the offer, which is also what one without a currency means.
func (o *Service) spendOnDelivery(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, named delivery.Cost, units []int64) (delivery.Cost, error) {
	expected, err := delivery.ExpectedCost(ctx, tx, units)
	if err != nil {
		return named, err
	}
	if named.Currency == "" {
		named.Currency = expected.Currency
	}
	if named.Currency != expected.Currency {
		return named, desk.Invalid("cost_currency", "Закупку этого товара считают в "+string(expected.Currency)+".")
	}
	worth, known, err := ledger.Worth(ctx, tx, named.TenThousandths, named.Currency, s.Now)
	if err == nil && !known {
		err = errUnknownRate
	}
	if err != nil {
		return named, err
	}
	price := s.PriceOf(units)
	usual := price
	if expected.TenThousandths > 0 {
		if usual, _, err = ledger.Worth(ctx, tx, expected.TenThousandths, expected.Currency, s.Now); err != nil {
			return named, err
		}
	}
	if worth <= usual {
		return named, nil
	}
	return named, o.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorDelivery, Rubles: worth - usual, IsShared: worth > price, OrderID: &s.Order.ID, UserID: s.Order.UserID,
		Subject: fmt.Sprintf("Заказ %d: закупка %s ₽, ждали %s ₽, заплачено %s ₽", s.Order.ID, worth, usual, price),
	})
}

// Purchase is what units are bought in, and what they may cost.
type Purchase struct {
	Expected delivery.Cost
	IsKnown  bool // for those who may read it
	Rate     string
	Price    money.RUB
}

// PurchaseOf returns the purchase of units that are delivered by hand together.
func PurchaseOf(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, units []int64) (*Purchase, error) {
	cost, err := delivery.ExpectedCost(ctx, tx, units)
	if err != nil {
		return nil, err
	}
	p := &Purchase{Expected: cost, IsKnown: cost.TenThousandths > 0 && who.Can(staff.MarginRead), Price: s.PriceOf(units)}
	p.Rate, err = rateOf(ctx, tx, cost.Currency, s.Now)
	return p, err
}

// rateOf returns what one of a currency is in rubles, or an empty text.
func rateOf(ctx context.Context, tx pgx.Tx, c money.Currency, now time.Time) (string, error) {
	const one = 10_000
	worth, known, err := ledger.Worth(ctx, tx, one, c, now)
	if err != nil || !known {
		return "", err
	}
	return worth.String(), nil
}

// addPurchases adds what each unit is bought in that may be delivered by hand, and what was
// recorded for those that were.
func addPurchases(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, units []Unit) (err error) {
	for i, u := range units {
		switch {
		case u.CanEnd:
			units[i].Purchase, err = PurchaseOf(ctx, tx, who, s, []int64{u.ID})
		case hasOwnCost(u.Unit):
			p := &Purchase{Expected: u.Cost, IsKnown: who.Can(staff.MarginRead) || who.Can(Rules[ActionCost].Permission), Price: s.PriceOf(s.boughtWith(u.Unit))}
			p.Rate, err = rateOf(ctx, tx, u.Cost.Currency, s.Now)
			units[i].Purchase = p
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// boughtWith returns the units that the cost of a unit may be for: the first of those that
// an operator delivered together has the cost of all.
func (s *State) boughtWith(u delivery.Unit) []int64 {
	return s.UnitsWhere(func(x delivery.Unit) bool { return x.LineID == u.LineID && x.Supplier == delivery.Operator })
}

// CostCorrection is the right cost of a unit, for one that an operator mistyped.
type CostCorrection struct {
	Unit int64
	Cost delivery.Cost // in the currency of the wrong one
}

// hasOwnCost reports whether an operator delivered the unit at a cost.
func hasOwnCost(u delivery.Unit) bool {
	return u.Supplier == delivery.Operator && u.Cost.TenThousandths > 0
}

// CorrectCost replaces the cost of a unit that an operator delivered, with an entry for the
// difference.
func (o *Service) CorrectCost(ctx context.Context, a desk.Command, c CostCorrection) (desk.Done, error) {
	return o.Guard.run(ctx, ActionCost, a, c, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		return o.correctCostTx(ctx, tx, a.Actor, s, c)
	})
}

func (o *Service) correctCostTx(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, c CostCorrection) (Effect, error) {
	at := slices.IndexFunc(s.Units, func(u delivery.Unit) bool { return u.ID == c.Unit && hasOwnCost(u) })
	if at < 0 {
		return Effect{}, desk.Invalid("unit", "Закупку этой единицы исправить нельзя.")
	}
	u := s.Units[at]
	to := delivery.Cost{TenThousandths: c.Cost.TenThousandths, Currency: u.Cost.Currency}
	if to.TenThousandths == 0 || to == u.Cost {
		return Effect{}, desk.Invalid("cost", "Впишите, сколько это стоило на самом деле.")
	}
	if err := o.spendOnCorrection(ctx, tx, who, s, u, to); err != nil {
		return Effect{}, err
	}
	if err := delivery.SetCost(ctx, tx, u.ID, to); err != nil {
		return Effect{}, err
	}
	err := o.Ledger.CorrectCost(ctx, tx, ledger.CostCorrection{
		Ref: "unit-" + desk.FormatID(u.ID), OrderID: s.Order.ID, Supplier: u.Supplier, Currency: to.Currency, From: u.Cost.TenThousandths, To: to.TenThousandths,
	})
	return Effect{Message: "Закупка исправлена, разница — в книгах.", After: map[string]any{"unit": u.ID, "was": u.Cost.String(), "cost": to.String(), "currency": to.Currency}}, err
}

// spendOnCorrection counts what a unit turned out to cost more, as its delivery would have.
func (o *Service) spendOnCorrection(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, u delivery.Unit, to delivery.Cost) error {
	if to.TenThousandths < u.Cost.TenThousandths {
		return nil
	}
	was, known, err := ledger.Worth(ctx, tx, u.Cost.TenThousandths, to.Currency, s.Now)
	if err == nil && !known {
		err = errUnknownRate
	}
	if err != nil {
		return err
	}
	worth, _, err := ledger.Worth(ctx, tx, to.TenThousandths, to.Currency, s.Now)
	if err != nil {
		return err
	}
	price := s.PriceOf(s.boughtWith(u))
	return o.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorDelivery, Rubles: worth - was, IsShared: worth > price, OrderID: &s.Order.ID, UserID: s.Order.UserID,
		Subject: fmt.Sprintf("Заказ %d: закупка %s ₽, было записано %s ₽, заплачено %s ₽", s.Order.ID, worth, was, price),
	})
}

// PriceOf returns what the buyer paid for units, without the fee.
func (s *State) PriceOf(units []int64) money.RUB {
	if s.Refundable == nil {
		return 0
	}
	var sum money.RUB
	for _, l := range s.Refundable.Lines {
		var chosen, all int64
		for _, u := range s.Units {
			if u.LineID != l.ID {
				continue
			}
			all++
			for _, id := range units {
				if id == u.ID {
					chosen++
				}
			}
		}
		if all > 0 {
			sum += l.Net.Share(chosen, all)
		}
	}
	return sum
}

// SpendOnOffer counts what delivering units by an offer loses.
func (o *Service) SpendOnOffer(ctx context.Context, tx pgx.Tx, who staff.Actor, s *State, offerID int64, units int) error {
	c, err := delivery.CostOfOffer(ctx, tx, offerID)
	if err != nil || c.Cost <= c.Price {
		return err
	}
	return o.Desk.Spend(ctx, tx, who, desk.Taking{
		Door: desk.DoorReroute, Rubles: (c.Cost - c.Price) * money.RUB(units), OrderID: &s.Order.ID, UserID: s.Order.UserID,
		Subject: fmt.Sprintf("Заказ %d, %s %s: закупка %s ₽, цена %s ₽", s.Order.ID, c.Supplier, c.Sku, c.Cost, c.Price),
	})
}
