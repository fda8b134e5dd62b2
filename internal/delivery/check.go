package delivery

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
)

const (
	// checkTimeout bounds a check. Without a response in time the order goes on
	// unchecked.
	checkTimeout    = 3 * time.Second
	checkTTL        = 5 * time.Minute
	maxCachedChecks = 10_000
)

// CheckAccount checks whether the account exists, before any money is taken. It
// returns ErrCheckUnsupported if no supplier can check it; the order is accepted
// then. Results are cached for checkTTL.
func (src *Sourcing) CheckAccount(ctx context.Context, productID, server *int64, account Account) (AccountCheck, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	q := deliverydb.New(src.pool)
	offers, err := q.OffersForCheck(ctx, productID)
	if err != nil {
		return AccountCheck{}, fmt.Errorf("offers for account check: %w", err)
	}
	if server != nil {
		account.ServerID, err = q.ServerCode(ctx, *server)
		if errors.Is(err, pgx.ErrNoRows) {
			return AccountCheck{}, ErrCheckUnsupported // creating the order will fail for it
		}
		if err != nil {
			return AccountCheck{}, fmt.Errorf("server: %w", err)
		}
	}
	for _, f := range offers {
		s := src.suppliers.current(f.Supplier)
		if s == nil {
			continue
		}
		account.SKU = f.Sku
		if known, ok := src.checks.get(f.Supplier, account, src.clock()); ok {
			return known, nil
		}
		checked, err := s.CheckAccount(ctx, account)
		if err == nil {
			src.checks.put(f.Supplier, account, checked, src.clock())
			return checked, nil
		}
		if !errors.Is(err, ErrCheckUnsupported) {
			src.log.WarnContext(ctx, "account not checked", "supplier", f.Supplier, "error", err)
		}
	}
	return AccountCheck{}, ErrCheckUnsupported
}

type checkKey struct {
	supplier string
	account  Account
}

type cachedCheck struct {
	checked AccountCheck
	until   time.Time
}

// checkCache caches checks, because a buyer who corrects other fields submits the
// account again.
type checkCache struct {
	mu      sync.Mutex
	entries map[checkKey]cachedCheck
}

func (c *checkCache) get(supplier string, a Account, now time.Time) (AccountCheck, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.entries[checkKey{supplier, a}]
	return k.checked, ok && now.Before(k.until)
}

func (c *checkCache) put(supplier string, a Account, checked AccountCheck, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxCachedChecks || c.entries == nil {
		c.entries = map[checkKey]cachedCheck{} // emptied when full: entries can be queried again
	}
	c.entries[checkKey{supplier, a}] = cachedCheck{checked, now.Add(checkTTL)}
}
