package desk_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/delivery/moogold"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/picture"
)

// newGame is the fields of a game with a list of servers.
func (o *office) newGame(title string, servers ...string) catalog.GameFields {
	o.t.Helper()
	key, err := o.do.Catalogue.Pictures.Put(o.t.Context(), []byte("any picture"))
	if err != nil {
		o.t.Fatal(err)
	}
	f := catalog.GameFields{Title: title, Logo: key, Icon: key, Tags: []string{}, Aliases: []string{"дозор"}, ServerInput: catalog.ServerNone}
	for _, s := range servers {
		f.ServerInput, f.Servers = catalog.ServerListed, append(f.Servers, catalog.ListedServer{ID: s, Name: "Сервер " + s})
	}
	return f
}

// sold is everything that editing the assortment changes, and its audit.
func (o *office) sold() string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select md5(concat((select string_agg(g::text, '|' order by id) from games g), (select string_agg(p::text, '|' order by id) from products p),
		(select string_agg(s::text, '|' order by id) from game_servers s), (select string_agg(f::text, '|' order by id) from offers f), (select count(*) from audit)))`)
}

func TestEditorsOfOneGameDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, told := o.hire("catalog"), 0
	o.do.Catalogue.Notify.PublishData = func(context.Context) { told++ }
	done, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(clerk), "supply", o.newGame("Ночной дозор", "eu", "as"))
	if err != nil || told != 1 {
		t.Fatalf("%v, told %d times", err, told)
	}
	if _, err := o.do.Catalogue.ChangeGame(t.Context(), o.supplierAct(clerk), done.ID, 1, o.newGame("Дневной дозор", "as", "us")); err != nil || told != 2 {
		t.Fatalf("%v, told %d times", err, told)
	}
	before := o.sold()
	if _, err := o.do.Catalogue.ChangeGame(t.Context(), o.supplierAct(clerk), done.ID, 1, o.newGame("Чужой дозор")); code(err) != "catalog.stale" {
		t.Errorf("got %v, want the second editor refused", err)
	}
	if _, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(clerk), "supply", o.newGame("Дневной дозор")); code(err) == "" {
		t.Errorf("got %v, want a taken title refused", err)
	}
	if _, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(clerk), "pubg", o.newGame("Коды", "eu")); code(err) == "" {
		t.Errorf("got %v, want servers of codes refused", err)
	}
	unknown := o.newGame("Без картинки")
	unknown.Logo = picture.KeyOf([]byte("never stored"))
	if _, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(clerk), "supply", unknown); code(err) == "" {
		t.Errorf("got %v, want a picture that is not stored refused", err)
	}
	if _, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(o.hire("senior")), "supply", o.newGame("Чужая")); code(err) != "console.forbidden" {
		t.Errorf("got %v, want it refused to a senior", err)
	}
	if o.sold() != before || told != 2 {
		t.Errorf("a refusal changed something")
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(code || is_active::int, ' ' order by code) from game_servers where game_id = $1`, done.ID); got != "as1 eu0 us1" {
		t.Errorf("got %s, want the removed server kept for its orders", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(action, ' ' order by id) from audit`); got != "game.create game.change" {
		t.Errorf("got %s", got)
	}
}

func TestNewProductIsNotSoldBeforeItCanBeDelivered(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, f := o.hire("catalog"), o.newGame("Ночной дозор")
	o.do.Supply.Sourcing = delivery.NewSourcing(o.pool, []delivery.Supplier{moogold.New(moogold.Settings{}, &http.Client{Transport: new(http.Transport)}, func() time.Time { return noon })}, func() time.Time { return noon }, slog.New(slog.DiscardHandler))
	game, err := o.do.Catalogue.CreateGame(t.Context(), o.supplierAct(clerk), "supply", f)
	if err != nil {
		t.Fatal(err)
	}
	fields := catalog.ProductFields{Title: "60 кристаллов", Picture: f.Logo, MinQuantity: 1, MaxQuantity: 5, IsActive: true}
	product, err := o.do.Catalogue.CreateProduct(t.Context(), o.supplierAct(clerk), game.ID, 149_00, fields)
	if err != nil || o.notSold() != fmt.Sprint(product.ID) {
		t.Fatalf("%v, not sold %s", err, o.notSold())
	}
	add := func(supplier, sku string, cost *money.RUB) error {
		_, err := o.do.Supply.AddOffer(t.Context(), o.supplierAct(clerk), delivery.NewOffer{ProductID: product.ID, Supplier: supplier, SKU: sku, Priority: 1, Cost: cost})
		return err
	}
	if err := add("moogold", "sku-1", nil); err != nil {
		t.Fatal(err)
	}
	// Its supplier is queried for the cost; nothing is ordered until a person approves it.
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', f.in_stock, f.synced_at is null, h.check_offers, h.check_at <= $2) from offers f join supplier_health h using (supplier) where f.product_id = $1`,
		product.ID, noon); got != "f t t t" || o.notSold() == "" {
		t.Errorf("got %s, not sold %s", got, o.notSold())
	}
	before := o.sold()
	for name, err := range map[string]error{
		"the same supplier": add("moogold", "sku-2", nil), "a stranger": add("nobody", "sku", nil), "a cost that is not ours": add("gamesdrop", "sku", new(money.RUB(100))),
		"no cost of ours": add("operator", "hand", nil),
	} {
		if code(err) == "" {
			t.Errorf("%s: got %v, want it refused", name, err)
		}
	}
	if _, err := o.do.Catalogue.ShowGame(t.Context(), o.supplierAct(clerk), game.ID, 1, true); code(err) != "catalog.nothing_sold" || o.sold() != before {
		t.Errorf("got %v, want nothing changed", err)
	}
	if err := add("operator", "hand", new(money.RUB(100_00))); err != nil || o.notSold() != "" {
		t.Fatalf("%v, not sold %s", err, o.notSold())
	}
	if _, err := o.do.Catalogue.ShowGame(t.Context(), o.supplierAct(clerk), game.ID, 1, true); err != nil {
		t.Error(err)
	}
}

