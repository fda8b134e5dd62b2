// Package opening tests how an empty shop becomes one that sells.
package opening_test

import (
	"net/http"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/publicid"
)

// The shop is seeded, so what it lacks is taken from it first.
func TestShopOpensWhenItCanSell(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	owner := s.HireOperator("admin")
	s.Exec(`insert into shop_states (version, state, created) select max(version) + 1, 'preparing', now() from shop_states`)
	s.Exec(`update contacts set is_active = false`)
	s.Exec(`update games set is_active = false`)
	s.Exec(`update gifts set is_active = false`)
	s.RefreshVersions()

	change := func(to string) (int, string) {
		t.Helper()
		status, code := owner.Call(http.MethodPost, "opening/", map[string]any{
			"version": shoptest.One[int](s, `select max(version) from shop_states`), "state": to, "note": nil,
			"reason": map[string]string{"code": "owner", "text": ""},
		}, nil)
		s.RefreshVersions()
		return status, code
	}
	needs := func(want ...string) {
		t.Helper()
		var now struct {
			State string   `json:"state"`
			Needs []string `json:"needs"`
		}
		if status, code := owner.Call(http.MethodGet, "opening/", nil, &now); status != http.StatusOK {
			t.Fatalf("%d %s", status, code)
		}
		if now.State != "preparing" || len(now.Needs) != len(want) {
			t.Fatalf("got %s with needs %v, want %v", now.State, now.Needs, want)
		}
		for i, need := range want {
			if now.Needs[i] != need {
				t.Errorf("got needs %v, want %v", now.Needs, want)
			}
		}
	}
	refused := func() {
		t.Helper()
		for to, want := range map[string]string{"open": "opening.not_ready", "closed": "opening.never_open"} {
			if status, code := change(to); status != http.StatusConflict || code != want {
				t.Errorf("%s too early: %d %s, want %s", to, status, code, want)
			}
		}
		if got := shoptest.One[string](s, `select state from shop_states order by version desc limit 1`); got != "preparing" {
			t.Errorf("the refused shop is %s", got)
		}
	}
	needs("entity", "goods")
	refused()
	s.Exec(`update contacts set is_active = true`)
	needs("goods")
	refused()
	s.Exec(`update games set is_active = true where kind = 'pubg'`)
	needs()
	if status, code := change("open"); status != http.StatusOK {
		t.Fatalf("open: %d %s", status, code)
	}
	sell(s)
}

// sell sells a code to a guest.
func sell(s *shoptest.Shop) {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select id from products where kind = 'pubg' and title = '660 UC'`)
	if _, _, err := s.Services().Stock.Load(s.T.Context(), pack, []string{publicid.New().String()}); err != nil {
		s.T.Fatal(err)
	}
	buyer := s.Order("pubg", "", shoptest.Fields{"products": []shoptest.Fields{{"product_id": pack, "quantity": 1}}})
	buyer.PayByCard()
	buyer.WaitForStatus("done")
}
