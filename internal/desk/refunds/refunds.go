package refunds

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
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

// Step is what is done with a refund that the provider does not complete.
type Step = fulfilment.RefundStep

// The steps.
const (
	StepRetry     = fulfilment.RefundStepRetry
	StepToBalance = fulfilment.RefundStepToBalance
	StepSettle    = fulfilment.RefundStepSettle
)

// Decision is a step with the fields of its form.
type Decision = fulfilment.RefundDecision

// PaidFrom is where the money of a refund made by hand came from.
type PaidFrom = fulfilment.PaidFrom

// CheckSettled reports what is missing to record a refund that was made by hand.
func CheckSettled(d Decision) error {
	switch {
	case d.Step != StepSettle:
		return nil
	case d.Reference == "":
		return desk.Invalid("reference", "Впишите номер перевода или операции.")
	case d.From != fulfilment.PaidFromProvider && d.From != fulfilment.PaidFromBank:
		return desk.Invalid("paid_from", "Скажите, откуда ушли деньги: из кабинета провайдера или с нашего счёта.")
	}
	return nil
}

// Reasons are the codes a refund may be granted for.
var Reasons = []audit.Reason{
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
	Parts        []orders.Part
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

// Quote calculates the refund of some parts of an order. It changes nothing.
func (o *Service) Quote(ctx context.Context, who staff.Actor, orderID int64, parts []string, destination string) (Quote, error) {
	var q Quote
	err := pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Guard.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if why := orders.RefundRefusal(s, who); why != "" {
			return desk.Refused(why)
		}
		p, err := s.Plan(who, parts, nil, destination)
		if err != nil {
			return err
		}
		limit, err := o.refundLimit(ctx, tx, s, who, p.Lines)
		if err != nil {
			return err
		}
		q = Quote{
			OrderID: orderID, Version: s.Version, Left: s.Refundable.Left, Parts: s.Parts(who), Amount: p.Amount, Rubles: p.Rubles,
			Destination: p.Destination, Destinations: s.Destinations(), AloneLimit: limit, IsForced: p.IsForced, Consequences: p.Consequences(),
		}
		q.NeedsSecond = p.Rubles > q.AloneLimit
		for _, part := range p.Parts {
			q.Chosen = append(q.Chosen, part.ID)
		}
		return o.addOutflow(ctx, tx, &q)
	})
	return q, err
}

// Request is the refund an operator enters.
type Request struct {
	Parts       []string // empty for all that can be
	Amount      *money.Minor
	Destination string
	Force       bool
	Send        bool // at once, if the person may do so alone
}

// Approval is the result of granting, sending and declining.
type Approval struct {
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
func (o *Service) GrantRefund(ctx context.Context, a desk.Command, w Request) (Approval, error) {
	r := orders.Rules[orders.ActionRefund]
	action := a.OnOrder(orders.ActionRefund, r.Permission, w)
	if answer, known, err := o.Desk.Replay(ctx, action); err != nil || known {
		return desk.Decode[Approval](answer, err)
	}
	plan := func(s *orders.State) (orders.Plan, error) { return s.Plan(a.Actor, w.Parts, w.Amount, w.Destination) }
	units, in, err := o.Guard.Inquire(ctx, r, a, func(s *orders.State) ([]int64, error) {
		p, err := plan(s)
		if err == nil && p.IsForced && !w.Force {
			err = desk.ErrStillOpen
		}
		if err != nil || !w.Send || p.Rubles > s.RefundLimit(a.Actor) {
			return nil, err // there is nothing to end yet
		}
		return p.Undelivered(), nil
	})
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	answer, err := desk.Decode[Approval](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		if err := o.Guard.Check(ctx, r, s, a); err != nil {
			return desk.Outcome{}, err
		}
		p, err := plan(s)
		if err != nil {
			return desk.Outcome{}, err
		}
		limit, err := o.refundLimit(ctx, tx, s, a.Actor, p.Lines)
		if err != nil {
			return desk.Outcome{}, err
		}
		g, message, err := o.GrantTx(ctx, tx, a, w, s, p, units, in)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return o.outcome(ctx, tx, g, s.Summary(), message, g.Rubles > limit)
	}))
	return answer, o.Guard.AfterInquiry(ctx, in, err)
}

// GrantTx grants a planned refund and sends it if the person wants and may.
func (o *Service) GrantTx(ctx context.Context, tx pgx.Tx, a desk.Command, w Request, s *orders.State, p orders.Plan, units []int64, in *delivery.Inquiry) (*payment.Grant, string, error) {
	g := &payment.Grant{
		OrderID: s.Order.ID, Destination: p.Destination, Amount: money.Of(p.Amount, s.Refundable.Left.Currency), Rubles: p.Rubles,
		IsForced: p.IsForced && w.Force, ReasonCode: a.Reason.Code, Reason: a.Reason.Text, GrantedBy: a.Actor.ID, Lines: p.Lines,
	}
	if err := o.checkBalance(s, g); err != nil {
		return nil, "", err
	}
	if err := o.Payments.GrantRefund(ctx, tx, g); err != nil {
		return nil, "", err
	}
	limit, err := o.refundLimit(ctx, tx, s, a.Actor, p.Lines)
	switch {
	case err != nil:
		return nil, "", err
	case p.Rubles > limit:
		return g, "Разрешено: отправить должен другой человек.", nil
	case !w.Send:
		return g, "Разрешено: осталось отправить.", nil
	case !slices.Equal(units, p.Undelivered()):
		return nil, "", delivery.ErrQueryUnderWay
	}
	message, err := o.SendTx(ctx, tx, a, s, g, in)
	return g, message, err
}

