// Package queuecmd has the commands of "larek queue" about refunds, paused deliveries and tasks
// about money.
package queuecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/payment"
)

// Commands are the commands. Each records what was done with Record, in the same transaction.
type Commands struct {
	Steps   *fulfilment.Steps
	Orders  *order.Service
	Tasks   *payment.Tasks
	Refunds *payment.Refunds
	// Record writes down what an operator did to an order; nil writes nothing.
	Record func(ctx context.Context, tx pgx.Tx, orderID int64) error
}

func (c *Commands) record(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if c.Record == nil {
		return nil
	}
	return c.Record(ctx, tx, orderID)
}

// RetryRefund sends a refund that waits for an operator again. It returns nil
// if another worker is sending it already: a refund that does not complete
// stays in the operators' list.
func (c *Commands) RetryRefund(ctx context.Context, id int64, who string) error {
	err := c.withRefund(ctx, id, func(tx pgx.Tx, _ *order.Order, r *payment.Refund) error {
		return c.Refunds.RetryRefund(ctx, tx, r, who)
	})
	if err != nil {
		return err
	}
	return c.sendNow(ctx, id)
}

func (c *Commands) sendNow(ctx context.Context, id int64) error {
	if err := c.Steps.Refunds.SendRefund(ctx, id); !errors.Is(err, payment.ErrRefundUnderWay) {
		return err
	}
	return nil
}

// RedirectRefund records the other destination to which an operator will send a
// refund.
func (c *Commands) RedirectRefund(ctx context.Context, id int64, who, where string) error {
	return c.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		if err := c.Refunds.RedirectRefund(ctx, tx, r, who, where); err != nil {
			return err
		}
		sum := r.ToSend()
		return c.Orders.AppendEvent(ctx, tx, o.ID, order.EventRefundRedirected, map[string]any{"amount": sum.Minor, "currency": sum.Currency})
	})
}

// RefundDoneByHand completes a refund an operator has made, with the evidence
// for it.
func (c *Commands) RefundDoneByHand(ctx context.Context, id int64, who, proof string) error {
	return c.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		return c.Steps.Refunds.Settle(ctx, tx, o, r, who, proof)
	})
}

// RefundToBalance completes a refund by crediting the buyer's balance.
func (c *Commands) RefundToBalance(ctx context.Context, id int64, who string) error {
	return c.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		return c.Steps.Refunds.CreditBalance(ctx, tx, o, r, who)
	})
}

func (c *Commands) withRefund(ctx context.Context, id int64, fn func(pgx.Tx, *order.Order, *payment.Refund) error) error {
	orderID, err := c.Refunds.OrderOfRefund(ctx, id)
	if err != nil {
		return err
	}
	_, err = c.Steps.Refunds.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		r, err := payment.LockRefund(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := fn(tx, o, r); err != nil {
			return err
		}
		return c.record(ctx, tx, o.ID)
	})
	return err
}

// RefundAfterDelivery refunds a part of a delivered order's payment. The same
// request twice creates one refund. It returns the refund's ID.
func (c *Commands) RefundAfterDelivery(ctx context.Context, w payment.RefundRequestByOperator) (id int64, err error) {
	_, err = c.Steps.Refunds.WithLockedOrder(ctx, w.OrderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status != order.Done {
			return fmt.Errorf("refund after delivery: order %d is %s, want done", o.ID, o.Status)
		}
		if w.LineID != nil && !slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.ID == *w.LineID }) {
			return fmt.Errorf("refund after delivery: order %d has no line %d", o.ID, *w.LineID)
		}
		if w.ToBalance && o.UserID == nil {
			return fulfilment.ErrNoBalance
		}
		if id, err = c.Refunds.RefundAfterDelivery(ctx, tx, w); err != nil || id == 0 {
			return err
		}
		return c.record(ctx, tx, o.ID)
	})
	if err != nil || id == 0 {
		return id, err
	}
	return id, c.sendNow(ctx, id)
}

// RecordOutsideRefund records an outside refund or chargeback an operator found at a
// provider that does not report them, or gives one that was reported the operator's proof.
// The same again is payment.ErrAlreadyRecorded and changes nothing.
func (c *Commands) RecordOutsideRefund(ctx context.Context, left payment.Outside) error {
	_, err := c.Steps.Refunds.WithLockedOrder(ctx, left.OrderID, func(tx pgx.Tx, o *order.Order) error {
		if _, err := c.Steps.Refunds.RecordOutside(ctx, tx, o, &left); err != nil {
			return err
		}
		return c.record(ctx, tx, o.ID)
	})
	return err
}

// Release continues the paused delivery of an order. The caller notifies the workflow.
func (c *Commands) Release(ctx context.Context, orderID int64) error {
	_, err := c.Steps.Delivery.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		if err := c.Steps.Delivery.Release(ctx, tx, o); err != nil {
			return err
		}
		return c.record(ctx, tx, o.ID)
	})
	return err
}

// CloseMoneyTask closes a task about money in the caller's transaction: a chargeback
// that is not argued about is lost, and what is frozen because of it is taken back.
func (c *Commands) CloseMoneyTask(ctx context.Context, tx pgx.Tx, t payment.Task, who, note string) error {
	o, err := order.Lock(ctx, tx, t.OrderID)
	if err != nil {
		return err
	}
	switch t.Kind {
	case payment.TaskChargeback:
		d, err := payment.LockDispute(ctx, tx, t.ID)
		if err == nil {
			return c.Steps.Refunds.EndDispute(ctx, tx, o, d, payment.DisputeLost, who, note)
		}
		if !errors.Is(err, payment.ErrTaskNotFound) { // one of before there were disputes
			return err
		}
	case payment.TaskFrozen:
		f, err := payment.LockFrozen(ctx, tx, t.ID)
		if err != nil {
			return err
		}
		return c.Steps.Refunds.DecideFrozen(ctx, tx, o, f, true, who, note)
	case payment.TaskOutside, payment.TaskTooLarge:
	}
	return c.Tasks.CloseTask(ctx, tx, t.ID, who, note)
}
