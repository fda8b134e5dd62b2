package orders

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/email"
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
	ActionCost        = "order.cost"
)

// actionNames are the actions in the order they are shown.
var actionNames = []string{
	ActionAsk, ActionDeliver, ActionRetry, ActionReroute, ActionCorrect, ActionRefund, ActionPause, ActionResume, ActionReplaceCode,
	ActionGoodwill, ActionCost, ActionLetter, ActionCancel, ActionWake, ActionNote, ActionBlock, ActionUnblock,
}

// Rule is who may run an action and when. The list of allowed actions and the action
// itself use the same rule.
type Rule struct {
	Permission staff.Permission
	// Refusal returns why the action is not possible now, or an empty text.
	Refusal func(s *State, who staff.Actor) string
}

// unless returns a refusal with the reason why while the condition does not hold.
func unless(holds func(*State) bool, why string) func(*State, staff.Actor) string {
	return func(s *State, _ staff.Actor) string {
		if holds(s) {
			return ""
		}
		return why
	}
}

// Rules are the rules of the actions by name.
var Rules = map[string]Rule{
	ActionAsk: {staff.OrderAsk, unless(func(s *State) bool { return s.isPaying || s.HasOpenAttempt(s.Undelivered()) },
		"Спрашивать некого: ни у провайдера, ни у поставщиков ничего не открыто.")},
	ActionWake: {staff.OrderAsk, unless(func(s *State) bool { return !s.Order.Status.Final() || len(s.refunds) > 0 },
		"Заказ завершён, и возвратов в пути нет.")},
	ActionRetry: {staff.OrderRetry, unless(func(s *State) bool { return len(s.Retriable()) > 0 },
		"Повторять нечего: или всё доставлено, или поставщик ещё может доставить.")},
	ActionReroute: {staff.OrderReroute, unless(func(s *State) bool { return len(s.reroutable()) > 0 },
		"Сменить поставщика нельзя: он ещё может доставить, или других рабочих предложений нет.")},
	ActionDeliver: {staff.TaskResolve, unless(func(s *State) bool { return len(s.Undelivered()) > 0 },
		"Недоставленного в заказе нет.")},
	ActionCorrect: {staff.OrderCorrect, unless((*State).isCorrectable,
		"Данные исправляют, когда поставщик их отклонил, и пока не вышел срок.")},
	ActionPause: {staff.OrderRetry, unless(func(s *State) bool { return !s.IsPaused && s.isDelivering() },
		"Приостановить можно доставку, которая идёт.")},
	ActionResume: {staff.OrderRetry, unless(func(s *State) bool { return s.IsPaused },
		"Доставка не приостановлена.")},
	ActionCancel: {staff.OrderCorrect, unless(func(s *State) bool { return s.Order.Status.Unpaid() && !s.isPaying },
		"Закрыть можно неоплаченный заказ, который сейчас не оплачивают. Оплаченный возвращают.")},
	ActionReplaceCode: {staff.CodeReplace, func(s *State, _ staff.Actor) string {
		why := "Выданных кодов нет."
		for _, c := range s.codes {
			if why = s.codeRefusal(c); why == "" {
				break
			}
		}
		return why
	}},
	ActionRefund:   {staff.RefundGrant, RefundRefusal},
	ActionGoodwill: {staff.GoodwillGive, goodwillRefusal},
	ActionLetter: {staff.OrderWriteBuyer, unless(func(s *State) bool { return slices.ContainsFunc(s.letters, canResend) },
		"Писем, которые можно отправить ещё раз, нет.")},
	ActionCost: {staff.OrderReroute, unless(func(s *State) bool { return len(s.UnitsWhere(hasOwnCost)) > 0 },
		"Закупку исправляют у того, что доставил человек и записал, во что обошлось.")},
	ActionNote: {staff.OrderNote, unless(func(*State) bool { return true }, "")},
	ActionBlock: {staff.CustomerBar, unless(func(s *State) bool {
		return s.Order.UserID != nil || s.Order.Email != nil || s.Order.Detail.Player() != ""
	}, "Ни профиля, ни почты, ни игрока у заказа нет.")},
	ActionUnblock: {staff.CustomerBar, unless(func(s *State) bool { return len(s.blocks) > 0 },
		"Никого из этого заказа не блокировали.")},
}