func (o *Service) checkBalance(s *orders.State, g *payment.Grant) error {
	if g.Destination == payment.DestinationBalance && !s.HasBalance {
		return fulfilment.ErrNoBalance
	}
	return nil
}

func (o *Service) outcome(ctx context.Context, tx pgx.Tx, g *payment.Grant, before any, message string, needsSecond bool) (desk.Outcome, error) {
	version, err := o.Orders.Version(ctx, tx, g.OrderID)
	if err != nil {
		return desk.Outcome{}, err
	}
	return desk.Outcome{
		Before: before, AfterCommit: o.Notify.Order(g.OrderID),
		After: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor, "currency": g.Amount.Currency, "destination": g.Destination, "granted_by": g.GrantedBy},
		Result: Approval{
			ID: g.ID, OrderID: g.OrderID, State: g.State, Amount: g.Amount.Minor, Currency: g.Amount.Currency, Rubles: g.Rubles, Destination: g.Destination,
			NeedsSecond: g.State == payment.GrantOpen && needsSecond, Version: version, Message: message,
		},
	}, nil
}

// SendTx carries out a grant: undelivered units end, so that their lines are refunded, and
// delivered lines are refunded at once. An order that was held before its delivery began
// is refunded as a whole.
func (o *Service) SendTx(ctx context.Context, tx pgx.Tx, a desk.Command, s *orders.State, g *payment.Grant, in *delivery.Inquiry) (string, error) {
	units := orders.Plan{Lines: g.Lines}.Undelivered()
	ended, err := o.Dispatch.EndUnits(ctx, tx, delivery.Ending{Units: units, Closing: delivery.Closing{
		Who: a.StaffRef(), Words: g.ReasonCode + ": " + g.Reason, Force: g.IsForced,
	}}, in)
	if err != nil {
		return "", err
	}
	if g.GrantedBy != a.Actor.ID {
		if err := o.Desk.CheckSecondPerson(ctx, tx, g.GrantedBy, a.Actor.ID); err != nil {
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
	if err := o.Payments.SendGrant(ctx, tx, g, a.Actor.ID, a.StaffRef(), limit); err != nil {
		return "", err
	}
	if s.IsHeld() {
		if len(g.Lines) != len(s.Order.Lines) {
			return "", desk.Invalid("parts", "Заказ держим целиком: верните за все строки.")
		}
		if err := o.DeliverySteps.EndHeld(ctx, tx, s.Order); err != nil {
			return "", err
		}
	}
	return "Отправлено: деньги уйдут, как только ответит провайдер.", o.EndRefundedComplaints(ctx, tx, a.Actor, g)
}

// SendGrant sends a refund that was granted before.
func (o *Service) SendGrant(ctx context.Context, a desk.Command, grantID int64) (Approval, error) {
	orderID, err := o.Payments.OrderOfGrant(ctx, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	a.OrderID = orderID
	action := a.OnOrder(ActionSend, staff.RefundSend, grantID)
	action.Object = audit.Object{Kind: "grant", ID: desk.FormatID(grantID)}
	if answer, known, err := o.Desk.Replay(ctx, action); err != nil || known {
		return desk.Decode[Approval](answer, err)
	}
	in, err := o.inquireGrant(ctx, a, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	answer, err := desk.Decode[Approval](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		g, err := o.LockGrant(ctx, tx, a.Actor, s, grantID)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		message, err := o.SendTx(ctx, tx, a, s, g, in)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return o.outcome(ctx, tx, g, before, message, false)
	}))
	return answer, o.Guard.AfterInquiry(ctx, in, err)
}

// LockGrant locks an open grant of a locked order that the person may send.
func (o *Service) LockGrant(ctx context.Context, tx pgx.Tx, who staff.Actor, s *orders.State, id int64) (*payment.Grant, error) {
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
func (o *Service) refundLimit(ctx context.Context, tx pgx.Tx, s *orders.State, who staff.Actor, lines []payment.GrantLine) (money.RUB, error) {
	limit := s.RefundLimit(who)
	if !slices.ContainsFunc(lines, func(l payment.GrantLine) bool { return l.IsDelivered }) {
		return limit, nil
	}
	if err := o.Desk.LockTakings(ctx, tx, who); err != nil {
		return 0, err
	}
	y, m, day := o.Desk.Now().In(ledger.Moscow).Date()
	given, err := o.Payments.DeliveredSentAlone(ctx, tx, who.ID, time.Date(y, m, day, 0, 0, 0, 0, ledger.Moscow))
	return min(limit, max(0, who.Limit(staff.RefundSend)-given)), err
}

// inquireGrant queries suppliers about the units a grant gives up.
func (o *Service) inquireGrant(ctx context.Context, a desk.Command, id int64) (*delivery.Inquiry, error) {
	var units []int64
	err := pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Guard.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		g, err := o.LockGrant(ctx, tx, a.Actor, s, id)
		if err == nil {
			units = orders.Plan{Lines: g.Lines}.Undelivered()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return o.Dispatch.Inquire(ctx, units)
}

// DeclineGrant ends a grant without a refund.
func (o *Service) DeclineGrant(ctx context.Context, a desk.Command, grantID int64) (Approval, error) {
	orderID, err := o.Payments.OrderOfGrant(ctx, grantID)
	if err != nil {
		return Approval{}, desk.Explain(err)
	}
	a.OrderID = orderID
	action := a.OnOrder(ActionDecline, staff.RefundGrant, grantID)
	action.Object = audit.Object{Kind: "grant", ID: desk.FormatID(grantID)}
	return desk.Decode[Approval](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		if _, err := o.Orders.Lock(ctx, tx, orderID); err != nil {
			return desk.Outcome{}, err
		}
		g, err := o.Payments.LockGrant(ctx, tx, grantID)
		if err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		before := map[string]any{"grant": g.ID, "state": g.State}
		if err := o.Payments.DeclineGrant(ctx, tx, g, a.Actor.ID, a.Reason.Text); err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
		return o.outcome(ctx, tx, g, before, "Отклонено: деньги остаются.", false)
	}))
}

// refundSteps are the steps with a refund: their names, permissions and answers.
var refundSteps = map[Step]struct {
	action     string
	permission staff.Permission
	message    string
}{
	StepRetry:     {ActionRetryBack, staff.RefundSend, "Отправляем ещё раз."},
	StepToBalance: {ActionToBalance, staff.RefundSend, "Деньги на балансе покупателя."},
	StepSettle:    {ActionSettle, staff.RefundSettle, "Возврат закрыт."},
}

// StepMessage returns what the operator reads after a step.
func StepMessage(s Step) string { return refundSteps[s].message }

// DecideRefund does one step with a refund that the provider does not complete.
func (o *Service) DecideRefund(ctx context.Context, a desk.Command, refundID int64, d Decision) (desk.Done, error) {
	orderID, err := o.Payments.OrderOfRefund(ctx, refundID)
	if errors.Is(err, pgx.ErrNoRows) {
		return desk.Done{}, desk.ErrNoItem
	}
	if err != nil {
		return desk.Done{}, err
	}
	a.OrderID = orderID
	if err := CheckSettled(d); err != nil {
		return desk.Done{}, err
	}
	kind := refundSteps[d.Step]
	action := a.OnOrder(kind.action, kind.permission, []any{refundID, d})
	action.Object = audit.Object{Kind: "refund", ID: desk.FormatID(refundID)}
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Guard.Lock(ctx, tx, orderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		return o.Guard.Apply(ctx, tx, kind.action, s, func(ctx context.Context, tx pgx.Tx, s *orders.State) (orders.Effect, error) {
			err := o.RefundSteps.DecideRefund(ctx, tx, s.Order, refundID, d, a.StaffRef())
			return orders.Effect{Message: kind.message, ID: &refundID, After: map[string]any{"refund": refundID, "step": d.Step, "paid_from": d.From}}, err
		})
	}))
}

