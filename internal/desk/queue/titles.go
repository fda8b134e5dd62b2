package queue

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/payment"
	"larek/internal/problem"
)

// titles are the title and the reason of each kind.
var titles = map[desk.Kind][2]string{
	desk.KindUnknown:               {"", "Поставщик молчит: неизвестно, доставлено ли"},
	desk.KindStandoff:              {"", "Выкупить лот"},
	desk.KindByHand:                {"", "Доставить вручную"},
	desk.KindRefund:                {"Возврат", "Вернуть может только человек"},
	desk.KindRefundLate:            {"Возврат", "Возврат идёт слишком долго"},
	desk.KindGrant:                 {"Возврат ждёт отправки", "Разрешён, не отправлен"},
	desk.KindChargeback:            {"Чарджбэк", "Банк забрал деньги: ответьте ему до срока"},
	desk.KindOutside:               {"Возврат без нас", "Деньги ушли от провайдера без нас"},
	desk.KindTooLarge:              {"Возврат больше остатка", "От платежа осталось меньше"},
	desk.KindFrozen:                {"Баланс заморожен", "Деньги вернулись и на баланс, и через банк"},
	desk.KindUnmatched:             {"Деньги без заказа", "Не нашли, чей платёж"},
	desk.KindUnconfirmed:           {"Неподтверждённый платёж", "Провайдер не подтверждает свой вызов"},
	desk.KindFailing + "settle":    {"Шаг не выходит: платежи", ""},
	desk.KindFailing + "deliver":   {"Шаг не выходит: доставка", ""},
	desk.KindFailing + "hand_over": {"Шаг не выходит: поставщик", ""},
	desk.KindFailing + "refund":    {"Шаг не выходит: возврат", ""},
	desk.KindOverdue:               {"Заказ без присмотра", "Срок вышел, а заказ стоит"},
	desk.KindDetails:               {"Неверные данные", "Поставщик не принял данные, покупатель не исправил"},
	desk.KindCode:                  {"Код не подошёл", "Покупатель говорит, что код не работает"},
	desk.KindHeld:                  {"Доставить некому", "Ждём поставщиков; в срок деньги уйдут покупателю сами"},
	desk.KindPaused:                {"Доставка приостановлена", "Решите: продолжить или вернуть"},
	desk.KindCost:                  {"Новая цена поставщика", "Цена ушла дальше разрешённого"},
	desk.KindPrice:                 {"Цена по правилу", "Правило меняет цену слишком сильно, решает человек"},
	desk.KindReview:                {"Отзыв", ""},
	desk.KindLetter:                {"Письмо не ушло", "Почта не принимает"},
	desk.KindDifference:            {"Разница в сверке", ""},
	desk.KindRegistry:              {"Реестр не пришёл", "Не получили сами"},
	desk.KindMethod:                {"Способ оплаты не работает", ""},
	desk.KindStockLow:              {"Мало кодов", ""},
	desk.KindMoneyLow:              {"Деньги у поставщика", ""},
	desk.KindErasure:               {"Просят стереть данные", "Покупатель просит стереть свои данные"},
}

// unitTitles describes the states of units.
var unitTitles = map[delivery.UnitState]string{
	delivery.UnitWaiting: "ждёт поставщика", delivery.UnitPlaced: "у поставщика", delivery.UnitDelivered: "доставлена", delivery.UnitWrongDetails: "данные неверны",
	delivery.UnitQueued: "у человека", delivery.UnitFailed: "не доставлена", delivery.UnitRefunded: "деньги вернули",
}

// noticeTitles describes the notices of providers about unmatched money.
var noticeTitles = map[payment.NoticeKind]string{
	payment.NoticePaid: "оплачено", payment.NoticePartial: "оплачена часть", payment.NoticeDeclined: "отклонено", payment.NoticeRefunded: "возвращено",
}

// differenceTitles describes the kinds of differences.
var differenceTitles = map[string]string{
	"theirs_only": "Есть у них, нет у нас", "ours_only": "Есть у нас, нет у них", "amount": "Сумма другая", "day": "День другой", "commission": "Комиссия не по договору",
}

// methodSummary formats the note of a failing method: its state, payments and attempts now
// and a week ago.
func methodSummary(note string) string {
	var state payment.MethodState
	var paid, tries, weekPaid, weekTries int
	if _, err := fmt.Sscan(note, &state, &paid, &tries, &weekPaid, &weekTries); err != nil {
		return ""
	}
	text := "Отключён магазином"
	if state == payment.MethodFailing {
		text = "Последний в стране, поэтому не отключён"
	}
	return fmt.Sprintf("%s: прошло %d из %d, неделю назад %d из %d", text, paid, tries, weekPaid, weekTries)
}

// stockSummary formats the note of a product whose codes run out: how many are left.
func stockSummary(free string) string {
	if free == "0" {
		return "Коды кончились"
	}
	return "Коды кончаются: осталось " + free
}

// moneySummary formats the note of a supplier with whom our balance runs out.
func moneySummary(note string) string {
	if note == "gone" {
		return "Деньги у поставщика кончились"
	}
	return "Деньги у поставщика кончаются"
}

// pauseReasons are the reasons for which the shop pauses a delivery.
var pauseReasons = map[delivery.HoldReason]string{
	delivery.HoldBlocked: "Покупателю больше не продаём, а он заплатил. Решите: отдать или вернуть",
	delivery.HoldOutflow: "Деньги ушли обратно покупателю, товар ещё не доставлен. Решите: отдать или вернуть",
}

// kindsWithoutTitle are the kinds whose sources have no title.
var kindsWithoutTitle = []desk.Kind{desk.KindHeld, desk.KindPaused, desk.KindOverdue, desk.KindChargeback, desk.KindOutside, desk.KindTooLarge, desk.KindFrozen}

// describe returns the title and the reason of a row from the title and note of its source.
func describe(k desk.Kind, title, note string) (string, string) {
	w := titles[k]
	switch {
	case w[0] == "":
		w[0] = title
	case k == desk.KindReview:
		w[0], w[1] = "Отзыв: "+title+" из 5", note
	case k == desk.KindCode && note != "":
		w[0], w[1] = w[0]+" · "+title, "«"+note+"»"
	case k.IsFailing():
		w[1] = note
	case k == desk.KindDifference:
		w[0], w[1] = w[0]+" · "+title, differenceTitles[note]
	case k == desk.KindPaused:
		w[1] = cmp.Or(pauseReasons[delivery.HoldReason(note)], w[1])
	case k == desk.KindChargeback && title == string(payment.DisputeAnswered):
		w[1] = note
	case k == desk.KindStockLow:
		w[0], w[1] = w[0]+" · "+title, stockSummary(note)
	case k == desk.KindMoneyLow:
		w[0], w[1] = w[0]+" · "+title, moneySummary(note)
	case k == desk.KindMethod:
		w[0], w[1] = w[0]+" · "+title, methodSummary(note)
	case title != "" && !slices.Contains(kindsWithoutTitle, k):
		w[0] += " · " + title
	}
	if note != "" && (k == desk.KindRefund || k == desk.KindRefundLate || k == desk.KindTooLarge || k == desk.KindFrozen || k == desk.KindCost || k == desk.KindDetails || k == desk.KindRegistry) {
		w[1] += ": " + note
	}
	return desk.Shorten(w[0]), desk.Shorten(w[1])
}

func asProblem(err error, p **problem.Error) bool { return errors.As(err, p) }
