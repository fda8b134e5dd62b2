package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// TaskKind is what an operator has to check.
type TaskKind string

// Kinds of tasks.
const (
	TaskOutside    TaskKind = "outside_refund"
	TaskChargeback TaskKind = "chargeback"
	TaskTooLarge   TaskKind = "refund_too_large" // the refund exceeds what is left of the payment
	TaskFrozen     TaskKind = "balance_frozen"   // the buyer got the money on the balance and from the bank
)

// Task is payment work for an operator.
type Task struct {
	ID, OrderID int64
	Kind        TaskKind
	Amount      money.Money
	Note        string
	Created     time.Time
}

// Tasks is the work of operators on payments: money that left a provider without us,
// disputes about it, and refunds that need a person.
type Tasks struct {
	q     *paymentdb.Queries
	clock clock.Clock
}

func (s *Tasks) open(ctx context.Context, tx pgx.Tx, orderID int64, kind TaskKind, ref string, amount money.Money, note string) error {
	err := paymentdb.New(tx).OpenPaymentTask(ctx, paymentdb.OpenPaymentTaskParams{
		OrderID: orderID, Kind: string(kind), Ref: ref, Amount: amount.Minor, Currency: amount.Currency, Note: note, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("task of order %d: %w", orderID, err)
	}
	return nil
}

// ReturnedTwice returns what a buyer got of an outside refund's payment twice: on the balance,
// and from the provider without us. What was frozen of it before is left out.
func ReturnedTwice(ctx context.Context, tx pgx.Tx, o *Outside) (money.Minor, error) {
	r, err := paymentdb.New(tx).ReturnedTwice(ctx, o.PaymentID)
	if err != nil {
		return 0, fmt.Errorf("returned of payment %d: %w", o.PaymentID, err)
	}
	return money.Minor(min(r.Hundredths, r.OnBalance)), nil
}

// OpenFrozen opens the task to decide about money that was frozen because of an outside refund.
func (s *Tasks) OpenFrozen(ctx context.Context, tx pgx.Tx, o *Outside, frozen money.Money, note string) error {
	return s.open(ctx, tx, o.OrderID, TaskFrozen, fmt.Sprint(o.ID), frozen, note)
}

// FrozenTask is a task to decide about frozen money. Ref is the outside refund.
type FrozenTask struct {
	ID, OrderID int64
	Ref         string
	Amount      money.Money
}

// LockFrozen reads an open task about frozen money and locks it.
func LockFrozen(ctx context.Context, tx pgx.Tx, id int64) (*FrozenTask, error) {
	r, err := paymentdb.New(tx).LockPaymentTask(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && TaskKind(r.Kind) != TaskFrozen {
		return nil, ErrTaskNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("payment task %d: %w", id, err)
	}
	return &FrozenTask{ID: r.ID, OrderID: r.OrderID, Ref: r.Ref, Amount: money.Of(r.Amount, r.Currency)}, nil
}

// Open returns the open tasks, oldest first.
func (s *Tasks) Open(ctx context.Context) ([]Task, error) {
	rows, err := s.q.OpenPaymentTasks(ctx)
	if err != nil {
		return nil, fmt.Errorf("payment tasks: %w", err)
	}
	tasks := make([]Task, len(rows))
	for i, r := range rows {
		tasks[i] = Task{ID: r.ID, OrderID: r.OrderID, Kind: TaskKind(r.Kind), Amount: money.Of(r.Amount, r.Currency), Note: r.Note, Created: r.Created}
	}
	return tasks, nil
}

// ErrTaskNotFound is returned for a task that is not open.
var ErrTaskNotFound = errors.New("payment: no such open task")

// CloseTask closes a task and records who closed it and with what result. db may be a
// transaction.
func (s *Tasks) CloseTask(ctx context.Context, db paymentdb.DBTX, id int64, who, answer string) error {
	now := s.clock()
	n, err := paymentdb.New(db).ClosePaymentTask(ctx, paymentdb.ClosePaymentTaskParams{ID: id, At: &now, Who: &who, Answer: &answer})
	if err != nil {
		return fmt.Errorf("close payment task %d: %w", id, err)
	}
	if n == 0 {
		return ErrTaskNotFound
	}
	return nil
}

// WaitingRefund is a refund that an operator has to complete or check.
type WaitingRefund struct {
	ID, OrderID     int64
	Status          RefundStatus
	Left            money.Money // still to be refunded
	Reason          string
	Provider, Where string
	Note            string
	Created         time.Time
}

// lateAfter is when an unfinished refund is shown to operators.
const lateAfter = 30 * time.Minute

// RefundsForOperators returns the refunds that only an operator can complete, and
// those that have been under way for too long.
func (s *Tasks) RefundsForOperators(ctx context.Context) ([]WaitingRefund, error) {
	rows, err := s.q.WaitingRefunds(ctx, s.clock().Add(-lateAfter))
	if err != nil {
		return nil, fmt.Errorf("waiting refunds: %w", err)
	}
	all := make([]WaitingRefund, len(rows))
	for i, r := range rows {
		all[i] = WaitingRefund{
			ID: r.ID, OrderID: r.OrderID, Status: RefundStatus(r.Status), Left: money.Of(r.Amount-r.Covered, r.Currency), Reason: r.Reason,
			Provider: r.Provider, Where: r.Destination, Note: r.Note, Created: r.Created,
		}
	}
	return all, nil
}

// unconfirmedAfter is how long a webhook may stay unconfirmed before operators see
// it. The status calls of providers lag by seconds.
const unconfirmedAfter = 30 * time.Minute

// OperatorBacklog counts the payment work that waits for an operator.
type OperatorBacklog struct {
	Unmatched   int64 // notices that match no order
	Unconfirmed int64 // webhooks the provider has not confirmed in time
	Manual      int64 // refunds only an operator can complete
	Late        int64 // refunds under way for too long
	Tasks       int64 // open payment tasks
}

// OperatorBacklog returns the current backlog.
func (s *Tasks) OperatorBacklog(ctx context.Context) (OperatorBacklog, error) {
	now := s.clock()
	r, err := s.q.OperatorBacklog(ctx, paymentdb.OperatorBacklogParams{ClaimedBefore: now.Add(-unconfirmedAfter), Late: now.Add(-lateAfter)})
	if err != nil {
		return OperatorBacklog{}, fmt.Errorf("operator backlog: %w", err)
	}
	return OperatorBacklog(r), nil
}
