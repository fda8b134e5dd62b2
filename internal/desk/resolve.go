package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk/deskdb"
	"larek/internal/order"
	"larek/internal/payment"
)

// Resolution is how a person ends a row of the queue.
type Resolution struct {
	Way       WayName
	Proof     string
	Picture   string
	Cost      *delivery.Cost
	Codes     []string // secret
	OrderID   int64    // that unmatched money belongs to
	Reference string
	PaidFrom  PaidFrom // of a refund made by hand
	OfferID   *int64
	Text      string
	Correct   Correction
	Force     bool
}

// input identifies the request; codes by their number only.
func (r Resolution) input() any {
	return []any{r.Way, r.Proof, r.Picture, r.Cost, len(r.Codes), r.OrderID, r.Reference, r.PaidFrom, r.OfferID, r.Text, r.Correct, r.Force}
}

// resolving is one row while it is ended.
type resolving struct {
	Act
	item  Item
	r     Resolution
	units []int64
	in    *delivery.Inquiry
}

// Resolve ends a row of the queue in one of its ways.
func (o *Operations) Resolve(ctx context.Context, a Act, kind Kind, id int64, r Resolution) (Done, error) {
	at := slices.IndexFunc(ways[kind], func(w way) bool { return w.name == r.Way })
	if at < 0 {
		return Done{}, field("way", "Так это не решают.")
	}
	w := ways[kind][at]
	var err error
	if a.OrderID, err = deskdb.New(o.pool).OrderOfItem(ctx, deskdb.OrderOfItemParams{Kind: string(kind), ID: id}); err != nil {
		return Done{}, err
	}
	action := o.queueAction(a, "queue.resolve", w.permission, Item{Kind: kind, ID: id, OrderID: a.OrderID}, []any{a.Version, r.input()})
	if answer, known, err := o.Replay(ctx, action); err != nil || known {
		return Decode[Done](answer, err)
	}
	if w.isMoney {
		if err := a.Actor.NeedFresh(o.clock()); err != nil {
			return Done{}, err
		}
	}
	x := &resolving{Act: a, r: r}
	if err := o.prepare(ctx, x, kind, id); err != nil {
		return Done{}, explain(err)
	}
	done, err := Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) { return o.resolve(ctx, tx, x, w) }))
	return done, o.afterInquiry(ctx, x.in, err)
}

// prepare finds the row and queries the suppliers of its units, with no transaction
// open.
func (o *Operations) prepare(ctx context.Context, x *resolving, kind Kind, id int64) (err error) {
	if x.item, err = o.find(ctx, o.pool, kind, id); err != nil {
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
func (o *Operations) unitsOf(ctx context.Context, x *resolving) (units []int64, err error) {
	switch {
	case x.item.Kind.isDelivery():
		return deskdb.New(o.pool).TaskUnits(ctx, x.item.ID)
	case x.item.Kind != KindGrant && x.r.Way != WayRefund || x.r.Way == WayDecline || x.item.Kind == KindCode:
		return nil, nil
	}
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s, err := o.lockOrder(ctx, tx, x.OrderID)
		if err != nil {
			return err
		}
		if x.item.Kind == KindGrant {
			g, err := o.Payments.LockGrant(ctx, tx, x.item.ID)
			if err == nil {
				units = plan{lines: g.Lines}.undelivered()
			}
			return err
		}
		units = s.unitsOf(x.item.Kind)
		return nil
	})
	return units, err
}

