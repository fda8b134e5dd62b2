package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
)

// ErrUnavailable is told before anything is charged.
var ErrUnavailable = problem.New(problem.Conflict, "products.unavailable",
	"Поставщик сейчас не может это доставить, поэтому деньги мы не берём. Загляните через несколько минут или выберите другой товар.")

const (
	// doubtEvery is how often those who look after suppliers see whether there is
	// something to look at.
	doubtEvery = 2 * time.Second
	// downLook and fundsLook are how often a supplier is asked whether it is back,
	// and whether our balance there was filled up.
	downLook  = 5 * time.Second
	fundsLook = 15 * time.Second
	// downGrace is less than the time between two such questions.
	downGrace = 4 * time.Second
)

// RunChecks looks at suppliers that could not serve us, until ctx ends: what
// nobody can deliver is not sold, and sold again as soon as somebody can.
func (d *Dispatch) RunChecks(ctx context.Context) {
	tick := time.NewTicker(doubtEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := d.CheckDoubts(ctx); err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "suppliers not checked", "error", err)
		}
	}
}

// CheckDoubts asks every supplier something went wrong at, each by one worker at
// a time, whether it is there, what we have left with it and, where prices or
// stock were in doubt, what it sells.
func (d *Dispatch) CheckDoubts(ctx context.Context) error {
	now := d.clock()
	due, err := deliverydb.New(d.pool).TakeDoubts(ctx, deliverydb.TakeDoubtsParams{Now: now, Until: now.Add(syncLimit)})
	if err != nil {
		return fmt.Errorf("suppliers in doubt: %w", err)
	}
	var errs []error
	for _, r := range due {
		if s := d.suppliers[r.Supplier]; s != nil {
			errs = append(errs, d.checkDoubt(ctx, s, r.CheckOffers))
		}
	}
	return errors.Join(errs...)
}

func (d *Dispatch) checkDoubt(ctx context.Context, s Supplier, offers bool) error {
	asking, cancel := context.WithTimeout(ctx, syncLimit)
	defer cancel()
	q := deliverydb.New(d.pool)
	down := d.syncPrepaid(asking, s)
	if down == nil && offers {
		down = d.syncOffers(asking, s)
	}
	now := d.clock()
	var err error
	if down != nil {
		d.log.WarnContext(ctx, "supplier does not answer", "supplier", s.Name(), "error", down)
		err = q.SupplierDown(ctx, deliverydb.SupplierDownParams{Supplier: s.Name(), Now: now, Next: now.Add(downLook)})
	} else {
		err = q.SupplierUp(ctx, deliverydb.SupplierUpParams{Supplier: s.Name(), Next: now.Add(fundsLook)})
	}
	if err != nil {
		return fmt.Errorf("health of %s: %w", s.Name(), err)
	}
	if down == nil {
		if err := d.checkForced(asking, s); err != nil {
			return err
		}
	}
	return d.offerAgain(ctx, s.Name())
}

// offerAgain stops selling what no usable offer of anybody can serve any more,
// and sells again what one can. Nothing is written when nothing has changed:
// every change empties the catalogue's cache.
func (d *Dispatch) offerAgain(ctx context.Context, supplier string) error {
	q := deliverydb.New(d.pool)
	rows, err := q.ChangedAvailability(ctx, deliverydb.ChangedAvailabilityParams{Supplier: supplier, DownAfter: d.clock().Add(-downGrace)})
	if err != nil {
		return fmt.Errorf("what %s can serve: %w", supplier, err)
	}
	stop, again := deliverydb.StopSellingParams{Now: d.clock()}, deliverydb.SellAgainParams{ProductIds: []int64{}, GiftIds: []int64{}}
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
		d.log.WarnContext(ctx, "goods are not sold: no offer can serve them", "supplier", supplier, "goods", len(stop.ProductIds))
		if err := q.StopSelling(ctx, stop); err != nil {
			return fmt.Errorf("stop selling: %w", err)
		}
	}
	if len(again.ProductIds) > 0 {
		d.log.InfoContext(ctx, "goods are sold again", "supplier", supplier, "goods", len(again.ProductIds))
		if err := q.SellAgain(ctx, again); err != nil {
			return fmt.Errorf("sell again: %w", err)
		}
	}
	return nil
}

// OnSale returns ErrUnavailable when no usable offer can serve one of the goods.
func (d *Dispatch) OnSale(ctx context.Context, db Querier, products []int64, gift *int64) error {
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
