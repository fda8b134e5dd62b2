package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/staff"
)

// Names of the actions on refunds.
const (
	ActionSend      = "refund.send"
	ActionDecline   = "refund.decline"
	ActionRetryBack = "refund.retry"
	ActionToBalance = "refund.to_balance"
	ActionSettle    = "refund.settle"
)

// RefundStep is what is done with a refund that the provider does not complete.
type RefundStep = fulfilment.RefundStep

// The steps.
const (
	StepRetry     = fulfilment.RefundStepRetry
	StepToBalance = fulfilment.RefundStepToBalance
	StepSettle    = fulfilment.RefundStepSettle
)

// RefundDecision is a step with what its form asks for.
type RefundDecision = fulfilment.RefundDecision

// PaidFrom is where the money of a refund made by hand came from.
type PaidFrom = fulfilment.PaidFrom

// checkSettled reports what is missing to record a refund that was made by hand.
func checkSettled(d RefundDecision) error {
	switch {
	case d.Step != StepSettle:
		return nil
	case d.Reference == "":
		return field("reference", "Впишите номер перевода или операции.")
	case d.From != fulfilment.PaidFromProvider && d.From != fulfilment.PaidFromBank:
		return field("paid_from", "Скажите, откуда ушли деньги: из кабинета провайдера или с нашего счёта.")
	}
	return nil
}

// RefundReasons are the codes a refund may be granted for.
var RefundReasons = []audit.Reason{
	{Code: "supplier_silent", Text: "Поставщик молчит"},
	{Code: "not_deliverable", Text: "Доставить не можем"},
	{Code: "wrong_details", Text: "Неверные данные"},
	{Code: "code_invalid", Text: "Код не сработал"},
	{Code: "buyer_asked", Text: "Попросил покупатель"},
	{Code: "duplicate", Text: "Заплатили дважды"},
	{Code: "our_mistake", Text: "Наша ошибка"},
	{Code: "other", Text: "Другое"},
}

// Quote is what a refund would come to.
type Quote struct {
	OrderID      int64
	Version      string
	Left         money.Money
	Parts        []Part
	Chosen       []string
	Amount       money.Minor
	Rubles       money.RUB
	Destination  string
	Destinations []string
	AloneLimit   money.RUB
	NeedsSecond  bool
	IsForced     bool
	Consequences []string
}

// QuoteRefund calculates the refund of some parts of an order. It changes nothing.
func (o *Operations) QuoteRefund(ctx context.Context, who staff.Actor, orderID int64, parts []string, destination string) (Quote, error) {
	var q Quote
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s, err := o.lockOrder(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if why := refundRefusal(s, who); why != "" {
			return refused(why)
		}
		p, err := s.plan(who, parts, nil, destination)
		if err != nil {
			return err
		}
		limit, err := o.refundLimit(ctx, tx, s, who, p.lines)
		if err != nil {
			return err
		}
		q = Quote{
			OrderID: orderID, Version: s.version, Left: s.refundable.Left, Parts: s.parts(who), Amount: p.amount, Rubles: p.rubles,
			Destination: p.destination, Destinations: s.destinations(), AloneLimit: limit, IsForced: p.isForced, Consequences: p.consequences(),
		}
		q.NeedsSecond = p.rubles > q.AloneLimit
		for _, part := range p.parts {
			q.Chosen = append(q.Chosen, part.ID)
		}
		return o.sayWhatIsGone(ctx, tx, &q)
	})
	return q, err
}

// destinations are where a refund of the order can go.
func (s *orderState) destinations() []string {
	list := []string{payment.DestinationMethod}
	if s.refundable.Provider == payment.Balance {
		list = nil
	}
	if s.hasBalance && s.refundable.Destination(payment.DestinationBalance) == payment.DestinationBalance {
		list = append(list, payment.DestinationBalance)
	}
	return list
}

// consequences say what the refund does to goods, books and letters.
func (p plan) consequences() []string {
	var list []string
	if units := p.undelivered(); len(units) > 0 {
		list = append(list, "Недоставленное больше не доставляем; деньги вернём, как только поставщик подтвердит.")
	}
	if slices.ContainsFunc(p.lines, func(l payment.GrantLine) bool { return l.IsDelivered }) {
		list = append(list, "Доставленное остаётся у покупателя, выручка и комиссия с покупателя уменьшатся на сумму возврата.")
	}
	if p.isForced {
		list = append(list, "Поставщик ещё может доставить: тогда его цена станет нашим убытком.")
	}
	return append(list, "Покупатель получит письмо, когда деньги уйдут.")
}

