package orders

import (
	"context"
	"fmt"

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
