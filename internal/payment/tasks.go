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

// TaskKind is what a person has to look at in the money.
type TaskKind string

// The kinds.
const (
	TaskOutside    TaskKind = "outside_refund"
	TaskChargeback TaskKind = "chargeback"
	TaskTooLarge   TaskKind = "refund_too_large" // more is to go back than there is
)

// Task is something a person has to look at.
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

// Tasks lists what is to be looked at, oldest first.
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

// ErrNoTask is returned for a task that is not open.
var ErrNoTask = errors.New("payment: no such open task")

// CloseTask keeps who looked and what came of it.
func (s *Service) CloseTask(ctx context.Context, id int64, who, answer string) error {
	now := s.clock()
	n, err := s.w.ClosePaymentTask(ctx, paymentdb.ClosePaymentTaskParams{ID: id, At: &now, Who: &who, Answer: &answer})
	if err != nil {
		return fmt.Errorf("close payment task %d: %w", id, err)
	}
	if n == 0 {
		return ErrNoTask
	}
	return nil
}

// WaitingRefund is a refund a person has to end or to look at.
type WaitingRefund struct {
	ID, OrderID     int64
	Status          RefundStatus
	Left            money.Money // still to be given back
	Reason          string
	Provider, Where string
	Note            string
	Created         time.Time
}

// lateAfter is when a refund that is neither done nor refused is shown to
// operators.
const lateAfter = time.Hour

// WaitingRefunds lists refunds only a person can end, and those that have been
// under way for too long.
func (s *Service) WaitingRefunds(ctx context.Context) ([]WaitingRefund, error) {
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
