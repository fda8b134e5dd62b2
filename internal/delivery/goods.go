package delivery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"larek/internal/clock"
	"larek/internal/problem"
)

const (
	// listTTL is how long a supplier's list answers searches.
	listTTL = 10 * time.Minute
	// listPatience is how long a search waits for the list. Some suppliers need minutes for
	// it; it is read on, for the next search.
	listPatience = 8 * time.Second
	mostGoods    = 50
)

// ErrNoList is returned until a supplier has said what it sells.
var ErrNoList = problem.New(problem.Unavailable, "supplier.no_list", "Прайс поставщика ещё не прочитан. Попробуйте через минуту или впишите SKU сами.")

// listCache keeps what suppliers sell, for the searches of people who add offers.
type listCache struct {
	mu  sync.Mutex
	all map[string]*supplierList
}

// supplierList is written once, before done is closed.
type supplierList struct {
	done  chan struct{}
	goods []SupplierOffer
	err   error
	at    time.Time
}

// FindGoods returns what a supplier sells whose title or SKU has all the words; nothing of a
// supplier that is not set up.
func (src *Sourcing) FindGoods(ctx context.Context, supplier, words string) ([]SupplierOffer, error) {
	s := src.suppliers.current(supplier)
	if s == nil {
		return nil, nil
	}
	list := src.lists.of(ctx, s, src.clock)
	select {
	case <-list.done:
	case <-time.After(listPatience):
		return nil, ErrNoList
	case <-ctx.Done():
		return nil, fmt.Errorf("list of %s: %w", supplier, ctx.Err())
	}
	if list.err != nil {
		src.log.WarnContext(ctx, "list of goods not read", "supplier", supplier, "error", list.err)
		return nil, ErrNoList
	}
	wanted := strings.Fields(strings.ToLower(words))
	var found []SupplierOffer
	for _, g := range list.goods {
		text := strings.ToLower(g.Title + " " + g.SKU)
		if len(found) < mostGoods && !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, w) }) {
			found = append(found, g)
		}
	}
	return found, nil
}

// of returns the list of a supplier. One that is old or failed is read again, once for
// everybody who waits for it.
func (c *listCache) of(ctx context.Context, s Supplier, now clock.Clock) *supplierList {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.all[s.Name()]; l != nil && !l.isOver(now()) {
		return l
	}
	l := &supplierList{done: make(chan struct{})}
	if c.all == nil {
		c.all = map[string]*supplierList{}
	}
	c.all[s.Name()] = l
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), syncTimeout)
	go func() {
		defer cancel()
		l.goods, l.err = s.ListOffers(ctx)
		l.at = now()
		close(l.done)
	}()
	return l
}

// isOver reports whether the list was read and is of no more use.
func (l *supplierList) isOver(now time.Time) bool {
	select {
	case <-l.done:
		return l.err != nil || now.Sub(l.at) > listTTL
	default:
		return false
	}
}
