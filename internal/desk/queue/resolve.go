package queue

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/email"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// Decision is how a person ends a row of the queue.
type Decision struct {
	Resolution Resolution
	Proof      string
	Picture    []byte // a file
	Cost       *delivery.Cost
	Codes      []string // secret
	OrderID    int64    // that unmatched money belongs to
	Reference  string
	PaidFrom   refunds.PaidFrom // of a refund made by hand
	OfferID    *int64
	Fee        money.RUB  // of the bank, for a chargeback
	AnswerBy   *time.Time // until when the bank takes an answer
	Text       string
	Correct    orders.Correction
	Force      bool
}

// input identifies the request; codes by their number only.
func (r Decision) input() any {
	return []any{r.Resolution, r.Proof, sha256.Sum256(r.Picture), r.Cost, len(r.Codes), r.OrderID, r.Reference, r.PaidFrom, r.OfferID, r.Text, r.Correct, r.Force, r.Fee, r.AnswerBy}
}

// resolving is one row while it is ended.
type resolving struct {
	desk.Command
	item  Item
	r     Decision
	units []int64
	in    *delivery.Inquiry
	// pictureID is the stored picture of a delivery.
	pictureID *int64
}

// Resolve ends a row of the queue by one of its resolutions.
func (o *Service) Resolve(ctx context.Context, a desk.Command, kind desk.Kind, id int64, r Decision) (desk.Done, error) {
	at := slices.IndexFunc(options[kind], func(w option) bool { return w.name == r.Resolution })
	if at < 0 {
		return desk.Done{}, desk.Invalid("way", "Так это не решают.")
	}
	w := options[kind][at]
	var err error
	if a.OrderID, err = deskdb.New(o.Desk.Pool()).OrderOfItem(ctx, deskdb.OrderOfItemParams{Kind: string(kind), ID: id}); err != nil {
		return desk.Done{}, err
	}
	action := queueAction(a, "queue.resolve", w.permission, Item{Kind: kind, ID: id, OrderID: a.OrderID}, []any{a.Version, r.input()})
	if answer, known, err := o.Desk.Replay(ctx, action); err != nil || known {
		return desk.Decode[desk.Done](answer, err)
	}
	if w.isMoney {
		if err := a.Actor.NeedFresh(o.Desk.Now()); err != nil {
			return desk.Done{}, err
		}
	}
	x := &resolving{Command: a, r: r}
	if err := o.prepare(ctx, x, kind, id); err != nil {
		return desk.Done{}, desk.Explain(err)
	}
	if err := storePicture(ctx, o.OrderActions, x); err != nil {
		return desk.Done{}, o.Guard.AfterInquiry(ctx, x.in, err)
	}
	done, err := desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) { return o.resolve(ctx, tx, x, w) }))
	return done, o.Guard.AfterInquiry(ctx, x.in, err)
}

// storePicture stores the picture that shows a delivery.
func storePicture(ctx context.Context, o *orders.Service, x *resolving) error {
	if x.r.Resolution != ResolveDelivered {
		return nil
	}
	d := orders.Delivery{Upload: x.r.Picture}
	err := o.StorePicture(ctx, x.Command, &d)
	x.pictureID = d.Picture
	return err
}

// prepare finds the row and queries the suppliers of its units, with no transaction
// open.
func (o *Service) prepare(ctx context.Context, x *resolving, kind desk.Kind, id int64) (err error) {
	if x.item, err = o.find(ctx, o.Desk.Pool(), kind, id); err != nil {
		return err
	}
	if x.item.isHeldByOther(x.Actor) {
		return taken(x.item)
	}
	x.in = &delivery.Inquiry{}
	if x.units, err = o.unitsOf(ctx, x); err != nil || len(x.units) == 0 {
		return err
	}
	x.in, err = o.Dispatch.Inquire(ctx, x.units)
	if err != nil {
		x.in = &delivery.Inquiry{}
	}
	return err
}

// unitsOf returns the units a decision ends.
func (o *Service) unitsOf(ctx context.Context, x *resolving) (units []int64, err error) {
	switch {
	case x.r.Resolution == ResolveAsk:
		return nil, nil // the workflow queries the suppliers
	case x.item.Kind.IsDelivery():
		return deskdb.New(o.Desk.Pool()).TaskUnits(ctx, x.item.ID)
	case x.item.Kind != desk.KindGrant && x.r.Resolution != ResolveRefund || x.r.Resolution == ResolveDecline || x.item.Kind == desk.KindCode:
		return nil, nil
	}
	err = pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Guard.Lock(ctx, tx, x.OrderID)
		if err != nil {
			return err
		}
		if x.item.Kind == desk.KindGrant {
			g, err := payment.LockGrant(ctx, tx, x.item.ID)
			if err == nil {
				units = orders.Plan{Lines: g.Lines}.Undelivered()
			}
			return err
		}
		units = unitsOfRow(s, x.item.Kind)
		return nil
	})
	return units, err
}

