package supplierhttp

import (
	"context"
	"errors"
	"fmt"

	"larek/internal/delivery"
	"larek/internal/partner"
)

// Probe tries the keys of a supplier: our balance, then a page of what it sells, of which page
// returns the number of goods.
func Probe(ctx context.Context, balance func(context.Context) (delivery.Cost, error), page func(context.Context) (int, error)) ([]partner.ProbeStep, error) {
	return partner.Try(ctx, explain,
		func(ctx context.Context) (string, error) {
			left, err := balance(ctx)
			switch {
			case err != nil:
				return "", err
			case left.TenThousandths == 0:
				return "", partner.Warning("Ключи приняты, но на счёте пусто: пополните его, иначе доставлять не на что")
			}
			return "Ключи приняты. На счёте " + Decimal(left) + " " + string(left.Currency), nil
		},
		func(ctx context.Context) (string, error) {
			n, err := page(ctx)
			switch {
			case err != nil:
				return "", err
			case n == 0:
				return "", partner.Warning("Прайс пуст: поставщик пока ничего не продаёт этому счёту")
			}
			return fmt.Sprintf("Страница прайса прочитана, позиций: %d", n), nil
		})
}

func explain(err error) string {
	switch {
	case errors.Is(err, delivery.ErrDenied):
		return "Поставщик отказал: ключи не подходят."
	case errors.Is(err, delivery.ErrUnreachable), errors.Is(err, delivery.ErrOutcomeUnknown):
		return "Поставщик не ответил или ответил непонятно. Повторите через минуту."
	}
	return "Проверить не вышло."
}
