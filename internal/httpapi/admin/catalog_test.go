package admin_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

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
		"previewGame": {action: "game.preview", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/catalog/games/%d/preview/", factory.Game(f.T, f.Pool, hidden)), ""
		}},
		"planGame": {action: "game.plan", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/catalog/games/%d/plan/", factory.Game(f.T, f.Pool, hidden)), inAnHour(f)
		}},
		"planProduct": {action: "product.plan", call: func(f *fixture, _ caller) (string, string) {
			product := factory.Product(f.T, f.Pool, factory.Game(f.T, f.Pool, hidden), nil)
			return fmt.Sprintf("/api/admin/catalog/products/%d/plan/", product), inAnHour(f)
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
	for shape, height := range map[string]int{"cover": 213, "icon": 160, "banner_desktop": 60, "banner_tablet": 96, "banner_mobile": 192} {
		a := s.Do("POST", "/api/admin/catalog/pictures/", h.Header(), `{"shape":"`+shape+`","data":"`+base64.StdEncoding.EncodeToString(drawn(t, 300, 200))+`"}`)
		key := httpapitest.Decode[struct{ Key picture.Key }](t, a).Key
		small, err := s.Pictures.Variant(t.Context(), key, 160, picture.PNG)
		if err != nil {
			t.Fatal(err)
		}
		if c, _, err := image.DecodeConfig(bytes.NewReader(small)); err != nil || c.Width != 160 || c.Height != height {
			t.Errorf("%s: got %d × %d, %v; want 160 × %d", shape, c.Width, c.Height, err, height)
		}
	}
}

func TestPartOfAPictureThatAPersonChoseIsKept(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	h := s.HireOperator("catalog")
	// The left half is red, the right one blue.
	halves := image.NewNRGBA(image.Rect(0, 0, 400, 200))
	for i := range halves.Pix {
		if x := i / 4 % 400; i%4 == 3 || i%4 == 0 && x < 200 || i%4 == 2 && x >= 200 {
			halves.Pix[i] = 255
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, halves); err != nil {
		t.Fatal(err)
	}
	upload := func(shape, crop string) httpapitest.Response {
		return s.Do("POST", "/api/admin/catalog/pictures/", h.Header(),
			fmt.Sprintf(`{"shape":%q,"data":%q,"crop":%s}`, shape, base64.StdEncoding.EncodeToString(file.Bytes()), crop))
	}
	for crop, want := range map[string]color.NRGBA{
		`{"left":10,"top":0,"width":150,"height":200}`:  {R: 255, A: 255},
		`{"left":250,"top":0,"width":150,"height":200}`: {B: 255, A: 255},
	} {
		key := httpapitest.Decode[struct{ Key picture.Key }](t, upload("cover", crop)).Key
		small, err := s.Pictures.Variant(t.Context(), key, 160, picture.PNG)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(small))
		if err != nil || got.Bounds().Dx() != 160 || got.Bounds().Dy() != 213 {
			t.Fatalf("%s: %v, %v", crop, got.Bounds(), err)
		}
		for _, at := range []image.Point{{2, 2}, {157, 2}, {80, 210}} {
			r, g, b, _ := got.At(at.X, at.Y).RGBA()
			if far(r>>8, want.R) || far(g>>8, want.G) || far(b>>8, want.B) {
				t.Errorf("%s: %v has %d %d %d, want %v", crop, at, r>>8, g>>8, b>>8, want)
			}
		}
	}
	before := s.Value(`select count(*)::text from audit`)
	for name, crop := range map[string]string{
		"beyond the right edge": `{"left":260,"top":0,"width":150,"height":200}`, "beyond the bottom": `{"left":0,"top":1,"width":150,"height":200}`,
		"other proportions": `{"left":0,"top":0,"width":200,"height":200}`,
	} {
		if a := upload("cover", crop); a.Status != 400 || !strings.Contains(string(a.Body), `"crop"`) {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	for name, crop := range map[string]string{"nothing": `{"left":0,"top":0,"width":0,"height":0}`, "negative": `{"left":-1,"top":0,"width":150,"height":200}`, "a part missing": `{"left":1}`} {
		if a := upload("cover", crop); a.Status != 400 {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	if after := s.Value(`select count(*)::text from audit`); after != before {
		t.Errorf("refused parts left %s rows, want %s", after, before)
	}
}

// far reports whether a colour differs by more than compression makes it.
func far(got uint32, want uint8) bool { return got > uint32(want)+12 || got+12 < uint32(want) }

func TestGameIsLookedAtBeforeBuyersSeeIt(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	h := s.HireOperator("catalog")
	s.Exec(`update games set is_active = false where id in (5, 6)`)
	s.Exec(`update products set price = 777 where id = (select min(id) from products where game_id = 5)`)
	s.RefreshVersions()
	a := s.Do("POST", "/api/admin/catalog/games/5/preview/", h.Header(), "")
	link := httpapitest.Decode[struct {
		Path  string
		Until time.Time
	}](t, a)
	if want := s.Clock.Now().Add(15 * time.Minute); !link.Until.Equal(want) {
		t.Errorf("opens until %v, want %v", link.Until, want)
	}
	token, ok := strings.CutPrefix(link.Path, "/ru/preview/games/5?token=")
	if !ok {
		t.Fatalf("got %s", a.Body)
	}
	page := s.Get("/api/games/5/preview/?token=" + token)
	got := httpapitest.Decode[struct {
		Game struct {
			Title    string
			IsActive bool `json:"is_active"`
			Products []struct{ Price string }
		}
		Questions []struct{ Game int64 }
	}](t, page)
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("kept by %q", page.Header.Get("Cache-Control"))
	}
	if g := got.Game; g.Title != "Genshin Impact" || g.IsActive || len(g.Products) != 9 || g.Products[0].Price != "777.00" || len(got.Questions) == 0 || got.Questions[0].Game != 5 {
		t.Errorf("got %+v", got)
	}
	if action, note := s.Value(`select action || ' ' || object_id from audit`), s.Value(`select count(*)::text from audit where audit::text like '%'||$1||'%'`, token); action != "game.preview 5" || note != "0" {
		t.Errorf("recorded %s, with the token in %s rows", action, note)
	}
	for name, path := range map[string]string{
		"no link": "5/preview/", "an empty one": "5/preview/?token=", "of another game": "6/preview/?token=" + token,
		"made up": "5/preview/?token=9999999999." + strings.Repeat("A", 43), "cut off": "5/preview/?token=" + token[:20],
		"prolonged": "5/preview/?token=9" + token[1:],
	} {
		t.Run(name, func(t *testing.T) { s.Get("/api/games/"+path).WantRefusal(t, 404, "game.not_found") })
	}
	s.Get("/api/games/5/").WantRefusal(t, 404, "game.not_found")
	buyer := fmt.Sprintf(`{"products":[{"product_id":%s,"quantity":1}],"supply_channel_user_id":"700777123","email":"a@b.test"}`, s.Value(`select min(id)::text from products where game_id = 5`))
	if a := s.Post("/api/orders/supply_channel/?token="+token, buyer); a.Status < 400 || s.Value(`select count(*)::text from orders where email = 'a@b.test'`) != "0" {
		t.Errorf("a hidden game is sold: %d %s", a.Status, a.Body)
	}
	s.Clock.Advance(15*time.Minute - time.Second)
	if a := s.Get("/api/games/5/preview/?token=" + token); a.Status != 200 {
		t.Errorf("%d a second before the end", a.Status)
	}
	s.Clock.Advance(time.Second)
	s.Get("/api/games/5/preview/?token="+token).WantRefusal(t, 404, "game.not_found")
	if a := s.Do("POST", "/api/admin/catalog/games/99999/preview/", h.Header(), ""); a.Status != 404 {
		t.Errorf("%d: a link to a game that does not exist", a.Status)
	}
}

// inAnHour is the body of a plan to hide.
func inAnHour(f *fixture) string {
	return fmt.Sprintf(`{"shown":false,"at":%q,%s}`, f.Clock.Now().Add(time.Hour).Format(time.RFC3339), reason)
}
