package desk

import (
	"errors"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// Invalid returns the problem of a wrong field.
func Invalid(name, text string) *problem.Error {
	return problem.InvalidFields(problem.Field{Name: name, Code: "wrong_value", Detail: text})
}

func conflict(code, text string) *problem.Error { return problem.New(problem.Conflict, code, text) }

// ErrStillOpen is the problem of an action on goods that a supplier may still deliver.
var ErrStillOpen = conflict("desk.still_open", "Поставщик ещё может доставить. Подождите или подтвердите, что берёте риск на себя.")

// ErrSecondPerson is the problem of sending one's own grant above the limit.
var ErrSecondPerson = conflict("desk.second_person", "Сумма выше вашего предела: отправить должен другой человек.")

// explanations maps errors of domains to messages for operators.
var explanations = []struct {
	err     error
	problem *problem.Error
}{
	{delivery.ErrStillOpen, ErrStillOpen},
	{delivery.ErrQueryUnderWay, conflict("desk.busy", "Поставщика спрашивают прямо сейчас. Повторите через несколько секунд.")},
	{delivery.ErrCodes, Invalid("codes", "Кодов должно быть столько, сколько единиц, и все разные.")},
	{delivery.ErrCodeKnown, Invalid("codes", "Этот код магазину уже известен.")},
	{delivery.ErrCostCurrency, Invalid("cost", "Это закупают в разных валютах: отметьте доставленным по частям.")},
	{delivery.ErrProof, Invalid("proof", "Опишите, что получил покупатель: не длиннее 500 знаков.")},
	{delivery.ErrReason, Invalid("reason.text", "Напишите причину.")},
	{delivery.ErrOffer, Invalid("prefer", "Такого рабочего предложения у товара нет, или не осталось ни одного.")},
	{delivery.ErrPaused, Refused("Доставка уже приостановлена.")},
	{delivery.ErrNotPaused, Refused("Доставка не приостановлена.")},
	{delivery.ErrNoSuchCode, Invalid("code_id", "Такого выданного кода в заказе нет.")},
	{delivery.ErrNoComplaint, ErrNoItem},
	{delivery.ErrUnitEnded, Refused("Эта единица уже доставлена или возвращена.")},
	{delivery.ErrTaskClaimed, conflict("desk.taken", "Задачу взял другой человек.")},
	{delivery.ErrNoPendingCost, Refused("Эту цену уже решили.")},
	{payment.ErrNotManual, Refused("Этот возврат уже идёт или завершён.")},
	{payment.ErrTooMuch, Invalid("amount", "Столько от платежа не осталось.")},
	{payment.ErrNotPaid, Refused("Заказ не оплачен.")},
	{payment.ErrGrantOpen, Refused("Возврат по этому заказу уже разрешили: его надо отправить или отклонить.")},
	{payment.ErrGrantDecided, Refused("Этот возврат уже отправили, отклонили, или срок вышел.")},
	{payment.ErrSecondPerson, ErrSecondPerson},
	{payment.ErrNoGrant, problem.New(problem.NotFound, "desk.no_grant", "Такого разрешения нет.")},
	{payment.ErrNotUnmatched, Refused("Эти деньги уже разобрали.")},
	{payment.ErrNoMatch, Invalid("order_id", "Этот заказ через этого провайдера не платили.")},
	{payment.ErrDisputeState, Refused("Банку уже ответили: осталось записать его решение.")},
	{payment.ErrTaskNotFound, Refused("Эту задачу уже закрыли.")},
	{fulfilment.ErrNoBalance, Invalid("destination", "На баланс нельзя: у заказа нет профиля, платили не рублями или платил другой человек по ссылке.")},
	{fulfilment.ErrPaying, Refused("Заказ сейчас оплачивают.")},
	{email.ErrNoLetter, Refused("Такого письма не было.")},
	{order.ErrEmptyNote, Invalid("text", "Напишите заметку.")},
}

// Explain returns the message for operators of a domain's error, or the error itself.
func Explain(err error) error {
	for _, e := range explanations {
		if errors.Is(err, e.err) {
			return e.problem
		}
	}
	return err
}

// Refused returns the problem of an action that is not possible now.
func Refused(why string) *problem.Error {
	return problem.New(problem.Conflict, "desk.refused", why)
}

// ErrNoItem is the problem of a row that is no longer in the queue.
var ErrNoItem = problem.New(problem.NotFound, "queue.not_found", "Этого в очереди больше нет: кто-то уже разобрал.")

// Shorten cuts a text to the length the contract allows.
func Shorten(text string) string {
	const most = 290
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
