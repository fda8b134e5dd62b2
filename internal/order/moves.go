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

// Move changes an order's status and writes its history in one statement.
func (s *Service) Move(ctx context.Context, tx pgx.Tx, o *Order, to Status, c Change) error {
	if !o.Status.CanBecome(to) {
		return fmt.Errorf("%w: order %d from %s to %s", ErrIllegalMove, o.ID, o.Status, to)
	}
	next := *o
	next.Status, next.NextAction, next.DueAt, next.DoneAt, next.RejectReason = to, nil, nil, nil, nil
	switch {
	case !to.Final() && (c.Next == "" || c.Due.IsZero()):
		return fmt.Errorf("order %d to %s: what comes next, and until when?", o.ID, to)
	case !to.Final():
		next.NextAction, next.DueAt = &c.Next, &c.Due
	case to == Done:
		next.DoneAt = new(s.clock())
	case c.Reason != "":
		next.RejectReason = &c.Reason
	}
	facts, err := marshalFacts(c.Facts)
	if err != nil {
		return err
	}
	_, err = s.q.WithTx(tx).MoveOrder(ctx, orderdb.MoveOrderParams{
		ID: o.ID, FromStatus: string(o.Status), ToStatus: string(to),
		NextAction: (*string)(next.NextAction), DueAt: next.DueAt, DoneAt: next.DoneAt, RejectReason: next.RejectReason,
		At: s.clock(), Event: c.Event, Facts: facts,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: order %d is not %s any more", ErrIllegalMove, o.ID, o.Status)
	}
	if err != nil {
		return fmt.Errorf("move order %d to %s: %w", o.ID, to, err)
	}
	*o = next
	return nil
}

// MoveLine changes a line's status and writes its history in one statement.
func (s *Service) MoveLine(ctx context.Context, tx pgx.Tx, o *Order, lineID int64, to LineStatus, event string, facts map[string]any) error {
	i := slices.IndexFunc(o.Lines, func(l Line) bool { return l.ID == lineID })
	if i < 0 {
		return fmt.Errorf("order %d has no line %d", o.ID, lineID)
	}
	from := o.Lines[i].Status
	if !from.CanBecome(to) {
		return fmt.Errorf("%w: line %d from %s to %s", ErrIllegalMove, lineID, from, to)
	}
	text, err := marshalFacts(facts)
	if err != nil {
		return err
	}
	_, err = s.q.WithTx(tx).MoveLine(ctx, orderdb.MoveLineParams{
		ID: lineID, OrderID: o.ID, FromStatus: string(from), ToStatus: string(to), At: s.clock(), Event: event, Facts: text,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: line %d is not %s any more", ErrIllegalMove, lineID, from)
	}
	if err != nil {
		return fmt.Errorf("move line %d to %s: %w", lineID, to, err)
	}
	o.Lines[i].Status = to
	return nil
}

// Note writes an event that changes no status.
func (s *Service) Note(ctx context.Context, tx pgx.Tx, orderID int64, event string, facts map[string]any) error {
	text, err := marshalFacts(facts)
	if err != nil {
		return err
	}
	if err := s.q.WithTx(tx).NoteEvent(ctx, orderdb.NoteEventParams{OrderID: orderID, At: s.clock(), Event: event, Facts: text}); err != nil {
		return fmt.Errorf("note %s of order %d: %w", event, orderID, err)
	}
	return nil
}

// SetDue says what comes next, and until when, without a move.
func (s *Service) SetDue(ctx context.Context, tx pgx.Tx, o *Order, next Action, due time.Time) error {
	if err := s.q.WithTx(tx).SetDue(ctx, orderdb.SetDueParams{ID: o.ID, NextAction: string(next), DueAt: due}); err != nil {
		return fmt.Errorf("set due of order %d: %w", o.ID, err)
	}
	o.NextAction, o.DueAt = &next, &due
	return nil
}

// SetPromo writes what a promo code takes off each line, in the order of the
// lines; without a code nothing is taken off.
func (s *Service) SetPromo(ctx context.Context, tx pgx.Tx, o *Order, promoCodeID *int64, perLine []money.RUB) error {
	if promoCodeID == nil {
		perLine = make([]money.RUB, len(o.Lines))
	}
	if len(perLine) != len(o.Lines) {
		return fmt.Errorf("order %d has %d lines, not %d", o.ID, len(o.Lines), len(perLine))
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

func marshalFacts(facts map[string]any) ([]byte, error) {
	if facts == nil {
		return []byte("{}"), nil
	}
	b, err := json.Marshal(facts)
	if err != nil {
		return nil, fmt.Errorf("facts of an event: %w", err)
	}
	return b, nil
}
