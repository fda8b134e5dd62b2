package admin_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/picture"
)

// drawn is a PNG of these sides.
func drawn(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stored puts a picture into the store and returns its key.
func stored(s *httpapitest.Shop) picture.Key {
	key, err := s.Pictures.Put(s.T.Context(), drawn(s.T, 8, 8))
	if err != nil {
		s.T.Fatal(err)
	}
	return key
}

func gameBody(s *httpapitest.Shop, title string, more string) string {
	key := stored(s)
	return fmt.Sprintf(`{"fields":{"title":%q,"heading":"Кристаллы","description":"","logo":%q,"icon":%q,"unit":"кристаллы","id_hint":"","tags":["рпг"],
		"aliases":[],"is_auth_required":false,"server_input":"listed","servers":[{"id":"eu","name":"Европа"},{"id":"as","name":"Азия"}]},%s%s}`, title, key, key, more, reason)
}

func productBody(s *httpapitest.Shop, title, more string) string {
	return fmt.Sprintf(`{"fields":{"title":%q,"picture":%q,"min_quantity":1,"max_quantity":5,"is_active":true,"amount_uc":null},%s%s}`, title, stored(s), more, reason)
}

var _ = rows(func() map[string]row {
	hidden := factory.With{"is_active": false}
	return map[string]row{
		"listCatalogGames": {call: at("/api/admin/catalog/games/")},
		"getCatalogGame":   {call: at("/api/admin/catalog/games/1/")},
		"createGame": {action: "game.create", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/catalog/games/", gameBody(f.Shop, fmt.Sprintf("Новая %d", f.next()), `"kind":"supply",`)
		}},
		"changeGame": {action: "game.change", call: func(f *fixture, _ caller) (string, string) {
			game := factory.Game(f.T, f.Pool, hidden)
			return fmt.Sprintf("/api/admin/catalog/games/%d/change/", game), gameBody(f.Shop, fmt.Sprintf("Другая %d", f.next()), `"version":1,`)
		}},
		"showGame": {action: "game.hide", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/catalog/games/%d/show/", factory.Game(f.T, f.Pool, hidden)), `{"shown":false,"version":1,` + reason + "}"
		}},
		"placeGames": {action: "game.order", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/catalog/games/order/", `{"ids":` + f.Value(`select json_agg(id order by id desc)::text from games`) + "," + reason + "}"
		}},
		"createProduct": {action: "product.create", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/catalog/games/%d/products/", factory.Game(f.T, f.Pool, hidden)), productBody(f.Shop, "60 кристаллов", `"price":"99.00",`)
		}},
		"placeProducts": {action: "product.order", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/catalog/games/1/products/order/", `{"ids":` + f.Value(`select json_agg(id order by id desc)::text from products where game_id = 1`) + "," + reason + "}"
		}},
		"changeProduct": {action: "product.change", call: func(f *fixture, _ caller) (string, string) {
			product := factory.Product(f.T, f.Pool, factory.Game(f.T, f.Pool, hidden), nil)
			return fmt.Sprintf("/api/admin/catalog/products/%d/change/", product), productBody(f.Shop, "61 кристалл", `"version":1,`)
		}},
		"addOffer": {action: "offer.add", call: func(f *fixture, _ caller) (string, string) {
			product := factory.Product(f.T, f.Pool, factory.Game(f.T, f.Pool, hidden), nil)
			return fmt.Sprintf("/api/admin/catalog/products/%d/offers/", product), `{"supplier":"operator","sku":"hand","priority":1,"cost":"50.00",` + reason + "}"
		}},
		"uploadPicture": {action: "picture.upload", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/catalog/pictures/", `{"shape":"icon","data":"` + base64.StdEncoding.EncodeToString(drawn(f.T, 20, 20)) + `"}`
		}},
	}
})

func TestGameIsMadeFromNothingAndShownToBuyers(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	h := s.HireOperator("catalog")
	post := func(path, body string) httpapitest.Response {
		t.Helper()
		return s.Do("POST", path, h.Header(), body)
	}
	id := func(a httpapitest.Response) int64 {
		t.Helper()
		if a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return httpapitest.Decode[struct{ ID int64 }](t, a).ID
	}
	game := id(post("/api/admin/catalog/games/", gameBody(s, "Ночной дозор", `"kind":"supply",`)))
	page, show := fmt.Sprintf("/api/games/%d/", game), fmt.Sprintf("/api/admin/catalog/games/%d/show/", game)
	if a := s.Do("GET", page, nil, ""); a.Status != 404 {
		t.Errorf("%d: a buyer sees a game that is not ready", a.Status)
	}
	product := id(post(fmt.Sprintf("/api/admin/catalog/games/%d/products/", game), productBody(s, "60 кристаллов", `"price":"149.00",`)))
	if a := post(show, `{"shown":true,"version":1,`+reason+"}"); a.Status != 409 || !strings.Contains(string(a.Body), "catalog.nothing_sold") {
		t.Errorf("%d %s: want a game with nothing to buy refused", a.Status, a.Body)
	}
	id(post(fmt.Sprintf("/api/admin/catalog/products/%d/offers/", product), `{"supplier":"operator","sku":"hand","priority":1,"cost":"100.00",`+reason+"}"))
	id(post(show, `{"shown":true,"version":1,`+reason+"}"))
	s.RefreshVersions()
	a := s.Do("GET", page, nil, "")
	var got struct {
		Title    string
		Servers  []struct{ Name string }
		Products []struct {
			Title, Price string
			IsActive     bool `json:"is_active"`
		}
	}
	if err := json.Unmarshal(a.Body, &got); err != nil || a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if fmt.Sprintf("%+v", got) != "{Title:Ночной дозор Servers:[{Name:Европа} {Name:Азия}] Products:[{Title:60 кристаллов Price:149.00 IsActive:true}]}" {
		t.Errorf("got %+v", got)
	}
}

func TestUploadThatIsNoPictureIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	h := s.HireOperator("catalog")
	for name, raw := range map[string][]byte{"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "page": []byte("<html><script>alert(1)</script>"), "wide": drawn(t, 4097, 1)} {
		a := s.Do("POST", "/api/admin/catalog/pictures/", h.Header(), `{"shape":"cover","data":"`+base64.StdEncoding.EncodeToString(raw)+`"}`)
		if a.Status != 400 || s.Value(`select count(*)::text from audit`) != "0" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	a := s.Do("POST", "/api/admin/catalog/pictures/", h.Header(), `{"shape":"cover","data":"`+base64.StdEncoding.EncodeToString(drawn(t, 300, 200))+`"}`)
	key := httpapitest.Decode[struct{ Key picture.Key }](t, a).Key
	small, err := s.Pictures.Variant(t.Context(), key, 160, picture.PNG)
	if err != nil {
		t.Fatal(err)
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(small)); err != nil || c.Width != 160 || c.Height != 213 {
		t.Errorf("got %d × %d, %v; want three by four", c.Width, c.Height, err)
	}
}
