package ordersearch

import (
	"context"
	"math"
	"slices"

	"larek/internal/ordersearch/ordersearchdb"
)

// span is a part of the numbers of orders, ends excluded, and its direction.
type span struct {
	above, below int64
	rising       bool
}

// rest returns the part of a span after a number.
func (p span) rest(after int64) span {
	if p.rising {
		p.above = after
	} else {
		p.below = after
	}
	return p
}

// whole is the span of every order, newest first.
var whole = span{above: 0, below: math.MaxInt64}

type walkParams = ordersearchdb.WalkStatusParams

// index reads the numbers of orders with one of some keys out of one index, in order.
type index struct {
	read func(context.Context, walkParams) ([]int64, error)
	keys []string
}

// walk returns up to depth numbers of a span; done reports that there are no more.
func (x index) walk(ctx context.Context, p span, depth int) (ids []int64, done bool, err error) {
	ids, err = x.read(ctx, walkParams{Keys: x.keys, Above: p.above, Below: p.below, IsRising: p.rising, Depth: int32(depth)}) //nolint:gosec // at most some thousands
	return slices.Compact(ids), len(ids) < depth, err
}

// indexes returns every index that could lead through the orders of a filter; it is
// never empty.
func (s *Service) indexes(r *resolved) []index {
	q, m := s.q, &r.match
	var all []index
	add := func(keys []string, read func(context.Context, walkParams) ([]int64, error)) {
		if len(keys) > 0 {
			all = append(all, index{read, keys})
		}
	}
	add(m.Statuses, q.WalkStatus)
	add(m.Kinds, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkKind(ctx, ordersearchdb.WalkKindParams(p))
	})
	add(numbers(m.Games), func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkGame(ctx, ordersearchdb.WalkGameParams(p))
	})
	add(numbers(m.Gifts), func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkGift(ctx, ordersearchdb.WalkGiftParams(p))
	})
	add(numbers(m.Promos), func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkPromo(ctx, ordersearchdb.WalkPromoParams(p))
	})
	next := m.Nexts
	if m.LateAt != nil && len(next) == 0 {
		next = openActions // only unfinished orders can be late
	}
	add(next, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkNext(ctx, ordersearchdb.WalkNextParams(p))
	})
	add(m.Methods, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkMethod(ctx, ordersearchdb.WalkMethodParams(p))
	})
	add(m.Providers, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkProvider(ctx, ordersearchdb.WalkProviderParams(p))
	})
	add(m.Countries, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkCountry(ctx, ordersearchdb.WalkCountryParams(p))
	})
	add(m.Suppliers, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkSupplier(ctx, ordersearchdb.WalkSupplierParams(p))
	})
	add(m.Problems, func(ctx context.Context, p walkParams) ([]int64, error) {
		return q.WalkProblem(ctx, ordersearchdb.WalkProblemParams(p))
	})
	all = append(all, s.buyerIndexes(r)...)
	if r.owned != nil {
		all = append(all, index{listed(r.owned), []string{""}})
	}
	if len(all) == 0 {
		add([]string{""}, func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkAll(ctx, ordersearchdb.WalkAllParams(p))
		})
	}
	return all
}

// buyerIndexes are the indexes for the conditions on the buyer and the sum.
func (s *Service) buyerIndexes(r *resolved) []index {
	q, m := s.q, &r.match
	var all []index
	if m.IsGuests != nil && *m.IsGuests {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkGuests(ctx, ordersearchdb.WalkGuestsParams(p))
		}, []string{""}})
	}
	if m.IsGuests != nil && !*m.IsGuests {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkAccounts(ctx, ordersearchdb.WalkAccountsParams(p))
		}, []string{""}})
	}
	if m.UserID != nil {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkUser(ctx, ordersearchdb.WalkUserParams(p))
		}, numbers([]int64{*m.UserID})})
	}
	if m.Address != nil {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkAddress(ctx, ordersearchdb.WalkAddressParams(p))
		}, []string{*m.Address}})
	}
	if m.Player != nil {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkPlayer(ctx, ordersearchdb.WalkPlayerParams(p))
		}, []string{*m.Player}})
	}
	if m.SumFrom != nil || m.SumTo != nil {
		all = append(all, index{func(ctx context.Context, p walkParams) ([]int64, error) {
			return q.WalkSum(ctx, ordersearchdb.WalkSumParams(p))
		}, numbers(bands(m.SumFrom, m.SumTo))})
	}
	return all
}

// sampled is the number of entries read from each index to find the sparsest one.
const sampled = 64

// sparsest returns the index that reaches the furthest within a few orders: walking it scans the fewest orders that
// do not match. The planner would have to guess this from statistics of single columns; sparsest measures it.
func sparsest(ctx context.Context, all []index, p span) (index, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	best, reach := all[0], int64(-1)
	for _, x := range all {
		ids, done, err := x.walk(ctx, p, sampled)
		if err != nil {
			return index{}, err
		}
		if done { // few enough to read all of them
			return x, nil
		}
		far := ids[len(ids)-1] - p.above
		if !p.rising {
			far = math.MaxInt64 - ids[len(ids)-1]
		}
		if far > reach {
			best, reach = x, far
		}
	}
	return best, nil
}

// listed walks numbers that were read before, in rising order.
func listed(ids []int64) func(context.Context, walkParams) ([]int64, error) {
	return func(_ context.Context, p walkParams) ([]int64, error) {
		inside := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id <= p.Above || id >= p.Below })
		if !p.IsRising {
			slices.Reverse(inside)
		}
		return inside[:min(len(inside), int(p.Depth))], nil
	}
}
