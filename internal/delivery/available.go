package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
)

// ErrUnavailable is returned, before anything is charged, if no offer can deliver the
// goods.
var ErrUnavailable = problem.New(problem.Conflict, "products.unavailable",
	"Сейчас мы не можем это доставить, поэтому деньги не берём. Загляните через несколько минут или выберите другой товар.")

const (
	// checkInterval is how often RunChecks looks for suppliers that are due for a check.
	checkInterval = 2 * time.Second
	// downCheckDelay and fundsCheckDelay are how soon a supplier is checked again that is
	// down, or where our balance is too low.
	downCheckDelay  = 5 * time.Second
	fundsCheckDelay = 15 * time.Second
	// downGrace is how long a supplier may fail its checks before it counts as down. It is
	// shorter than downCheckDelay, so the second failed check counts.
	downGrace = 4 * time.Second
)

// RunChecks checks suppliers that could not deliver, until ctx ends, and updates which
// goods are sold.
func (src *Sourcing) RunChecks(ctx context.Context) {
	clock.Every(ctx, checkInterval, func() {
		if err := src.CheckSuppliers(ctx); err != nil && ctx.Err() == nil {
			src.log.WarnContext(ctx, "suppliers not checked", "error", err)
		}
	})
}

// CheckSuppliers checks every supplier that is due: whether it is reachable, our
// balance with it and, if prices or stock were in doubt, its offers. Each supplier is
// checked by one worker at a time.
func (src *Sourcing) CheckSuppliers(ctx context.Context) error {
	now := src.clock()
	due, err := deliverydb.New(src.pool).ClaimSupplierChecks(ctx, deliverydb.ClaimSupplierChecksParams{Now: now, Until: now.Add(syncTimeout)})
	if err != nil {
		return fmt.Errorf("claim supplier checks: %w", err)
	}
	var errs []error
	for _, r := range due {
		if s := src.suppliers.current(r.Supplier); s != nil {
			errs = append(errs, src.checkSupplier(ctx, s, r.CheckOffers))
		}
	}
	return errors.Join(errs...)
}

func (src *Sourcing) checkSupplier(ctx context.Context, s Supplier, offers bool) error {
	checkCtx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	q := deliverydb.New(src.pool)
	down := src.syncBalance(checkCtx, s)
	if down == nil && offers {
		down = src.syncOffers(checkCtx, s)
	}
	now := src.clock()
	var err error
	if down != nil {
		src.log.WarnContext(ctx, "supplier check failed", "supplier", s.Name(), "error", down)
		err = q.SupplierDown(ctx, deliverydb.SupplierDownParams{Supplier: s.Name(), Now: now, Next: now.Add(downCheckDelay)})
	} else {
		err = q.SupplierUp(ctx, deliverydb.SupplierUpParams{Supplier: s.Name(), Next: now.Add(fundsCheckDelay)})
	}
	if err != nil {
		return fmt.Errorf("health of %s: %w", s.Name(), err)
	}
	if down == nil {
		if err := src.checkForced(checkCtx, s); err != nil {
			return err
		}
	}
	return src.updateAvailability(ctx, s.Name())
}

// updateAvailability stops selling goods that no usable offer can deliver, and resumes
// selling those one can. It writes nothing if nothing has changed, because every
// change invalidates the cached catalogue.
func (src *Sourcing) updateAvailability(ctx context.Context, supplier string) error {
	return src.updateAvailabilityTx(ctx, deliverydb.New(src.pool), supplier)
}

func (src *Sourcing) updateAvailabilityTx(ctx context.Context, q *deliverydb.Queries, supplier string) error {
	rows, err := q.ChangedAvailability(ctx, deliverydb.ChangedAvailabilityParams{Supplier: supplier, DownAfter: src.clock().Add(-downGrace)})
	if err != nil {
		return fmt.Errorf("availability of the goods of %s: %w", supplier, err)
	}
	stop, again := deliverydb.StopSellingParams{Now: src.clock()}, deliverydb.ResumeSellingParams{ProductIds: []int64{}, GiftIds: []int64{}}
	for _, r := range rows {
		var product, gift int64
		if r.ProductID != nil {
			product = *r.ProductID
		}
		if r.GiftID != nil {
			gift = *r.GiftID
		}
		if r.IsServed {
			again.ProductIds, again.GiftIds = append(again.ProductIds, product), append(again.GiftIds, gift)
		} else {
			stop.ProductIds, stop.GiftIds = append(stop.ProductIds, product), append(stop.GiftIds, gift)
		}
	}
	if len(stop.ProductIds) > 0 {
		src.log.WarnContext(ctx, "goods are no longer sold: no usable offer", "supplier", supplier, "goods", len(stop.ProductIds))
		if err := q.StopSelling(ctx, stop); err != nil {
			return fmt.Errorf("stop selling: %w", err)
		}
	}
	if len(again.ProductIds) > 0 {
		src.log.InfoContext(ctx, "goods are sold again", "supplier", supplier, "goods", len(again.ProductIds))
		if err := q.ResumeSelling(ctx, again); err != nil {
			return fmt.Errorf("resume selling: %w", err)
		}
	}
	return nil
}

// OnSale returns ErrUnavailable if one of the goods has no usable offer.
func OnSale(ctx context.Context, db Querier, products []int64, gift *int64) error {
	if products == nil {
		products = []int64{}
	}
	off, err := deliverydb.New(db).IsUnavailable(ctx, deliverydb.IsUnavailableParams{ProductIds: products, GiftID: gift})
	if err != nil {
		return fmt.Errorf("availability: %w", err)
	}
	if off {
		return ErrUnavailable
	}
	return nil
}
