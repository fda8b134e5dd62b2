package catalog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/catalog/catalogdb"
)

// Service reads the catalogue.
type Service struct{ q *catalogdb.Queries }

// NewService returns a Service that reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: catalogdb.New(pool)} }

// GameFilter filters the list of games. Nil fields do not filter.
type GameFilter struct {
	Search, TitleExact, TitlePart *string
	Limit, Offset                 int32
}

// Games lists active games by position.
func (s *Service) Games(ctx context.Context, f GameFilter) (Page[GameItem], error) {
	var query *string
	if f.Search != nil {
		words, err := s.textQuery(ctx, *f.Search)
		if err != nil {
			return Page[GameItem]{}, err
		}
		query = &words
	}
	part := likePattern(f.TitlePart)
	count, err := s.q.CountGames(ctx, catalogdb.CountGamesParams{TitleExact: f.TitleExact, TitlePart: part, Query: query})
	if err != nil {
		return Page[GameItem]{}, fmt.Errorf("count games: %w", err)
	}
	rows, err := s.q.ListGames(ctx, catalogdb.ListGamesParams{
		TitleExact: f.TitleExact, TitlePart: part, Query: query, PageLimit: f.Limit, PageOffset: f.Offset,
	})
	if err != nil {
		return Page[GameItem]{}, fmt.Errorf("list games: %w", err)
	}
	return Page[GameItem]{Count: count, Items: rows}, nil
}

// Game returns an active game with its products and servers. Inactive products
// are included, because saved carts may contain them.
func (s *Service) Game(ctx context.Context, id int64) (Game, error) { return s.game(ctx, id, false) }

func (s *Service) game(ctx context.Context, id int64, withHidden bool) (Game, error) {
	found, err := s.q.ListGames(ctx, catalogdb.ListGamesParams{ID: &id, WithHidden: withHidden, PageLimit: 1})
	if err != nil {
		return Game{}, fmt.Errorf("read game %d: %w", id, err)
	}
	if len(found) == 0 {
		return Game{}, ErrGameNotFound
	}
	products, err := s.q.GameProducts(ctx, id)
	if err != nil {
		return Game{}, fmt.Errorf("read products of game %d: %w", id, err)
	}
	servers, err := s.q.GameServers(ctx, id)
	if err != nil {
		return Game{}, fmt.Errorf("read servers of game %d: %w", id, err)
	}
	g := Game{GameItem: found[0], Products: make([]Product, len(products)), Servers: servers}
	for i, p := range products {
		g.Products[i] = Product(p)
	}
	return g, nil
}

// ShortGames returns the existing games among ids, by ID.
func (s *Service) ShortGames(ctx context.Context, ids []int64) (map[int64]ShortGame, error) {
	rows, err := s.q.ShortGames(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	games := make(map[int64]ShortGame, len(rows))
	for _, r := range rows {
		games[r.ID] = r
	}
	return games, nil
}

// Servers lists the servers of an active supply game.
func (s *Service) Servers(ctx context.Context, gameID int64) ([]Server, error) {
	games, err := s.ShortGames(ctx, []int64{gameID})
	if err != nil {
		return nil, err
	}
	if g, ok := games[gameID]; !ok || !g.IsActive || g.Kind != KindSupply {
		return nil, ErrGameNotFound
	}
	rows, err := s.q.GameServers(ctx, gameID)
	if err != nil {
		return nil, fmt.Errorf("read servers of game %d: %w", gameID, err)
	}
	return rows, nil
}

// Products lists active products, game by game.
func (s *Service) Products(ctx context.Context, limit, offset int32) (Page[Product], error) {
	count, err := s.q.CountProducts(ctx)
	if err != nil {
		return Page[Product]{}, fmt.Errorf("count products: %w", err)
	}
	rows, err := s.q.ListProducts(ctx, catalogdb.ListProductsParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return Page[Product]{}, fmt.Errorf("list products: %w", err)
	}
	return Page[Product]{Count: count, Items: rows}, nil
}

// Product returns an active product.
func (s *Service) Product(ctx context.Context, id int64) (Product, error) {
	r, err := s.q.GetProduct(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Product{}, ErrProductNotFound
	}
	if err != nil {
		return Product{}, fmt.Errorf("read product %d: %w", id, err)
	}
	return Product(r), nil
}

// likePattern returns a LIKE pattern that contains the text literally.
func likePattern(text *string) *string {
	if text == nil {
		return nil
	}
	p := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(*text) + "%"
	return &p
}
