package sandbox

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"larek/db"
	"larek/internal/money"
)

// The suppliers, as faults, control calls and the record name them.
const (
	MooGold   = "moogold"
	NSGifts   = "nsgifts"
	GamesDrop = "gamesdrop"
	Rokky     = "rokky"
)

// steamService is the one SKU of NS.Gifts: a Steam wallet by amount.
const steamService = "1"

// SupplierSKU is a supplier's id of the goods we call by this game and title;
// gifts have no game. It is the same everywhere and always, so that a seeded
// shop and a sandbox that never met agree.
func SupplierSKU(supplier, gameKey, productTitle string) string {
	n := number(supplier, gameKey, productTitle)
	switch supplier {
	case NSGifts:
		return steamService
	case Rokky:
		return fmt.Sprintf("RK-%d", n)
	}
	return strconv.FormatUint(n, 10)
}

// number has always nine digits.
func number(parts ...string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.Join(parts, "\x00")))
	return 100_000_000 + h.Sum64()%900_000_000
}

// SupplierPrice is what a SKU costs before price_up_percent, in
// ten-thousandths of a US dollar.
func SupplierPrice(supplier, sku string) int64 {
	a, _ := findArticle(supplier, sku)
	return int64(a.price)
}

// article is something a supplier sells.
type article struct {
	sku, title string
	price      usd
	game       *soldGame // nil for gifts
}

// soldGame is a product at MooGold; its articles are the variations.
type soldGame struct {
	id          string
	title       string
	needsServer bool
	servers     []soldServer
	articles    []article
}

type soldServer struct {
	ID   string `yaml:"id" json:"id"`
	Name string `yaml:"name" json:"name"`
}

// assortment is all a supplier lists.
type assortment struct {
	games    []*soldGame
	articles []article
	bySKU    map[string]article
}

// seededGame and seededGift are what the demonstration shop says of its goods.
type seededGame struct {
	Key            string       `yaml:"key"`
	Kind           string       `yaml:"kind"`
	Title          string       `yaml:"title"`
	IsServerNeeded bool         `yaml:"is_server_needed"`
	Servers        []soldServer `yaml:"servers"`
	Products       []seededGift `yaml:"products"`
}

type seededGift struct {
	Title string `yaml:"title"`
	Price string `yaml:"price"`
}

// costPercent of our price is what a supplier asks; the second source is dearer.
var costPercent = map[string]int64{MooGold: 80, GamesDrop: 84, Rokky: 75}

// dollar is the suppliers' rate, in kopecks.
const dollar = 81_46

var assortments = sync.OnceValue(func() map[string]assortment {
	var games []seededGame
	var gifts []seededGift
	mustReadSeed("games", &games)
	mustReadSeed("gifts", &gifts)
	all := map[string]assortment{
		NSGifts: newAssortment([]article{{sku: steamService, title: "Steam top-up", price: steamPrice}}),
		Rokky:   newAssortment(articlesOf(Rokky, "", gifts, nil)),
	}
	for _, supplier := range []string{MooGold, GamesDrop} {
		var articles []article
		var sold []*soldGame
		for _, g := range games {
			if g.Kind != "supply" {
				continue
			}
			game := &soldGame{
				id: strconv.FormatUint(number(supplier, g.Key), 10), title: g.Title,
				needsServer: g.IsServerNeeded, servers: g.Servers,
			}
			game.articles = articlesOf(supplier, g.Key, g.Products, game)
			articles, sold = append(articles, game.articles...), append(sold, game)
		}
		a := newAssortment(articles)
		a.games = sold
		all[supplier] = a
	}
	return all
})

func newAssortment(articles []article) assortment {
	a := assortment{articles: articles, bySKU: map[string]article{}}
	for _, one := range articles {
		a.bySKU[one.sku] = one
	}
	return a
}

func articlesOf(supplier, gameKey string, goods []seededGift, game *soldGame) []article {
	list := make([]article, len(goods))
	for i, g := range goods {
		ours, err := money.Parse(g.Price)
		if err != nil {
			panic(fmt.Sprintf("sandbox: price of %q: %v", g.Title, err)) // our own file
		}
		cents := max(1, int64(ours)*costPercent[supplier]/dollar)
		list[i] = article{
			sku: SupplierSKU(supplier, gameKey, g.Title), title: strings.TrimSpace(gameTitle(game) + " " + g.Title),
			price: usd(cents * 100), game: game,
		}
	}
	return list
}

func gameTitle(game *soldGame) string {
	if game == nil {
		return ""
	}
	return game.title + ":"
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

// findArticle knows every SKU that SupplierSKU could have made: goods that are
// not in the seed cost what their number says.
func findArticle(supplier, sku string) (article, bool) {
	if a, ok := assortments()[supplier].bySKU[sku]; ok {
		return a, true
	}
	digits := sku
	if supplier == Rokky {
		var marked bool
		if digits, marked = strings.CutPrefix(sku, "RK-"); !marked {
			return article{}, false
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || len(digits) != 9 || supplier == NSGifts {
		return article{}, false
	}
	return article{sku: sku, title: "Goods " + sku, price: usd((50 + n%5000) * 100)}, true
}

// findGame knows a MooGold product by its own id and by its variations'.
func findGame(id string) (*soldGame, bool) {
	for _, g := range assortments()[MooGold].games {
		if g.id == id {
			return g, true
		}
	}
	a, ok := findArticle(MooGold, id)
	if !ok {
		return nil, false
	}
	if a.game != nil {
		return a.game, true
	}
	return &soldGame{id: id, title: a.title, articles: []article{a}}, true
}
