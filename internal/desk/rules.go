package desk

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/staff"
)

// Names of the actions on an order.
const (
	ActionAsk         = "order.ask"
	ActionWake        = "order.wake"
	ActionRetry       = "order.retry"
	ActionReroute     = "order.reroute"
	ActionDeliver     = "order.deliver"
	ActionCorrect     = "order.correct"
	ActionPause       = "order.pause"
	ActionResume      = "order.resume"
	ActionCancel      = "order.cancel"
	ActionReplaceCode = "order.replace_code"
	ActionRefund      = "order.refund"
	ActionGoodwill    = "order.goodwill"
	ActionLetter      = "order.letter"
	ActionNote        = "order.note"
	ActionBlock       = "order.block"
	ActionUnblock     = "order.unblock"
)

// actionNames are the actions in the order they are shown.
var actionNames = []string{
	ActionAsk, ActionDeliver, ActionRetry, ActionReroute, ActionCorrect, ActionRefund, ActionPause, ActionResume, ActionReplaceCode,
	ActionGoodwill, ActionLetter, ActionCancel, ActionWake, ActionNote, ActionBlock, ActionUnblock,
}

// rule says who may do an action and when. The same rule answers whether it is allowed
// and refuses it when it is tried.
type rule struct {
	permission staff.Permission
	// refusal returns why the action is not possible now, or an empty text.
	refusal func(s *orderState, who staff.Actor) string
}

// unless returns why if the condition does not hold.
func unless(holds func(*orderState) bool, why string) func(*orderState, staff.Actor) string {
	return func(s *orderState, _ staff.Actor) string {
		if holds(s) {
			return ""
		}
		return why
	}
}

var rules = map[string]rule{
	ActionAsk: {staff.OrderAsk, unless(func(s *orderState) bool { return s.isPaying || s.isAsked(s.undelivered()) },
		"Спрашивать некого: ни у провайдера, ни у поставщиков ничего не открыто.")},
	ActionWake: {staff.OrderAsk, unless(func(s *orderState) bool { return !s.order.Status.Final() || len(s.refunds) > 0 },
		"Заказ завершён, и возвратов в пути нет.")},
	ActionRetry: {staff.OrderRetry, unless(func(s *orderState) bool { return len(s.retriable()) > 0 },
		"Повторять нечего: или всё доставлено, или поставщик ещё может доставить.")},
	ActionReroute: {staff.OrderReroute, unless(func(s *orderState) bool { return len(s.reroutable()) > 0 },
		"Сменить поставщика нельзя: он ещё может доставить, или других рабочих предложений нет.")},
	ActionDeliver: {staff.TaskResolve, unless(func(s *orderState) bool { return len(s.undelivered()) > 0 },
		"Недоставленного в заказе нет.")},
	ActionCorrect: {staff.OrderCorrect, unless((*orderState).isCorrectable,
		"Данные исправляют, когда поставщик их отклонил, и пока не вышел срок.")},
	ActionPause: {staff.OrderRetry, unless(func(s *orderState) bool { return !s.isPaused && s.isDelivering() },
		"Приостановить можно доставку, которая идёт.")},
	ActionResume: {staff.OrderRetry, unless(func(s *orderState) bool { return s.isPaused },
		"Доставка не приостановлена.")},
	ActionCancel: {staff.OrderCorrect, unless(func(s *orderState) bool { return s.order.Status.Unpaid() && !s.isPaying },
		"Закрыть можно неоплаченный заказ, который сейчас не оплачивают. Оплаченный возвращают.")},
	ActionReplaceCode: {staff.CodeReplace, func(s *orderState, _ staff.Actor) string {
		why := "Выданных кодов нет."
		for _, c := range s.codes {
			if why = s.codeRefusal(c); why == "" {
				break
			}
		}
		return why
	}},
	ActionRefund:   {staff.RefundGrant, refundRefusal},
	ActionGoodwill: {staff.GoodwillGive, goodwillRefusal},
	ActionLetter: {staff.OrderWriteBuyer, unless(func(s *orderState) bool { return slices.ContainsFunc(s.letters, canResend) },
		"Писем, которые можно отправить ещё раз, нет.")},
	ActionNote: {staff.OrderNote, unless(func(*orderState) bool { return true }, "")},
	ActionBlock: {staff.CustomerBar, unless(func(s *orderState) bool {
		return s.order.UserID != nil || s.order.Email != nil || s.order.Detail.Player() != ""
	}, "Ни профиля, ни почты, ни игрока у заказа нет.")},
	ActionUnblock: {staff.CustomerBar, unless(func(s *orderState) bool { return len(s.blocks) > 0 },
		"Никого из этого заказа не блокировали.")},
}

