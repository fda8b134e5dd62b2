package fulfilment

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// EndDispute records and books what a bank decided about a chargeback. If it was won, the
// money is at the provider again: it is no loss, what a refund of ours needed of it is owed to
// the buyer, and what was frozen or taken from the balance because of it goes back there. If
// it was lost, it stays booked as a chargeback. The caller holds the order's lock.
func (s *Refunds) EndDispute(ctx context.Context, tx pgx.Tx, o *order.Order, d *payment.Dispute, to payment.DisputeState, who, note string) error {
	if d.OrderID != o.ID {
		return payment.ErrTaskNotFound
	}
	if err := s.tasks.EndDispute(ctx, tx, d, to, who, note); err != nil {
		return err
	}
	if to == payment.DisputeLost {
		return nil
	}
	ref := strconv.FormatInt(d.OutsideID, 10)
	won := ledger.DisputeWon{Provider: d.Provider, Amount: d.Amount, Covered: d.Covers}
	if d.Frozen > 0 {
		if o.UserID == nil {
			return fmt.Errorf("dispute %d: a balance without an account", d.OutsideID)
		}
		won.UserID = *o.UserID
		taken, err := ledger.IsPosted(ctx, tx, ledger.FrozenDebited{UserID: won.UserID}.Entry(ref, o.ID))
		if err != nil {
			return err
		}
		if taken {
			won.Taken = d.Frozen
		}
	}
	if d.IsFrozen {
		if err := s.ledger.Post(ctx, tx, ledger.BalanceReleased{UserID: won.UserID, Amount: d.Frozen}.Entry(ref, o.ID)); err != nil {
			return err
		}
		if err := s.tasks.CloseTask(ctx, tx, d.FrozenTask, who, note); err != nil {
			return err
		}
	}
	return s.ledger.Post(ctx, tx, won.Entry(ref, o.ID))
}

// DecideFrozen takes frozen money of a balance back, or lets the buyer spend it again, and
// closes its task. The caller holds the order's lock.
func (s *Refunds) DecideFrozen(ctx context.Context, tx pgx.Tx, o *order.Order, t *payment.FrozenTask, isTaken bool, who, note string) error {
	if o.UserID == nil || t.OrderID != o.ID {
		return payment.ErrTaskNotFound
	}
	amount := money.RUB(t.Amount.Minor)
	e := ledger.BalanceReleased{UserID: *o.UserID, Amount: amount}.Entry(t.Ref, o.ID)
	if isTaken {
		e = ledger.FrozenDebited{UserID: *o.UserID, Amount: amount}.Entry(t.Ref, o.ID)
	}
	if err := s.ledger.Post(ctx, tx, e); err != nil {
		return err
	}
	return s.tasks.CloseTask(ctx, tx, t.ID, who, note)
}
