package catalog

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/catalog/catalogdb"
	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/problem"
)

// lowestFor is how far back the lowest price of a product is looked for.
const lowestFor = 30 * 24 * time.Hour

// PriceRow is a product with its price, what it costs us and what is planned.
type PriceRow = catalogdb.PriceRowsRow

// Querier is a pool or a transaction.
type Querier = catalogdb.DBTX

// Prices reads and changes what products cost.
type Prices struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// NewPrices returns the prices in the read-write pool: an editor must see what was just
// saved.
func NewPrices(pool *pgxpool.Pool, now clock.Clock) *Prices { return &Prices{pool: pool, clock: now} }

// PriceFilter selects products. Nil fields do not filter.
type PriceFilter struct {
	GameID   *int64  `json:"game,omitempty"`
	Words    *string `json:"words,omitempty"`
	IsActive *bool   `json:"active,omitempty"`
	Problem  string  `json:"problem,omitempty"` // below_cost, no_cost, scheduled or empty
}

// PricePlace is a place in the list of prices.
type PricePlace struct {
	GamePosition int32 `json:"gp"`
	Game         int64 `json:"g"`
	Position     int32 `json:"p"`
	ID           int64 `json:"id"`
}

// FirstPrice is the place before all products and gifts.
var FirstPrice = PricePlace{GamePosition: math.MinInt32, Position: math.MinInt32}

// PlaceOf returns the place after a row.
func PlaceOf(r PriceRow) PricePlace {
	return PricePlace{GamePosition: r.GamePosition, Game: r.GameID, Position: r.Position, ID: r.ID}
}

// List returns up to limit products after a place, in the order of the storefront.
func (s *Prices) List(ctx context.Context, f PriceFilter, after PricePlace, limit int) ([]PriceRow, error) {
	p := s.params(limit)
	p.GameID, p.Words, p.IsActive, p.Problem = f.GameID, likePattern(f.Words), f.IsActive, f.Problem
	p.AfterGamePosition, p.AfterGame, p.AfterPosition, p.AfterID = after.GamePosition, after.Game, after.Position, after.ID
	rows, err := catalogdb.New(s.pool).PriceRows(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	return rows, nil
}

// GameTitle names a game.
type GameTitle = catalogdb.GameTitlesRow

// Games returns all games, hidden ones too, in the order of the storefront.
func (s *Prices) Games(ctx context.Context) ([]GameTitle, error) {
	rows, err := catalogdb.New(s.pool).GameTitles(ctx)
	if err != nil {
		return nil, fmt.Errorf("titles of games: %w", err)
	}
	return rows, nil
}

func (s *Prices) productRows(ctx context.Context, db Querier, ids []int64) ([]PriceRow, error) {
	p := s.params(len(ids))
	p.Ids = ids
	rows, err := catalogdb.New(db).PriceRows(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("prices of products: %w", err)
	}
	return rows, nil
}

// Row returns one product or gift with its price.
func (s *Prices) Row(ctx context.Context, g Goods) (PriceRow, error) {
	rows, err := s.ByGoods(ctx, s.pool, []Goods{g})
	if err != nil {
		return PriceRow{}, err
	}
	r, ok := rows[g]
	if !ok {
		_, missing := g.unknown()
		return PriceRow{}, missing
	}
	return r, nil
}

// Named returns the products with these titles, in lower case, of one game or, if it is
// nil, of any; a title of several products has several.
func (s *Prices) Named(ctx context.Context, gameID *int64, names []string) (map[string][]int64, error) {
	rows, err := catalogdb.New(s.pool).ProductsNamed(ctx, catalogdb.ProductsNamedParams{Names: names, GameID: gameID})
	if err != nil {
		return nil, fmt.Errorf("products by title: %w", err)
	}
	found := map[string][]int64{}
	for _, r := range rows {
		found[r.Name] = append(found[r.Name], r.ID)
	}
	return found, nil
}

func (s *Prices) params(limit int) catalogdb.PriceRowsParams {
	now := s.clock()
	return catalogdb.PriceRowsParams{
		Now: now, Since: now.Add(-lowestFor), AfterGamePosition: math.MinInt32, AfterPosition: math.MinInt32,
		PageLimit: int32(limit), //nolint:gosec // a page
	}
}

// Margin is what is left of the price after the goods are bought.
type Margin struct {
	Rubles money.RUB
	Share  money.Percent // of the price
}

// MarginOf returns the margin of a product at a price buyers pay, nil if its cost is
// unknown.
func MarginOf(r PriceRow, final money.RUB) *Margin {
	if !r.HasCost || final <= 0 {
		return nil
	}
	left := final - r.Rubles
	return &Margin{Rubles: left, Share: money.Percent(money.RUB(money.Whole).Share(int64(left), int64(final)))}
}

// PriceChangeShare returns how far a new price is from the old one.
func PriceChangeShare(old, price money.RUB) money.Percent {
	return money.Percent(money.RUB(money.Whole).Share(int64(price-old), int64(old)))
}

// PriceVerdict is what becomes of a new price.
type PriceVerdict string

// The results.
const (
	PriceReady   PriceVerdict = "ready"
	PriceSame    PriceVerdict = "same"
	PriceLoss    PriceVerdict = "below_cost" // allowed to this person
	PriceRefused PriceVerdict = "refused"
)

// Problems of a new price.
var (
	ErrPriceBelowCost = problem.New(problem.Forbidden, "price.below_cost", "Цена ниже закупки. Для этого нужно право «Цена ниже закупки».")
	ErrPriceStale     = problem.New(problem.Conflict, "price.stale", "Цену тем временем изменили. Посмотрите новую и повторите.")
)

// CheckPrice returns whether a new price of a product applies, needs approval as a loss or
// is refused, and the reason in Russian. If no cost is known, a steep fall counts as a
// possible loss.
func CheckPrice(r PriceRow, price money.RUB, mayLose bool) (PriceVerdict, string) {
	return judgePrice(r, r.Price, price, mayLose)
}

func judgePrice(r PriceRow, highest, price money.RUB, mayLose bool) (PriceVerdict, string) {
	if price == r.Price {
		return PriceSame, "Такая цена уже стоит."
	}
	m := MarginOf(r, price.Off(int(r.DiscountPercent)))
	isDrop := m == nil && r.Kind != KindSteam && -PriceChangeShare(highest, price) > defaultStep
	if !isDrop && (m == nil || m.Rubles >= 0) {
		return PriceReady, ""
	}
	var words string
	switch {
	case isDrop:
		words = "Закупка неизвестна, а цена за сутки упала бы больше чем на " + defaultStep.String() + " %."
	case r.DiscountPercent == 0:
		words = "Ниже закупки на " + grouped(-m.Rubles) + "."
	default:
		words = fmt.Sprintf("Ниже закупки на %s: скидка %d %% оставит %s.", grouped(-m.Rubles), r.DiscountPercent, grouped(price.Off(int(r.DiscountPercent))))
	}
	if !mayLose {
		return PriceRefused, words + " Нужно право «Цена ниже закупки»."
	}
	return PriceLoss, words
}

func grouped(sum money.RUB) string { return money.Grouped(sum.String()) + "\u00a0₽" }
