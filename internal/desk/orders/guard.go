package orders

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// Guard locks an order, checks that an action on it is allowed now and runs it. Everything
// that changes an order at the desk goes through it.
type Guard struct {
	Desk     *desk.Desk
	Orders   *order.Service
	Stock    *delivery.Stock
	Dispatch *delivery.Dispatcher
	Emails   *email.Service
	Notify   desk.Notifier
}

// Effect describes a change to the operator and to the audit.
type Effect struct {
	Message string
	ID      *int64
	After   map[string]any
}

// Change changes a locked order. It runs in the transaction of its audit row.
type Change func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error)

// run changes an order if the rule of the action allows it now.
func (o *Guard) run(ctx context.Context, name string, a desk.Command, input any, do Change) (desk.Done, error) {
	r := Rules[name]
	return desk.Decode[desk.Done](o.Desk.Do(ctx, a.OnOrder(name, r.Permission, input), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		s, err := o.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return desk.Outcome{}, err
		}
		if err := o.Check(ctx, r, s, a); err != nil {
			return desk.Outcome{}, err
		}
		return o.Apply(ctx, tx, name, s, do)
	}))
}

// Apply makes a change that is allowed and returns its outcome.
func (o *Guard) Apply(ctx context.Context, tx pgx.Tx, name string, s *State, do Change) (desk.Outcome, error) {
	before := s.Summary()
	e, err := do(ctx, tx, s)
	if err != nil {
		return desk.Outcome{}, desk.Explain(err)
	}
	version, err := order.Version(ctx, tx, s.Order.ID)
	if err != nil {
		return desk.Outcome{}, err
	}
	return desk.Outcome{
		Before: before, After: e.After, AfterCommit: o.Notify.Order(s.Order.ID),
		Result: desk.Done{Name: name, OrderID: &s.Order.ID, ID: e.ID, Version: version, Message: e.Message},
	}, nil
}

// Check returns a problem if the order changed since the operator saw it, or if the rule
// does not allow the action.
func (o *Guard) Check(ctx context.Context, r Rule, s *State, a desk.Command) error {
	if a.Version != "" && a.Version != s.Version {
		return o.StaleError(ctx, s, a.Version)
	}
	if why := r.Refusal(s, a.Actor); why != "" {
		return desk.Refused(why)
	}
	return nil
}

const errStale = "desk.stale"

// StaleError returns the problem of an action on an older version, with the events since.
func (o *Guard) StaleError(ctx context.Context, s *State, seen string) error {
	head, _, _ := strings.Cut(seen, "-")
	after, err := strconv.ParseInt(head, 10, 64)
	if err != nil {
		after = 0
	}
	events, err := o.Orders.Events(ctx, s.Order.ID, after)
	if err != nil {
		return err
	}
	p := &problem.Error{Kind: problem.Conflict, Code: errStale}
	var texts []string
	for _, e := range slices.Backward(events) {
		text := e.Text
		if text == "" {
			text = e.Event
		}
		if len(texts) < 3 {
			texts = append(texts, "«"+text+"»")
			p.Fields = append(p.Fields, problem.Field{Name: "version", Code: e.Event, Detail: text})
		}
	}
	what := "состояние доставки или возвратов"
	if len(texts) > 0 {
		slices.Reverse(texts)
		what = strings.Join(texts, ", ")
	}
	p.Detail = "Пока вы смотрели, заказ изменился: " + what + ". Посмотрите ещё раз и повторите."
	return p
}

// runAfterInquiry queries the suppliers of the units that choose returns, with no
// transaction open, and then changes the order as run does.
func (o *Guard) runAfterInquiry(ctx context.Context, name string, a desk.Command, input any, choose func(*State) ([]int64, error),
	do func(ctx context.Context, tx pgx.Tx, s *State, units []int64, in *delivery.Inquiry) (Effect, error),
) (desk.Done, error) {
	r := Rules[name]
	action := a.OnOrder(name, r.Permission, input)
	if answer, known, err := o.Desk.Replay(ctx, action); err != nil || known {
		return desk.Decode[desk.Done](answer, err)
	}
	units, in, err := o.Inquire(ctx, r, a, choose)
	if err != nil {
		return desk.Done{}, desk.Explain(err)
	}
	done, err := o.run(ctx, name, a, input, func(ctx context.Context, tx pgx.Tx, s *State) (Effect, error) {
		again, err := choose(s)
		if err != nil || !slices.Equal(again, units) {
			return Effect{}, errors.Join(err, delivery.ErrQueryUnderWay)
		}
		return do(ctx, tx, s, units, in)
	})
	return done, o.AfterInquiry(ctx, in, err)
}

// Inquire checks that the action is allowed, chooses its units and queries their
// suppliers.
func (o *Guard) Inquire(ctx context.Context, r Rule, a desk.Command, choose func(*State) ([]int64, error)) (units []int64, in *delivery.Inquiry, err error) {
	err = pgx.BeginFunc(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		s, err := o.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		if err := o.Check(ctx, r, s, a); err != nil {
			return err
		}
		units, err = choose(s)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	in, err = o.Dispatch.Inquire(ctx, units)
	return units, in, err
}

// AfterInquiry records what suppliers reported if the action was refused.
func (o *Guard) AfterInquiry(ctx context.Context, in *delivery.Inquiry, err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, o.Dispatch.RecordInquiry(context.WithoutCancel(ctx), in))
}

// Lock locks an order and reads its state.
func (o *Guard) Lock(ctx context.Context, tx pgx.Tx, id int64) (*State, error) {
	s := &State{Now: o.Desk.Now(), offers: map[int64][]delivery.UnitOffer{}}
	var err error
	if s.Order, err = order.Lock(ctx, tx, id); err != nil {
		return nil, err
	}
	if s.Version, err = order.Version(ctx, tx, id); err != nil {
		return nil, err
	}
	if err := o.readDelivery(ctx, tx, s); err != nil {
		return nil, err
	}
	if err := o.readMoney(ctx, tx, s); err != nil {
		return nil, err
	}
	if s.blocks, err = order.Blocks(ctx, tx, s.Order); err != nil {
		return nil, err
	}
	s.letters, err = o.Emails.Letters(ctx, tx, id)
	return s, err
}

func (o *Guard) readDelivery(ctx context.Context, tx pgx.Tx, s *State) (err error) {
	if s.Units, err = delivery.Units(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	for _, id := range s.Retriable() {
		if s.offers[id], err = delivery.UnitOffers(ctx, tx, id); err != nil {
			return err
		}
	}
	if s.IsPaused, err = delivery.IsPaused(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	s.codes, err = o.Stock.GivenCodes(ctx, tx, s.Order.ID)
	return err
}

func (o *Guard) readMoney(ctx context.Context, tx pgx.Tx, s *State) (err error) {
	_, err = payment.OpenAttempt(ctx, tx, s.Order.ID)
	if err != nil && !errors.Is(err, payment.ErrNoAttempt) {
		return err
	}
	s.isPaying = err == nil
	if s.HasBalance, err = order.HasBalance(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	if s.hasGrant, err = payment.HasOpenGrant(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	if s.refunds, err = payment.PendingRefunds(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	if s.sentAlone, err = payment.SentAlone(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	if s.goodwill, err = ledger.OrderGoodwill(ctx, tx, s.Order.ID); err != nil {
		return err
	}
	s.Refundable, err = payment.LockRefundable(ctx, tx, s.Order.ID)
	if errors.Is(err, payment.ErrNotPaid) {
		return nil
	}
	return err
}
