package refunds

import (
	"context"
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
	"larek/internal/order"
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

// Quote is a calculated refund.
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
		q, err = o.QuoteTx(ctx, tx, who, s, parts, nil, destination)
		return err
	})
	return q, err
}

// QuoteTx calculates the refund of some parts of a locked order, or of less than all of
// them. It changes nothing.
func (o *Service) QuoteTx(ctx context.Context, tx pgx.Tx, who staff.Actor, s *orders.State, parts []string, amount *money.Minor, destination string) (Quote, error) {
	p, err := s.Plan(who, parts, amount, destination)
	if err != nil {
		return Quote{}, err
	}
	limit, err := o.refundLimit(ctx, tx, s, who, p.Lines)
	if err != nil {
		return Quote{}, err
	}
	q := Quote{
		OrderID: s.Order.ID, Version: s.Version, Left: s.Refundable.Left, Parts: s.Parts(who), Amount: p.Amount, Rubles: p.Rubles,
		Destination: p.Destination, Destinations: s.Destinations(), AloneLimit: limit, IsForced: p.IsForced, Consequences: p.Consequences(),
	}
	q.NeedsSecond = p.Rubles > q.AloneLimit
	for _, part := range p.Parts {
		q.Chosen = append(q.Chosen, part.ID)
	}
	return q, o.addOutflow(ctx, tx, &q)
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
	if err := o.Grants.GrantRefund(ctx, tx, g); err != nil {
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
	version, err := order.Version(ctx, tx, g.OrderID)
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
	given, err := payment.DeliveredSentAlone(ctx, tx, who.ID, time.Date(y, m, day, 0, 0, 0, 0, ledger.Moscow))
	return min(limit, max(0, who.Limit(staff.RefundSend)-given)), err
}

// addOutflow adds how much of a refund already left the provider without us: that part is
// not sent.
func (o *Service) addOutflow(ctx context.Context, tx pgx.Tx, q *Quote) error {
	gone, err := payment.UncoveredOutflow(ctx, tx, q.OrderID)
	if gone = min(gone, q.Amount); err != nil || gone <= 0 {
		return err
	}
	of := func(part money.Minor) string { return money.Of(part, q.Left.Currency).String() }
	q.Consequences = append(q.Consequences, of(gone)+" уже ушли от провайдера без нас: отправим "+of(q.Amount-gone)+".")
	return nil
}