// codeRefusal returns why a delivered code cannot be replaced. It is the rule between refunds
// and replacements: a code whose money went back, or is about to, is not replaced. A replaced
// code is no part of the order any more, so its money goes back as that of its replacement.
func (s *orderState) codeRefusal(c delivery.GivenCode) string {
	switch {
	case c.IsRefunded || s.refundable != nil && s.refundable.IsCodeRefunded(c.LineID, c.ID, c.IsUnit):
		return "Деньги за этот код вернули: заменить его нельзя."
	case s.hasGrant:
		return "Возврат уже разрешили: его надо отправить или отклонить."
	case !c.IsUnit && !c.HasMore:
		return "Код заменить нечем: другого на складе нет."
	}
	return ""
}

func canResend(l email.Letter) bool { return l.State == "sent" || l.State == "given_up" }

// isDelivering reports whether something of the order waits for a supplier.
func (s *orderState) isDelivering() bool {
	return len(s.unitsWhere(func(u delivery.Unit) bool { return u.State == delivery.UnitWaiting || u.State == delivery.UnitPlaced })) > 0
}

// Allowed says whether an action on an order is possible for a person now.
type Allowed struct {
	Name    string
	Allowed bool
	Reason  string           // why not
	Needs   staff.Permission // that the person lacks
	Limit   *money.RUB       // the largest sum the person may act on alone
}

// allowed evaluates the rules of all actions.
func (s *orderState) allowed(who staff.Actor) []Allowed {
	list := make([]Allowed, len(actionNames))
	for i, name := range actionNames {
		r := rules[name]
		a := Allowed{Name: name, Reason: r.refusal(s, who)}
		if !who.Can(r.permission) {
			a.Needs = r.permission
		}
		a.Allowed = a.Reason == "" && a.Needs == ""
		switch name {
		case ActionGoodwill:
			a.Limit = new(min(who.Limit(staff.GoodwillGive), s.goodwillMost()))
		case ActionRefund:
			a.Limit = new(s.refundLimit(who))
		}
		list[i] = a
	}
	return list
}

// OrderActions is what may be done to an order, and to which of its parts.
type OrderActions struct {
	OrderID int64
	Version string
	Actions []Allowed
	Units   []ActionUnit
	Codes   []ActionCode
	Letters []email.Letter
	Blocks  []order.BlockKind
}

// ActionCode is a delivered code with why it cannot be replaced.
type ActionCode struct {
	delivery.GivenCode
	Refusal string
}

// ActionUnit is a unit with what may be done to it.
type ActionUnit struct {
	delivery.Unit
	Title            string
	CanRetry, CanEnd bool
	Offers           []delivery.UnitOffer
}

// OrderActions returns what the person may do to an order now.
func (o *Operations) OrderActions(ctx context.Context, who staff.Actor, orderID int64) (OrderActions, error) {
	var list OrderActions
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s, err := o.lockOrder(ctx, tx, orderID)
		if err != nil {
			return err
		}
		list = OrderActions{OrderID: orderID, Version: s.version, Actions: s.allowed(who), Letters: s.letters, Blocks: s.blocks}
		for _, c := range s.codes {
			list.Codes = append(list.Codes, ActionCode{c, s.codeRefusal(c)})
		}
		retry, end := s.retriable(), s.undelivered()
		for _, u := range s.units {
			list.Units = append(list.Units, ActionUnit{
				Unit: u, Title: s.title(u.LineID), CanRetry: slices.Contains(retry, u.ID), CanEnd: slices.Contains(end, u.ID), Offers: s.offers[u.ID],
			})
		}
		return nil
	})
	return list, err
}

// title returns what a line sells.
func (s *orderState) title(lineID int64) string {
	for _, l := range s.order.Lines {
		if l.ID == lineID {
			return l.Title
		}
	}
	return ""
}