// resolve ends the row in the transaction of its audit row.
func (o *Service) resolve(ctx context.Context, tx pgx.Tx, x *resolving, w option) (desk.Outcome, error) {
	var s *orders.State
	var err error
	if x.OrderID != 0 {
		if s, err = o.Guard.Lock(ctx, tx, x.OrderID); err != nil {
			return desk.Outcome{}, err
		}
		if x.Version != "" && x.Version != s.Version {
			return desk.Outcome{}, o.Guard.StaleError(ctx, s, x.Version)
		}
	}
	if x.item, err = o.find(ctx, tx, x.item.Kind, x.item.ID); err != nil {
		return desk.Outcome{}, err
	}
	if x.item.Kind == desk.KindCode {
		if s.Complaint, err = o.Stock.LockComplaint(ctx, tx, x.item.ID); err != nil {
			return desk.Outcome{}, desk.Explain(err)
		}
	}
	if x.item.Kind == desk.KindPrice {
		if x.item.price, err = o.lockWaitingPrice(ctx, tx, x.item.ID, x.Version); err != nil {
			return desk.Outcome{}, err
		}
	}
	if x.item.Kind == desk.KindErasure {
		if x.item.erasure, err = o.Accounts.LockErasure(ctx, tx, x.item.ID); err != nil {
			return desk.Outcome{}, err
		}
	}
	if x.item.Kind == desk.KindDifference {
		if x.item.difference, err = o.Settlement.Lock(ctx, tx, x.item.ID); err != nil {
			return desk.Outcome{}, err
		}
	}
	if why := refusal(x.item, w, s, w.name != ResolveIgnore, x.Actor); why != "" {
		return desk.Outcome{}, desk.Refused(why)
	}
	e, orderID, err := o.end(ctx, tx, x, s)
	if err != nil {
		return desk.Outcome{}, desk.Explain(err)
	}
	if x.ends() {
		if err := deskdb.New(tx).EndClaim(ctx, deskdb.EndClaimParams{Kind: string(x.item.Kind), ID: x.item.ID}); err != nil {
			return desk.Outcome{}, err
		}
	}
	return o.resolved(ctx, tx, x, e, orderID)
}

