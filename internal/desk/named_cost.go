package desk

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/staff"
)

var errUnknownRate = refused("Курс этой валюты неизвестен: сколько это стоило в рублях, не посчитать.")

// spendOnDelivery counts what a person says a delivery cost beyond what it was expected to.
// A cost above what the buyer paid needs a second person, however small. The cost is of the
// currency of the offer, which is also what one without a currency means.
func (o *Operations) spendOnDelivery(ctx context.Context, tx pgx.Tx, who staff.Actor, s *orderState, named delivery.Cost, units []int64) (delivery.Cost, error) {
	expected, err := o.Dispatch.ExpectedCost(ctx, tx, units)
	if err != nil {
		return named, err
	}
	if named.Currency == "" {
		named.Currency = expected.Currency
	}
	if named.Currency != expected.Currency {
		return named, field("cost_currency", "Закупку этого товара считают в "+string(expected.Currency)+".")
	}
	worth, known, err := o.Ledger.Worth(ctx, tx, named.TenThousandths, named.Currency, s.now)
	if err == nil && !known {
		err = errUnknownRate
	}
	if err != nil {
		return named, err
	}
	price := s.priceOf(units)
	usual := price
	if expected.TenThousandths > 0 {
		if usual, _, err = o.Ledger.Worth(ctx, tx, expected.TenThousandths, expected.Currency, s.now); err != nil {
			return named, err
		}
	}
	if worth <= usual {
		return named, nil
	}
	return named, o.spend(ctx, tx, who, taking{
		door: DoorDelivery, rubles: worth - usual, isShared: worth > price, orderID: &s.order.ID, userID: s.order.UserID,
		subject: fmt.Sprintf("Заказ %d: закупка %s ₽, ждали %s ₽, заплачено %s ₽", s.order.ID, worth, usual, price),
	})
}

// priceOf returns what the buyer paid for units, without the fee.
func (s *orderState) priceOf(units []int64) money.RUB {
	if s.refundable == nil {
		return 0
	}
	var sum money.RUB
	for _, l := range s.refundable.Lines {
		var chosen, all int64
		for _, u := range s.units {
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
