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

func field(name, text string) *problem.Error {
	return problem.InvalidFields(problem.Field{Name: name, Code: "wrong_value", Detail: text})
}

func conflict(code, text string) *problem.Error { return problem.New(problem.Conflict, code, text) }

// ErrStillOpen is the problem of an action on goods that a supplier may still deliver.
var ErrStillOpen = conflict("desk.still_open", "Поставщик ещё может доставить. Подождите или подтвердите, что берёте риск на себя.")

// ErrSecondPerson is the problem of sending one's own grant above the limit.
var ErrSecondPerson = conflict("desk.second_person", "Сумма выше вашего предела: отправить должен другой человек.")

// explanations are the errors of domains in the words of operators.
var explanations = []struct {
	err error
	say *problem.Error
}{
	{delivery.ErrStillOpen, ErrStillOpen},
	{delivery.ErrQueryUnderWay, conflict("desk.busy", "Поставщика спрашивают прямо сейчас. Повторите через несколько секунд.")},
	{delivery.ErrCodes, field("codes", "Кодов должно быть столько, сколько единиц, и все разные.")},
	{delivery.ErrCodeKnown, field("codes", "Этот код магазину уже известен.")},
	{delivery.ErrCostCurrency, field("cost", "Это закупают в разных валютах: отметьте доставленным по частям.")},
	{delivery.ErrProof, field("proof", "Опишите, что получил покупатель: не длиннее 500 знаков.")},
	{delivery.ErrReason, field("reason.text", "Напишите причину.")},
	{delivery.ErrOffer, field("prefer", "Такого рабочего предложения у товара нет, или не осталось ни одного.")},
	{delivery.ErrPaused, refused("Доставка уже приостановлена.")},
	{delivery.ErrNotPaused, refused("Доставка не приостановлена.")},
	{delivery.ErrNoSuchCode, field("code_id", "Такого выданного кода в заказе нет.")},
	{delivery.ErrNoComplaint, errNoItem},
	{delivery.ErrUnitEnded, refused("Эта единица уже доставлена или возвращена.")},
	{delivery.ErrTaskClaimed, conflict("desk.taken", "Задачу взял другой человек.")},
	{delivery.ErrNoPendingCost, refused("Эту цену уже решили.")},
	{payment.ErrNotManual, refused("Этот возврат уже идёт или завершён.")},
	{payment.ErrTooMuch, field("amount", "Столько от платежа не осталось.")},
	{payment.ErrNotPaid, refused("Заказ не оплачен.")},
	{payment.ErrGrantOpen, refused("Возврат по этому заказу уже разрешили: его надо отправить или отклонить.")},
	{payment.ErrGrantDecided, refused("Этот возврат уже отправили, отклонили, или срок вышел.")},
	{payment.ErrSecondPerson, ErrSecondPerson},
	{payment.ErrNoGrant, problem.New(problem.NotFound, "desk.no_grant", "Такого разрешения нет.")},
	{payment.ErrNotUnmatched, refused("Эти деньги уже разобрали.")},
	{payment.ErrNoMatch, field("order_id", "Этот заказ через этого провайдера не платили.")},
	{payment.ErrDisputeState, refused("Банку уже ответили: осталось записать его решение.")},
	{payment.ErrTaskNotFound, refused("Эту задачу уже закрыли.")},
	{fulfilment.ErrNoBalance, field("destination", "На баланс нельзя: у заказа нет профиля, платили не рублями или платил другой человек по ссылке.")},
	{fulfilment.ErrPaying, refused("Заказ сейчас оплачивают.")},
	{email.ErrNoLetter, refused("Такого письма не было.")},
	{order.ErrEmptyNote, field("text", "Напишите заметку.")},
}

// explain returns the problem an operator reads for an error of a domain.
func explain(err error) error {
	for _, e := range explanations {
		if errors.Is(err, e.err) {
			return e.say
		}
	}
	return err
}
