package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/catalog/catalogdb"
	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/picture"
	"larek/internal/problem"
)

// Problems of editing what is sold.
var (
	ErrStale       = problem.New(problem.Conflict, "catalog.stale", "Тем временем это изменил другой сотрудник. Посмотрите ещё раз и повторите.")
	errNothingSold = problem.New(problem.Conflict, "catalog.nothing_sold", "Показывать нечего: у игры нет ни одного товара, который можно купить.")
	errTitleTaken  = problem.InvalidFields(problem.Field{Name: "title", Code: "taken", Detail: "Такое название уже есть."})
	errServers     = problem.InvalidFields(problem.Field{Name: "servers", Code: "wrong_value", Detail: "Назовите серверы, каждый один раз."})
	errNoServers   = problem.InvalidFields(problem.Field{Name: "server_input", Code: "wrong_value", Detail: "Сервер спрашивают только у игр, которые пополняет поставщик."})
)

// Assortment edits games and their products. It does not change prices.
type Assortment struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// NewAssortment returns the assortment in the read-write pool: an editor must see what was
// just saved.
func NewAssortment(pool *pgxpool.Pool, now clock.Clock) *Assortment {
	return &Assortment{pool: pool, clock: now}
}

// The ways a buyer names a server.
const (
	ServerNone   = "none"
	ServerTyped  = "typed"
	ServerListed = "listed"
)

// ListedServer is a server that buyers may choose. ID is the supplier's name of it.
type ListedServer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// GameFields is what an operator sets of a game. The console's contract has it as it is.
type GameFields struct {
	Title        string         `json:"title"`
	Heading      string         `json:"heading"`
	Description  string         `json:"description"`
	Logo         picture.Key    `json:"logo"`
	Icon         picture.Key    `json:"icon"`
	Unit         string         `json:"unit"`
	IDHint       string         `json:"id_hint"`
	Tags         []string       `json:"tags"`
	Aliases      []string       `json:"aliases"`
	AuthRequired bool           `json:"is_auth_required"`
	ServerInput  string         `json:"server_input"`
	Servers      []ListedServer `json:"servers"`
}

// EditedGame is a game as an operator sees it.
type EditedGame struct {
	ID       int64
	Kind     string
	IsActive bool
	Version  int32
	GameFields
}

// AssortedGame is a game in the operators' list.
type AssortedGame = catalogdb.AssortmentGamesRow

// AssortedProduct is a product of a game as an operator sees it.
type AssortedProduct = catalogdb.AssortmentProductsRow

// Games returns all games, hidden ones too, in the order of the storefront.
func (a *Assortment) Games(ctx context.Context) ([]AssortedGame, error) {
	rows, err := catalogdb.New(a.pool).AssortmentGames(ctx)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	return rows, nil
}

// Game returns a game, which may be hidden.
func (a *Assortment) Game(ctx context.Context, id int64) (EditedGame, error) {
	return readGame(ctx, catalogdb.New(a.pool), id)
}

// Products returns the products of a game, hidden ones too.
func (a *Assortment) Products(ctx context.Context, gameID int64) ([]AssortedProduct, error) {
	rows, err := catalogdb.New(a.pool).AssortmentProducts(ctx, gameID)
	if err != nil {
		return nil, fmt.Errorf("products of game %d: %w", gameID, err)
	}
	return rows, nil
}

func readGame(ctx context.Context, q *catalogdb.Queries, id int64) (EditedGame, error) {
	r, err := q.AssortmentGame(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return EditedGame{}, ErrGameNotFound
	}
	if err != nil {
		return EditedGame{}, fmt.Errorf("game %d: %w", id, err)
	}
	servers, err := q.GameServers(ctx, id)
	if err != nil {
		return EditedGame{}, fmt.Errorf("servers of game %d: %w", id, err)
	}
	g := EditedGame{ID: r.ID, Kind: r.Kind, IsActive: r.IsActive, Version: r.Version, GameFields: GameFields{
		Title: r.Title, Heading: r.DetailTitle, Description: r.DetailDescription, Logo: r.Logo, Icon: r.ProductPreviewIcon, Unit: r.ProductPreviewName,
		IDHint: r.IDHint, Tags: r.Tags, Aliases: r.Aliases, AuthRequired: r.IsAuthRequired, ServerInput: ServerNone, Servers: make([]ListedServer, len(servers)),
	}}
	for i, s := range servers {
		g.Servers[i] = ListedServer{ID: s.Code, Name: s.Name}
	}
	switch {
	case r.IsServerNeeded && r.IsServerEnum:
		g.ServerInput = ServerListed
	case r.IsServerNeeded:
		g.ServerInput = ServerTyped
	}
	return g, nil
}

