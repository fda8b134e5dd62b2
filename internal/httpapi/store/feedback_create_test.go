package store_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// delivered is an order of the user that is done.
func delivered(s *httpapitest.Shop, user int64) httpapitest.Order {
	s.T.Helper()
	p := s.CreateOrder("pubg", s.SignedIn(user), httpapitest.PubgBody)
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
	return p
}

func reviewBody(order int64, rating int, text string) string {
	return fmt.Sprintf(`{"order": %d, "rating": %d, "text": %q}`, order, rating, text)
}

func review(s *httpapitest.Shop, header http.Header, body string) httpapitest.Response {
	s.T.Helper()
	return s.Do("POST", "/api/feedback/create/", httpapitest.WithJSON(header), body)
}

func TestReviewOfOnesOwnDeliveredOrder(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	p := delivered(s, 7)
	a := review(s, s.SignedIn(7), reviewBody(p.ID, 5, "  Код пришёл через минуту \n"))
	httpapitest.MatchesContract(t, doc, "createFeedback", a)
	got := httpapitest.Decode[map[string]any](t, a)
	if a.Status != 201 || got["text"] != "Код пришёл через минуту" || got["is_published"] != true || !strings.Contains(got["nickname"].(string), "***") ||
		got["game"].(map[string]any)["title"] != "PUBG Mobile" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.RefreshVersions()
	first := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/feedback/")).Results[0]
	if got["order"] != float64(p.ID) || first["order"] == float64(p.ID) || first["text"] != got["text"] {
		t.Errorf("not shown: %v", first)
	}
	if n := httpapitest.Decode[map[string]any](t, s.Get("/api/feedback/rating/"))["count"]; n != 448.0 {
		t.Errorf("got %v counted, want %v", n, 448.0)
	}
	review(s, s.SignedIn(7), reviewBody(p.ID, 1, "Передумал")).WantRefusal(t, 409, "feedback.exists")
	details := s.Do("GET", "/api/orders/"+p.Hash+"/details/", s.SignedIn(7), "")
	if !strings.Contains(string(details.Body), `"is_feedback_allowed":false`) {
		t.Errorf("a second review is offered: %s", details.Body)
	}
}

func TestReviewsThatWaitForAnOperator(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for i, row := range []struct {
		rating int
		text   string
		shown  bool
	}{
		{4, "", true}, {3, "Долго", false}, {1, "Плохо", false}, {5, "Лучше на lavka.ru", false}, {5, "https://x.example", false},
		{5, strings.Repeat("ё", 1000), true},
	} {
		p := delivered(s, 7)
		a := review(s, s.SignedIn(7), reviewBody(p.ID, row.rating, row.text))
		if got := httpapitest.Decode[map[string]any](t, a); a.Status != 201 || got["is_published"] != row.shown {
			t.Errorf("%d: %d %s", i, a.Status, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from feedback where state = 'waiting'`); n != "4" {
		t.Errorf("got %s wait, want 4", n)
	}
}

func TestReviewsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	own, guests := delivered(s, 7), s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	s.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, guests.ID)
	underWay := s.CreateOrder("pubg", s.SignedIn(7), httpapitest.PubgBody)
	me := s.SignedIn(7)
	withHash := me.Clone()
	withHash.Set("X-Order-Hash", guests.Hash)
	for name, row := range map[string]struct {
		header http.Header
		body   string
		status int
		code   string
	}{
		"nobody":               {nil, reviewBody(own.ID, 5, ""), 401, "unauthorized"},
		"a guest":              {guests.ByCookie(), reviewBody(guests.ID, 5, ""), 401, "unauthorized"},
		"another account":      {s.SignedIn(8), reviewBody(own.ID, 5, ""), 404, "order.not_found"},
		"a guest's order":      {withHash, reviewBody(guests.ID, 5, ""), 404, "order.not_found"},
		"no such order":        {me, reviewBody(99_999_999, 5, ""), 404, "order.not_found"},
		"not delivered":        {me, reviewBody(underWay.ID, 5, ""), 409, "feedback.too_early"},
		"no star":              {me, reviewBody(own.ID, 0, ""), 400, "invalid"},
		"six stars":            {me, reviewBody(own.ID, 6, ""), 400, "invalid"},
		"too long":             {me, reviewBody(own.ID, 5, strings.Repeat("а", 1001)), 400, "invalid"},
		"a byte of no meaning": {me, fmt.Sprintf(`{"order": %d, "rating": 5, "text": "a\u0000b"}`, own.ID), 400, "invalid_json"},
	} {
		a := review(s, row.header, row.body)
		if r := a.Refused(t, row.status); r.Code != row.code {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from feedback where order_id > 4000`); n != "0" {
		t.Errorf("got %s reviews stored", n)
	}
}

func TestManyClicksMakeOneReview(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := delivered(s, 7)
	me := s.SignedIn(7)
	made := make([]int, 8)
	var wg sync.WaitGroup
	for i := range made {
		wg.Go(func() { made[i] = review(s, me, reviewBody(p.ID, 5, "Раз")).Status })
	}
	wg.Wait()
	count := map[int]int{}
	for _, status := range made {
		count[status]++
	}
	if count[201] != 1 || count[409] != 7 {
		t.Errorf("%v", count)
	}
}

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	return map[string]access{
		"createFeedback": {body: fmt.Sprintf(`{"order": %d, "rating": 5, "text": "x"}`, o.pubg.ID), want: signedIn(404, 409)},
	}
})
