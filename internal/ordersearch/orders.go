package ordersearch

import (
	"context"
	"fmt"
	"slices"
	"time"

	"larek/internal/ordersearch/ordersearchdb"
)

// PageSize is how many orders a page has.
const PageSize = 50

// depths are the numbers of orders scanned in turn to fill a page. After the last one the page ends, even if it is
// short: a filter that no index supports must not read the whole table. The cursor continues from there.
var depths = []int{100, 300, 600}

// Row is one order of a list.
type Row = ordersearchdb.OrderRowsRow

// Page is a part of a list, newest first.
type Page struct {
	Rows           []Row
	Older, Newer   *Place // nil if there are none
	LookedAt       int    // how many orders
	IsShort        bool   // the page ended before all orders were scanned
	LookedDownTo   *time.Time
	lookedDownToID int64
}

// Orders returns the page of a filter from a place on; nil is the newest page.
func (s *Service) Orders(ctx context.Context, f Filter, from *Place) (*Page, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	page, err := s.orders(ctx, f, from)
	return page, cutOff(ctx, err)
}

func (s *Service) orders(ctx context.Context, f Filter, from *Place) (*Page, error) {
	at := whole
	if from != nil {
		at.rising = from.Newer
		at = at.rest(from.ID)
	}
	found, err := s.collect(ctx, f, at, PageSize+1)
	if err != nil {
		return nil, err
	}
	hasMore := len(found.ids) > PageSize
	ids := found.ids[:min(len(found.ids), PageSize)]
	page := &Page{LookedAt: found.lookedAt, IsShort: found.isShort && !hasMore, lookedDownToID: found.last}
	if page.Rows, err = s.rows(ctx, ids); err != nil {
		return nil, err
	}
	page.link(ids, from, hasMore || found.isShort)
	return page, s.setLookedDownTo(ctx, page)
}

// link sets the places around a page. goesOn reports that there is more in the
// direction it was read.
func (p *Page) link(ids []int64, from *Place, goesOn bool) {
	newer := from != nil && from.Newer
	var onward, back *Place
	if goesOn {
		onward = &Place{Newer: newer, ID: p.lookedDownToID}
		if !p.IsShort {
			onward.ID = ids[len(ids)-1]
		}
	}
	if from != nil {
		back = &Place{Newer: !newer}
		switch {
		case len(ids) > 0:
			back.ID = ids[0]
		case newer: // an empty page: the way back includes where it came from
			back.ID = from.ID + 1
		default:
			back.ID = from.ID - 1
		}
	}
	p.Older, p.Newer = onward, back
	if newer {
		p.Older, p.Newer = back, onward
	}
}

// setLookedDownTo sets the time down to which a short page has scanned orders.
func (s *Service) setLookedDownTo(ctx context.Context, page *Page) error {
	if !page.IsShort {
		return nil
	}
	at, err := s.known.CreatedOf(ctx, page.lookedDownToID)
	if err != nil {
		return fmt.Errorf("time of order %d: %w", page.lookedDownToID, err)
	}
	page.LookedDownTo = &at
	return nil
}

// collection is the result of scanning a span.
type collection struct {
	ids      []int64 // in the order of the span
	lookedAt int
	isShort  bool  // the span was not scanned to its end
	last     int64 // the last order scanned
}

// collect finds up to want orders of a filter in a span.
func (s *Service) collect(ctx context.Context, f Filter, at span, want int) (collection, error) {
	r, err := s.resolve(ctx, f)
	if err != nil || r.nothing {
		return collection{}, err
	}
	if at, err = s.narrow(ctx, r, at); err != nil {
		return collection{}, err
	}
	x, err := sparsest(ctx, s.indexes(r), at)
	if err != nil {
		return collection{}, fmt.Errorf("look for orders: %w", err)
	}
	found := collection{}
	for _, depth := range depths {
		ids, done, err := x.walk(ctx, at, depth)
		if err != nil {
			return collection{}, fmt.Errorf("walk orders: %w", err)
		}
		matched, err := s.match(ctx, r, ids)
		if err != nil {
			return collection{}, err
		}
		found.lookedAt += len(ids)
		found.ids = append(found.ids, matched...)
		if done || len(found.ids) >= want {
			found.ids = found.ids[:min(want, len(found.ids))]
			return found, nil
		}
		found.last = ids[len(ids)-1]
		at = at.rest(found.last)
	}
	found.isShort = true
	return found, nil
}

// narrow reduces a span to the orders created in the period of the filter.
func (s *Service) narrow(ctx context.Context, r *resolved, at span) (span, error) {
	m := &r.match
	if m.Since == nil && m.Until == nil {
		return at, nil
	}
	since, until := time.Unix(0, 0), s.Clock().Add(24*time.Hour)
	if m.Since != nil {
		since = *m.Since
	}
	if m.Until != nil {
		until = *m.Until
	}
	ids, err := s.q.IDsBetween(ctx, ordersearchdb.IDsBetweenParams{Since: since, Until: until})
	if err != nil {
		return at, fmt.Errorf("orders between times: %w", err)
	}
	at.above, at.below = max(at.above, ids.Lowest-1), min(at.below, ids.Highest+1)
	return at, nil
}

// match returns those of some orders that pass the filter, in the same order.
func (s *Service) match(ctx context.Context, r *resolved, ids []int64) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	p := r.match
	p.Ids = ids
	matched, err := s.q.MatchOrders(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("match orders: %w", err)
	}
	slices.Sort(matched)
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		_, isMatched := slices.BinarySearch(matched, id)
		_, isOwned := slices.BinarySearch(r.owned, id)
		return !isMatched || r.owned != nil && !isOwned
	}), nil
}