// resolve ends the row in the transaction of its audit row.
func (o *Operations) resolve(ctx context.Context, tx pgx.Tx, x *resolving, w way) (Outcome, error) {
	var s *orderState
	var err error
	if x.OrderID != 0 {
		if s, err = o.lockOrder(ctx, tx, x.OrderID); err != nil {
			return Outcome{}, err
		}
		if x.Version != "" && x.Version != s.version {
			return Outcome{}, o.stale(ctx, s, x.Version)
		}
	}
	if x.item, err = o.find(ctx, tx, x.item.Kind, x.item.ID); err != nil {
		return Outcome{}, err
	}
	if x.item.Kind == KindCode {
		if s.complaint, err = o.Stock.LockComplaint(ctx, tx, x.item.ID); err != nil {
			return Outcome{}, explain(err)
		}
	}
	if x.item.Kind == KindPrice {
		if x.item.price, err = o.lockWaitingPrice(ctx, tx, x.item.ID, x.Version); err != nil {
			return Outcome{}, err
		}
	}
	if x.item.Kind == KindErasure {
		if x.item.erasure, err = o.Accounts.LockErasure(ctx, tx, x.item.ID); err != nil {
			return Outcome{}, err
		}
	}
	if x.item.Kind == KindDifference {
		if x.item.difference, err = o.Settlement.Lock(ctx, tx, x.item.ID); err != nil {
			return Outcome{}, err
		}
	}
	if why := wayRefusal(x.item, w, s, w.name != WayIgnore, x.Actor); why != "" {
		return Outcome{}, refused(why)
	}
	e, orderID, err := o.end(ctx, tx, x, s)
	if err != nil {
		return Outcome{}, explain(err)
	}
	if err := deskdb.New(tx).EndClaim(ctx, deskdb.EndClaimParams{Kind: string(x.item.Kind), ID: x.item.ID}); err != nil {
		return Outcome{}, err
	}
	return o.resolved(ctx, tx, x, e, orderID)
}

func (o *Operations) resolved(ctx context.Context, tx pgx.Tx, x *resolving, e effect, orderID int64) (Outcome, error) {
	if e.after == nil {
		e.after = map[string]any{}
	}
	e.after["way"] = x.r.Way
	answer := Done{Name: "queue.resolve", ID: e.id, Message: e.message}
	out := Outcome{Before: map[string]any{"kind": x.item.Kind, "since": x.item.Created}, After: e.after, OrderID: orderID, Tell: o.Notify.Row(x.item.Kind, x.item.ID)}
	if x.item.Kind == KindPrice || x.item.Kind == KindMethod {
		out.Tell = func(ctx context.Context) {
			o.Notify.Row(x.item.Kind, x.item.ID)(ctx)
			o.Notify.Data(ctx)
		}
	}
	if orderID != 0 {
		version, err := o.Orders.Version(ctx, tx, orderID)
		if err != nil {
			return Outcome{}, err
		}
		answer.OrderID, answer.Version = &orderID, version
		tellOrder := o.Notify.Order(orderID)
		out.Tell = func(ctx context.Context) {
			o.Notify.Row(x.item.Kind, x.item.ID)(ctx)
			tellOrder(ctx)
		}
	}
	out.Answer = answer
	return out, nil
}

