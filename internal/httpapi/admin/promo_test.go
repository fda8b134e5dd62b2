package admin_test

import (
	"fmt"
	"testing"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

const (
	promoTerms  = `"percent":15,"goods":"all","game_id":null,"gift_id":null,"valid_from":null,"valid_until":null,"first_order_only":false`
	promoLimits = `"kind":"public","total_limit":10,"per_buyer_limit":1,"budget":"500.00"`
)

func onPromo(verb string, body string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		return fmt.Sprintf("/api/admin/promo/%d/%s", factory.PromoCode(f.T, f.Pool, factory.With{"total_limit": 5, "is_active": verb != "resume/"}), verb), body
	}
}

// promoBatch inserts a batch of one code.
func promoBatch(f *fixture) string {
	id := f.Value(`insert into promo_batches (title, staff_id, created) select 'Партия', min(id), now() from staff returning id::text`)
	f.Exec(`update promo_codes set batch_id = $2::bigint where id = $1`, factory.PromoCode(f.T, f.Pool, nil), id)
	return id
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listPromo":     {call: at("/api/admin/promo/")},
		"getPromo":      {call: onPromo("", "")},
		"listPromoUses": {call: onPromo("uses/", "")},
		"checkPromo":    {call: at("/api/admin/promo/check/", `{"text":"LIVE",`, promoTerms, ",", promoLimits, "}")},
		"createPromo": {action: "promo.create", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/promo/", fmt.Sprintf(`{"text":"NEW-%d",%s,%s,%s}`, f.next(), promoTerms, promoLimits, reason)
		}},
		"generatePromo":    {action: "promo.generate", call: at("/api/admin/promo/generate/", `{"title":"Блогер","prefix":"blog","count":3,`, promoTerms, ",", reason, "}")},
		"changePromo":      {action: "promo.change", call: onPromo("change/", `{"version":1,"valid_until":null,"total_limit":9,"budget":null,`+reason+`}`)},
		"stopPromo":        {action: "promo.stop", call: onPromo("stop/", `{"version":1,`+reason+`}`)},
		"resumePromo":      {action: "promo.resume", call: onPromo("resume/", `{"version":1,`+reason+`}`)},
		"listPromoBatches": {call: at("/api/admin/promo/batches/")},
		"getPromoTexts": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/promo/batches/" + promoBatch(f) + "/texts/", ""
		}},
		"stopPromoBatch": {action: "promo.stop_batch", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/promo/batches/" + promoBatch(f) + "/stop/", "{" + reason + "}"
		}},
	}
})

// TestPromoCampaign runs a code from its creation to what it has cost.
func TestPromoCampaign(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	body := fmt.Sprintf(`{"text":"ноябрь",%s,%s,%s}`, promoTerms, promoLimits, reason)
	key := anna.Header()
	made := httpapitest.Decode[adminapi.PromoRow](t, s.Do("POST", "/api/admin/promo/", key, body))
	if made.Text != "НОЯБРЬ" || made.State != "active" || made.Budget.String() != "500.00" || *made.TotalLimit != 10 {
		t.Fatalf("got %+v, want НОЯБРЬ at work", made)
	}
	// The same key has one effect; another request finds the text taken.
	if again := httpapitest.Decode[adminapi.PromoRow](t, s.Do("POST", "/api/admin/promo/", key, body)); again.ID != made.ID {
		t.Errorf("the repeated request made %d, want %d", again.ID, made.ID)
	}
	s.Do("POST", "/api/admin/promo/", anna.Header(), body).WantRefusal(t, 400, "invalid")
	order := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	if a := s.Do("POST", fmt.Sprintf("/api/orders/%d/activate_promo_code/", order.ID), order.ByCookie(), `{"code":"Ноябрь"}`); a.Status != 200 {
		t.Fatalf("applying it: %d %s", a.Status, a.Body)
	}
	page := fmt.Sprintf("/api/admin/promo/%d/", made.ID)
	stop := fmt.Sprintf(`{"version":%d,%s}`, made.Version, reason)
	if a := s.Do("POST", page+"stop/", anna.Header(), stop); a.Status != 200 {
		t.Fatalf("stopping it: %d %s", a.Status, a.Body)
	}
	s.Do("POST", page+"stop/", anna.Header(), stop).WantRefusal(t, 409, "promo.stale")
	other := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	s.Do("POST", fmt.Sprintf("/api/orders/%d/activate_promo_code/", other.ID), other.ByCookie(), `{"code":"НОЯБРЬ"}`).WantRefusal(t, 409, "promo.expired")
	until := s.Clock.Now().Add(48 * time.Hour).Format(time.RFC3339)
	change := fmt.Sprintf(`{"version":2,"valid_until":%q,"total_limit":20,"budget":"900.00",%s}`, until, reason)
	changed := httpapitest.Decode[adminapi.PromoRow](t, s.Do("POST", page+"change/", anna.Header(), change))
	if *changed.TotalLimit != 20 || changed.Budget.String() != "900.00" || changed.State != "stopped" || changed.Version != 3 {
		t.Errorf("got %+v, want 20 orders, 900.00, still stopped", changed)
	}
	if n := s.Value(`select count(*)::text from promo_slots where promo_code_id = $1`, made.ID); n != "20" {
		t.Errorf("got %s slots, want 20", n)
	}
	if got := s.Value(`select before->>'total_limit' || ' ' || (after->>'total_limit') from audit where action = 'promo.change'`); got != "10 20" {
		t.Errorf("the audit says %q, want 10 20", got)
	}
}

func TestPromoCheckSaysWhatADraftCosts(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("catalog")
	taken := s.Value(`select code from promo_codes where kind = 'public' order by id limit 1`)
	terms := `"percent":99,"goods":"games","game_id":null,"gift_id":null,"valid_from":null,"valid_until":null,"first_order_only":false`
	got := httpapitest.Decode[adminapi.PromoCheck](t, s.Do("POST", "/api/admin/promo/check/", anna.Header(), fmt.Sprintf(`{"text":%q,%s,%s}`, taken, terms, promoLimits)))
	if got.Discount.String() != "990.00" || got.Due.String() != "10.00" || len(got.Fields) != 1 || got.Fields[0].Name != "text" {
		t.Errorf("got %+v, want 990 off, 10 due, the text taken", got)
	}
	if len(got.Losses) != 5 || got.LossesTotal < 5 || got.Losses[0].Price >= got.Losses[0].Cost {
		t.Errorf("99 percent: got %d losses of %d, want five of more", len(got.Losses), got.LossesTotal)
	}
}
