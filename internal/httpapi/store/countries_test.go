package store_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// activeName requests the market and returns its country.
func activeName(s *httpapitest.Shop, t *testing.T, header http.Header) string {
	t.Helper()
	a := s.Do(http.MethodGet, httpapitest.ActivePath, header, "")
	if a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	return httpapitest.Decode[map[string]any](t, a)["name"].(string)
}

func TestCountriesAreListedInOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	got := httpapitest.Decode[[]map[string]any](t, s.Get("/api/payments/countries/"))
	if len(got) != 18 || got[1]["name"] != "Казахстан" || len(got[0]) != 3 {
		t.Fatalf("%d countries: %v", len(got), got)
	}
	if got[0]["id"] != 1.0 || got[0]["name"] != "Россия" || got[0]["flag"] != s.PictureURL(`select flag from countries where iso = 'RU'`) {
		t.Fatalf("%v", got[0])
	}
}

func TestActiveCountryCarriesItsMarket(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	icon := func(method string) string {
		return s.PictureURL(`select m.icon from payment_methods m join method_groups g on g.id = m.group_id where g.country_id = 2 and m.name = $1`, method)
	}
	group := func(name, short string, order int, method string) string {
		return fmt.Sprintf(`{"name": %q, "short_name": %q, "order": %d, "methods": [%s]}`, name, short, order, method)
	}
	method := func(name, title, fee, least, currency, fields string, data bool) string {
		return fmt.Sprintf(`{"name": %q, "title": %q, "uri": "/api/payments/%s/", "fee": %q, "fix_fee": "0.00", "min_amount": %q, "icon": %q,
			"is_active": true, "is_secondary": false, "currencies": [%q], "required_fields": [%s], "can_retrieve_payment_data": %v}`,
			name, title, name, fee, least, icon(name), currency, fields, data)
	}
	a := s.Do(http.MethodGet, httpapitest.ActivePath, http.Header{"Cookie": {"country=KZ"}}, "")
	a.WantJSON(t, 200, fmt.Sprintf(`{"id": 2, "flag": %q, "name": "Казахстан", "currency": "KZT", "rate": "0.16420000", "method_groups": [%s]}`,
		s.PictureURL(`select flag from countries where iso = 'KZ'`), strings.Join([]string{
			group("Банковская карта", "Карта", 1, method("payselection", "Банковская карта", "3.90", "100.00", "KZT", `"email"`, true)),
			group("Терминал или кошелёк", "Терминал", 2, method("payin_external", "Терминал или кошелёк", "3.00", "200.00", "KZT", `"phone"`, false)),
			group("Перевод на карту", "Перевод", 3, method("payin_p2p", "Перевод на карту местного банка", "3.50", "500.00", "KZT", `"email"`, false)),
			group("Баланс магазина", "Баланс", 4, method("balance", "Баланс магазина", "0.00", "1.00", "RUB", ``, false)),
		}, ",")))
	if got := a.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("one buyer's market may be shown to another: Cache-Control %q", got)
	}
}

func TestCountryIsGuessedFromTheBestHint(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, row := range []struct{ name, cookie, edge, want string }{
		{"nothing known", "", "", "Россия"},
		{"chosen", "KZ", "", "Казахстан"},
		{"seen by the edge", "", "DE", "Германия"},
		{"chosen beats seen", "KZ", "DE", "Казахстан"},
		{"unknown choice falls through to the edge", "ZZ", "DE", "Германия"},
		{"unknown choice and place", "ZZ", "XX", "Россия"},
		{"the edge does not know", "", "T1", "Россия"},
		{"small letters are no code", "kz", "", "Россия"},
		{"too long", "KAZ", "", "Россия"},
		{"injection", "K'--", "D'", "Россия"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{}
			if row.cookie != "" {
				h.Set("Cookie", "country="+row.cookie)
			}
			if row.edge != "" {
				h.Set("X-Country", row.edge)
			}
			if got := activeName(s, t, h); got != row.want {
				t.Fatalf("%s instead of %s", got, row.want)
			}
		})
	}
}

func TestChosenCountryIsRemembered(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	a := s.Post(httpapitest.SelectPath, `{"country_id": 2}`)
	if got := httpapitest.Decode[map[string]any](t, a); a.Status != 200 || got["name"] != "Казахстан" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if got, want := a.Header.Values("Set-Cookie"), "country=KZ; Path=/; Max-Age=31536000; SameSite=Lax"; len(got) != 1 || got[0] != want {
		t.Fatalf("Set-Cookie %q", got)
	}
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	if got := activeName(s, t, http.Header{"Cookie": {cookie}}); got != "Казахстан" {
		t.Fatalf("the cookie gives %s", got)
	}
	secure := s.Do(http.MethodPost, httpapitest.SelectPath, http.Header{"Content-Type": {"application/json"}, "X-Forwarded-Proto": {"https"}}, `{"country_id": 2}`)
	if got := secure.Header.Get("Set-Cookie"); !strings.Contains(got, "; Secure") {
		t.Errorf("over https: %q", got)
	}
}

func TestUnknownCountryIsNotChosen(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update countries set is_active = false where iso = 'KZ'`)
	s.AsOwner(`delete from currency_rates where currency = 'BYN'`)
	for _, id := range []string{"999", "9223372036854775807", "2", "3"} {
		s.Post(httpapitest.SelectPath, `{"country_id": `+id+`}`).WantRefusal(t, 404, "country.not_found") // refused checks there is no cookie
	}
	if n := len(httpapitest.Decode[[]any](t, s.Get("/api/payments/countries/"))); n != 17 {
		t.Errorf("%d countries are listed", n)
	}
	if got := activeName(s, t, http.Header{"Cookie": {"country=KZ"}, "X-Country": {"BY"}}); got != "Россия" {
		t.Errorf("a closed market is shown: got %s, want Россия", got)
	}
}

var _ = accessRows(func(_ *accessFixture, _ orders) map[string]access {
	return map[string]access{
		"getActiveCountry": {want: all(200)},
		"selectCountry":    {body: `{"country_id": 1}`, want: all(200)},
	}
})
