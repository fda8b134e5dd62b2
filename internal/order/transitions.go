package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order/orderdb"
)

// Transition changes the order's status and appends c.Event in one statement.
// c.Next and c.Due are required unless the new status is final. It returns
// ErrInvalidTransition if the status table does not allow the change or the
// stored status differs from o.Status. The caller holds the order's lock.
func (s *Service) Transition(ctx context.Context, tx pgx.Tx, o *Order, to Status, c StatusChange) error {
	next := *o
	if err := next.move(to, c, s.clock()); err != nil {
		return err
	}
	params, err := marshalParams(c.Params)
	if err != nil {
		return err
	}
	_, err = orderdb.New(tx).TransitionOrder(ctx, orderdb.TransitionOrderParams{
		ID: o.ID, FromStatus: string(o.Status), ToStatus: string(to),
		NextAction: (*string)(next.NextAction), DueAt: next.DueAt, DoneAt: next.DoneAt, RejectReason: next.RejectReason,
		At: s.clock(), Event: c.Event, Facts: params,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: order %d is not %s any more", ErrInvalidTransition, o.ID, o.Status)
	}
	if err != nil {
		return fmt.Errorf("change status of order %d to %s: %w", o.ID, to, err)
	}
	*o = next
	return nil
}

// Move is one of several changes that follow each other: of the order's status, or of
// the status of one line.
type Move struct {
	To Status
	StatusChange
	Line   int64 // changes the line instead of the order
	LineTo LineStatus
}

// TransitionSeveral is Transition for several changes at once, by one statement. Each of
// them has to be in the status table. The last change of the order's status decides its
// next action and deadline.
func (s *Service) TransitionSeveral(ctx context.Context, tx pgx.Tx, o *Order, moves ...Move) error {
	next := *o
	next.Lines = slices.Clone(o.Lines)
	p := orderdb.TransitionSeveralParams{ID: o.ID, FromStatus: string(o.Status), At: s.clock()}
	for _, c := range moves {
		text, err := marshalParams(c.Params)
		if err != nil {
			return err
		}
		var status string
		if c.Line != 0 {
			status, err = string(c.LineTo), next.moveLine(c, &p)
		} else {
			status, err = string(c.To), next.move(c.To, c.StatusChange, s.clock())
		}
		if err != nil {
			return err
		}
		p.EventLines, p.Events = append(p.EventLines, c.Line), append(p.Events, c.Event)
		p.Statuses, p.Facts = append(p.Statuses, status), append(p.Facts, string(text))
	}
	p.ToStatus, p.NextAction, p.DueAt, p.DoneAt, p.RejectReason = string(next.Status), (*string)(next.NextAction), next.DueAt, next.DoneAt, next.RejectReason
	moved, err := orderdb.New(tx).TransitionSeveral(ctx, p)
	if err != nil {
		return fmt.Errorf("change status of order %d to %s: %w", o.ID, next.Status, err)
	}
	if moved.Orders != 1 || int(moved.Lines) != len(p.LineIds) {
		return fmt.Errorf("%w: order %d or a line of it is not as it was read", ErrInvalidTransition, o.ID)
	}
	*o = next
	return nil
}

// move changes the status of an order in memory.
func (o *Order) move(to Status, c StatusChange, now time.Time) error {
	if !o.Status.CanTransitionTo(to) {
		return fmt.Errorf("%w: order %d from %s to %s", ErrInvalidTransition, o.ID, o.Status, to)
	}
	o.Status, o.NextAction, o.DueAt, o.DoneAt, o.RejectReason = to, nil, nil, nil, nil
	switch {
	case !to.Final() && (c.Next == "" || c.Due.IsZero()):
		return fmt.Errorf("order %d to %s: next action or deadline is missing", o.ID, to)
	case !to.Final():
		o.NextAction, o.DueAt = &c.Next, &c.Due
	case to == Done:
		o.DoneAt = &now
	case c.Reason != "":
		o.RejectReason = &c.Reason
	}
	return nil
}

// moveLine changes the status of a line in memory and in the parameters.
func (o *Order) moveLine(c Move, p *orderdb.TransitionSeveralParams) error {
	l := o.line(c.Line)
	if l == nil || slices.Contains(p.LineIds, c.Line) {
		return fmt.Errorf("order %d has no line %d, or it is changed twice", o.ID, c.Line)
	}
	if !l.Status.CanTransitionTo(c.LineTo) {
		return fmt.Errorf("%w: line %d from %s to %s", ErrInvalidTransition, c.Line, l.Status, c.LineTo)
	}
	p.LineIds, p.LineFroms, p.LineTos = append(p.LineIds, c.Line), append(p.LineFroms, string(l.Status)), append(p.LineTos, string(c.LineTo))
	l.Status = c.LineTo
	return nil
}

// TransitionLine is Transition for one line of the order.
func (s *Service) TransitionLine(ctx context.Context, tx pgx.Tx, o *Order, lineID int64, to LineStatus, event string, params map[string]any) error {
	i := slices.IndexFunc(o.Lines, func(l Line) bool { return l.ID == lineID })
	if i < 0 {
		return fmt.Errorf("order %d has no line %d", o.ID, lineID)
	}
	from := o.Lines[i].Status
	if !from.CanTransitionTo(to) {
		return fmt.Errorf("%w: line %d from %s to %s", ErrInvalidTransition, lineID, from, to)
	}
	text, err := marshalParams(params)
	if err != nil {
		return err
	}
	_, err = orderdb.New(tx).TransitionLine(ctx, orderdb.TransitionLineParams{
		ID: lineID, OrderID: o.ID, FromStatus: string(from), ToStatus: string(to), At: s.clock(), Event: event, Facts: text,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: line %d is not %s any more", ErrInvalidTransition, lineID, from)
	}
	if err != nil {
		return fmt.Errorf("change status of line %d to %s: %w", lineID, to, err)
	}
	o.Lines[i].Status = to
	return nil
}

// AppendEvent appends an event that changes no status.
func (s *Service) AppendEvent(ctx context.Context, tx pgx.Tx, orderID int64, event string, params map[string]any) error {
	text, err := marshalParams(params)
	if err != nil {
		return err
	}
	if err := orderdb.New(tx).AppendEvent(ctx, orderdb.AppendEventParams{OrderID: orderID, At: s.clock(), Event: event, Facts: text}); err != nil {
		return fmt.Errorf("append event %s of order %d: %w", event, orderID, err)
	}
	return nil
}

// AppendEventOnce appends an event unless the order has it with the same params.
func (s *Service) AppendEventOnce(ctx context.Context, tx pgx.Tx, orderID int64, event string, params map[string]any) error {
	text, err := marshalParams(params)
	if err != nil {
		return err
	}
	err = orderdb.New(tx).AppendEventOnce(ctx, orderdb.AppendEventOnceParams{OrderID: orderID, At: s.clock(), Event: event, Facts: text})
	if err != nil {
		return fmt.Errorf("append event %s of order %d: %w", event, orderID, err)
	}
	return nil
}

// SetNextAction sets the next action and its deadline without changing the
// status.
func SetNextAction(ctx context.Context, tx pgx.Tx, o *Order, next Action, due time.Time) error {
	if err := orderdb.New(tx).SetNextAction(ctx, orderdb.SetNextActionParams{ID: o.ID, NextAction: string(next), DueAt: due}); err != nil {
		return fmt.Errorf("set next action of order %d: %w", o.ID, err)
	}
	o.NextAction, o.DueAt = &next, &due
	return nil
}

// SetPromo sets the promo code and the discount of each line, in the order of
// the lines. A nil code removes all discounts.
func SetPromo(ctx context.Context, tx pgx.Tx, o *Order, promoCodeID *int64, perLine []money.RUB) error {
	if promoCodeID == nil {
		perLine = make([]money.RUB, len(o.Lines))
	}
	if len(perLine) != len(o.Lines) {
		return fmt.Errorf("order %d: got %[3]d discounts for %[2]d lines", o.ID, len(o.Lines), len(perLine))
	}
	p := orderdb.SetPromoParams{ID: o.ID, PromoCodeID: promoCodeID, Discounts: perLine}
	for i, l := range o.Lines {
		p.LineIds = append(p.LineIds, l.ID)
		p.Discount += perLine[i]
	}
	if err := orderdb.New(tx).SetPromo(ctx, p); err != nil {
		return fmt.Errorf("set promo of order %d: %w", o.ID, err)
	}
	for i := range o.Lines {
		o.Lines[i].Discount = perLine[i]
	}
	o.PromoCodeID, o.Discount = promoCodeID, p.Discount
	return nil
}

func marshalParams(params map[string]any) ([]byte, error) {
	if params == nil {
		return []byte("{}"), nil
	}
	b, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("marshal event params: %w", err)
	}
	return b, nil
}
