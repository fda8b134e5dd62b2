package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/money"
	"larek/internal/picture"
	"larek/internal/problem"
)

var (
	errQuantity = problem.InvalidFields(problem.Field{Name: "max_quantity", Code: "wrong_value", Detail: "Наибольшее количество не меньше наименьшего."})
	errPrice    = problem.InvalidFields(problem.Field{Name: "price", Code: "wrong_value", Detail: "Цена должна быть больше нуля."})
	errAmountUC = problem.InvalidFields(problem.Field{Name: "amount_uc", Code: "wrong_value", Detail: "Сколько UC даёт код, указывают у кодов и только у них."})
	errOneGame  = problem.New(problem.Conflict, "catalog.fixed_kind", "У этой игры товары устроены особо: новый товар такого вида не добавить.")
)

// ProductFields is what an operator sets of a product besides its price.
type ProductFields struct {
	Title       string      `json:"title"`
	Picture     picture.Key `json:"picture"`
	MinQuantity int32       `json:"min_quantity"`
	MaxQuantity int32       `json:"max_quantity"`
	IsActive    bool        `json:"active"`
	AmountUC    *int32      `json:"amount_uc,omitempty"`
}

// ProductPlace is where a product belongs.
type ProductPlace struct {
	ID, GameID int64
	Kind       string
}

// CreateProduct adds a product to a game, after the others.
func (a *Assortment) CreateProduct(ctx context.Context, tx pgx.Tx, gameID int64, price money.RUB, f ProductFields) (ProductPlace, error) {
	q := catalogdb.New(tx)
	g, err := readGame(ctx, q, gameID)
	if err != nil {
		return ProductPlace{}, err
	}
	if g.Kind != KindSupply && g.Kind != KindPUBG {
		return ProductPlace{}, errOneGame
	}
	if price <= 0 {
		return ProductPlace{}, errPrice
	}
	if err := f.check(g.Kind); err != nil {
		return ProductPlace{}, err
	}
	id, err := q.InsertProduct(ctx, catalogdb.InsertProductParams{
		GameID: gameID, Title: f.Title, Price: price, Picture: f.Picture, MinQuantity: f.MinQuantity, MaxQuantity: f.MaxQuantity, IsActive: f.IsActive, AmountUc: f.AmountUC,
	})
	if err != nil {
		return ProductPlace{}, explainTitle("products_title_key", "add product", err)
	}
	return ProductPlace{ID: id, GameID: gameID, Kind: g.Kind}, nil
}

// ChangeProduct sets the fields of a product and returns them as they were.
func (a *Assortment) ChangeProduct(ctx context.Context, tx pgx.Tx, id int64, version int32, f ProductFields) (ProductFields, error) {
	q := catalogdb.New(tx)
	was, err := q.AssortmentProduct(ctx, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ProductFields{}, ErrProductNotFound
	case err != nil:
		return ProductFields{}, fmt.Errorf("product %d: %w", id, err)
	case was.Version != version:
		return ProductFields{}, ErrStale
	}
	if err := f.check(was.Kind); err != nil {
		return ProductFields{}, err
	}
	err = q.UpdateProduct(ctx, catalogdb.UpdateProductParams{
		ID: id, Title: f.Title, Picture: f.Picture, MinQuantity: f.MinQuantity, MaxQuantity: f.MaxQuantity, IsActive: f.IsActive, AmountUc: f.AmountUC,
	})
	if err != nil {
		return ProductFields{}, explainTitle("products_title_key", "change product", err)
	}
	return ProductFields{
		Title: was.Title, Picture: was.Picture, MinQuantity: was.MinQuantity, MaxQuantity: was.MaxQuantity, IsActive: was.IsActive, AmountUC: was.AmountUc,
	}, nil
}

// Product returns where a product belongs, and locks it.
func (a *Assortment) Product(ctx context.Context, tx pgx.Tx, id int64) (ProductPlace, error) {
	p, err := catalogdb.New(tx).AssortmentProduct(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return ProductPlace{}, ErrProductNotFound
	}
	if err != nil {
		return ProductPlace{}, fmt.Errorf("product %d: %w", id, err)
	}
	return ProductPlace{ID: p.ID, GameID: p.GameID, Kind: p.Kind}, nil
}

func (f ProductFields) check(kind string) error {
	if f.MaxQuantity < f.MinQuantity {
		return errQuantity
	}
	if (kind == KindPUBG) != (f.AmountUC != nil) {
		return errAmountUC
	}
	return nil
}

// PlaceGames sets the order of the games, all of which ids must name, and returns the
// order before.
func (a *Assortment) PlaceGames(ctx context.Context, tx pgx.Tx, ids []int64) ([]int64, error) {
	q := catalogdb.New(tx)
	was, err := q.LockGames(ctx)
	if err != nil {
		return nil, fmt.Errorf("order of games: %w", err)
	}
	if !sameSet(was, ids) {
		return nil, ErrStale
	}
	if err := q.PlaceGames(ctx, ids); err != nil {
		return nil, fmt.Errorf("order of games: %w", err)
	}
	return was, nil
}

// PlaceProducts is PlaceGames for the products of a game.
func (a *Assortment) PlaceProducts(ctx context.Context, tx pgx.Tx, gameID int64, ids []int64) ([]int64, error) {
	q := catalogdb.New(tx)
	was, err := q.LockGameProducts(ctx, gameID)
	if err != nil {
		return nil, fmt.Errorf("order of products of game %d: %w", gameID, err)
	}
	if !sameSet(was, ids) {
		return nil, ErrStale
	}
	if err := q.PlaceProducts(ctx, ids); err != nil {
		return nil, fmt.Errorf("order of products of game %d: %w", gameID, err)
	}
	return was, nil
}

func sameSet(a, b []int64) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}
