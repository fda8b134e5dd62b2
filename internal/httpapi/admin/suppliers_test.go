package admin_test

import (
	"fmt"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// newOffer inserts a product with one offer, whose supplier asks another cost.
func newOffer(f *fixture) int64 {
	product := factory.Product(f.T, f.Pool, 1, factory.With{"kind": "pubg", "is_active": false, "amount_uc": 60})
	return factory.Offer(f.T, f.Pool, product, factory.With{"supplier": "gamesdrop", "asked_cost": 0.01, "asked_at": f.Clock.Now()})
}

// onOffer is a call about an offer that was just made.
func onOffer(verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		return fmt.Sprintf("/api/admin/offers/%d/%s/", newOffer(f), verb), "{" + fields + reason + "}"
	}
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listSuppliers":        {call: at("/api/admin/suppliers/")},
		"listOnlyGoods":        {call: at("/api/admin/suppliers/moogold/only/")},
		"listOffers":           {call: at("/api/admin/suppliers/moogold/offers/?limit=5")},
		"findSupplierGoods":    {call: at("/api/admin/suppliers/moogold/goods/?words=uc")},
		"listSupplierAttempts": {call: at("/api/admin/suppliers/moogold/attempts/?limit=5&state=rejected")},
		"switchSupplier": {action: "supplier.off", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`delete from supplier_switches`)
			return "/api/admin/suppliers/rokky/switch/", `{"off":true,` + reason + "}"
		}},
		"changeOffer": {call: onOffer("change", `"priority":7,"is_active":false,`), action: "offer.change"},
		"approveCost": {call: onOffer("approve", ""), action: "offer.approve"},
		"refuseCost":  {call: onOffer("refuse", ""), action: "offer.refuse"},
	}
})

func TestAttemptsOfASupplierAreReadInPages(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	offer := factory.Offer(t, s.Pool, stocked(s), factory.With{"supplier": "moogold"})
	order := factory.Order(t, s.Pool, factory.With{"game_id": 1, "status": "sending"})
	line := factory.Line(t, s.Pool, order, nil)
	for n, state := range []string{"delivered", "rejected", "delivered", "rejected"} {
		s.Exec(`with unit as (insert into delivery_units (order_id, line_id, n, state) values ($1, $2, $3, 'waiting') returning id)
			insert into delivery_attempts (unit_id, offer_id, supplier, key, state, cost, cost_currency, created, ended_at)
			select id, $4, 'moogold', 'key-' || $3, $5, 1, 'USD', $6::timestamptz, $6::timestamptz from unit`, order, line, n+1, offer, state, s.Clock.Now())
	}
	h := s.HireOperator("operator")
	read := func(query string) (states string, next *string) {
		page := httpapitest.Decode[adminapi.SupplierAttemptPage](t, s.Do("GET", "/api/admin/suppliers/moogold/attempts/?"+query, h.Header(), ""))
		for _, a := range page.Results {
			states += string(a.State[0])
		}
		return states, page.Next
	}
	first, next := read("limit=3")
	if first != "rdr" || next == nil {
		t.Fatalf("the first page is %q with next %v, want rdr and more", first, next)
	}
	if rest, end := read("limit=3&cursor=" + *next); rest != "d" || end != nil {
		t.Errorf("the second page is %q with next %v, want d and the end", rest, end)
	}
	if got, _ := read("state=rejected"); got != "rr" {
		t.Errorf("rejected are %q, want rr", got)
	}
	if a := s.Do("GET", "/api/admin/suppliers/moogold/attempts/?state=rejected&cursor="+*next, h.Header(), ""); a.Status != 400 {
		t.Errorf("a cursor of another filter gives %d, want 400", a.Status)
	}
}
