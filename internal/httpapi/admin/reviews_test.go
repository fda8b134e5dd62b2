package admin_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
)

// newReview inserts a review of a delivered order.
func newReview(s *httpapitest.Shop, state string) int64 {
	order := accountOrder(s)
	s.Exec(`insert into feedback (order_id, text, rating, state, created) values ($1, 'Долго', 2, $2, now())`, order, state)
	var id int64
	if _, err := fmt.Sscan(s.Value(`select id::text from feedback where order_id = $1`, order), &id); err != nil {
		s.T.Fatal(err)
	}
	return id
}

func onReview(state, verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		return fmt.Sprintf("/api/admin/reviews/%d/%s", newReview(f.Shop, state), verb), "{" + fields + reason + "}"
	}
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listReviews":   {call: at("/api/admin/reviews/?state=waiting")},
		"publishReview": {call: onReview("waiting", "publish/", ""), action: "review.publish"},
		"hideReview":    {call: onReview("published", "hide/", ""), action: "review.hide"},
		"answerReview":  {call: onReview("published", "answer/", `"seen":null,"answer":"Спасибо",`), action: "review.answer"},
	}
})

// TestReviewIsPublishedAnsweredAndHidden follows a review as buyers see it.
func TestReviewIsPublishedAnsweredAndHidden(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	vera := s.HireOperator("operator")
	id := newReview(s, "waiting")
	act := func(verb, fields string) httpapitest.Response {
		return s.Do("POST", fmt.Sprintf("/api/admin/reviews/%d/%s/", id, verb), vera.Header(), "{"+fields+reason+"}")
	}
	shown := func() string {
		return s.Value(`select coalesce((select coalesce(answer, 'none') from feedback where id = $1 and state = 'published'), 'hidden')`, id)
	}
	if a := act("publish", ""); a.Status != 200 {
		t.Fatalf("publishing: %d %s", a.Status, a.Body)
	}
	act("publish", "").WantRefusal(t, 409, "feedback.moderated")
	if a := act("answer", `"seen":null,"answer":" Уже быстрее ",`); a.Status != 200 || shown() != "Уже быстрее" {
		t.Fatalf("answering: %d %s, shown %q", a.Status, a.Body, shown())
	}
	act("answer", `"seen":null,"answer":"Поверх чужого",`).WantRefusal(t, 409, "feedback.answered")
	if got := shown(); got != "Уже быстрее" {
		t.Errorf("a stale answer left %q, want the first one", got)
	}
	s.RefreshVersions()
	first := httpapitest.Decode[struct {
		Results []struct {
			ID     int64
			Answer *string
		}
	}](t, s.Get("/api/feedback/?limit=1")).Results[0]
	if first.ID != id || first.Answer == nil || *first.Answer != "Уже быстрее" {
		t.Errorf("buyers read %+v, want the answer below review %d", first, id)
	}
	if a := act("answer", `"seen":"Уже быстрее","answer":null,`); a.Status != 200 || shown() != "none" {
		t.Errorf("removing the answer: %d, shown %q", a.Status, shown())
	}
	if a := act("hide", ""); a.Status != 200 || shown() != "hidden" {
		t.Errorf("hiding: %d, shown %q", a.Status, shown())
	}
	act("answer", `"seen":null,"answer":"В пустоту",`).WantRefusal(t, 409, "feedback.answered")
	page := httpapitest.Decode[adminapi.ReviewPage](t, s.Do("GET", "/api/admin/reviews/?state=hidden", vera.Header(), ""))
	if len(page.Results) == 0 || page.Results[0].ID != id || page.Results[0].Actions[2].Allowed {
		t.Errorf("got %+v, want the hidden review without an answer allowed", page.Results)
	}
	if n := s.Value(`select count(*)::text from audit where object_kind = 'review'`); n != "4" {
		t.Errorf("got %s audit rows, want 4", n)
	}
}

func TestTwoOperatorsAnswerAReviewOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	id := newReview(s, "published")
	var done atomic.Int32
	var wg sync.WaitGroup
	for i, who := range []httpapitest.Operator{s.HireOperator("operator"), s.HireOperator("senior")} {
		wg.Go(func() {
			body := fmt.Sprintf(`{"seen":null,"answer":"Ответ %d",%s}`, i, reason)
			if a := s.Do("POST", fmt.Sprintf("/api/admin/reviews/%d/answer/", id), who.Header(), body); a.Status == 200 {
				done.Add(1)
			}
		})
	}
	wg.Wait()
	if n := done.Load(); n != 1 {
		t.Errorf("%d answers were kept, want 1", n)
	}
}