// check returns what is wrong with the fields that the contract cannot see.
func (f GameFields) check(kind string) error {
	if kind != KindSupply && f.ServerInput != ServerNone {
		return errNoServers
	}
	ids := make([]string, len(f.Servers))
	for i, s := range f.Servers {
		ids[i] = s.ID
	}
	slices.Sort(ids)
	if (f.ServerInput == ServerListed) != (len(ids) > 0) || len(slices.Compact(ids)) < len(f.Servers) {
		return errServers
	}
	return nil
}

// CreateGame adds a game that buyers do not see yet, and returns its ID.
func (a *Assortment) CreateGame(ctx context.Context, tx pgx.Tx, kind string, f GameFields) (int64, error) {
	if err := f.check(kind); err != nil {
		return 0, err
	}
	q := catalogdb.New(tx)
	id, err := q.InsertGame(ctx, catalogdb.InsertGameParams{
		Kind: kind, Title: f.Title, DetailTitle: f.Heading, DetailDescription: f.Description, Logo: f.Logo, ProductPreviewName: f.Unit, ProductPreviewIcon: f.Icon,
		IDHint: f.IDHint, Tags: f.Tags, Aliases: f.Aliases, IsAuthRequired: f.AuthRequired, IsServerNeeded: f.ServerInput != ServerNone,
		IsServerEnum: f.ServerInput == ServerListed, Created: a.clock(),
	})
	if err != nil {
		return 0, explainTitle("games_title_key", "add game", err)
	}
	return id, putServers(ctx, q, id, f.Servers)
}

// ChangeGame sets the fields of a game and returns it as it was.
func (a *Assortment) ChangeGame(ctx context.Context, tx pgx.Tx, id int64, version int32, f GameFields) (EditedGame, error) {
	q := catalogdb.New(tx)
	if _, err := lockGame(ctx, q, id, version); err != nil {
		return EditedGame{}, err
	}
	was, err := readGame(ctx, q, id)
	if err != nil {
		return EditedGame{}, err
	}
	if err := f.check(was.Kind); err != nil {
		return EditedGame{}, err
	}
	err = q.UpdateGame(ctx, catalogdb.UpdateGameParams{
		ID: id, Title: f.Title, DetailTitle: f.Heading, DetailDescription: f.Description, Logo: f.Logo, ProductPreviewName: f.Unit, ProductPreviewIcon: f.Icon,
		IDHint: f.IDHint, Tags: f.Tags, Aliases: f.Aliases, IsAuthRequired: f.AuthRequired, IsServerNeeded: f.ServerInput != ServerNone, IsServerEnum: f.ServerInput == ServerListed,
	})
	if err != nil {
		return EditedGame{}, explainTitle("games_title_key", "change game", err)
	}
	return was, putServers(ctx, q, id, f.Servers)
}

// ShowGame shows a game to buyers or hides it. A game without anything to buy is not shown.
func (a *Assortment) ShowGame(ctx context.Context, tx pgx.Tx, id int64, version int32, shown bool) error {
	q := catalogdb.New(tx)
	if _, err := lockGame(ctx, q, id, version); err != nil {
		return err
	}
	products, err := q.AssortmentProducts(ctx, id)
	if err != nil {
		return fmt.Errorf("products of game %d: %w", id, err)
	}
	if shown && !slices.ContainsFunc(products, func(p AssortedProduct) bool { return p.IsActive && p.IsAvailable }) {
		return errNothingSold
	}
	if err := q.ShowGame(ctx, catalogdb.ShowGameParams{ID: id, IsActive: shown}); err != nil {
		return fmt.Errorf("show game %d: %w", id, err)
	}
	return nil
}

func lockGame(ctx context.Context, q *catalogdb.Queries, id int64, version int32) (catalogdb.LockGameRow, error) {
	r, err := q.LockGame(ctx, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return r, ErrGameNotFound
	case err != nil:
		return r, fmt.Errorf("lock game %d: %w", id, err)
	case r.Version != version:
		return r, ErrStale
	}
	return r, nil
}

func putServers(ctx context.Context, q *catalogdb.Queries, gameID int64, list []ListedServer) error {
	p := catalogdb.PutServersParams{GameID: gameID, Codes: []string{}, Names: []string{}}
	for _, s := range list {
		p.Codes, p.Names = append(p.Codes, s.ID), append(p.Names, s.Name)
	}
	if err := q.HideServers(ctx, catalogdb.HideServersParams{GameID: gameID, Codes: p.Codes}); err != nil {
		return fmt.Errorf("hide servers of game %d: %w", gameID, err)
	}
	if err := q.PutServers(ctx, p); err != nil {
		return fmt.Errorf("servers of game %d: %w", gameID, err)
	}
	return nil
}

// explainTitle returns a problem of the title if the database has refused it as taken.
func explainTitle(constraint, doing string, err error) error {
	if pg.Violates(err, constraint) {
		return errTitleTaken
	}
	return fmt.Errorf("%s: %w", doing, err)
}