// RefundWish is a refund an operator wants.
type RefundWish struct {
	Parts       []string // empty for all that can be
	Amount      *money.Minor
	Destination string
	Force       bool
	Send        bool // at once, if the person may do so alone
}

// GrantAnswer is the answer to granting, sending and declining.
type GrantAnswer struct {
	ID          int64              `json:"id"`
	OrderID     int64              `json:"order_id"`
	State       payment.GrantState `json:"state"`
	Amount      money.Minor        `json:"amount"`
	Currency    money.Currency     `json:"currency"`
	Rubles      money.RUB          `json:"rubles"`
	Destination string             `json:"destination"`
	NeedsSecond bool               `json:"needs_second"`
	Version     string             `json:"version"`
	Message     string             `json:"message"`
}

// GrantRefund grants a refund, and sends it if wanted and the person may do so alone.
func (o *Operations) GrantRefund(ctx context.Context, a Act, w RefundWish) (GrantAnswer, error) {
	r := rules[ActionRefund]
	action := a.action(ActionRefund, r.permission, w)
	if answer, known, err := o.Replay(ctx, action); err != nil || known {
		return Decode[GrantAnswer](answer, err)
	}
	plan := func(s *orderState) (plan, error) { return s.plan(a.Actor, w.Parts, w.Amount, w.Destination) }
	units, in, err := o.inquire(ctx, r, a, func(s *orderState) ([]int64, error) {
		p, err := plan(s)
		if err == nil && p.isForced && !w.Force {
			err = ErrStillOpen
		}
		if err != nil || !w.Send || p.rubles > s.refundLimit(a.Actor) {
			return nil, err // there is nothing to end yet
		}
		return p.undelivered(), nil
	})
	if err != nil {
		return GrantAnswer{}, explain(err)
	}
	answer, err := Decode[GrantAnswer](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return Outcome{}, err
		}
		if err := o.check(ctx, r, s, a); err != nil {
			return Outcome{}, err
		}
		p, err := plan(s)
		if err != nil {
			return Outcome{}, err
		}
		limit, err := o.refundLimit(ctx, tx, s, a.Actor, p.lines)
		if err != nil {
			return Outcome{}, err
		}
		g, message, err := o.grant(ctx, tx, a, w, s, p, units, in)
		if err != nil {
			return Outcome{}, explain(err)
		}
		return o.grantOutcome(ctx, tx, g, s.summary(), message, g.Rubles > limit)
	}))
	return answer, o.afterInquiry(ctx, in, err)
}

// grant grants a planned refund and sends it if the person wants and may.
func (o *Operations) grant(ctx context.Context, tx pgx.Tx, a Act, w RefundWish, s *orderState, p plan, units []int64, in *delivery.Inquiry) (*payment.Grant, string, error) {
	g := &payment.Grant{
		OrderID: s.order.ID, Destination: p.destination, Amount: money.Of(p.amount, s.refundable.Left.Currency), Rubles: p.rubles,
		IsForced: p.isForced && w.Force, ReasonCode: a.Reason.Code, Reason: a.Reason.Text, GrantedBy: a.Actor.ID, Lines: p.lines,
	}
	if err := o.checkBalance(s, g); err != nil {
		return nil, "", err
	}
	if err := o.Payments.GrantRefund(ctx, tx, g); err != nil {
		return nil, "", err
	}
	limit, err := o.refundLimit(ctx, tx, s, a.Actor, p.lines)
	switch {
	case err != nil:
		return nil, "", err
	case p.rubles > limit:
		return g, "Разрешено: отправить должен другой человек.", nil
	case !w.Send:
		return g, "Разрешено: осталось отправить.", nil
	case !slices.Equal(units, p.undelivered()):
		return nil, "", delivery.ErrQueryUnderWay
	}
	message, err := o.send(ctx, tx, a, s, g, in)
	return g, message, err
}

func (o *Operations) checkBalance(s *orderState, g *payment.Grant) error {
	if g.Destination == payment.DestinationBalance && !s.hasBalance {
		return fulfilment.ErrNoBalance
	}
	return nil
}

