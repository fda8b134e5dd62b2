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
	// offerRetryDelay is how soon an offer that could not be used is tried again for the
	// same unit.
	offerRetryDelay = 10 * time.Second
	// holdCheckDelay and maxHoldCheckDelay bound how often a waiting unit is retried: the
	// delay grows from one to the other.
	holdCheckDelay    = 15 * time.Second
	maxHoldCheckDelay = 2 * time.Minute
	// costCheckDelay is how long after such a retry a cost that is too high is queried
	// again.
	costCheckDelay = 20 * time.Second
)

// errUnitEnding means that the unit fails once its attempts are confirmed to have
// failed.
var errUnitEnding = errors.New("delivery: no offer is left")

// noOfferLeft decides what happens to a unit that no offer can deliver now. If a
// supplier is unreachable, has no funds of ours or is too expensive, the unit waits
// until a deadline shown to the buyer. Otherwise, or after the deadline, it is marked
// as ending. The caller holds the unit's lock.
func (d *Dispatcher) noOfferLeft(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Target) (UnitProgress, error) {
	now := d.clock()
	why, err := q.TemporaryRefusalReason(ctx, deliverydb.TemporaryRefusalReasonParams{UnitID: u.ID, ProductID: u.ProductID, GiftID: u.GiftID, Since: triesSince(u, goods)})
	if err != nil {
		return UnitProgress{}, fmt.Errorf("temporary refusals of unit %d: %w", u.ID, err)
	}
	if why == "" {
		return markEnding(ctx, q, u.ID, "nobody", now)
	}
	until, err := q.SetHeldUntil(ctx, deliverydb.SetHeldUntilParams{ID: u.ID, Now: now})
	if err != nil {
		return UnitProgress{}, fmt.Errorf("hold unit %d: %w", u.ID, err)
	}
	left := until.Sub(now)
	if left <= 0 {
		return markEnding(ctx, q, u.ID, "hold", now)
	}
	if err := q.RequestCostChecks(ctx, deliverydb.RequestCostChecksParams{ProductID: u.ProductID, GiftID: u.GiftID, At: now.Add(costCheckDelay)}); err != nil {
		return UnitProgress{}, fmt.Errorf("costs of unit %d: %w", u.ID, err)
	}
	if u.HeldUntil == nil {
		d.log.WarnContext(ctx, "paid unit waits for suppliers", "unit", u.ID, "order", u.OrderID, "reason", why, "until", until)
		return UnitProgress{State: UnitWaiting, RetryAfter: min(holdCheckDelay, left), StatusChanged: true}, nil
	}
	began, err := q.FirstAttemptAt(ctx, deliverydb.FirstAttemptAtParams{UnitID: u.ID, Since: triesSince(u, goods), Now: now})
	if err != nil {
		return UnitProgress{}, fmt.Errorf("first attempt of unit %d: %w", u.ID, err)
	}
	return UnitProgress{State: UnitWaiting, RetryAfter: min(max(now.Sub(began)/3, holdCheckDelay), maxHoldCheckDelay, left)}, nil
}

func markEnding(ctx context.Context, q *deliverydb.Queries, unitID int64, as string, now time.Time) (UnitProgress, error) {
	if err := q.MarkUnitEnding(ctx, deliverydb.MarkUnitEndingParams{ID: unitID, EndsAs: as, Now: now}); err != nil {
		return UnitProgress{}, fmt.Errorf("end unit %d: %w", unitID, err)
	}
	return UnitProgress{State: UnitWaiting, isEnding: true}, nil
}

// EndWrongDetails marks the units of a line whose details the buyer did not correct
// as ending: they fail once their attempts are confirmed to have failed. It reports
// whether there were any.
func (d *Dispatcher) EndWrongDetails(ctx context.Context, tx pgx.Tx, lineID int64) (bool, error) {
	n, err := deliverydb.New(tx).EndUnitsWithWrongDetails(ctx, deliverydb.EndUnitsWithWrongDetailsParams{LineID: lineID, Now: d.clock()})
	if err != nil {
		return false, fmt.Errorf("end units of line %d: %w", lineID, err)
	}
	return n > 0, nil
}

// HeldUntil returns until when an order waits for suppliers, or nil if it does not.
func (d *Dispatcher) HeldUntil(ctx context.Context, orderID int64) (*time.Time, error) {
	until, err := deliverydb.New(d.pool).OrderHeldUntil(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // not waiting is a valid result
	}
	if err != nil {
		return nil, fmt.Errorf("hold of order %d: %w", orderID, err)
	}
	return &until, nil
}
