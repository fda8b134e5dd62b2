package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
)

const (
	// retryPause is how soon an offer that could not be used is tried again for
	// the same unit.
	retryPause = 10 * time.Second
	// holdLook and holdLookMost bound how often a held unit is looked at: soon at
	// first, and ever more rarely.
	holdLook     = 15 * time.Second
	holdLookMost = 2 * time.Minute
	// costLook is how long after such a look a cost that is too high is asked for again.
	costLook = 20 * time.Second
)

// errEnding: the unit fails as soon as its tries are known to have failed.
var errEnding = errors.New("delivery: nobody is left to ask")

// nobody is left to ask at this moment. Suppliers that are down, out of our
// money or too dear are waited for until a deadline the buyer is shown; without
// any such the unit ends.
func (d *Dispatch) nobody(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Goods) (Step, error) {
	now := d.clock()
	why, err := q.Hope(ctx, deliverydb.HopeParams{UnitID: u.ID, ProductID: u.ProductID, GiftID: u.GiftID, Since: goods.Since})
	if err != nil {
		return Step{}, fmt.Errorf("who may still deliver unit %d: %w", u.ID, err)
	}
	if why == "" {
		return d.end(ctx, q, u.ID, "nobody", now)
	}
	until, err := q.HoldUntil(ctx, deliverydb.HoldUntilParams{ID: u.ID, Now: now})
	if err != nil {
		return Step{}, fmt.Errorf("hold unit %d: %w", u.ID, err)
	}
	left := until.Sub(now)
	if left <= 0 {
		return d.end(ctx, q, u.ID, "hold", now)
	}
	if err := q.CheckAskedCosts(ctx, deliverydb.CheckAskedCostsParams{ProductID: u.ProductID, GiftID: u.GiftID, At: now.Add(costLook)}); err != nil {
		return Step{}, fmt.Errorf("costs of unit %d: %w", u.ID, err)
	}
	if u.HeldUntil == nil {
		d.log.WarnContext(ctx, "a paid unit waits for suppliers", "unit", u.ID, "order", u.OrderID, "reason", why, "until", until)
		return Step{State: UnitWaiting, After: min(holdLook, left), Look: true}, nil
	}
	began, err := q.FirstTry(ctx, deliverydb.FirstTryParams{UnitID: u.ID, Since: goods.Since, Now: now})
	if err != nil {
		return Step{}, fmt.Errorf("first try of unit %d: %w", u.ID, err)
	}
	return Step{State: UnitWaiting, After: min(max(now.Sub(began)/3, holdLook), holdLookMost, left)}, nil
}

func (d *Dispatch) end(ctx context.Context, q *deliverydb.Queries, unitID int64, as string, now time.Time) (Step, error) {
	if err := q.EndUnit(ctx, deliverydb.EndUnitParams{ID: unitID, EndsAs: as, Now: now}); err != nil {
		return Step{}, fmt.Errorf("end unit %d: %w", unitID, err)
	}
	return Step{State: UnitWaiting, ending: true}, nil
}

// EndWrongDetails gives up the units of a line whose details nobody corrected:
// they fail once their tries are known to have failed. It reports whether there
// were any.
func (d *Dispatch) EndWrongDetails(ctx context.Context, tx pgx.Tx, lineID int64) (bool, error) {
	n, err := deliverydb.New(tx).EndWrongUnits(ctx, deliverydb.EndWrongUnitsParams{LineID: lineID, Now: d.clock()})
	if err != nil {
		return false, fmt.Errorf("end units of line %d: %w", lineID, err)
	}
	return n > 0, nil
}

// HeldUntil returns until when an order waits for its suppliers, nil when it
// does not.
func (d *Dispatch) HeldUntil(ctx context.Context, orderID int64) (*time.Time, error) {
	until, err := deliverydb.New(d.pool).HoldOf(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // not waiting is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("hold of order %d: %w", orderID, err)
	}
	return &until, nil
}