func TestProductsAreChangedAndPlaced(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, f := o.hire("catalog"), o.newGame("Ночной дозор")
	game := factory.Game(t, o.pool, nil)
	first, second := factory.Product(t, o.pool, game, nil), factory.Product(t, o.pool, game, factory.With{"position": 2})
	fields := catalog.ProductFields{Title: "60 кристаллов", Picture: f.Logo, MinQuantity: 2, MaxQuantity: 5}
	if _, err := o.do.Catalogue.ChangeProduct(t.Context(), o.supplierAct(clerk), first, 1, fields); err != nil {
		t.Fatal(err)
	}
	if _, err := o.do.Catalogue.PlaceProducts(t.Context(), o.supplierAct(clerk), game, []int64{second, first}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', p.title, p.min_quantity, p.max_quantity, p.is_active, p.version, p.price, p.position) from products p where id = $1`, first); got != "60 кристаллов 2 5 f 2 100.00 2" {
		t.Errorf("got %s", got)
	}
	before := o.sold()
	wrong := fields
	wrong.MaxQuantity = 1
	for name, do := range map[string]func(desk.Command) error{
		"an old version": func(a desk.Command) error {
			_, err := o.do.Catalogue.ChangeProduct(t.Context(), a, first, 1, fields)
			return err
		},
		"quantities": func(a desk.Command) error {
			_, err := o.do.Catalogue.ChangeProduct(t.Context(), a, first, 2, wrong)
			return err
		},
		"a missing one": func(a desk.Command) error {
			_, err := o.do.Catalogue.PlaceProducts(t.Context(), a, game, []int64{first})
			return err
		},
		"one twice": func(a desk.Command) error {
			_, err := o.do.Catalogue.PlaceProducts(t.Context(), a, game, []int64{first, first})
			return err
		},
		"not all games": func(a desk.Command) error {
			_, err := o.do.Catalogue.PlaceGames(t.Context(), a, []int64{game})
			return err
		},
	} {
		if err := do(o.supplierAct(clerk)); code(err) == "" || o.sold() != before {
			t.Errorf("%s: got %v, want it refused and nothing changed", name, err)
		}
	}
}
