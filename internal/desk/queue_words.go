package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"larek/internal/delivery"
	"larek/internal/payment"
	"larek/internal/problem"
)

// words are how kinds are described: what it is about, and why an operator is needed.
var words = map[Kind][2]string{
	KindUnknown:               {"", "Поставщик молчит: неизвестно, доставлено ли"},
	KindStandoff:              {"", "Выкупить лот"},
	KindByHand:                {"", "Доставить вручную"},
	KindRefund:                {"Возврат", "Вернуть может только человек"},
	KindRefundLate:            {"Возврат", "Возврат идёт слишком долго"},
	KindGrant:                 {"Возврат ждёт отправки", "Разрешён, не отправлен"},
	KindChargeback:            {"Чарджбэк", "Банк забрал деньги: ответьте ему до срока"},
	KindOutside:               {"Возврат без нас", "Деньги ушли от провайдера без нас"},
	KindTooLarge:              {"Возврат больше остатка", "От платежа осталось меньше"},
	KindFrozen:                {"Баланс заморожен", "Деньги вернулись и на баланс, и через банк"},
	KindUnmatched:             {"Деньги без заказа", "Не нашли, чей платёж"},
	KindUnconfirmed:           {"Неподтверждённый платёж", "Провайдер не подтверждает свой вызов"},
	kindFailing + "settle":    {"Шаг не выходит: платежи", ""},
	kindFailing + "deliver":   {"Шаг не выходит: доставка", ""},
	kindFailing + "hand_over": {"Шаг не выходит: поставщик", ""},
	kindFailing + "refund":    {"Шаг не выходит: возврат", ""},
	KindOverdue:               {"Заказ без присмотра", "Срок вышел, а заказ стоит"},
	KindDetails:               {"Неверные данные", "Поставщик не принял данные, покупатель не исправил"},
	KindCode:                  {"Код не подошёл", "Покупатель говорит, что код не работает"},
	KindHeld:                  {"Доставить некому", "Ждём поставщиков; в срок деньги уйдут покупателю сами"},
	KindPaused:                {"Доставка приостановлена", "Решите: продолжить или вернуть"},
	KindCost:                  {"Новая цена поставщика", "Цена ушла дальше разрешённого"},
	KindPrice:                 {"Цена по правилу", "Правило меняет цену слишком сильно, решает человек"},
	KindReview:                {"Отзыв", ""},
	KindLetter:                {"Письмо не ушло", "Почта не принимает"},
	KindDifference:            {"Разница в сверке", ""},
	KindRegistry:              {"Реестр не пришёл", "Не получили сами"},
	KindMethod:                {"Способ оплаты не работает", ""},
	KindErasure:               {"Просят стереть данные", "Покупатель просит стереть свои данные"},
}

// unitWords name what has become of a unit.
var unitWords = map[delivery.UnitState]string{
	delivery.UnitWaiting: "ждёт поставщика", delivery.UnitPlaced: "у поставщика", delivery.UnitDelivered: "доставлена", delivery.UnitWrongDetails: "данные неверны",
	delivery.UnitQueued: "у человека", delivery.UnitFailed: "не доставлена", delivery.UnitRefunded: "деньги вернули",
}

// noticeWords name what a provider has said about unmatched money.
var noticeWords = map[payment.NoticeKind]string{
	payment.NoticePaid: "оплачено", payment.NoticePartial: "оплачена часть", payment.NoticeDeclined: "отклонено", payment.NoticeRefunded: "возвращено",
}

// differenceWords name in what a line of a registry differs.
var differenceWords = map[string]string{
	"theirs_only": "Есть у них, нет у нас", "ours_only": "Есть у нас, нет у них", "amount": "Сумма другая", "day": "День другой", "commission": "Комиссия не по договору",
}

// methodWords say how a method does, from its state, what was paid of what was tried, and
// the same a week ago.
func methodWords(note string) string {
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

// pauseWords are the reasons for which the shop pauses a delivery.
var pauseWords = map[delivery.HoldReason]string{
	delivery.HoldBlocked: "Покупателю больше не продаём, а он заплатил. Решите: отдать или вернуть",
	delivery.HoldOutflow: "Деньги ушли обратно покупателю, товар ещё не доставлен. Решите: отдать или вернуть",
}

// wordless are the kinds whose sources have no title of their own.
var wordless = []Kind{KindHeld, KindPaused, KindOverdue, KindChargeback, KindOutside, KindTooLarge, KindFrozen}

// describe returns the title and the reason of a row from what its source knows.
func describe(k Kind, title, note string) (string, string) {
	w := words[k]
	switch {
	case w[0] == "":
		w[0] = title
	case k == KindReview:
		w[0], w[1] = "Отзыв: "+title+" из 5", note
	case k == KindCode && note != "":
		w[0], w[1] = w[0]+" · "+title, "«"+note+"»"
	case k.isFailing():
		w[1] = note
	case k == KindDifference:
		w[0], w[1] = w[0]+" · "+title, differenceWords[note]
	case k == KindPaused:
		w[1] = cmp.Or(pauseWords[delivery.HoldReason(note)], w[1])
	case k == KindChargeback && title == string(payment.DisputeAnswered):
		w[1] = note
	case k == KindMethod:
		w[0], w[1] = w[0]+" · "+title, methodWords(note)
	case title != "" && !slices.Contains(wordless, k):
		w[0] += " · " + title
	}
	if note != "" && (k == KindRefund || k == KindRefundLate || k == KindTooLarge || k == KindFrozen || k == KindCost || k == KindDetails || k == KindRegistry) {
		w[1] += ": " + note
	}
	return cut(w[0]), cut(w[1])
}

// cut bounds a text by what the contract allows.
func cut(text string) string {
	const most = 290
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func asProblem(err error, p **problem.Error) bool { return errors.As(err, p) }
