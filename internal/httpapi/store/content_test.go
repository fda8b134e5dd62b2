package store_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/api"
	"larek/db"
	"larek/internal/httpapi/httpapitest"
)

func TestArticleIsTheWholeText(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	file, err := fs.ReadFile(db.Seed, "seed/articles/about.html")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(file), "-->\n")
	text = strings.NewReplacer("{{shop.name}}", "Ларёк", "{{shop.email}}", "help@larek.example", "{{entity.name}}", "ООО «Ларёк-демо»").Replace(text)
	want, err := json.Marshal(map[string]string{"slug": "about", "header": "О магазине", "text": text})
	if err != nil {
		t.Fatal(err)
	}
	s.Get("/api/articles/about/").WantJSON(t, 200, string(want))
}

func TestArticlesAreListedByHeaderAndHiddenOnesAreNot(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update articles set is_active = false where slug <> 'about'`)
	s.Exec(`insert into articles (slug, header, text) values ('night-shift', 'Ночная смена', '<p>x</p>'), ('abc', 'Азбука', '')`)
	s.RefreshVersions()
	s.Get("/api/articles/").WantJSON(t, 200, `[{"slug": "abc", "header": "Азбука"}, {"slug": "night-shift", "header": "Ночная смена"}, {"slug": "about", "header": "О магазине"}]`)
}

func TestContacts(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/contacts/").WantJSON(t, 200, `{"count": 2, "next": null, "previous": null, "results": [
		{"company_name": "ООО «Ларёк-демо»", "address": "125000, Россия, г. Москва, ул. Вымышленная, д. 24, помещение 1",
			"inn": "9900000017", "company_id": "1269900000017",
			"extra": "ОГРН 1269900000017. Поддержка: help@larek.example, ежедневно с 9:00 до 24:00 по московскому времени. Претензии: legal@larek.example. Персональные данные: privacy@larek.example."},
		{"company_name": "ТОО «Ларёк Алматы»", "address": "050000, Казахстан, г. Алматы, ул. Примерная, д. 7, офис 12",
			"inn": "260340999900", "company_id": "260340999900",
			"extra": "БИН 260340999900. Обслуживает покупателей из Казахстана и Центральной Азии: kz@larek.example, ежедневно с 10:00 до 22:00 по времени Астаны."}
	]}`)
}

func bannerPictures(s *httpapitest.Shop, id int) string {
	var b strings.Builder
	for _, layer := range []string{"background", "foreground"} {
		for _, size := range []string{"desktop", "tablet", "mobile"} {
			name := layer + "_" + size
			fmt.Fprintf(&b, "%q: %q,", name, s.PictureURL(`select `+name+` from banners where id = $1`, id))
		}
	}
	return b.String()
}

func TestGameBanners(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/banners/games/").WantFirst(t, fmt.Sprintf(`{
		"id": 1, "title": "Окошко светится до утра",
		"description": "UC, голда, кристаллы и пополнение Steam без регистрации. Обычный срок назван на странице игры.", %s
		"game": {"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "logo": %q, "is_active": true}
	}`, bannerPictures(s, 1), s.PictureURL(`select logo from games where id = 1`)))
}

func TestGiftBanners(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/banners/gifts/?page=2&page_size=1").WantFirst(t, fmt.Sprintf(`{
		"id": 8, "title": "Звёздный странник", "description": "Капитан без корабля, окраина галактики и экипаж, который всё помнит.", %s
		"gift": {"resourcetype": "RokkyGift", "id": 1, "title": "Звёздный странник", "type": "game", "region": "ru_cis", "logo": %q,
			"price": "1299.00", "discount_price": null, "discount_percent": 0}
	}`, bannerPictures(s, 8), s.PictureURL(`select logo from gifts where id = 1`)))
}

func TestBannerMayLeadNowhere(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update banners set game_id = null, gift_id = null`)
	for path, field := range map[string]string{"/api/banners/games/": "game", "/api/banners/gifts/": "gift"} {
		p := httpapitest.Decode[httpapitest.Page](t, s.Get(path))
		if v, has := p.Results[0][field]; !has || v != nil {
			t.Errorf("%s: %v", path, p.Results[0])
		}
	}
}

func TestQuestionsAboutAGame(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	got := httpapitest.Decode[[]any](t, s.Get("/api/faq/1/"))
	if len(got) != 6 {
		t.Fatalf("got %d questions, want 6", len(got))
	}
	a, _ := json.Marshal(got[:1])
	httpapitest.Response{Status: 200, Body: a}.WantJSON(t, 200, `[{
		"id": 1, "text": "Что я получу после оплаты?", "game": 1, "order": 1,
		"answer": "Код на UC. Он появится на странице заказа, обычно в течение минуты; ссылка на неё придёт на почту."
	}]`)
	s.AsOwner(`delete from faq_items where game_id = 1`)
	s.Get("/api/faq/1/").WantJSON(t, 200, `[]`)
}

func TestContractIsServedWhole(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	yaml := s.Get("/api/docs/schema/")
	if yaml.Header.Get("Content-Type") != "application/yaml" || string(yaml.Body) != string(api.StoreYAML) {
		t.Errorf("%s, %d bytes instead of %d", yaml.Header.Get("Content-Type"), len(yaml.Body), len(api.StoreYAML))
	}
	asJSON := s.Get("/api/docs/schema/?format=json&lang=ru")
	doc, err := openapi3.NewLoader().LoadFromData(asJSON.Body)
	if err != nil || asJSON.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %s %v, want application/json", asJSON.Header.Get("Content-Type"), err)
	}
	if doc.Info.Title != "Larek store API" || doc.Paths.Value("/api/games/") == nil {
		t.Errorf("%+v", doc.Info)
	}
}
