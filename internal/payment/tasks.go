package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

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
)

// Task is payment work for an operator.
type Task struct {
	ID, OrderID int64
	Kind        TaskKind
	Amount      money.Money
	Note        string
	Created     time.Time
}

func (s *Service) openTask(ctx context.Context, tx pgx.Tx, orderID int64, kind TaskKind, ref string, amount money.Money, note string) error {
	err := paymentdb.New(tx).OpenPaymentTask(ctx, paymentdb.OpenPaymentTaskParams{
		OrderID: orderID, Kind: string(kind), Ref: ref, Amount: amount.Minor, Currency: amount.Currency, Note: note, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("task of order %d: %w", orderID, err)
	}
	return nil
}

// Tasks returns the open tasks, oldest first.
func (s *Service) Tasks(ctx context.Context) ([]Task, error) {
	rows, err := s.w.OpenPaymentTasks(ctx)
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

// CloseTask closes a task and records who closed it and with what result.
func (s *Service) CloseTask(ctx context.Context, id int64, who, answer string) error {
	return s.closeTask(ctx, s.w, id, who, answer)
}

// CloseTaskTx is CloseTask within the caller's transaction.
func (s *Service) CloseTaskTx(ctx context.Context, tx pgx.Tx, id int64, who, answer string) error {
	return s.closeTask(ctx, paymentdb.New(tx), id, who, answer)
}

func (s *Service) closeTask(ctx context.Context, q *paymentdb.Queries, id int64, who, answer string) error {
	now := s.clock()
	n, err := q.ClosePaymentTask(ctx, paymentdb.ClosePaymentTaskParams{ID: id, At: &now, Who: &who, Answer: &answer})
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
func (s *Service) RefundsForOperators(ctx context.Context) ([]WaitingRefund, error) {
	rows, err := s.w.WaitingRefunds(ctx, s.clock().Add(-lateAfter))
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
