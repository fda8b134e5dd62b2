package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/promo"
	"larek/internal/publicid"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Operations is what operators do to orders, refunds, the queue and what is sold.
type Operations struct {
	*Desk
	Orders   *order.Service
	Payments *payment.Service
	Ledger   *ledger.Service
	Stock    *delivery.Stock
	Dispatch *delivery.Dispatcher
	Emails   *email.Service
	Promos   *promo.Service
	Accounts *account.Service
	Reviews  *feedback.Service
	// Checkout corrects details, tells refunded codes and erases accounts.
	Checkout *checkout.Service
	// Flow has the steps that operators share with the workflow of an order.
	Flow *fulfilment.Steps
	// Finance ends differences and unmatched money.
	Finance *Finance
	Notify  Notifier
	// Settlement has the differences of registries and statements.
	Settlement *settlement.Service
	Prices     *catalog.Prices
	Content    *content.Editor
	// Assortment is what is sold, and Pictures how it looks; nil without a store.
	Assortment *catalog.Assortment
	Pictures   *picture.Store
}

// Act is one operator's wish about one order.
type Act struct {
	Actor   staff.Actor
	Key     string
	OrderID int64
	Version string // of the order as the operator saw it; empty if not looked at
	Reason  audit.Reason
	Batch   *publicid.ID
}

// reasonText is a reason as people read it beside what was done: their own words, or the
// code they chose. The audit keeps both.
func reasonText(r audit.Reason) string { return cmp.Or(r.Text, r.Code) }

// Done is the answer to an action.
type Done struct {
	Name    string `json:"name"`
	OrderID *int64 `json:"order_id"`
	ID      *int64 `json:"id"`
	Version string `json:"version"`
	Message string `json:"message"`
}

// effect is what a verb has done: for the operator, and for the audit.
type effect struct {
	message string
	id      *int64
	after   map[string]any
}

// verb changes a locked order.
type verb func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error)

// act runs a verb on an order if its rule allows it now.
func (o *Operations) act(ctx context.Context, name string, a Act, input any, do verb) (Done, error) {
	r := rules[name]
	return Decode[Done](o.Do(ctx, a.action(name, r.permission, input), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return Outcome{}, err
		}
		if err := o.check(ctx, r, s, a); err != nil {
			return Outcome{}, err
		}
		return o.run(ctx, tx, name, s, do)
	}))
}

// run runs a verb that is allowed and describes what it did.
func (o *Operations) run(ctx context.Context, tx pgx.Tx, name string, s *orderState, do verb) (Outcome, error) {
	before := s.summary()
	e, err := do(ctx, tx, s)
	if err != nil {
		return Outcome{}, explain(err)
	}
	version, err := o.Orders.Version(ctx, tx, s.order.ID)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{
		Before: before, After: e.after, Tell: o.Notify.Order(s.order.ID),
		Answer: Done{Name: name, OrderID: &s.order.ID, ID: e.id, Version: version, Message: e.message},
	}, nil
}

// actionOn is an action on an object that is not an order.
func (a Act) actionOn(object audit.Object, name string, p staff.Permission, input any) Action {
	return Action{Actor: a.Actor, Permission: p, Name: name, Key: a.Key, Object: object, Reason: a.Reason, Input: input}
}

func (a Act) action(name string, p staff.Permission, input any) Action {
	x := a.actionOn(audit.Object{Kind: "order", ID: formatID(a.OrderID)}, name, p, []any{a.Version, input})
	x.OrderID, x.Batch = a.OrderID, a.Batch
	return x
}

// ref names the act in the books: a person's key is used for one action only.
func (a Act) ref() string { return formatID(a.Actor.ID) + ":" + a.Key }

// check refuses an action that is based on old data or that the rule does not allow.
func (o *Operations) check(ctx context.Context, r rule, s *orderState, a Act) error {
	if a.Version != "" && a.Version != s.version {
		return o.stale(ctx, s, a.Version)
	}
	if why := r.refusal(s, a.Actor); why != "" {
		return refused(why)
	}
	return nil
}

// refused returns the problem of an action that is not possible now.
func refused(why string) *problem.Error {
	return problem.New(problem.Conflict, "desk.refused", why)
}

const errStale = "desk.stale"

// stale returns the problem of an action that is based on an older version, with what
// happened since.
func (o *Operations) stale(ctx context.Context, s *orderState, seen string) error {
	head, _, _ := strings.Cut(seen, "-")
	after, err := strconv.ParseInt(head, 10, 64)
	if err != nil {
		after = 0
	}
	events, err := o.Orders.Events(ctx, s.order.ID, after)
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

// actAfterInquiry is act for verbs before which suppliers are queried about units, with
// no transaction open. choose returns the units.
func (o *Operations) actAfterInquiry(ctx context.Context, name string, a Act, input any, choose func(*orderState) ([]int64, error),
	do func(ctx context.Context, tx pgx.Tx, s *orderState, units []int64, in *delivery.Inquiry) (effect, error),
) (Done, error) {
	r := rules[name]
	action := a.action(name, r.permission, input)
	if answer, known, err := o.Replay(ctx, action); err != nil || known {
		return Decode[Done](answer, err)
	}
	units, in, err := o.inquire(ctx, r, a, choose)
	if err != nil {
		return Done{}, explain(err)
	}
	done, err := o.act(ctx, name, a, input, func(ctx context.Context, tx pgx.Tx, s *orderState) (effect, error) {
		again, err := choose(s)
		if err != nil || !slices.Equal(again, units) {
			return effect{}, errors.Join(err, delivery.ErrQueryUnderWay)
		}
		return do(ctx, tx, s, units, in)
	})
	return done, o.afterInquiry(ctx, in, err)
}

// inquire checks that the action is allowed, chooses its units and queries their
// suppliers.
func (o *Operations) inquire(ctx context.Context, r rule, a Act, choose func(*orderState) ([]int64, error)) (units []int64, in *delivery.Inquiry, err error) {
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s, err := o.lockOrder(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		if err := o.check(ctx, r, s, a); err != nil {
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

// afterInquiry records what suppliers reported if the action was refused.
func (o *Operations) afterInquiry(ctx context.Context, in *delivery.Inquiry, err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, o.Dispatch.RecordInquiry(context.WithoutCancel(ctx), in))
}

// Replay returns the answer to a request that was made before, if it was.
func (d *Desk) Replay(ctx context.Context, a Action) (Answer, bool, error) {
	if err := a.Actor.Need(a.Permission); err != nil {
		return Answer{}, false, err
	}
	key, err := parseKey(a.Key)
	if err != nil {
		return Answer{}, false, err
	}
	sum, err := a.digest()
	if err != nil {
		return Answer{}, false, err
	}
	answer, err := replay(ctx, d.q, a, key, sum)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && answer.Body == nil {
		return Answer{}, false, nil
	}
	return answer, err == nil, err
}

// summary is what the audit keeps of an order before an action.
func (s *orderState) summary() map[string]any {
	states := map[delivery.UnitState]int{}
	for _, u := range s.units {
		states[u.State]++
	}
	return map[string]any{"status": s.order.Status, "next_action": s.order.NextAction, "units": states, "paused": s.isPaused}
}
