package ordersearch

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/ordersearch/ordersearchdb"
)

// Filter selects the orders of a list. Values of one field are alternatives, fields
// are joined by "and". It holds no personal data, so that it may be part of an address
// and of a saved view.
type Filter struct {
	Statuses  []string   `json:"statuses,omitempty"`
	Kinds     []string   `json:"kinds,omitempty"`
	Games     []int64    `json:"games,omitempty"`
	Gifts     []int64    `json:"gifts,omitempty"`
	Methods   []string   `json:"methods,omitempty"`
	Providers []string   `json:"providers,omitempty"`
	Suppliers []string   `json:"suppliers,omitempty"`
	Countries []string   `json:"countries,omitempty"`
	Promos    []string   `json:"promos,omitempty"`
	Problems  []Problem  `json:"problems,omitempty"`
	Next      []string   `json:"next,omitempty"`
	Buyer     Buyer      `json:"buyer,omitempty"`
	SumFrom   *money.RUB `json:"sum_from,omitempty"`
	SumTo     *money.RUB `json:"sum_to,omitempty"`
	Since     *time.Time `json:"since,omitempty"`
	Until     *time.Time `json:"until,omitempty"`
	// MaxAge is an alternative to Since that moves with the clock: a view of the last
	// day stays one.
	MaxAge time.Duration `json:"max_age,omitempty"`
	Late   bool          `json:"late,omitempty"`
	Owner  *int64        `json:"owner,omitempty"` // who has taken it
	User   *int64        `json:"user,omitempty"`
	// BuyerOf and PlayerOf name an order: the list shows those of the same email
	// address, or of the same player.
	BuyerOf  *int64 `json:"buyer_of,omitempty"`
	PlayerOf *int64 `json:"player_of,omitempty"`
}

// Buyer is a kind of buyers.
type Buyer string

// The buyers.
const (
	AnyBuyer Buyer = ""
	Guests   Buyer = "guest"
	Accounts Buyer = "account"
)

// Problem is a condition of an order that needs a person.
type Problem string

// The problems. The first six are the kinds of tasks.
const (
	UnknownOutcome Problem = "unknown"
	StandoffLot    Problem = "standoff"
	ByHand         Problem = "by_hand"
	OutsideRefund  Problem = "outside_refund"
	Chargeback     Problem = "chargeback"
	RefundTooLarge Problem = "refund_too_large"
	RefundStuck    Problem = "refund"
	WrongDetails   Problem = "wrong_details"
	Held           Problem = "held"
	FailingStep    Problem = "failing_step"
	LetterStuck    Problem = "letter"
)

// resolved is a filter in which references are replaced by the values to search for.
type resolved struct {
	match ordersearchdb.MatchOrdersParams
	// owned are the orders of the owner, ascending; nil without an owner.
	owned []int64
	// nothing reports that the filter names something that does not exist.
	nothing bool
}

// resolve looks up what a filter names.
func (s *Service) resolve(ctx context.Context, f Filter) (*resolved, error) {
	now := s.Clock()
	r := &resolved{match: ordersearchdb.MatchOrdersParams{
		Statuses: list(f.Statuses), Kinds: list(f.Kinds), Games: list(f.Games), Gifts: list(f.Gifts), Promos: []int64{}, Nexts: list(f.Next),
		UserID: f.User, SumFrom: f.SumFrom, SumTo: f.SumTo, Since: f.Since, Until: f.Until,
		Methods: list(f.Methods), Providers: list(f.Providers), Countries: list(f.Countries), Suppliers: list(f.Suppliers), Problems: texts(f.Problems),
	}}
	if f.Late {
		r.match.LateAt = &now
	}
	if f.MaxAge > 0 {
		if since := now.Add(-f.MaxAge); f.Since == nil || f.Since.Before(since) {
			r.match.Since = &since
		}
	}
	if f.Buyer != AnyBuyer {
		r.match.IsGuests = new(f.Buyer == Guests)
	}
	if len(f.Promos) > 0 {
		var err error
		if r.match.Promos, err = s.known.PromoIDs(ctx, f.Promos); err != nil {
			return nil, fmt.Errorf("promo codes of a filter: %w", err)
		}
		r.nothing = len(r.match.Promos) == 0
	}
	if f.Owner != nil {
		var err error
		if r.owned, err = s.q.OrdersOfOwner(ctx, ordersearchdb.OrdersOfOwnerParams{StaffID: *f.Owner, Now: now}); err != nil {
			return nil, fmt.Errorf("orders of an owner: %w", err)
		}
		r.nothing = r.nothing || len(r.owned) == 0
	}
	return r, s.resolveSame(ctx, f, r)
}

// resolveSame looks up the address and the player of the orders a filter names.
func (s *Service) resolveSame(ctx context.Context, f Filter, r *resolved) error {
	for _, same := range []struct {
		order *int64
		key   func(ordersearchdb.KeysOfOrderRow) string
		to    **string
	}{
		{f.BuyerOf, func(k ordersearchdb.KeysOfOrderRow) string { return k.Address }, &r.match.Address},
		{f.PlayerOf, func(k ordersearchdb.KeysOfOrderRow) string { return k.Player }, &r.match.Player},
	} {
		if same.order == nil {
			continue
		}
		keys, err := s.known.KeysOfOrder(ctx, *same.order)
		if err != nil && err != pgx.ErrNoRows { //nolint:errorlint // the driver returns it unwrapped
			return fmt.Errorf("keys of order %d: %w", *same.order, err)
		}
		key := same.key(keys)
		*same.to = &key
		r.nothing = r.nothing || key == ""
	}
	return nil
}

// list returns an empty list instead of none: the database compares its length.
func list[T any](values []T) []T {
	if values == nil {
		return []T{}
	}
	return values
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

func numbers[T int | int64](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = strconv.FormatInt(int64(v), 10)
	}
	return all
}

// sumBands are the lower ends of the bands of order_sum_band but the first.
var sumBands = []money.RUB{100_00, 300_00, 1_000_00, 3_000_00, 10_000_00, 30_000_00, 100_000_00}

// bands returns the bands a range of sums touches.
func bands(from, to *money.RUB) []int {
	band := func(sum money.RUB) int {
		return len(sumBands) - len(slices.DeleteFunc(slices.Clone(sumBands), func(end money.RUB) bool { return end <= sum }))
	}
	first, last := 0, len(sumBands)
	if from != nil {
		first = band(*from)
	}
	if to != nil {
		last = band(*to)
	}
	var all []int
	for b := first; b <= last; b++ {
		all = append(all, b)
	}
	return all
}

// openActions are the next actions of orders that may be late.
var openActions = texts([]order.Action{order.ActPay, order.ActDeliver, order.ActCorrect, order.ActOperator})
