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

const (
	// syncEvery is how often suppliers are asked what they sell.
	syncEvery = 15 * time.Minute
	// syncLimit bounds one supplier's answer: some have many pages.
	syncLimit = 5 * time.Minute
)

// ErrNothingAsked: the offer has no new cost waiting.
var ErrNothingAsked = errors.New("delivery: no cost waits for approval")

// RunSync keeps offers up to date until ctx ends.
func (d *Dispatch) RunSync(ctx context.Context) {
	for {
		if err := d.Sync(ctx); err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "offers not synced", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(syncEvery):
		}
	}
}

// Sync asks every supplier what it sells and what we have left with it. One
// that does not answer keeps what it told before, and holds up nobody.
func (d *Dispatch) Sync(ctx context.Context) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(d.suppliers)) {
		asking, cancel := context.WithTimeout(ctx, syncLimit)
		s := d.suppliers[name]
		errs = append(errs, d.syncOffers(asking, s), d.syncPrepaid(asking, s), d.checkForced(asking, s), d.offerAgain(asking, name))
		cancel()
	}
	return errors.Join(append(errs, d.warnOfPrepaid(ctx))...)
}

func (d *Dispatch) syncOffers(ctx context.Context, s Supplier) error {
	list, err := s.Offers(ctx)
	if err != nil {
		return fmt.Errorf("offers of %s: %w", s.Name(), err)
	}
	if len(list) == 0 { // more likely a fault than a supplier that sells nothing
		return fmt.Errorf("%s lists no offers", s.Name())
	}
	now := d.clock().Truncate(time.Microsecond) // as the database keeps it
	p := deliverydb.SyncOffersParams{Supplier: s.Name(), Now: now}
	for _, o := range list {
		p.Skus, p.Costs = append(p.Skus, o.SKU), append(p.Costs, o.Cost.String())
		p.Currencies, p.InStock = append(p.Currencies, string(o.Cost.Currency)), append(p.InStock, o.InStock)
	}
	return pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		synced, err := q.SyncOffers(ctx, p)
		if err != nil {
			return fmt.Errorf("sync offers of %s: %w", s.Name(), err)
		}
		for _, f := range synced {
			if f.AskedCost != "" {
				d.log.WarnContext(ctx, "cost waits for approval", "offer", f.ID, "supplier", s.Name(), "cost", f.Cost, "asked", f.AskedCost)
			}
		}
		gone, err := q.DropOffers(ctx, deliverydb.DropOffersParams{Supplier: s.Name(), Now: now})
		if err != nil {
			return fmt.Errorf("drop offers of %s: %w", s.Name(), err)
		}
		if gone > 0 {
			d.log.WarnContext(ctx, "offers are not listed any more", "supplier", s.Name(), "offers", gone)
		}
		return nil
	})
}

func (d *Dispatch) syncPrepaid(ctx context.Context, s Supplier) error {
	left, err := s.Prepaid(ctx)
	if err != nil {
		return fmt.Errorf("balance with %s: %w", s.Name(), err)
	}
	err = deliverydb.New(d.pool).KeepPrepaid(ctx, deliverydb.KeepPrepaidParams{
		Supplier: s.Name(), Prepaid: left.String(), Currency: string(left.Currency), CheckedAt: d.clock(),
	})
	if err != nil {
		return fmt.Errorf("keep the balance with %s: %w", s.Name(), err)
	}
	return nil
}

// Approve accepts the cost a supplier asks, and the offer is used again.
func (d *Dispatch) Approve(ctx context.Context, offerID int64) error {
	q := deliverydb.New(d.pool)
	n, err := q.ApproveCost(ctx, offerID)
	if err != nil {
		return fmt.Errorf("approve offer %d: %w", offerID, err)
	}
	if n == 0 {
		return ErrNothingAsked
	}
	supplier, err := q.SupplierOfOffer(ctx, offerID)
	if err != nil {
		return fmt.Errorf("supplier of offer %d: %w", offerID, err)
	}
	return d.offerAgain(ctx, supplier)
}