func canResend(l email.Letter) bool { return l.State == "sent" || l.State == "given_up" }

// isDelivering reports whether something of the order waits for a supplier.
func (s *State) isDelivering() bool {
	return len(s.UnitsWhere(func(u delivery.Unit) bool { return u.State == delivery.UnitWaiting || u.State == delivery.UnitPlaced })) > 0
}

// allowed evaluates the rules of all actions.
func (s *State) allowed(who staff.Actor) []desk.Allowed {
	list := make([]desk.Allowed, len(actionNames))
	for i, name := range actionNames {
		r := Rules[name]
		a := desk.Allowed{Name: name, Reason: r.Refusal(s, who)}
		if !who.Can(r.Permission) {
			a.Needs = r.Permission
		}
		a.Allowed = a.Reason == "" && a.Needs == ""
		switch name {
		case ActionGoodwill:
			a.Limit = new(min(who.Limit(staff.GoodwillGive), s.goodwillLeft()))
		case ActionRefund:
			a.Limit = new(s.RefundLimit(who))
		}
		list[i] = a
	}
	if s.hasWrongDetails() { // the first one that is allowed is shown as the next step
		at := slices.IndexFunc(list, func(a desk.Allowed) bool { return a.Name == ActionCorrect })
		correct := list[at]
		list = slices.Insert(slices.Delete(list, at, at+1), 0, correct)
	}
	return list
}

// Actions are the allowed actions on an order and on its parts.
type Actions struct {
	OrderID int64
	Version string
	Actions []desk.Allowed
	Units   []Unit
	Codes   []Code
	Letters []email.Letter
	Blocks  []order.BlockKind
	// Possible destinations of the goods, and the current one.
	Servers  []Server
	ServerID *int64
}

// Code is a delivered code with why it cannot be replaced.
type Code struct {
	delivery.GivenCode
	Refusal string
}

// Unit is a unit with its allowed actions.
type Unit struct {
	delivery.Unit
	Title            string
	CanRetry, CanEnd bool
	Offers           []delivery.UnitOffer
	HasOwnCost       bool      // its cost can be corrected
	Purchase         *Purchase // of one that may be delivered by hand, or was
}

// Actions returns the actions the person may run on an order now.
func (o *Service) Actions(ctx context.Context, who staff.Actor, orderID int64) (Actions, error) {
	var list Actions
	err := pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Guard.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		list = Actions{OrderID: orderID, Version: s.Version, Actions: s.allowed(who), Letters: s.letters, Blocks: s.blocks}
		if list.Servers, err = Servers(ctx, tx, s.Order); err != nil {
			return err
		}
		list.ServerID = s.Order.Detail.MoogoldServer
		for _, c := range s.codes {
			list.Codes = append(list.Codes, Code{c, s.codeRefusal(c)})
		}
		retry, end := s.Retriable(), s.Undelivered()
		for _, u := range s.Units {
			list.Units = append(list.Units, Unit{
				Unit: u, Title: s.Title(u.LineID), CanRetry: slices.Contains(retry, u.ID), CanEnd: slices.Contains(end, u.ID), Offers: s.offers[u.ID], HasOwnCost: hasOwnCost(u),
			})
		}
		return addPurchases(ctx, tx, who, s, list.Units)
	})
	return list, err
}

// Server is a server of a game that goods can be delivered to.
type Server struct {
	ID   int64
	Name string
}

// Servers returns the servers the goods of an order can be delivered to; most games have none.
func Servers(ctx context.Context, tx pgx.Tx, o *order.Order) ([]Server, error) {
	if o.GameID == nil {
		return nil, nil
	}
	rows, err := deskdb.New(tx).OrderServers(ctx, *o.GameID)
	if err != nil {
		return nil, fmt.Errorf("servers of order %d: %w", o.ID, err)
	}
	list := make([]Server, len(rows))
	for i, r := range rows {
		list[i] = Server{r.ID, r.Name}
	}
	return list, nil
}

// Title returns the title of the goods of a line.
func (s *State) Title(lineID int64) string {
	for _, l := range s.Order.Lines {
		if l.ID == lineID {
			return l.Title
		}
	}
	return ""
}
