package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// DisputeState is the state of a dispute about a chargeback. The values are stored.
type DisputeState string

// States of a dispute. The database opens one with each chargeback.
const (
	DisputeOpened   DisputeState = "opened"   // the bank has to be answered before the deadline
	DisputeAnswered DisputeState = "answered" // the bank decides
	DisputeWon      DisputeState = "won"      // the money came back
	DisputeLost     DisputeState = "lost"
)

// disputeTransitions lists the states that may follow each.
var disputeTransitions = map[DisputeState][]DisputeState{
	DisputeOpened:   {DisputeAnswered, DisputeWon, DisputeLost},
	DisputeAnswered: {DisputeWon, DisputeLost},
}

// answeredWithin is when a bank has to be answered that names no day; the database gives as
// much to disputes that it opens.
const answeredWithin = 7 * 24 * time.Hour

// decidedWithin is when a bank should have decided about an answer.
const decidedWithin = 60 * 24 * time.Hour

// ErrDisputeState is returned for a step that the state of a dispute does not allow.
var ErrDisputeState = errors.New("payment: the dispute is not in a state for this")

// Dispute is a chargeback that is argued about with the buyer's bank.
type Dispute struct {
	OutsideID, OrderID, TaskID int64
	State                      DisputeState
	Provider                   string
	Amount                     money.Money
	Covers                     money.Minor // part of Amount that refunds of ours needed anyway
	// Frozen is the amount frozen on the buyer's balance because of it, IsFrozen reports that
	// no decision was made yet, FrozenTask is the task to make it.
	Frozen     money.RUB
	IsFrozen   bool
	FrozenTask int64
}

// LockDispute reads the dispute of an open task about a chargeback and locks it. The caller
// holds the order's lock.
func LockDispute(ctx context.Context, tx pgx.Tx, taskID int64) (*Dispute, error) {
	r, err := paymentdb.New(tx).LockDisputeOfTask(ctx, taskID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrTaskNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("dispute of task %d: %w", taskID, err)
	}
	return &Dispute{
		OutsideID: r.OutsideID, OrderID: r.OrderID, TaskID: r.TaskID, State: DisputeState(r.State), Provider: r.Provider, Amount: money.Of(r.Amount, r.Currency),
		Covers: r.Covers, Frozen: r.Frozen, IsFrozen: r.IsFrozen, FrozenTask: r.FrozenTask,
	}, nil
}

func (d *Dispute) move(to DisputeState) error {
	if !slices.Contains(disputeTransitions[d.State], to) {
		return fmt.Errorf("%w: %s cannot become %s", ErrDisputeState, d.State, to)
	}
	d.State = to
	return nil
}

// MakeChargeback makes the outside refund of an open task the chargeback it turned out to be,
// and opens its dispute. It returns the outside refund and the provider it left; the caller
// holds the order's lock. The money is booked already.
func (s *Tasks) MakeChargeback(ctx context.Context, tx pgx.Tx, taskID int64, who, number string, answerBy *time.Time) (outsideID int64, provider string, err error) {
	q, now := paymentdb.New(tx), s.clock()
	r, err := q.MakeChargeback(ctx, paymentdb.MakeChargebackParams{TaskID: taskID, RecordedBy: who, Proof: number})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", ErrTaskNotFound
	}
	if err == nil {
		due := now.Add(answeredWithin)
		if answerBy != nil {
			due = *answerBy
		}
		err = q.OpenDispute(ctx, paymentdb.OpenDisputeParams{OutsideID: r.ID, OrderID: r.OrderID, OpenedAt: now, DueAt: due})
	}
	if err != nil {
		return 0, "", fmt.Errorf("chargeback of task %d: %w", taskID, err)
	}
	return r.ID, r.Provider, nil
}

// SetDisputeDue sets until when the bank of a chargeback has to be answered.
func SetDisputeDue(ctx context.Context, tx pgx.Tx, outsideID int64, due time.Time) error {
	if err := paymentdb.New(tx).SetDisputeDue(ctx, paymentdb.SetDisputeDueParams{OutsideID: outsideID, DueAt: due}); err != nil {
		return fmt.Errorf("deadline of dispute %d: %w", outsideID, err)
	}
	return nil
}

// AnswerDispute records that the bank was sent evidence. The task stays open until the bank
// has decided.
func (s *Tasks) AnswerDispute(ctx context.Context, tx pgx.Tx, d *Dispute, who, evidence string) error {
	if err := d.move(DisputeAnswered); err != nil {
		return err
	}
	q, now := paymentdb.New(tx), s.clock()
	err := q.AnswerDispute(ctx, paymentdb.AnswerDisputeParams{OutsideID: d.OutsideID, At: now, Who: who, Evidence: evidence, DueAt: now.Add(decidedWithin)})
	if err == nil {
		err = q.SetTaskNote(ctx, paymentdb.SetTaskNoteParams{ID: d.TaskID, Note: "банку ответили, ждём решения: " + evidence})
	}
	if err != nil {
		return fmt.Errorf("answer dispute %d: %w", d.OutsideID, err)
	}
	return nil
}

// EndDispute records what the bank decided and closes the task. The caller books it.
func (s *Tasks) EndDispute(ctx context.Context, tx pgx.Tx, d *Dispute, to DisputeState, who, note string) error {
	if err := d.move(to); err != nil {
		return err
	}
	q := paymentdb.New(tx)
	err := q.EndDispute(ctx, paymentdb.EndDisputeParams{OutsideID: d.OutsideID, State: string(to), At: s.clock(), Who: who, Note: note})
	if err == nil && to == DisputeWon {
		err = q.ReturnOutside(ctx, d.OutsideID)
	}
	if err != nil {
		return fmt.Errorf("end dispute %d: %w", d.OutsideID, err)
	}
	return s.CloseTask(ctx, tx, d.TaskID, who, note)
}
