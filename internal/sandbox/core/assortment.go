package core

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"larek/db"
	"larek/internal/money"
)

// Number returns a number of nine digits that depends on the parts only.
func Number(parts ...string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.Join(parts, "\x00")))
	return 100_000_000 + h.Sum64()%900_000_000
}

// Article is something a supplier sells.
type Article struct {
	SKU, Title string
	Price      USD
	Game       *Game // nil for gifts
}

// Game is a game whose goods a supplier sells.
type Game struct {
	ID          string
	Title       string
	NeedsServer bool
	Servers     []GameServer
	Articles    []Article
}

// GameServer is one server of a game.
type GameServer struct {
	ID   string `yaml:"id" json:"id"`
	Name string `yaml:"name" json:"name"`
}

// Assortment is everything a supplier lists.
type Assortment struct {
	Games    []*Game
	Articles []Article
	bySKU    map[string]Article
}

// NewAssortment returns an assortment of these articles, without games.
func NewAssortment(articles []Article) *Assortment {
	a := &Assortment{Articles: articles, bySKU: map[string]Article{}}
	for _, one := range articles {
		a.bySKU[one.SKU] = one
	}
	return a
}

// seededGame and seededProduct are the goods of the demo shop.
type seededGame struct {
	Key            string          `yaml:"key"`
	Kind           string          `yaml:"kind"`
	Title          string          `yaml:"title"`
	IsServerNeeded bool            `yaml:"is_server_needed"`
	Servers        []GameServer    `yaml:"servers"`
	Products       []seededProduct `yaml:"products"`
}

type seededProduct struct {
	Title string `yaml:"title"`
	Price string `yaml:"price"`
}

// dollarRate is the price of a dollar that suppliers use, in kopecks.
const dollarRate = 81_46

// GamesAssortment returns the top-ups of the demo shop at a share of its prices.
func GamesAssortment(s Supplier, costPercent int64) *Assortment {
	var games []seededGame
	mustReadSeed("games", &games)
	var articles []Article
	var sold []*Game
	for _, g := range games {
		if g.Kind != "supply" {
			continue
		}
		game := &Game{
			ID: strconv.FormatUint(Number(s.Name(), g.Key), 10), Title: g.Title,
			NeedsServer: g.IsServerNeeded, Servers: g.Servers,
		}
		game.Articles = articlesOf(s, g.Key, g.Products, costPercent, game)
		articles, sold = append(articles, game.Articles...), append(sold, game)
	}
	a := NewAssortment(articles)
	a.Games = sold
	return a
}

// GiftsAssortment returns the gifts of the demo shop at a share of its prices.
func GiftsAssortment(s Supplier, costPercent int64) *Assortment {
	var gifts []seededProduct
	mustReadSeed("gifts", &gifts)
	return NewAssortment(articlesOf(s, "", gifts, costPercent, nil))
}

func articlesOf(s Supplier, gameKey string, products []seededProduct, costPercent int64, game *Game) []Article {
	list := make([]Article, len(products))
	for i, p := range products {
		ours, err := money.Parse(p.Price)
		if err != nil {
			panic(fmt.Sprintf("sandbox: price of %q: %v", p.Title, err)) // our own file
		}
		cents := max(1, int64(ours)*costPercent/dollarRate)
		title := p.Title
		if game != nil {
			title = game.Title + ": " + title
		}
		list[i] = Article{
			SKU: s.SKU(gameKey, p.Title), Title: strings.TrimSpace(title), Price: USD(cents * 100), Game: game,
		}
	}
	return list
}

func mustReadSeed(name string, into any) {
	raw, err := fs.ReadFile(db.Seed, "seed/"+name+".yaml")
	if err == nil {
		err = yaml.Unmarshal(raw, into)
	}
	if err != nil {
		panic(fmt.Sprintf("sandbox: %s: %v", name, err)) // it is inside the binary
	}
}

// FindArticle returns the article of an SKU. It knows every SKU that
// Supplier.SKU can return: the price of goods that are not in the seed depends
// on their number.
func FindArticle(s Supplier, sku string) (Article, bool) {
	if a, ok := s.Assortment().bySKU[sku]; ok {
		return a, true
	}
	digits, ok := s.Digits(sku)
	if !ok {
		return Article{}, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || len(digits) != 9 {
		return Article{}, false
	}
	return Article{SKU: sku, Title: "Goods " + sku, Price: USD((50 + n%5000) * 100)}, true
}
