// Package brand tests that a shop with another name says the name of the demo shop nowhere.
package brand_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/email"
	"larek/internal/httpapi/storeapi"
	"larek/internal/publicid"
)

const (
	name  = "Полночь Ж7"
	latin = "Zx7brand"
)

var demo = regexp.MustCompile(`(?i)ларёк|ларька|ларьк|larek`)

// allowed is what of it may stay. The list only gets shorter.
var allowed = strings.NewReplacer()

// shop is a seeded shop that its owner has renamed, with its own legal entity.
type shop struct {
	*shoptest.Shop
	owner *shoptest.Operator
}

func open(t *testing.T) shop {
	t.Helper()
	s := shoptest.Open(t)
	s.Exec(`update contacts set company_name = 'ООО «Полночь»', extra = 'Поддержка: help@polnoch.test.'`)
	// A minute passes before invoices and proofs have the new name.
	s.Clock.Advance(-2 * time.Minute)
	renamed := shop{s, s.HireOperator("admin")}
	renamed.rename(name, "#6E4CFF")
	s.Clock.Advance(2 * time.Minute)
	return renamed
}

func (s shop) rename(to, accent string) {
	s.T.Helper()
	version := shoptest.One[int](s.Shop, `select max(version) from shop_brand`)
	status, code := s.owner.Call(http.MethodPost, "brand/", map[string]any{
		"version": version, "name": to, "latin": latin, "line": "Ночью и днём", "mark": nil, "accent": accent,
		"reason": map[string]string{"code": "owner", "text": ""},
	}, nil)
	if status != http.StatusOK {
		s.T.Fatalf("rename: %d %s", status, code)
	}
	s.RefreshVersions()
}

// order orders a pack whose code is in stock.
func (s shop) order() *shoptest.Buyer {
	s.T.Helper()
	pack := shoptest.One[int64](s.Shop, `select id from products where kind = 'pubg' and title = '660 UC'`)
	if _, _, err := s.Services().Stock.Load(s.T.Context(), pack, []string{publicid.New().String()}); err != nil {
		s.T.Fatal(err)
	}
	return s.Order("pubg", "", shoptest.Fields{"products": []shoptest.Fields{{"product_id": pack, "quantity": 1}}})
}

// clean fails if a text names the demo shop.
func (s shop) clean(where, text string) {
	s.T.Helper()
	for _, at := range demo.FindAllStringIndex(allowed.Replace(text), -1) {
		s.T.Errorf("%s: …%s…", where, text[max(0, at[0]-40):min(len(text), at[1]+40)])
	}
}

// get returns an answer with its headers, and fails if either names the demo shop.
func (s shop) get(path string) string {
	s.T.Helper()
	req, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	res, err := s.Client.Do(req)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	s.clean(path, fmt.Sprint(string(body), res.Header))
	return string(body)
}

func TestAnswersForPagesDoNotNameTheDemoShop(t *testing.T) {
	t.Parallel()
	s := open(t)
	read := 0
	for _, op := range storeapi.Operations {
		// The contract is for developers and names the program.
		if op.Method != http.MethodGet || op.Access != storeapi.Public || strings.Contains(op.Path, "{") || op.OperationID == "getDocsSchema" || strings.Contains(op.Path, "events") {
			continue
		}
		s.get(op.Path)
		read++
	}
	for _, slug := range shoptest.One[[]string](s.Shop, `select array_agg(slug) from articles`) {
		s.get("/api/articles/" + slug + "/")
		read++
	}
	for _, id := range shoptest.One[[]int64](s.Shop, `select array_agg(id) from games`) {
		s.get(fmt.Sprintf("/api/games/%d/", id))
		s.get(fmt.Sprintf("/api/faq/%d/", id))
		read += 2
	}
	for page := range 20 {
		s.get(fmt.Sprintf("/api/feedback/?page=%d&page_size=100", page+1))
	}
	s.get("/api/no-such-address/")
	if read < 30 {
		t.Errorf("only %d answers were read", read)
	}
	if brand := s.get("/api/brand/"); !strings.Contains(brand, name) || !strings.Contains(brand, latin) {
		t.Errorf("the brand: %s", brand)
	}
}

func TestLettersHaveTheNameOfTheShop(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, kind := range email.AllKinds {
		var letter struct {
			Places []struct {
				Name string `json:"name"`
				Text string `json:"text"`
			} `json:"places"`
		}
		path := "content/letters/" + string(kind) + "/"
		if status, code := s.owner.Call(http.MethodGet, path, nil, &letter); status != http.StatusOK {
			t.Fatalf("%s: %d %s", kind, status, code)
		}
		texts := make([]map[string]string, len(letter.Places))
		for i, p := range letter.Places {
			texts[i] = map[string]string{"name": p.Name, "text": p.Text}
		}
		var made struct {
			Samples []struct{ HTML, Text string } `json:"samples"`
		}
		if status, code := s.owner.Call(http.MethodPost, path+"preview/", map[string]any{"texts": texts}, &made); status != http.StatusOK || len(made.Samples) == 0 {
			t.Fatalf("%s: %d %s", kind, status, code)
		}
		for _, sample := range made.Samples {
			s.clean(string(kind), sample.HTML+sample.Text)
			if !strings.Contains(sample.HTML, name) || !strings.Contains(sample.Text, "«"+name+"»") || !strings.Contains(sample.HTML, "#6e4cff") {
				t.Errorf("%s: not the name or not the colour", kind)
			}
		}
	}
}

func TestBanksProofsAndKeysHaveTheNameOfTheShop(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.order()
	form := b.StartPayment("payin_form")
	text, err := json.Marshal(form.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	s.clean("pay-in request", string(text))
	if !strings.Contains(string(text), latin) {
		t.Errorf("the bank is not told the name: %s", text)
	}
	// A shop renamed between two calls sends the bank the same words.
	s.rename("Утро", "#0b6b45")
	again := b.StartPayment("payin_form")
	if repeated, _ := json.Marshal(again.Scenario); again.Reference == form.Reference && string(repeated) != string(text) {
		t.Errorf("another description under the same key: %s and %s", text, repeated)
	}
	for _, path := range []string{"me/totp/begin/", "me/passkeys/begin/"} {
		var options any
		if status, code := s.owner.Call(http.MethodPost, path, nil, &options); status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, code)
			continue
		}
		text := fmt.Sprint(options)
		s.clean(path, text)
		if !strings.Contains(text, "Утро") && !strings.Contains(text, "%D0%A3%D1%82%D1%80%D0%BE") {
			t.Errorf("%s: %s", path, text)
		}
	}
}

func TestProofKeepsTheNameOfItsTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.order()
	b.PayByCard()
	b.WaitForStatus("done")
	proof := func() string {
		t.Helper()
		text := b.Page().Progress.DeliveryReceipt
		if text == nil {
			t.Fatal("no proof")
		}
		return *text
	}
	first := proof()
	s.clean("proof", first)
	if !strings.HasPrefix(first, name+" подтверждает") {
		t.Errorf("got %s", first)
	}
	s.rename("Утро", "#0b6b45")
	s.Clock.Advance(time.Hour)
	if second := proof(); second != first {
		t.Errorf("the proof became %s", second)
	}
}
