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
	if !o.Status.CanTransitionTo(to) {
		return fmt.Errorf("%w: order %d from %s to %s", ErrInvalidTransition, o.ID, o.Status, to)
	}
	next := *o
	next.Status, next.NextAction, next.DueAt, next.DoneAt, next.RejectReason = to, nil, nil, nil, nil
	switch {
	case !to.Final() && (c.Next == "" || c.Due.IsZero()):
		return fmt.Errorf("order %d to %s: next action or deadline is missing", o.ID, to)
	case !to.Final():
		next.NextAction, next.DueAt = &c.Next, &c.Due
	case to == Done:
		next.DoneAt = new(s.clock())
	case c.Reason != "":
		next.RejectReason = &c.Reason
	}
	params, err := marshalParams(c.Params)
	if err != nil {
		return err
	}
	_, err = s.q.WithTx(tx).TransitionOrder(ctx, orderdb.TransitionOrderParams{
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
	_, err = s.q.WithTx(tx).TransitionLine(ctx, orderdb.TransitionLineParams{
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
	if err := s.q.WithTx(tx).AppendEvent(ctx, orderdb.AppendEventParams{OrderID: orderID, At: s.clock(), Event: event, Facts: text}); err != nil {
		return fmt.Errorf("append event %s of order %d: %w", event, orderID, err)
	}
	return nil
}

// SetNextAction sets the next action and its deadline without changing the
// status.
func (s *Service) SetNextAction(ctx context.Context, tx pgx.Tx, o *Order, next Action, due time.Time) error {
	if err := s.q.WithTx(tx).SetNextAction(ctx, orderdb.SetNextActionParams{ID: o.ID, NextAction: string(next), DueAt: due}); err != nil {
		return fmt.Errorf("set next action of order %d: %w", o.ID, err)
	}
	o.NextAction, o.DueAt = &next, &due
	return nil
}

// SetPromo sets the promo code and the discount of each line, in the order of
// the lines. A nil code removes all discounts.
func (s *Service) SetPromo(ctx context.Context, tx pgx.Tx, o *Order, promoCodeID *int64, perLine []money.RUB) error {
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
	if err := s.q.WithTx(tx).SetPromo(ctx, p); err != nil {
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
