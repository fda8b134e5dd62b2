package seed

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"larek/internal/catalog"
	"larek/internal/money"
	"larek/internal/picture"
)

// soldProduct and soldGift are the goods of seeded orders.
type soldProduct struct {
	id, gameID int64
	kind       string
	title      string
	price      money.RUB
}

type soldGift struct {
	id    int64
	title string
	price money.RUB
}

func (s *seeder) seedGames(ctx context.Context) error {
	var games, servers, products [][]any
	plain := slices.Sorted(maps.Keys(s.data.Games[0].Columns))
	for i, g := range s.data.Games {
		id := int64(i + 1)
		s.gameIDs[g.Key] = id
		row := []any{
			id, g.Kind, s.images.add("games/%s", g.Key), s.images.add("games/%s-icon", g.Key), list(g.Tags), list(g.Aliases), i + 1, s.daysAgo(400 - 20*i),
		}
		values, err := valuesOf(g, plain)
		if err != nil {
			return err
		}
		games = append(games, append(row, values...))
		for j, server := range g.Servers {
			servers = append(servers, []any{int64(len(servers) + 1), id, server.Code, server.Name, j + 1})
		}
		for j, p := range g.Products {
			pid := int64(len(products) + 1)
			percent := cmp.Or(p.DiscountPercent, g.DiscountPercent)
			price := money.RUB(p.Price)
			products = append(products, []any{
				pid, id, g.Kind, p.Title, price, percent, s.images.add("products/%s-%d", g.Key, 1+j*8/len(g.Products)),
				max(1, p.MinQuantity), cmp.Or(p.MaxQuantity, 99), p.AmountUC, p.Gold, j + 1,
			})
			s.products = append(s.products, soldProduct{id: pid, gameID: id, kind: g.Kind, title: p.Title, price: price.Off(percent)})
		}
	}
	computed := []string{"id", "kind", "logo", "product_preview_icon", "tags", "aliases", "position", "created"}
	if err := s.copyRows(ctx, "games", append(computed, plain...), games); err != nil {
		return err
	}
	if err := s.copyRows(ctx, "game_servers", []string{"id", "game_id", "code", "name", "position"}, servers); err != nil {
		return err
	}
	return s.copyRows(ctx, "products", []string{
		"id", "game_id", "kind", "title", "price", "discount_percent", "picture", "min_quantity", "max_quantity", "amount_uc", "gold", "position",
	}, products)
}

// valuesOf returns the plain columns of a game. All games have the same ones: a copy
// has no default for a row.
func valuesOf(g gameData, columns []string) ([]any, error) {
	if len(g.Columns) != len(columns) {
		return nil, fmt.Errorf("games.yaml: %s has %d plain columns, the first game %d", g.Key, len(g.Columns), len(columns))
	}
	values := make([]any, len(columns))
	for i, name := range columns {
		v, ok := g.Columns[name]
		if !ok {
			return nil, fmt.Errorf("games.yaml: %s has no %s", g.Key, name)
		}
		values[i] = v
	}
	return values, nil
}

var giftColumns = []string{
	"id", "title", "type", "region", "price", "discount_percent", "is_main", "is_old_classic", "logo", "description", "tags", "aliases", "created",
}

func (s *seeder) seedGifts(ctx context.Context) error {
	rows := make([][]any, len(s.data.Gifts))
	for i, g := range s.data.Gifts {
		logo := s.images.add("gifts/%03d", 1+i%giftCovers)
		s.loadLogos = append(s.loadLogos, logo)
		rows[i] = giftRow(int64(i+1), g, logo, s.daysAgo(i))
		s.gifts = append(s.gifts, soldGift{id: int64(i + 1), title: g.Title, price: money.RUB(g.Price).Off(g.DiscountPercent)})
	}
	return s.copyRows(ctx, "gifts", giftColumns, rows)
}

func giftRow(id int64, g giftData, logo picture.Key, created time.Time) []any {
	return []any{
		id, g.Title, g.Type, g.Region, money.RUB(g.Price), g.DiscountPercent, g.IsMain, g.IsOldClassic,
		logo, g.Description, list(g.Tags), list(g.Aliases), created,
	}
}

// daysAgo returns a time n days before Now.
func (s *seeder) daysAgo(days int) time.Time {
	return s.opt.Now.Add(-time.Duration(days) * 24 * time.Hour)
}

// list returns a non-nil slice, so that the column is not null.
func list(v []string) []string {
	if v == nil {
		return []string{}
	}
	return v
}

// orderKind returns the kind of order a product is sold by.
var orderKind = map[string]string{
	catalog.KindPUBG: "pubg", catalog.KindStandoff: "standoff", catalog.KindSteam: "steam", catalog.KindSupply: "supply_channel",
}