func (o *Operations) grantOutcome(ctx context.Context, tx pgx.Tx, g *payment.Grant, before any, message string, needsSecond bool) (Outcome, error) {
	version, err := o.Orders.Version(ctx, tx, g.OrderID)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{
		Before: before, Tell: o.Notify.Order(g.OrderID),
		After: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor, "currency": g.Amount.Currency, "destination": g.Destination, "granted_by": g.GrantedBy},
		Answer: GrantAnswer{
			ID: g.ID, OrderID: g.OrderID, State: g.State, Amount: g.Amount.Minor, Currency: g.Amount.Currency, Rubles: g.Rubles, Destination: g.Destination,
			NeedsSecond: g.State == payment.GrantOpen && needsSecond, Version: version, Message: message,
		},
	}, nil
}

// send carries out a grant: undelivered units end, so that their lines are refunded, and
// delivered lines are refunded at once. An order that was held before its delivery began
// is refunded as a whole.
func (o *Operations) send(ctx context.Context, tx pgx.Tx, a Act, s *orderState, g *payment.Grant, in *delivery.Inquiry) (string, error) {
	units := plan{lines: g.Lines}.undelivered()
	ended, err := o.Dispatch.EndUnits(ctx, tx, delivery.Ending{Units: units, Closing: delivery.Closing{
		Who: who(a), Words: g.ReasonCode + ": " + g.Reason, Force: g.IsForced,
	}}, in)
	if err != nil {
		return "", err
	}
	if g.GrantedBy != a.Actor.ID {
		if err := o.checkSecond(ctx, tx, g.GrantedBy, a.Actor.ID); err != nil {
			return "", err
		}
	}
	if len(units) > 0 && len(ended.Delivered) == len(units) && len(g.Lines) == 1 {
		return "Поставщик уже доставил: возвращать нечего.", o.Payments.DeclineGrant(ctx, tx, g, a.Actor.ID, "поставщик доставил")
	}
	limit, err := o.refundLimit(ctx, tx, s, a.Actor, g.Lines)
	if err != nil {
		return "", err
	}
	if err := o.Payments.SendGrant(ctx, tx, g, a.Actor.ID, who(a), limit); err != nil {
		return "", err
	}
	if s.isHeld() {
		if len(g.Lines) != len(s.order.Lines) {
			return "", field("parts", "Заказ держим целиком: верните за все строки.")
		}
		if err := o.Flow.Delivery.EndHeld(ctx, tx, s.order); err != nil {
			return "", err
		}
	}
	return "Отправлено: деньги уйдут, как только ответит провайдер.", o.endRefundedComplaints(ctx, tx, a.Actor, g)
}

// SendGrant sends a refund that was granted before.
func (o *Operations) SendGrant(ctx context.Context, a Act, grantID int64) (GrantAnswer, error) {
	orderID, err := o.Payments.OrderOfGrant(ctx, grantID)
	if err != nil {
		return GrantAnswer{}, explain(err)
	}
	a.OrderID = orderID
	action := a.action(ActionSend, staff.RefundSend, grantID)
	action.Object = audit.Object{Kind: "grant", ID: formatID(grantID)}
	if answer, known, err := o.Replay(ctx, action); err != nil || known {
		return Decode[GrantAnswer](answer, err)
	}
	in, err := o.inquireGrant(ctx, a, grantID)
	if err != nil {
		return GrantAnswer{}, explain(err)
	}
	answer, err := Decode[GrantAnswer](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return Outcome{}, err
		}
		g, err := o.lockGrant(ctx, tx, a.Actor, s, grantID)
		if err != nil {
			return Outcome{}, explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		message, err := o.send(ctx, tx, a, s, g, in)
		if err != nil {
			return Outcome{}, explain(err)
		}
		return o.grantOutcome(ctx, tx, g, before, message, false)
	}))
	return answer, o.afterInquiry(ctx, in, err)
}

// lockGrant locks an open grant of a locked order that the person may send.
func (o *Operations) lockGrant(ctx context.Context, tx pgx.Tx, who staff.Actor, s *orderState, id int64) (*payment.Grant, error) {
	g, err := o.Payments.LockGrant(ctx, tx, id)
	switch {
	case err != nil:
		return nil, err
	case g.State != payment.GrantOpen:
		return nil, payment.ErrGrantDecided
	case g.GrantedBy != who.ID:
		return g, who.Need(staff.RefundSendOther)
	}
	limit, err := o.refundLimit(ctx, tx, s, who, g.Lines)
	if err == nil && g.Rubles > limit {
		err = payment.ErrSecondPerson
	}
	return g, err
}