// addOutflow adds how much of a refund already left the provider without us: that part is
// not sent.
func (o *Service) addOutflow(ctx context.Context, tx pgx.Tx, q *Quote) error {
	gone, err := o.Payments.UncoveredOutflow(ctx, tx, q.OrderID)
	if gone = min(gone, q.Amount); err != nil || gone <= 0 {
		return err
	}
	of := func(part money.Minor) string { return money.Of(part, q.Left.Currency).String() }
	q.Consequences = append(q.Consequences, of(gone)+" уже ушли от провайдера без нас: отправим "+of(q.Amount-gone)+".")
	return nil
}

// EndRefundedComplaints ends the complaints whose refund a sent grant is, and those about
// codes whose money it refunded without naming them.
func (o *Service) EndRefundedComplaints(ctx context.Context, tx pgx.Tx, who staff.Actor, g *payment.Grant) error {
	open, err := o.Stock.OpenComplaints(ctx, tx, g.OrderID)
	if err != nil {
		return err
	}
	for _, c := range open {
		isOver := c.GrantID == g.ID
		if !isOver {
			if isOver, err = o.Checkout.IsRefunded(ctx, tx, g.OrderID, delivery.DeliveredCode{ID: c.Code, LineID: c.LineID, IsUnit: c.IsUnit}); err != nil {
				return err
			}
		}
		if isOver {
			if err := o.Stock.EndComplaint(ctx, tx, c.ID, delivery.ComplaintRefunded, "", who.ID, o.Desk.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}
