package order

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"larek/internal/money"
)

// The events of an order. Their params hold amounts, names of payment methods
// and counts, and no personal data. Persisted: do not change the values.
const (
	EventCreated           = "order.created"
	EventChanged           = "order.changed"
	EventDone              = "order.done"
	EventFailed            = "order.failed"
	EventPaymentStarted    = "payment.started"
	EventPaymentDeclined   = "payment.declined"
	EventPaymentExpired    = "payment.expired"
	EventPaymentReceived   = "payment.received"
	EventPaymentSurplus    = "payment.surplus"
	EventPaymentLate       = "payment.late"
	EventPaymentShort      = "payment.short"
	EventPaymentPart       = "payment.part" // the rest may still come
	EventRefundDone        = "refund.done"
	EventRefundManual      = "refund.manual"
	EventRefundRedirected  = "refund.redirected" // to another card or account
	EventRefundOutside     = "refund.outside"    // by the provider, not requested by us
	EventChargeback        = "refund.chargeback" // by the buyer's bank
	EventDeliverySending   = "delivery.sending"
	EventDeliveryCompleted = "delivery.completed"
	EventDeliveryPartly    = "delivery.partly" // of a line; the rest is refunded
	EventOrderSending      = "order.sending"   // for operators; buyers see one event per line
	EventSent              = "delivery.sent"   // for operators; buyers see one event per line
	EventDeliveryRefunded  = "delivery.refunded"
	EventDeliveryHeld      = "delivery.held"
	EventDeliveryPaused    = "delivery.paused" // an operator looks at the order
	EventDetailsNeeded     = "details.needed"
	EventDetailsCorrected  = "details.corrected"
	EventCodeReported      = "code.reported" // the buyer says it does not work
	EventCodeReplaced      = "code.replaced"
	EventCodeChecked       = "code.checked" // it is not replaced; the answer is beside it
)

// texts are the texts of events for the buyer. {name} is replaced by a param;
// if the param is missing, the second text is used.
var texts = map[string][2]string{
	EventCreated:           {"Заказ создан"},
	EventChanged:           {"Заказ изменён"},
	EventDone:              {"Заказ выполнен"},
	EventFailed:            {"Заказ закрыт: {reason}", "Заказ закрыт"},
	EventPaymentStarted:    {"Ждём оплату: {method}", "Ждём оплату"},
	EventPaymentDeclined:   {"Платёж не прошёл, деньги не списаны"},
	EventPaymentExpired:    {"Время на этот платёж вышло: {note}", "Время на этот платёж вышло, деньги не пришли"},
	EventPaymentReceived:   {"Деньги получены"},
	EventPaymentSurplus:    {"Лишний платёж возвращаем"},
	EventPaymentLate:       {"Платёж пришёл слишком поздно, деньги возвращаем"},
	EventPaymentPart:       {"Пришло {amount} из {quoted}, осталось {rest}", "Пришла часть суммы"},
	EventPaymentShort:      {"Пришло {amount}, этого не хватает. Деньги возвращаем", "Пришла не вся сумма. Деньги возвращаем"},
	EventRefundDone:        {"Вернули {amount}", "Деньги вернули"},
	EventRefundManual:      {"Возврат {amount} оформляет оператор", "Возврат оформляет оператор"},
	EventRefundRedirected:  {"Возврат {amount} отправим другим способом", "Возврат отправим другим способом"},
	EventRefundOutside:     {"Платёжный сервис вернул вам {amount}", "Платёжный сервис вернул вам деньги"},
	EventChargeback:        {"Банк вернул вам {amount} по вашему обращению", "Банк вернул вам деньги по вашему обращению"},
	EventDeliverySending:   {"Отправляем"},
	EventDeliveryCompleted: {"Доставлено"},
	EventDeliveryPartly:    {"Доставлено {delivered} из {of}, за остальное возвращаем деньги", "Доставлено не всё, за остальное возвращаем деньги"},
	EventDeliveryRefunded:  {"Доставить не удалось, деньги возвращаем"},
	EventDeliveryHeld:      {"Доставка задерживается, пробуем до {until}. Не получится — вернём деньги", "Доставка задерживается. Не получится — вернём деньги"},
	EventDeliveryPaused:    {"Заказ проверяет оператор: доставим его или вернём деньги"},
	EventDetailsNeeded:     {"Проверьте данные для доставки: с этими не получилось"},
	EventDetailsCorrected:  {"Данные для доставки исправлены"},
	EventCodeReported:      {"Код не подошёл: проверяем"},
	EventCodeReplaced:      {"Код заменён"},
	EventCodeChecked:       {"Код проверили: ответ рядом с кодом"},
}

// Text returns the timeline text of an event. It is empty for events that are
// not shown to the buyer.
func Text(event string, params map[string]any) string {
	forms := texts[event]
	if text, ok := fill(forms[0], params); ok {
		return text
	}
	return forms[1]
}

// amountParams are the params in the currency of their event.
var amountParams = []string{"amount", "quoted", "rest"}

func fill(form string, params map[string]any) (string, bool) {
	head, rest, found := strings.Cut(form, "{")
	if !found {
		return form, true
	}
	name, tail, _ := strings.Cut(rest, "}")
	param, ok := params[name]
	if !ok || param == "" {
		return "", false
	}
	text := fmt.Sprint(param)
	if slices.Contains(amountParams, name) {
		text = formatAmount(text, params["currency"])
	}
	rest, ok = fill(tail, params)
	return head + text + rest, ok
}

// formatAmount formats "1300.50" as "1 300,50 ₽" with no-break spaces, and
// omits zero kopecks.
func formatAmount(amount string, currency any) string {
	code, _ := currency.(string)
	return money.Grouped(strings.TrimSuffix(amount, ".00")) + "\u00a0" + money.Currency(cmp.Or(code, "RUB")).Symbol()
}