// refundLimit returns what a person may still refund alone: of an order, and of goods that
// buyers keep also in a day, over all orders.
func (o *Operations) refundLimit(ctx context.Context, tx pgx.Tx, s *orderState, who staff.Actor, lines []payment.GrantLine) (money.RUB, error) {
	limit := s.refundLimit(who)
	if !slices.ContainsFunc(lines, func(l payment.GrantLine) bool { return l.IsDelivered }) {
		return limit, nil
	}
	if err := o.q.WithTx(tx).LockTakings(ctx, "staff:"+formatID(who.ID)); err != nil {
		return 0, fmt.Errorf("lock takings: %w", err)
	}
	y, m, day := o.clock().In(ledger.Moscow).Date()
	given, err := o.Payments.DeliveredSentAlone(ctx, tx, who.ID, time.Date(y, m, day, 0, 0, 0, 0, ledger.Moscow))
	return min(limit, max(0, who.Limit(staff.RefundSend)-given)), err
}

// inquireGrant queries suppliers about the units a grant gives up.
func (o *Operations) inquireGrant(ctx context.Context, a Act, id int64) (*delivery.Inquiry, error) {
	var units []int64
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		g, err := o.lockGrant(ctx, tx, a.Actor, s, id)
		if err == nil {
			units = plan{lines: g.Lines}.undelivered()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return o.Dispatch.Inquire(ctx, units)
}

// DeclineGrant ends a grant without a refund.
func (o *Operations) DeclineGrant(ctx context.Context, a Act, grantID int64) (GrantAnswer, error) {
	orderID, err := o.Payments.OrderOfGrant(ctx, grantID)
	if err != nil {
		return GrantAnswer{}, explain(err)
	}
	a.OrderID = orderID
	action := a.action(ActionDecline, staff.RefundGrant, grantID)
	action.Object = audit.Object{Kind: "grant", ID: formatID(grantID)}
	return Decode[GrantAnswer](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		if _, err := o.Orders.Lock(ctx, tx, orderID); err != nil {
			return Outcome{}, err
		}
		g, err := o.Payments.LockGrant(ctx, tx, grantID)
		if err != nil {
			return Outcome{}, explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		if err := o.Payments.DeclineGrant(ctx, tx, g, a.Actor.ID, a.Reason.Text); err != nil {
			return Outcome{}, explain(err)
		}
		return o.grantOutcome(ctx, tx, g, before, "Отклонено: деньги остаются.", false)
	}))
}

// refundSteps are the steps with a refund: their names, permissions and answers.
var refundSteps = map[RefundStep]struct {
	action     string
	permission staff.Permission
	message    string
}{
	StepRetry:     {ActionRetryBack, staff.RefundSend, "Отправляем ещё раз."},
	StepToBalance: {ActionToBalance, staff.RefundSend, "Деньги на балансе покупателя."},
	StepSettle:    {ActionSettle, staff.RefundSettle, "Возврат закрыт."},
}

// DecideRefund does one step with a refund that the provider does not complete.
func (o *Operations) DecideRefund(ctx context.Context, a Act, refundID int64, d RefundDecision) (Done, error) {
	orderID, err := o.Payments.OrderOfRefund(ctx, refundID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Done{}, errNoItem
	}
	if err != nil {
		return Done{}, err
	}
	a.OrderID = orderID
	if err := checkSettled(d); err != nil {
		return Done{}, err
	}
	kind := refundSteps[d.Step]
	action := a.action(kind.action, kind.permission, []any{refundID, d})
	action.Object = audit.Object{Kind: "refund", ID: formatID(refundID)}
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		s, err := o.lockOrder(ctx, tx, orderID)
		if err != nil {
			return Outcome{}, err
		}
		return o.run(ctx, tx, kind.action, s, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
			err := o.Flow.Refunds.DecideRefund(ctx, tx, s.order, refundID, d, who(a))
			return effect{message: kind.message, id: &refundID, after: map[string]any{"refund": refundID, "step": d.Step, "paid_from": d.From}}, err
		})
	}))
}