func (o *Service) resolved(ctx context.Context, tx pgx.Tx, x *resolving, e orders.Effect, orderID int64) (desk.Outcome, error) {
	if e.After == nil {
		e.After = map[string]any{}
	}
	e.After["way"] = x.r.Resolution
	answer := desk.Done{Name: "queue.resolve", ID: e.ID, Message: e.Message}
	before := map[string]any{"kind": x.item.Kind, "since": x.item.Created}
	if x.ends() && x.r.Resolution != ResolveWake {
		before["due"] = x.item.DueAt // for DeadlinesMet
	}
	out := desk.Outcome{Before: before, After: e.After, OrderID: orderID, AfterCommit: o.Notify.Row(x.item.Kind, x.item.ID)}
	if x.item.Kind == desk.KindPrice || x.item.Kind == desk.KindMethod {
		out.AfterCommit = func(ctx context.Context) {
			o.Notify.Row(x.item.Kind, x.item.ID)(ctx)
			o.Notify.Data(ctx)
		}
	}
	if orderID != 0 {
		version, err := order.Version(ctx, tx, orderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		answer.OrderID, answer.Version = &orderID, version
		notifyOrder := o.Notify.Order(orderID)
		out.AfterCommit = func(ctx context.Context) {
			o.Notify.Row(x.item.Kind, x.item.ID)(ctx)
			notifyOrder(ctx)
		}
	}
	out.Result = answer
	return out, nil
}

// end carries out the resolution and returns the order that changed.
func (o *Service) end(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, int64, error) {
	switch k := x.item.Kind; {
	case k == desk.KindCode:
		e, err := o.endComplaint(ctx, tx, x, s)
		return e, x.OrderID, err
	case x.r.Resolution == ResolveRefund:
		e, err := o.endByRefund(ctx, tx, x, s)
		return e, x.OrderID, err
	case k.IsDelivery() && x.r.Resolution == ResolveAsk:
		_, err := o.Poller.QueryNow(ctx, tx, x.OrderID)
		return orders.Effect{Message: "Спрашиваем поставщика: если доставил, строка уйдёт сама."}, x.OrderID, err
	case k.IsDelivery():
		e, err := o.endDelivery(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == desk.KindRefund || k == desk.KindRefundLate || k == desk.KindGrant:
		e, err := o.endRefund(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == desk.KindChargeback || x.r.Resolution == ResolveChargeback:
		e, err := o.endDispute(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == desk.KindOutside || k == desk.KindTooLarge:
		err := o.Tasks.CloseTask(ctx, tx, x.item.ID, x.Command.StaffRef(), x.text())
		return orders.Effect{Message: "Закрыто."}, x.OrderID, err
	case k == desk.KindFrozen:
		e, err := o.endFrozen(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == desk.KindUnmatched:
		return o.endUnmatched(ctx, tx, x)
	case k == desk.KindPrice:
		e, err := o.endPrice(ctx, tx, x)
		return e, 0, err
	case k == desk.KindDifference:
		return o.endDifference(ctx, tx, x)
	case k == desk.KindRegistry:
		return o.endRegistry(ctx, tx, x)
	case k == desk.KindMethod:
		return o.endMethod(ctx, tx, x)
	case k == desk.KindErasure:
		return o.endErasure(ctx, tx, x)
	case k == desk.KindUnconfirmed:
		_, err := o.Poller.QueryNow(ctx, tx, x.OrderID)
		return orders.Effect{Message: "Спрашиваем провайдера ещё раз."}, x.OrderID, err
	case k.IsFailing() || k == desk.KindOverdue:
		return orders.Effect{Message: "Разбудили: строка уйдёт, когда шаг получится."}, x.OrderID, nil
	case k == desk.KindDetails && x.r.Resolution == ResolveResend:
		err := o.Emails.Resend(ctx, tx, x.OrderID, email.DetailsNeeded)
		return orders.Effect{Message: "Напомним: письмо уйдёт в ближайшую минуту.", After: map[string]any{"letter": email.DetailsNeeded}}, x.OrderID, err
	case x.r.Resolution == ResolveCorrect:
		e, err := o.OrderActions.CorrectTx(ctx, tx, s, x.r.Correct)
		return e, x.OrderID, err
	case k == desk.KindHeld:
		e, err := o.OrderActions.RequeueTx(ctx, tx, x.Command, s, orders.Rerouting{}, s.Retriable())
		return e, x.OrderID, err
	case k == desk.KindPaused:
		e, err := o.OrderActions.ResumeTx(ctx, tx, s)
		return e, x.OrderID, err
	}
	e, err := o.endOther(ctx, tx, x)
	return e, x.OrderID, err
}

// ends reports whether the row ends; what was asked about or reminded of stays with the person.
func (x *resolving) ends() bool {
	return x.r.Resolution != ResolveAsk && (x.item.Kind != desk.KindDetails || x.r.Resolution != ResolveResend)
}

// text returns what the person wrote about the row, or else the reason.
func (x *resolving) text() string {
	return cmp.Or(x.r.Text, desk.ReasonText(x.Reason))
}

// endDelivery ends a delivery task: delivered, or returned to the suppliers.
func (o *Service) endDelivery(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	if x.r.Resolution == ResolveDelivered {
		d := orders.Delivery{Proof: x.r.Proof, Picture: x.pictureID, Cost: x.r.Cost, Codes: x.r.Codes, Force: x.r.Force}
		return o.OrderActions.DeliverTx(ctx, tx, x.Command, s, d, x.units, x.in)
	}
	if x.r.OfferID != nil {
		if err := o.OrderActions.SpendOnOffer(ctx, tx, x.Actor, s, *x.r.OfferID, len(x.units)); err != nil {
			return orders.Effect{}, err
		}
	}
	ended, err := o.Dispatch.RequeueUnits(ctx, tx, delivery.Retry{Units: x.units, Who: x.Command.StaffRef(), Prefer: x.r.OfferID, Next: true, Force: x.r.Force}, x.in)
	e := orders.Effect{Message: "Снова у поставщиков.", After: map[string]any{"units": x.units, "prefer": x.r.OfferID}}
	if ended.BySupplier != "" {
		e.Message = "Поставщик " + ended.BySupplier + " уже доставил."
	}
	return e, err
}

// endByRefund grants the refund of what is not delivered, and sends it if the person
// may do so alone.
func (o *Service) endByRefund(ctx context.Context, tx pgx.Tx, x *resolving, s *orders.State) (orders.Effect, error) {
	if s.Refundable == nil { // a free order that is held
		return orders.Effect{Message: "Заказ закрыт: он ничего не стоил."}, o.DeliverySteps.EndHeld(ctx, tx, s.Order)
	}
	var ids []string
	for _, p := range s.Parts(x.Actor) {
		if slices.Contains(x.units, p.Unit) {
			ids = append(ids, p.ID)
		}
	}
	p, err := s.Plan(x.Actor, ids, nil, s.Order.RefundTo)
	if err != nil {
		return orders.Effect{}, err
	}
	if p.IsForced && !x.r.Force {
		return orders.Effect{}, delivery.ErrStillOpen
	}
	g, message, err := o.Refunds.GrantTx(ctx, tx, x.Command, refunds.Request{Force: x.r.Force, Send: true}, s, p, x.units, x.in)
	if err != nil {
		return orders.Effect{}, err
	}
	if g.State == payment.GrantSent && s.IsPaused && s.Order.Status != order.Failed {
		if err := delivery.Resume(ctx, tx, s.Order.ID); err != nil {
			return orders.Effect{}, err
		}
	}
	return orders.Effect{Message: message, ID: &g.ID, After: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor}}, nil
}

var errResolution = errors.New("desk: unknown way")

// unitsOfRow returns the units of the order that a row is about.
func unitsOfRow(s *orders.State, k desk.Kind) []int64 {
	if k == desk.KindDetails {
		return s.UnitsWhere(func(u delivery.Unit) bool { return u.State == delivery.UnitWrongDetails })
	}
	return s.Undelivered()
}
