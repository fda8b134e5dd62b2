package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
	"larek/internal/pubsub"
)

// syncTimeout bounds the sync of one supplier: some have many pages.
const syncTimeout = 5 * time.Minute

// ErrNoPendingCost is returned if no cost of the offer waits for approval.
var ErrNoPendingCost = errors.New("delivery: no cost waits for approval")

// Sourcing is what the shop buys and from whom: offers of suppliers, their costs, our
// balances with them, and whether goods can be delivered now.
type Sourcing struct {
	pool      *pgxpool.Pool
	suppliers *Suppliers
	clock     clock.Clock
	log       *slog.Logger
	checks    checkCache
	lists     listCache
	queue     pubsub.QueueAnnouncer
}

// NewSourcing returns the sourcing from these suppliers.
func NewSourcing(pool *pgxpool.Pool, suppliers []Supplier, clock clock.Clock, log *slog.Logger) *Sourcing {
	return &Sourcing{pool: pool, suppliers: NewSuppliers(suppliers...), clock: clock, log: log}
}

// WithSuppliers replaces the suppliers by ones whose accounts change. It returns src.
func (src *Sourcing) WithSuppliers(s *Suppliers) *Sourcing {
	src.suppliers = s
	return src
}

// WithQueue sets who is notified of costs that wait for approval. It returns src.
func (src *Sourcing) WithQueue(q pubsub.QueueAnnouncer) *Sourcing {
	src.queue = q
	return src
}

// Sync reads offers and balances from every supplier. One that fails keeps its last
// values and does not stop the others.
func (src *Sourcing) Sync(ctx context.Context) error {
	var errs []error
	for _, name := range src.suppliers.names() {
		syncCtx, cancel := context.WithTimeout(ctx, syncTimeout)
		s := src.suppliers.current(name)
		errs = append(errs, src.syncOffers(syncCtx, s), src.syncBalance(syncCtx, s), src.checkForced(syncCtx, s), src.updateAvailability(syncCtx, name))
		cancel()
	}
	return errors.Join(append(errs, src.warnLowBalance(ctx))...)
}

func (src *Sourcing) syncOffers(ctx context.Context, s Supplier) error {
	list, err := s.ListOffers(ctx)
	if err != nil {
		return fmt.Errorf("offers of %s: %w", s.Name(), err)
	}
	if len(list) == 0 { // more likely an error than a supplier that sells nothing
		return fmt.Errorf("%s lists no offers", s.Name())
	}
	now := src.clock().Truncate(time.Microsecond) // the precision of the database
	p := deliverydb.SyncOffersParams{Supplier: s.Name(), Now: now}
	for _, o := range list {
		p.Skus, p.Costs = append(p.Skus, o.SKU), append(p.Costs, o.Cost.String())
		p.Currencies, p.InStock = append(p.Currencies, string(o.Cost.Currency)), append(p.InStock, o.InStock)
	}
	var synced []deliverydb.SyncOffersRow
	err = pg.InTx(ctx, src.pool, func(tx pgx.Tx) (err error) {
		q := deliverydb.New(tx)
		if synced, err = q.SyncOffers(ctx, p); err != nil {
			return fmt.Errorf("sync offers of %s: %w", s.Name(), err)
		}
		for _, f := range synced {
			if f.AskedCost != "" {
				src.log.WarnContext(ctx, "cost waits for approval", "offer", f.ID, "supplier", s.Name(), "cost", f.Cost, "asked", f.AskedCost)
			}
		}
		gone, err := q.MarkUnlistedOffers(ctx, deliverydb.MarkUnlistedOffersParams{Supplier: s.Name(), Now: now})
		if err != nil {
			return fmt.Errorf("drop offers of %s: %w", s.Name(), err)
		}
		if gone > 0 {
			src.log.WarnContext(ctx, "offers are no longer listed", "supplier", s.Name(), "offers", gone)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range synced {
		if f.IsQueueChanged {
			src.queue.Changed(ctx, "cost", f.ID)
		}
	}
	return nil
}

func (src *Sourcing) syncBalance(ctx context.Context, s Supplier) error {
	left, err := s.Balance(ctx)
	if err != nil {
		return fmt.Errorf("balance with %s: %w", s.Name(), err)
	}
	err = deliverydb.New(src.pool).SaveBalance(ctx, deliverydb.SaveBalanceParams{
		Supplier: s.Name(), Prepaid: left.String(), Currency: string(left.Currency), CheckedAt: src.clock(),
	})
	if err != nil {
		return fmt.Errorf("save balance with %s: %w", s.Name(), err)
	}
	return nil
}

// ApproveCost accepts the pending cost of an offer, so that it is used again. It
// returns ErrNoPendingCost if there is none.
func (src *Sourcing) ApproveCost(ctx context.Context, offerID int64) error {
	return pg.InTx(ctx, src.pool, func(tx pgx.Tx) error { return src.ApproveCostTx(ctx, tx, offerID) })
}

// ApproveCostTx is ApproveCost within the caller's transaction.
func (src *Sourcing) ApproveCostTx(ctx context.Context, tx pgx.Tx, offerID int64) error {
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
	return src.updateAvailabilityTx(ctx, q, supplier)
}

// RefuseCost keeps an offer unused while its supplier asks the pending cost. It
// returns ErrNoPendingCost if there is none or it was refused before.
func RefuseCost(ctx context.Context, tx pgx.Tx, offerID int64) error {
	n, err := deliverydb.New(tx).RefuseCost(ctx, offerID)
	if err != nil {
		return fmt.Errorf("refuse the cost of offer %d: %w", offerID, err)
	}
	if n == 0 {
		return ErrNoPendingCost
	}
	return nil
}
