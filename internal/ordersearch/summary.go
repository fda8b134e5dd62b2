package ordersearch

import (
	"fmt"
	"slices"
	"time"

	"larek/internal/delivery/suppliers"
	"larek/internal/order"
)

// Tone is the urgency of a summary.
type Tone string

// The tones.
const (
	Calm    Tone = "calm"    // needs no person
	Waiting Tone = "waiting" // waits for a person
	LateNow Tone = "late"    // overdue
	Ended   Tone = "ended"
)

// Summary describes the state of an order, where its money is, and the next step.
type Summary struct {
	Tone           Tone
	Headline, Text string
}

// summarize describes an order by its first trouble, if it has one.
func summarize(o *Order, now time.Time) Summary {
	s := Summary{Tone: Calm}
	switch {
	case len(o.Troubles) > 0:
		s = summarizeTrouble(o, o.Troubles[0])
	default:
		s.Headline, s.Text = onTrack(o)
	}
	switch due := deadline(o); {
	case order.Status(o.Status).Final() && len(o.Troubles) == 0:
		s.Tone = Ended
	case due != nil && now.After(*due):
		s.Tone = LateNow
	}
	return s
}

// deadline is when the next step is due: of the first trouble, else of the order.
func deadline(o *Order) *time.Time {
	if len(o.Troubles) > 0 {
		return &o.Troubles[0].DueAt
	}
	return o.DueAt
}

func clockText(t time.Time) string { return t.In(moscow).Format("02.01 15:04 МСК") }

// summarizeTrouble describes an order that waits for a person.
func summarizeTrouble(o *Order, t Trouble) Summary {
	s := Summary{Tone: Waiting}
	until := " Срок: " + clockText(t.DueAt) + "."
	switch t.Source + ":" + t.Kind {
	case "task:unknown":
		s.Headline = supplierOf(o) + " не говорит, доставлено ли."
		s.Text = moneyAndGoods(o) + " Само это не закончится: выясните исход." + until
	case "task:standoff":
		s.Headline = "Нужно выкупить лот на рынке Standoff 2."
		s.Text = moneyAndGoods(o) + " Найдите лот по аватару и точной цене и приложите снимок." + until
	case "task:by_hand":
		s.Headline = "Товар доставляет человек."
		s.Text = moneyAndGoods(o) + " Доставьте и приложите доказательство или верните деньги." + until
	case "payment_task:chargeback":
		s.Headline = "Банк покупателя забрал деньги по его обращению."
		s.Text = moneyAndGoods(o) + " Решите, спорить ли: приложите подтверждение заказа." + until
	case "payment_task:outside_refund":
		s.Headline = "Провайдер вернул деньги без нашей просьбы."
		s.Text = moneyAndGoods(o) + " Проверьте у провайдера, кто и зачем их вернул." + until
	case "payment_task:refund_too_large":
		s.Headline = "Возврат больше того, что осталось от платежа."
		s.Text = moneyAndGoods(o) + " Проверьте, что уже вернули." + until
	case "refund:manual":
		s.Headline = "Возврат нужно сделать руками."
		s.Text = moneyAndGoods(o) + " Отправьте деньги и запишите номер перевода." + until
	case "refund:refused":
		s.Headline = "Провайдер отклонил возврат."
		s.Text = moneyAndGoods(o) + " Повторите, верните на баланс или руками." + until
	case "refund:unknown":
		s.Headline = "Неизвестно, дошёл ли возврат."
		s.Text = moneyAndGoods(o) + " Спрашиваем провайдера; если он молчит, проверьте в его кабинете." + until
	default:
		s.Headline = "Шаг заказа не получается уже с " + clockText(t.Since) + "."
		s.Text = moneyAndGoods(o) + " Повторяем сами; причина — в ленте." + until
	}
	return s
}

// onTrack describes an order that needs no person.
func onTrack(o *Order) (headline, text string) {
	until := ""
	if o.DueAt != nil {
		until = " Срок: " + clockText(*o.DueAt) + "."
	}
	switch order.Status(o.Status) {
	case order.Created:
		return "Заказ создан, оплату не начинали.", "Денег у нас нет. Не оплатят — заказ закроется сам." + until
	case order.WaitingForPayment:
		return "Ждём оплату.", moneyAndGoods(o) + " Не оплатят — заказ закроется сам." + until
	case order.Paid:
		return "Оплачен, сейчас начнём доставку.", moneyAndGoods(o) + until
	case order.Done:
		return "Выполнен.", moneyAndGoods(o)
	case order.Failed:
		reason := "Закрыт."
		if o.RejectReason != nil && *o.RejectReason != "" {
			reason = "Закрыт: " + lower(*o.RejectReason) + "."
		}
		return reason, moneyAndGoods(o)
	case order.Sending, order.Sent:
	}
	switch {
	case slices.ContainsFunc(o.Lines, func(l Line) bool { return order.LineStatus(l.Status) == order.IncorrectDetails }):
		return "Поставщик не нашёл такого игрока: ждём данные от покупателя.", moneyAndGoods(o) + " Не исправят — вернём деньги сами." + until
	case slices.ContainsFunc(o.Units, func(u Unit) bool { return u.State == "waiting" && u.HeldUntil != nil }):
		return "Сейчас доставить некому: ждём поставщика.", moneyAndGoods(o) + " Не появится — вернём деньги сами." + until
	}
	return "Доставляем.", moneyAndGoods(o) + until
}

// moneyAndGoods describes where the money and the goods are.
func moneyAndGoods(o *Order) string {
	total, delivered := 0, 0
	for _, l := range o.Lines {
		total += int(l.Quantity)
		delivered += int(l.CodesGiven)
	}
	for _, u := range o.Units {
		if u.State == "delivered" {
			delivered++
		}
	}
	goods := fmt.Sprintf("у покупателя %d из %d", delivered, total)
	switch {
	case len(o.Receipt.Paid) == 0:
		return "Денег у нас нет."
	case len(o.Receipt.Owed) > 0:
		return "Деньги у нас, " + goods + "."
	case len(o.Receipt.Returned) > 0:
		return "Деньги вернули, " + goods + "."
	default:
		return "Деньги заработаны, " + goods + "."
	}
}

func supplierOf(o *Order) string {
	for _, u := range o.Units {
		if u.OpenSupplier != "" {
			return suppliers.Title(u.OpenSupplier)
		}
	}
	return "Поставщик"
}
