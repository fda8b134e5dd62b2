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
	// checkLimit is how long a buyer waits for a check; without an answer the
	// order goes on unchecked.
	checkLimit = 3 * time.Second
	checkKept  = 5 * time.Minute
	checksKept = 10_000
)

// CheckAccount asks whether the account goods go to exists, before any money is
// taken. ErrCannotCheck when nobody can tell: that is no reason not to sell.
func (d *Dispatch) CheckAccount(ctx context.Context, productID, server *int64, a Account) (Checked, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	q := deliverydb.New(d.pool)
	offers, err := q.CheckOffers(ctx, productID)
	if err != nil {
		return Checked{}, fmt.Errorf("who can check: %w", err)
	}
	if server != nil {
		a.ServerID, err = q.ServerCode(ctx, *server)
		if errors.Is(err, pgx.ErrNoRows) {
			return Checked{}, ErrCannotCheck // the order is refused for it
		}
		if err != nil {
			return Checked{}, fmt.Errorf("server: %w", err)
		}
	}
	for _, f := range offers {
		s := d.suppliers[f.Supplier]
		if s == nil {
			continue
		}
		a.SKU = f.Sku
		if known, ok := d.checks.get(f.Supplier, a, d.clock()); ok {
			return known, nil
		}
		checked, err := s.Check(ctx, a)
		if err == nil {
			d.checks.put(f.Supplier, a, checked, d.clock())
			return checked, nil
		}
		if !errors.Is(err, ErrCannotCheck) {
			d.log.WarnContext(ctx, "account not checked", "supplier", f.Supplier, "error", err)
		}
	}
	return Checked{}, ErrCannotCheck
}

type checkKey struct {
	supplier string
	account  Account
}

type keptCheck struct {
	checked Checked
	until   time.Time
}

// checks remembers answers for a moment: a buyer corrects other fields and
// asks again.
type checks struct {
	mu   sync.Mutex
	kept map[checkKey]keptCheck
}

func (c *checks) get(supplier string, a Account, now time.Time) (Checked, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.kept[checkKey{supplier, a}]
	return k.checked, ok && now.Before(k.until)
}

func (c *checks) put(supplier string, a Account, checked Checked, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= checksKept || c.kept == nil {
		c.kept = map[checkKey]keptCheck{} // forgetting costs a question
	}
	c.kept[checkKey{supplier, a}] = keptCheck{checked, now.Add(checkKept)}
}
