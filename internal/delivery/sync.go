package delivery

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
)

// syncTimeout bounds the sync of one supplier: some have many pages.
const syncTimeout = 5 * time.Minute

// ErrNoPendingCost is returned if no cost of the offer waits for approval.
var ErrNoPendingCost = errors.New("delivery: no cost waits for approval")

// Sync reads offers and balances from every supplier. One that fails keeps its last
// values and does not stop the others.
func (d *Dispatcher) Sync(ctx context.Context) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(d.suppliers)) {
		syncCtx, cancel := context.WithTimeout(ctx, syncTimeout)
		s := d.suppliers[name]
		errs = append(errs, d.syncOffers(syncCtx, s), d.syncBalance(syncCtx, s), d.checkForced(syncCtx, s), d.updateAvailability(syncCtx, name))
		cancel()
	}
	return errors.Join(append(errs, d.warnLowBalance(ctx))...)
}

func (d *Dispatcher) syncOffers(ctx context.Context, s Supplier) error {
	list, err := s.ListOffers(ctx)
	if err != nil {
		return fmt.Errorf("offers of %s: %w", s.Name(), err)
	}
	if len(list) == 0 { // more likely an error than a supplier that sells nothing
		return fmt.Errorf("%s lists no offers", s.Name())
	}
	now := d.clock().Truncate(time.Microsecond) // the precision of the database
	p := deliverydb.SyncOffersParams{Supplier: s.Name(), Now: now}
	for _, o := range list {
		p.Skus, p.Costs = append(p.Skus, o.SKU), append(p.Costs, o.Cost.String())
		p.Currencies, p.InStock = append(p.Currencies, string(o.Cost.Currency)), append(p.InStock, o.InStock)
	}
	var synced []deliverydb.SyncOffersRow
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) (err error) {
		q := deliverydb.New(tx)
		if synced, err = q.SyncOffers(ctx, p); err != nil {
			return fmt.Errorf("sync offers of %s: %w", s.Name(), err)
		}
		for _, f := range synced {
			if f.AskedCost != "" {
				d.log.WarnContext(ctx, "cost waits for approval", "offer", f.ID, "supplier", s.Name(), "cost", f.Cost, "asked", f.AskedCost)
			}
		}
		gone, err := q.MarkUnlistedOffers(ctx, deliverydb.MarkUnlistedOffersParams{Supplier: s.Name(), Now: now})
		if err != nil {
			return fmt.Errorf("drop offers of %s: %w", s.Name(), err)
		}
		if gone > 0 {
			d.log.WarnContext(ctx, "offers are no longer listed", "supplier", s.Name(), "offers", gone)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range synced {
		if f.IsQueueChanged {
			d.queue.Changed(ctx, "cost", f.ID)
		}
	}
	return nil
}

func (d *Dispatcher) syncBalance(ctx context.Context, s Supplier) error {
	left, err := s.Balance(ctx)
	if err != nil {
		return fmt.Errorf("balance with %s: %w", s.Name(), err)
	}
	err = deliverydb.New(d.pool).SaveBalance(ctx, deliverydb.SaveBalanceParams{
		Supplier: s.Name(), Prepaid: left.String(), Currency: string(left.Currency), CheckedAt: d.clock(),
	})
	if err != nil {
		return fmt.Errorf("save balance with %s: %w", s.Name(), err)
	}
	return nil
}

// ApproveCost accepts the pending cost of an offer, so that it is used again. It
// returns ErrNoPendingCost if there is none.
func (d *Dispatcher) ApproveCost(ctx context.Context, offerID int64) error {
	return pg.InTx(ctx, d.pool, func(tx pgx.Tx) error { return d.ApproveCostTx(ctx, tx, offerID) })
}

// ApproveCostTx is ApproveCost within the caller's transaction.
func (d *Dispatcher) ApproveCostTx(ctx context.Context, tx pgx.Tx, offerID int64) error {
	q := deliverydb.New(tx)
	n, err := q.ApproveCost(ctx, offerID)
	if err != nil {
		return fmt.Errorf("approve offer %d: %w", offerID, err)
	}
	if n == 0 {
		return ErrNoPendingCost
	}
	supplier, err := q.SupplierOfOffer(ctx, offerID)
	if err != nil {
		return fmt.Errorf("supplier of offer %d: %w", offerID, err)
	}
	return d.updateAvailabilityTx(ctx, q, supplier)
}

// RefuseCost keeps an offer unused while its supplier asks the pending cost. It
// returns ErrNoPendingCost if there is none or it was refused before.
func (d *Dispatcher) RefuseCost(ctx context.Context, tx pgx.Tx, offerID int64) error {
	n, err := deliverydb.New(tx).RefuseCost(ctx, offerID)
	if err != nil {
		return fmt.Errorf("refuse the cost of offer %d: %w", offerID, err)
	}
	if n == 0 {
		return ErrNoPendingCost
	}
	return nil
}
