package store_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

var _ = accessRows(func(_ *accessFixture, o orders) map[string]access {
	// Nothing is delivered, so that there is no such code for the owner either.
	return map[string]access{
		"complainAboutCode": {path: fmt.Sprintf("/api/orders/%d/code_complaints/", o.pubg.ID), body: `{"code": 1}`, want: owners(404)},
	}
})

// complaints are what the details of an order say about its codes: "id state answer".
func complaints(t *testing.T, s *httpapitest.Shop, p httpapitest.Order, who http.Header) []string {
	t.Helper()
	a := s.Do("GET", "/api/orders/"+p.Hash+"/details/", who, "")
	httpapitest.MatchesContract(t, httpapitest.Contract(t), "getOrderDetails", a)
	var body struct {
		Progress struct {
			Codes []struct {
				ID        int64
				Complaint *struct {
					State  string
					Answer *string
				}
			}
		}
	}
	if err := json.Unmarshal(a.Body, &body); err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, c := range body.Progress.Codes {
		text := "none"
		if c.Complaint != nil {
			text = c.Complaint.State
			if c.Complaint.Answer != nil {
				text += " " + *c.Complaint.Answer
			}
		}
		list = append(list, text)
	}
	return list
}

func complain(s *httpapitest.Shop, p httpapitest.Order, who http.Header, code, text string) httpapitest.Response {
	s.T.Helper()
	return s.Do("POST", fmt.Sprintf("/api/orders/%d/code_complaints/", p.ID), httpapitest.WithJSON(who), fmt.Sprintf(`{"code": %s, "text": %q}`, code, text))
}

const complaintRows = `select coalesce(string_agg(concat_ws('|', code_id = (select min(id) from codes where line_id = c.line_id), text, state), ','), '') from code_complaints c`

func TestBuyerSaysThatACodeDoesNotWork(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	first := s.Value(`select min(id)::text from codes where line_id = $1`, p.Products[0].ID)
	if got := strings.Join(complaints(t, s, p, p.ByCookie()), ","); got != "none,none" {
		t.Fatalf("before: got %s, want two codes nobody complained about", got)
	}
	if a := complain(s, p, p.ByCookie(), first, " Пишет «уже активирован»: CODE-ONE-1234 "); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	// The words are read by those who may not see the code.
	if got, want := s.Value(complaintRows), "t|Пишет «уже активирован»: •••|open"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := strings.Join(complaints(t, s, p, p.ByCookie()), ","); got != "open,none" {
		t.Errorf("got %s, want the first one to be looked at", got)
	}
	if got := complaints(t, s, p, p.ByHash()); len(got) != 0 {
		t.Errorf("the holder of the link sees %v, want nothing", got)
	}
	if got := s.Value(`select event from order_events where order_id = $1 order by id desc limit 1`, p.ID); got != "code.reported" {
		t.Errorf("the timeline ends with %s, want code.reported", got)
	}
}

func TestRefusedComplaintIsNotRecorded(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p, other := s.CreateOrder("pubg", nil, httpapitest.PubgBody), s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	first := s.Value(`select min(id)::text from codes where line_id = $1`, p.Products[0].ID)
	void := s.Value(`insert into codes (product_id, sealed, key_id, fingerprint, state) values (3, 'x', 't', 'void', 'void') returning id::text`)
	free := s.Value(`insert into codes (product_id, sealed, key_id, fingerprint, state) values (3, 'x', 't', 'free', 'free') returning id::text`)
	rejected := s.Value(`select max(id)::text from codes where line_id = $1`, p.Products[0].ID)
	boss := s.HireOperator("admin")
	for range 3 {
		s.Exec(`insert into code_complaints (order_id, line_id, code_id, text, created, state, answer, decided_by, decided_at)
			values ($1, $2, $3, '', now(), 'rejected', 'Код не активирован', $4, now())`, p.ID, p.Products[0].ID, rejected, boss.ID)
	}
	if a := complain(s, p, p.ByCookie(), first, ""); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	before := s.Value(complaintRows)
	events := s.Value(`select count(*)::text from order_events`)
	for name, c := range map[string]struct {
		p          httpapitest.Order
		who        http.Header
		code, text string
		want       int
	}{
		"a second one":                 {p, p.ByCookie(), first, "", 409},
		"too many":                     {p, p.ByCookie(), rejected, "", 409},
		"the holder of the link":       {p, p.ByHash(), first, "", 403},
		"another buyer":                {p, s.SignedIn(7), first, "", 404},
		"another guest":                {p, other.ByCookie(), first, "", 404},
		"a guessed hash":               {p, http.Header{"X-Order-Hash": {other.Hash}}, first, "", 404},
		"a code of another order":      {other, other.ByCookie(), first, "", 404},
		"a code that was not given":    {p, p.ByCookie(), free, "", 404},
		"a void code":                  {p, p.ByCookie(), void, "", 404},
		"a code that is not there":     {p, p.ByCookie(), "999999", "", 404},
		"longer than the contract has": {p, p.ByCookie(), first, strings.Repeat("ы", 501), 400},
	} {
		if a := complain(s, c.p, c.who, c.code, c.text); a.Status != c.want {
			t.Errorf("%s: got %d %s, want %d", name, a.Status, a.Body, c.want)
		}
	}
	if got := s.Value(complaintRows); got != before {
		t.Errorf("got %s, want %s", got, before)
	}
	if got := s.Value(`select count(*)::text from order_events`); got != events {
		t.Errorf("%s events, want %s", got, events)
	}
}

func TestRejectedComplaintShowsItsAnswer(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	s.Exec(`insert into code_complaints (order_id, line_id, code_id, text, created, state, answer, decided_by, decided_at)
		select $1, $2, min(c.id), '', now(), 'rejected', 'Код работает в регионе РФ', $3, now() from codes c where c.line_id = $2`, p.ID, p.Products[0].ID, s.HireOperator("admin").ID)
	if got := strings.Join(complaints(t, s, p, p.ByCookie()), ","); got != "rejected Код работает в регионе РФ,none" {
		t.Errorf("got %s, want the answer", got)
	}
}
