package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// delivered is an order of the user that is done.
func (s *shop) delivered(user int64) placed {
	s.t.Helper()
	p := s.order("pubg", s.signedIn(user), pubgBody)
	s.exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, p.ID)
	return p
}

func reviewBody(order int64, rating int, text string) string {
	return fmt.Sprintf(`{"order": %d, "rating": %d, "text": %q}`, order, rating, text)
}

func (s *shop) review(header http.Header, body string) answer {
	s.t.Helper()
	return s.do("POST", "/api/feedback/create/", withType(header), body)
}

func TestReviewOfOnesOwnDeliveredOrder(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	p := s.delivered(7)
	a := s.review(s.signedIn(7), reviewBody(p.ID, 5, "  Код пришёл через минуту \n"))
	keepsTo(t, doc, "createFeedback", a)
	got := decode[map[string]any](t, a)
	if a.status != 201 || got["text"] != "Код пришёл через минуту" || got["is_published"] != true || !strings.Contains(got["nickname"].(string), "***") ||
		got["game"].(map[string]any)["title"] != "PUBG Mobile" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	s.refresh()
	first := decode[page](t, s.get("/api/feedback/")).Results[0]
	if first["order"] != float64(p.ID) || first["text"] != got["text"] {
		t.Errorf("not shown: %v", first)
	}
	if n := decode[map[string]any](t, s.get("/api/feedback/rating/"))["count"]; n != 448.0 {
		t.Errorf("%v counted", n)
	}
	wantRefusal(t, s.review(s.signedIn(7), reviewBody(p.ID, 1, "Передумал")), 409, "feedback.exists")
	details := s.do("GET", "/api/orders/"+p.Hash+"/details/", s.signedIn(7), "")
	if !strings.Contains(string(details.body), `"is_feedback_allowed":false`) {
		t.Errorf("a second review is offered: %s", details.body)
	}
}

func TestReviewsThatWaitForAnOperator(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for i, row := range []struct {
		rating int
		text   string
		shown  bool
	}{
		{4, "", true}, {3, "Долго", false}, {1, "Плохо", false}, {5, "Лучше на lavka.ru", false}, {5, "https://x.example", false},
		{5, strings.Repeat("ё", 1000), true},
	} {
		p := s.delivered(7)
		a := s.review(s.signedIn(7), reviewBody(p.ID, row.rating, row.text))
		if got := decode[map[string]any](t, a); a.status != 201 || got["is_published"] != row.shown {
			t.Errorf("%d: %d %s", i, a.status, a.body)
		}
	}
	if n := s.value(`select count(*)::text from feedback where state = 'waiting'`); n != "4" {
		t.Errorf("%s wait", n)
	}
}

func TestReviewsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	own, guests := s.delivered(7), s.order("pubg", nil, pubgBody)
	s.exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = $1`, guests.ID)
	underWay := s.order("pubg", s.signedIn(7), pubgBody)
	me := s.signedIn(7)
	withHash := me.Clone()
	withHash.Set("X-Order-Hash", guests.Hash)
	for name, row := range map[string]struct {
		header http.Header
		body   string
		status int
		code   string
	}{
		"nobody":               {nil, reviewBody(own.ID, 5, ""), 401, "unauthorized"},
		"a guest":              {guests.byCookie(), reviewBody(guests.ID, 5, ""), 401, "unauthorized"},
		"another account":      {s.signedIn(8), reviewBody(own.ID, 5, ""), 404, "order.not_found"},
		"a guest's order":      {withHash, reviewBody(guests.ID, 5, ""), 404, "order.not_found"},
		"no such order":        {me, reviewBody(99_999_999, 5, ""), 404, "order.not_found"},
		"not delivered":        {me, reviewBody(underWay.ID, 5, ""), 409, "feedback.too_early"},
		"no star":              {me, reviewBody(own.ID, 0, ""), 400, "invalid"},
		"six stars":            {me, reviewBody(own.ID, 6, ""), 400, "invalid"},
		"too long":             {me, reviewBody(own.ID, 5, strings.Repeat("а", 1001)), 400, "invalid"},
		"a byte of no meaning": {me, fmt.Sprintf(`{"order": %d, "rating": 5, "text": "a\u0000b"}`, own.ID), 400, "invalid_json"},
	} {
		a := s.review(row.header, row.body)
		if r := refused(t, a, row.status); r.Code != row.code {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	if n := s.value(`select count(*)::text from feedback where order_id > 4000`); n != "0" {
		t.Errorf("%s reviews were kept", n)
	}
}

func TestManyClicksMakeOneReview(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	p := s.delivered(7)
	me := s.signedIn(7)
	made := make([]int, 8)
	var wg sync.WaitGroup
	for i := range made {
		wg.Go(func() { made[i] = s.review(me, reviewBody(p.ID, 5, "Раз")).status })
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
