package admin_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

const streamPath = "/api/admin/stream/"

// streamTimeout bounds how long a page waits for changes.
const streamTimeout = 20 * time.Second

// page is an open page of an operator.
type page struct {
	t     *testing.T
	lines *bufio.Scanner
}

// openPage opens the stream of changes as a browser does: with a cookie alone.
func openPage(t *testing.T, s *httpapitest.Shop, o httpapitest.Operator) page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), streamTimeout)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+streamPath, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", o.Cookie)
	r, err := (&http.Client{Transport: new(http.Transport)}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/event-stream" {
		text, _ := io.ReadAll(r.Body)
		t.Fatalf("got %d %s", r.StatusCode, text)
	}
	p := page{t, bufio.NewScanner(r.Body)}
	for p.lines.Scan() && !strings.HasPrefix(p.lines.Text(), "retry") { //nolint:revive // reads the first event
	}
	return p
}

// expect reads the next events, each "name id".
func (p page) expect(want ...string) {
	p.t.Helper()
	for _, next := range want {
		if got := p.read(); got != next {
			p.t.Fatalf("got the event %q, want %q", got, next)
		}
	}
}

// read returns the next event, or nothing if none came in time.
func (p page) read() string {
	name := ""
	for p.lines.Scan() {
		if text, is := strings.CutPrefix(p.lines.Text(), "event: "); is {
			name = text
		}
		if text, is := strings.CutPrefix(p.lines.Text(), "data: "); is {
			return name + " " + text
		}
	}
	return ""
}

func TestWhoMayOpenTheStream(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	for _, who := range f.callers() {
		who.reset()
		if who.refusal == 0 {
			openPage(t, f.Shop, *who.operator)
			continue
		}
		f.Do("GET", streamPath, who.header(), "").WantRefusal(t, who.refusal, who.code)
	}
	f.Exec(`delete from staff_role_permissions where permission = 'orders.read'`)
	f.Do("GET", streamPath, f.HireOperator("operator").Header(), "").WantRefusal(t, 403, "console.forbidden")
}

// TestStreamTellsAboutRowsWithoutAnOrder follows a cost that waits for approval.
func TestStreamTellsAboutRowsWithoutAnOrder(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	p := openPage(t, s, s.HireOperator("senior"))
	id := s.Value(`update offers set asked_cost = cost * 1.01, asked_at = $1 where id = (select min(id) from offers where is_active) returning id::text`, s.Clock.Now())
	for _, step := range []struct{ verb, body string }{{"take/", ""}, {"release/", ""}, {"resolve/", `{"way":"approve",` + reason + `}`}} {
		if r := s.Do("POST", "/api/admin/queue/cost/"+id+"/"+step.verb, o.Header(), step.body); r.Status != 200 {
			t.Fatalf("%s: %d %s", step.verb, r.Status, r.Body)
		}
		p.expect(fmt.Sprintf(`queue {"id":"cost:%s"}`, id))
	}
}

// TestReviewIsModeratedFromTheQueue follows a review that waits for moderation: it
// appears on open pages, is published from the queue and shown to buyers.
func TestReviewIsModeratedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	p := openPage(t, s, s.HireOperator("senior"))
	for _, way := range []string{"publish", "hide"} {
		text := "Долго ждал: " + way
		order := factory.Order(t, s.Pool, factory.With{"user_id": 7, "game_id": 1, "status": "done"})
		made := s.Do("POST", "/api/feedback/create/", httpapitest.WithJSON(s.SignedIn(7)), fmt.Sprintf(`{"order":%d,"rating":2,"text":%q}`, order, text))
		if made.Status != 201 {
			t.Fatalf("review: %d %s", made.Status, made.Body)
		}
		id := int64(httpapitest.Decode[map[string]any](t, made)["id"].(float64))
		event := fmt.Sprintf(`queue {"id":"review:%d"}`, id)
		p.expect(event)
		listed := httpapitest.Decode[struct {
			Results []struct {
				ID      int64
				OrderID int64 `json:"order_id"`
				Reason  string
			}
		}](t, s.Do("GET", "/api/admin/queue/?kind=review", o.Header(), ""))
		if r := listed.Results; len(r) != 1 || r[0].ID != id || r[0].OrderID != order || !strings.Contains(r[0].Reason, text) {
			t.Fatalf("queue: got %+v, want the review %d", r, id)
		}
		if r := s.Do("POST", fmt.Sprintf("/api/admin/queue/review/%d/resolve/", id), o.Header(), `{"way":"`+way+`",`+reason+`}`); r.Status != 200 {
			t.Fatalf("%s: %d %s", way, r.Status, r.Body)
		}
		p.expect(event, fmt.Sprintf(`order {"id":"%d"}`, order))
		if n := s.Value(`select count(*)::text from audit where action = 'queue.resolve' and object_kind = 'review' and object_id = $1 and order_id = $2`, fmt.Sprint(id), order); n != "1" {
			t.Errorf("%s: %s audit rows, want one", way, n)
		}
		s.RefreshVersions()
		if shown := strings.Contains(string(s.Get("/api/feedback/").Body), text); shown != (way == "publish") {
			t.Errorf("%s: shown to buyers: %t", way, shown)
		}
	}
	if r := s.Do("GET", "/api/admin/queue/?kind=review", o.Header(), ""); !strings.Contains(string(r.Body), `"results":[]`) {
		t.Errorf("still waits: %s", r.Body)
	}
}

// A locked screen learns nothing more, and neither does a person who may not read orders
// any longer.
func TestStreamEndsWithTheLock(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for name, end := range map[string]func(o httpapitest.Operator){
		"locked": func(o httpapitest.Operator) { s.Do("POST", "/api/admin/session/lock/", o.Header(), "") },
		"ended": func(o httpapitest.Operator) {
			s.Exec(`update staff_sessions set ended_at = $1 where name = $2`, s.Clock.Now(), o.Session)
		},
	} {
		o := s.HireOperator("operator")
		p := openPage(t, s, o)
		s.Deps.Console.OnOrderChange("41")
		p.expect(`order {"id":"41"}`)
		end(o)
		s.Deps.Console.OnOrderChange("42")
		if got := p.read(); got != "" {
			t.Errorf("%s: got %q, want the end of the stream", name, got)
		}
		if err := p.lines.Err(); err != nil {
			t.Errorf("%s: got %v, want the end of the stream", name, err)
		}
	}
}
