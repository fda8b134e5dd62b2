package order

import (
	"fmt"
	"strings"
)

// The events of an order's history. Their facts hold amounts, names of
// payment methods and counts; nothing that tells who bought.
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
	EventRefundDone        = "refund.done"
	EventRefundManual      = "refund.manual"
	EventRefundRedirected  = "refund.redirected" // to another card or account
	EventRefundOutside     = "refund.outside"    // by the provider, without our asking
	EventChargeback        = "refund.chargeback" // by the buyer's bank
	EventDeliverySending   = "delivery.sending"
	EventDeliveryCompleted = "delivery.completed"
	EventOrderSending      = "order.sending" // for operators: buyers hear of each line
	EventSent              = "delivery.sent" // for operators: buyers hear of each line
	EventDeliveryRefunded  = "delivery.refunded"
	EventDeliveryHeld      = "delivery.held"
	EventDetailsNeeded     = "details.needed"
	EventDetailsCorrected  = "details.corrected"
)

// texts tell the buyer what happened. {name} stands for a fact; a text with a
// fact that is not there falls back to the second one.
var texts = map[string][2]string{
	EventCreated:           {"Заказ создан"},
	EventChanged:           {"Заказ изменён"},
	EventDone:              {"Заказ выполнен"},
	EventFailed:            {"Заказ закрыт: {reason}", "Заказ закрыт"},
	EventPaymentStarted:    {"Ждём оплату: {method}", "Ждём оплату"},
	EventPaymentDeclined:   {"Платёж не прошёл, деньги не списаны"},
	EventPaymentExpired:    {"Время на этот платёж вышло, деньги не списаны"},
	EventPaymentReceived:   {"Деньги получены"},
	EventPaymentSurplus:    {"Лишний платёж возвращаем"},
	EventPaymentLate:       {"Деньги пришли после закрытия заказа"},
	EventPaymentShort:      {"Пришло {amount}, этого не хватает. Деньги возвращаем", "Пришла не вся сумма. Деньги возвращаем"},
	EventRefundDone:        {"Вернули {amount}", "Деньги вернули"},
	EventRefundManual:      {"Возврат {amount} оформляет оператор", "Возврат оформляет оператор"},
	EventRefundRedirected:  {"Возврат {amount} отправим другим способом", "Возврат отправим другим способом"},
	EventRefundOutside:     {"Платёжный сервис вернул вам {amount}", "Платёжный сервис вернул вам деньги"},
	EventChargeback:        {"Банк вернул вам {amount} по вашему обращению", "Банк вернул вам деньги по вашему обращению"},
	EventDeliverySending:   {"Отправляем"},
	EventDeliveryCompleted: {"Доставлено"},
	EventDeliveryRefunded:  {"Доставить не удалось, деньги возвращаем"},
	EventDeliveryHeld:      {"Ждём поставщика до {until}. Не получится — вернём деньги", "Ждём поставщика. Не получится — вернём деньги"},
	EventDetailsNeeded:     {"Проверьте данные для доставки: с этими не получилось"},
	EventDetailsCorrected:  {"Данные для доставки исправлены"},
}

// Text is the line of the timeline for an event; empty for one that is not
// the buyer's business.
func Text(event string, facts map[string]any) string {
	forms := texts[event]
	if text, ok := fill(forms[0], facts); ok {
		return text
	}
	return forms[1]
}

func fill(form string, facts map[string]any) (string, bool) {
	head, rest, found := strings.Cut(form, "{")
	if !found {
		return form, true
	}
	name, tail, _ := strings.Cut(rest, "}")
	fact, ok := facts[name]
	if !ok || fact == "" {
		return "", false
	}
	text := fmt.Sprint(fact)
	if name == "amount" {
		text = sum(text, facts["currency"])
	}
	return head + text + tail, true
}

// sum writes «1 300,50 ₽» from "1300.50", with spaces that do not break;
// kopecks only where there are any.
func sum(amount string, currency any) string {
	const nbsp = "\u00a0"
	whole, kopecks, _ := strings.Cut(strings.TrimSuffix(amount, ".00"), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + nbsp + whole[i:]
	}
	if kopecks != "" {
		whole += "," + kopecks
	}
	if c, ok := currency.(string); ok && c != "" && c != "RUB" {
		return whole + nbsp + c
	}
	return whole + nbsp + "₽"
}