// end does what the way says and returns the order that changed.
func (o *Operations) end(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, int64, error) {
	switch k := x.item.Kind; {
	case k == KindCode:
		e, err := o.endComplaint(ctx, tx, x, s)
		return e, x.OrderID, err
	case x.r.Way == WayRefund:
		e, err := o.endByRefund(ctx, tx, x, s)
		return e, x.OrderID, err
	case k.isDelivery():
		e, err := o.endDelivery(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == KindRefund || k == KindRefundLate || k == KindGrant:
		e, err := o.endRefund(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == KindChargeback:
		e, err := o.endDispute(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == KindOutside || k == KindTooLarge:
		err := o.Payments.CloseTaskTx(ctx, tx, x.item.ID, who(x.Act), x.text())
		return effect{message: "Закрыто."}, x.OrderID, err
	case k == KindFrozen:
		e, err := o.endFrozen(ctx, tx, x, s)
		return e, x.OrderID, err
	case k == KindUnmatched:
		return o.endUnmatched(ctx, tx, x)
	case k == KindPrice:
		e, err := o.endPrice(ctx, tx, x)
		return e, 0, err
	case k == KindDifference:
		return o.endDifference(ctx, tx, x)
	case k == KindRegistry:
		return o.endRegistry(ctx, tx, x)
	case k == KindMethod:
		return o.endMethod(ctx, tx, x)
	case k == KindErasure:
		return o.endErasure(ctx, tx, x)
	case k == KindUnconfirmed:
		_, err := o.Payments.QueryNow(ctx, tx, x.OrderID)
		return effect{message: "Спрашиваем провайдера ещё раз."}, x.OrderID, err
	case k.isFailing() || k == KindOverdue:
		return effect{message: "Разбудили: строка уйдёт, когда шаг получится."}, x.OrderID, nil
	case x.r.Way == WayCorrect:
		e, err := o.correct(ctx, tx, s, x.r.Correct)
		return e, x.OrderID, err
	case k == KindHeld:
		e, err := o.requeue(ctx, tx, x.Act, s, Rerouting{}, s.retriable())
		return e, x.OrderID, err
	case k == KindPaused:
		e, err := o.resume(ctx, tx, s)
		return e, x.OrderID, err
	}
	e, err := o.endOther(ctx, tx, x)
	return e, x.OrderID, err
}

// text is what the person wrote about the row, or else the reason.
func (x *resolving) text() string {
	return cmp.Or(x.r.Text, reasonText(x.Reason))
}

// endDelivery ends a delivery task: delivered, or returned to the suppliers.
func (o *Operations) endDelivery(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	if x.r.Way == WayDelivered {
		d := Delivery{Proof: x.r.Proof, Pic: x.r.Picture, Cost: x.r.Cost, Codes: x.r.Codes, Force: x.r.Force}
		return o.deliver(ctx, tx, x.Act, s, d, x.units, x.in)
	}
	if x.r.OfferID != nil {
		if err := o.spendOnOffer(ctx, tx, x.Actor, s, *x.r.OfferID, len(x.units)); err != nil {
			return effect{}, err
		}
	}
	ended, err := o.Dispatch.RequeueUnits(ctx, tx, delivery.Retry{Units: x.units, Who: who(x.Act), Prefer: x.r.OfferID, Next: true, Force: x.r.Force}, x.in)
	e := effect{message: "Снова у поставщиков.", after: map[string]any{"units": x.units, "prefer": x.r.OfferID}}
	if ended.BySupplier != "" {
		e.message = "Поставщик " + ended.BySupplier + " уже доставил."
	}
	return e, err
}

// endByRefund grants the refund of what is not delivered, and sends it if the person
// may do so alone.
func (o *Operations) endByRefund(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	if s.refundable == nil { // a free order that is held
		return effect{message: "Заказ закрыт: он ничего не стоил."}, o.Flow.Delivery.EndHeld(ctx, tx, s.order)
	}
	var ids []string
	for _, p := range s.parts(x.Actor) {
		if slices.Contains(x.units, p.unit) {
			ids = append(ids, p.ID)
		}
	}
	p, err := s.plan(x.Actor, ids, nil, s.order.RefundTo)
	if err != nil {
		return effect{}, err
	}
	if p.isForced && !x.r.Force {
		return effect{}, delivery.ErrStillOpen
	}
	g, message, err := o.grant(ctx, tx, x.Act, RefundWish{Force: x.r.Force, Send: true}, s, p, x.units, x.in)
	if err != nil {
		return effect{}, err
	}
	if g.State == payment.GrantSent && s.isPaused && s.order.Status != order.Failed {
		if err := o.Dispatch.Resume(ctx, tx, s.order.ID); err != nil {
			return effect{}, err
		}
	}
	return effect{message: message, id: &g.ID, after: map[string]any{"grant": g.ID, "state": g.State, "amount": g.Amount.Minor}}, nil
}

var errWay = errors.New("desk: unknown way")
