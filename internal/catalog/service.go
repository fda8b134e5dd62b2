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

// Service answers questions about the catalogue.
type Service struct{ q *catalogdb.Queries }

// NewService reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: catalogdb.New(pool)} }

// GameFilter narrows the list of games; zero values do not.
type GameFilter struct {
	Search, TitleExact, TitlePart *string
	Limit, Offset                 int32
}

// Games lists active games in the operator's order.
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
	items := make([]GameItem, len(rows))
	for i, r := range rows {
		items[i] = GameItem(r)
	}
	return Page[GameItem]{Count: count, Items: items}, nil
}

// Game returns an active game with its packs and servers. Packs that are not
// sold now are there too: a saved cart must learn that they are gone.
func (s *Service) Game(ctx context.Context, id int64) (Game, error) {
	row, err := s.q.GetGame(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Game{}, ErrGameNotFound
	}
	if err != nil {
		return Game{}, fmt.Errorf("game %d: %w", id, err)
	}
	products, err := s.q.GameProducts(ctx, id)
	if err != nil {
		return Game{}, fmt.Errorf("products of game %d: %w", id, err)
	}
	places, err := s.q.GameServers(ctx, id)
	if err != nil {
		return Game{}, fmt.Errorf("servers of game %d: %w", id, err)
	}
	g := Game{GameItem: gameItem(row), IDHint: row.IDHint, Products: make([]Product, len(products)), Servers: servers(places)}
	for i, p := range products {
		g.Products[i] = Product(p)
	}
	return g, nil
}

// ShortGames returns the games that exist among ids, by id.
func (s *Service) ShortGames(ctx context.Context, ids []int64) (map[int64]ShortGame, error) {
	rows, err := s.q.ShortGames(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("short games: %w", err)
	}
	games := make(map[int64]ShortGame, len(rows))
	for _, r := range rows {
		games[r.ID] = ShortGame(r)
	}
	return games, nil
}

// Servers lists where a supply game can be delivered to.
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
		return nil, fmt.Errorf("servers of game %d: %w", gameID, err)
	}
	return servers(rows), nil
}

// Products lists what is sold now, game by game.
func (s *Service) Products(ctx context.Context, limit, offset int32) (Page[Product], error) {
	count, err := s.q.CountProducts(ctx)
	if err != nil {
		return Page[Product]{}, fmt.Errorf("count products: %w", err)
	}
	rows, err := s.q.ListProducts(ctx, catalogdb.ListProductsParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return Page[Product]{}, fmt.Errorf("list products: %w", err)
	}
	items := make([]Product, len(rows))
	for i, r := range rows {
		items[i] = Product(r)
	}
	return Page[Product]{Count: count, Items: items}, nil
}

// Product returns a pack that is sold now.
func (s *Service) Product(ctx context.Context, id int64) (Product, error) {
	r, err := s.q.GetProduct(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Product{}, ErrProductNotFound
	}
	if err != nil {
		return Product{}, fmt.Errorf("product %d: %w", id, err)
	}
	return Product(r), nil
}

func servers(rows []catalogdb.GameServersRow) []Server {
	list := make([]Server, len(rows))
	for i, r := range rows {
		list[i] = Server(r)
	}
	return list
}

func gameItem(r catalogdb.GetGameRow) GameItem {
	return GameItem{
		ID: r.ID, Kind: r.Kind, Title: r.Title, DetailTitle: r.DetailTitle, DetailDescription: r.DetailDescription,
		Logo: r.Logo, Created: r.Created, IsAuthRequired: r.IsAuthRequired, IsActive: r.IsActive,
		ProductPreviewName: r.ProductPreviewName, ProductPreviewIcon: r.ProductPreviewIcon, Tags: r.Tags,
		IsServerNeeded: r.IsServerNeeded, IsServerEnum: r.IsServerEnum, DiscountPercent: r.DiscountPercent,
		PriceFrom: r.PriceFrom,
	}
}

// likePattern makes text a pattern that matches it anywhere, literally.
func likePattern(text *string) *string {
	if text == nil {
		return nil
	}
	p := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(*text) + "%"
	return &p
}
