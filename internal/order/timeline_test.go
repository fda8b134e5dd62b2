package order

import (
	"regexp"
	"strings"
	"testing"
)

func TestTimelineTexts(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		event  string
		params map[string]any
		want   string
	}{
		{EventCreated, nil, "Заказ создан"},
		{EventPaymentStarted, map[string]any{"method": "Карта МИР"}, "Ждём оплату: Карта МИР"},
		{EventPaymentStarted, map[string]any{}, "Ждём оплату"},
		{EventRefundDone, map[string]any{"amount": "1300.00", "currency": "RUB"}, "Вернули 1\u00a0300\u00a0₽"},
		{EventRefundDone, map[string]any{"amount": "12.50", "currency": "KZT"}, "Вернули 12,50\u00a0₸"},
		{EventRefundDone, nil, "Деньги вернули"},
		{EventFailed, map[string]any{"reason": "время на оплату вышло"}, "Заказ закрыт: время на оплату вышло"},
		{EventPaymentPart, map[string]any{"amount": "300.00", "quoted": "1748.81", "rest": "1448.81", "currency": "RUB"}, "Пришло 300\u00a0₽ из 1\u00a0748,81\u00a0₽, осталось 1\u00a0448,81\u00a0₽"},
		{EventPaymentExpired, nil, "Время на этот платёж вышло, деньги не пришли"},
		{EventPaymentExpired, map[string]any{"note": "пришла не вся сумма"}, "Время на этот платёж вышло: пришла не вся сумма"},
		{EventDeliveryPartly, map[string]any{"delivered": 1, "of": 2}, "Доставлено 1 из 2, за остальное возвращаем деньги"},
		{EventDeliveryPartly, map[string]any{"delivered": 1}, "Доставлено не всё, за остальное возвращаем деньги"},
		{"stock.checked", nil, ""},
	} {
		if got := Text(row.event, row.params); got != row.want {
			t.Errorf("Text(%s, %v): got %q, want %q", row.event, row.params, got, row.want)
		}
	}
}

func TestTimelineNamesNoSuppliers(t *testing.T) {
	t.Parallel()
	inner := regexp.MustCompile(`(?i)поставщик|провайдер|закупк`)
	for event, forms := range texts {
		if text := strings.Join(forms[:], " "); inner.MatchString(text) {
			t.Errorf("%s says %q", event, text)
		}
	}
}
