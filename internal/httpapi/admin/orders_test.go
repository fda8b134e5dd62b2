package admin_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

var _ = rows(func() map[string]row {
	order := func(suffix string) func(*fixture, caller) (string, string) {
		return func(f *fixture, _ caller) (string, string) {
			return "/api/admin/orders/" + strconv.FormatInt(paidOrder(f.Shop), 10) + suffix, ""
		}
	}
	return map[string]row{
		"listOrders":    {call: at("/api/admin/orders/")},
		"countOrders":   {call: at("/api/admin/orders/count/?status=done")},
		"getOrder":      {call: order("/")},
		"listFacts":     {call: order("/facts/")},
		"getOrderProof": {call: order("/proof/")},
		"getOrderPicture": {call: func(f *fixture, _ caller) (string, string) {
			id := paidOrder(f.Shop)
			return fmt.Sprintf("/api/admin/orders/%d/pictures/%d/", id, f.picture(id)), ""
		}},
		"getFact": {call: func(f *fixture, _ caller) (string, string) {
			order := paidOrder(f.Shop)
			return "/api/admin/facts/payment/" + f.Value(`select id from payments where order_id = $1`, order) + "/", ""
		}},
		"find":      {call: at("/api/admin/find/", `{"text":"481907"}`)},
		"listViews": {call: at("/api/admin/views/")},
		"createView": {action: "view.create", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/views/", view(f.next(), "status=sending")
		}},
		"changeView": {action: "view.change", call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/views/" + f.view(who) + "/change/", view(f.next(), "late=true")
		}},
		"deleteView": {action: "view.delete", call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/views/" + f.view(who) + "/delete/", ""
		}},
		"listExports":  {call: at("/api/admin/exports/")},
		"createExport": {action: "export.create", call: at("/api/admin/exports/", `{"query":"status=done","columns":["id","sum"]}`)},
		"getExport":    {call: func(f *fixture, who caller) (string, string) { return "/api/admin/exports/" + f.export(who) + "/", "" }},
		"getExportFile": {want: 404, call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/exports/" + f.export(who) + "/file/", ""
		}},
	}
})

// view returns a view to keep.
func view(n int, query string) string {
	return fmt.Sprintf(`{"title":"Вид %d","query":"%s","columns":["id"],"is_shared":false,"is_pinned":true}`, n, query)
}

// owner returns a member of staff: the caller, or another for a caller who is none.
func (f *fixture) owner(who caller) int64 {
	if who.operator == nil {
		return f.HireOperator("operator").ID
	}
	return who.operator.ID
}

// view inserts a view of the caller.
func (f *fixture) view(who caller) string {
	return f.Value(`insert into console_views (staff_id, title, query, created) values ($1, $2, '', now()) returning id`, f.owner(who), fmt.Sprint("Вид ", f.next()))
}

// export inserts a file that the caller waits for.
func (f *fixture) export(who caller) string {
	return f.Value(`insert into console_exports (staff_id, filter, columns, has_people, state, created, ended_at) values ($1, '{}', '{id}', false, 'failed', now(), now()) returning id`, f.owner(who))
}

// paidOrder inserts an order of a guest that was paid and is being delivered.
func paidOrder(s *httpapitest.Shop) int64 {
	s.T.Helper()
	id := factory.Order(s.T, s.Pool, factory.With{
		"status": "sending", "game_id": 1, "email": "Marina.K@box.example", "detail": `{"moogold_user_id":"712480936"}`,
	})
	line := factory.Line(s.T, s.Pool, id, factory.With{"title": "1090 кристаллов", "quantity": 2, "unit_price": 50})
	s.Exec(`insert into delivery_units (order_id, line_id, n, state, supplier) values ($1, $2, 1, 'waiting', 'moogold'), ($1, $2, 2, 'waiting', null)`, id, line)
	factory.Payment(s.T, s.Pool, factory.PaymentAttempt(s.T, s.Pool, id, factory.With{"status": "paid", "country": "RU"}))
	return id
}

type orderRow struct {
	ID     int64   `json:"id"`
	Email  *string `json:"email"`
	Player *string `json:"player"`
	Title  string  `json:"title"`
	Sum    string  `json:"sum"`
	Units  struct {
		Total     int `json:"total"`
		Delivered int `json:"delivered"`
	} `json:"units"`
}

type orderList struct {
	Results  []orderRow `json:"results"`
	Next     *string    `json:"next"`
	Previous *string    `json:"previous"`
}

func TestListShowsMaskedPeopleToEverybody(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	id := paidOrder(s)
	for _, role := range []string{"catalog", "admin"} {
		a := s.Do("GET", "/api/admin/orders/?status=sending&supplier=moogold&country=RU&buyer=guest", s.HireOperator(role).Header(), "")
		list := httpapitest.Decode[orderList](t, a)
		if len(list.Results) != 1 || list.Results[0].ID != id || list.Results[0].Title != "1090 кристаллов" || list.Results[0].Sum != "100.00" ||
			*list.Results[0].Email != "M***K@box.example" || *list.Results[0].Player != "71***36" || list.Results[0].Units.Total != 2 {
			t.Errorf("%s: got %s, want the order with masked people", role, a.Body)
		}
	}
}

func TestCursorOfAnotherFilterIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	who := s.HireOperator("operator")
	first := httpapitest.Decode[orderList](t, s.Do("GET", "/api/admin/orders/?status=done", who.Header(), ""))
	if len(first.Results) != 50 || first.Next == nil || first.Previous != nil {
		t.Fatalf("got %d orders, next %v, previous %v; want a full first page", len(first.Results), first.Next, first.Previous)
	}
	second := httpapitest.Decode[orderList](t, s.Do("GET", "/api/admin/orders/?status=done&cursor="+*first.Next, who.Header(), ""))
	if second.Results[0].ID >= first.Results[49].ID || second.Previous == nil {
		t.Fatalf("the second page begins with %d after %d", second.Results[0].ID, first.Results[49].ID)
	}
	back := httpapitest.Decode[orderList](t, s.Do("GET", "/api/admin/orders/?status=done&cursor="+*second.Previous, who.Header(), ""))
	if len(back.Results) != 50 || back.Results[0].ID != first.Results[0].ID || back.Results[49].ID != first.Results[49].ID {
		t.Errorf("the way back shows other orders: %d…%d", back.Results[0].ID, back.Results[len(back.Results)-1].ID)
	}
	for _, other := range []string{"?status=failed&cursor=" + *first.Next, "?status=done&cursor=x" + (*first.Next)[1:]} {
		s.Do("GET", "/api/admin/orders/"+other, who.Header(), "").WantRefusal(t, 400, "invalid")
	}
}

func TestOrderPageShowsPeopleOnlyToThoseWhoMayReadThem(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	path := "/api/admin/orders/" + strconv.FormatInt(paidOrder(s), 10) + "/"
	for role, want := range map[string][2]string{
		"operator": {`"email":"Marina.K@box.example"`, `"player":"712480936"`},
		"catalog":  {`"email":"M***K@box.example"`, `"player":"71***36"`},
	} {
		a := s.Do("GET", path, s.HireOperator(role).Header(), "")
		for _, text := range want {
			if a.Status != 200 || !strings.Contains(string(a.Body), text) {
				t.Errorf("%s: got %d %s, want %s", role, a.Status, a.Body, text)
			}
		}
		if hasCost := !strings.Contains(string(a.Body), `"cost":null`); hasCost != (role == "catalog") {
			t.Errorf("%s sees the cost: %t", role, hasCost)
		}
	}
	s.Do("GET", "/api/admin/orders/999999999/", s.HireOperator("operator").Header(), "").WantRefusal(t, 404, "order.not_found")
}

func TestFindWithholdsPeopleFromThoseWhoMayNotReadThem(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	id := paidOrder(s)
	find := func(role, text string) httpapitest.Response {
		return s.Do(http.MethodPost, "/api/admin/find/", s.HireOperator(role).Header(), `{"text":"`+text+`"}`)
	}
	type finding struct {
		Results []struct {
			ID  int64  `json:"id"`
			Why string `json:"why"`
		} `json:"results"`
		Withheld []string `json:"withheld"`
	}
	for text, why := range map[string]string{"marina.k@BOX.example": "email", "712480936": "player"} {
		got := httpapitest.Decode[finding](t, find("operator", text))
		if len(got.Results) != 1 || got.Results[0].ID != id || got.Results[0].Why != why {
			t.Errorf("operator looks for %s: got %+v, want order %d by %s", text, got, id, why)
		}
		got = httpapitest.Decode[finding](t, find("catalog", text))
		if len(got.Results) != 0 || len(got.Withheld) != 1 && why == "email" {
			t.Errorf("catalog looks for %s: got %+v, want nothing and why", text, got)
		}
	}
}

func TestViewOfAnotherPersonCannotBeChanged(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	f := &fixture{Shop: s}
	mine, other := s.HireOperator("operator"), s.HireOperator("admin")
	type ref struct {
		ID int64 `json:"id"`
	}
	header := mine.Header()
	created := httpapitest.Decode[ref](t, s.Do("POST", "/api/admin/views/", header, view(1, "status=sending&late=true")))
	again := httpapitest.Decode[ref](t, s.Do("POST", "/api/admin/views/", header, view(1, "status=sending&late=true")))
	if created.ID == 0 || again.ID != created.ID {
		t.Errorf("the same request twice: got %d and %d, want one view", created.ID, again.ID)
	}
	path := "/api/admin/views/" + strconv.FormatInt(created.ID, 10)
	before := f.snapshot()
	s.Do("POST", path+"/delete/", other.Header(), "").WantRefusal(t, 404, "view.not_found")
	s.Do("POST", path+"/change/", other.Header(), view(2, "")).WantRefusal(t, 404, "view.not_found")
	s.Do("POST", "/api/admin/views/", other.Header(), view(3, "email=ann@example.org")).WantRefusal(t, 400, "invalid")
	s.Do("POST", "/api/admin/views/", mine.Header(), view(1, "")).WantRefusal(t, 409, "view.title_taken")
	if f.snapshot() != before {
		t.Error("refused changes have changed data")
	}
	s.Exec(`update console_views set is_shared = true`)
	s.Do("POST", path+"/change/", other.Header(), view(2, "")).WantRefusal(t, 403, "view.not_yours")
}

func TestExportWithPeopleNeedsPermissionAndFreshProof(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	f := &fixture{Shop: s}
	operator, catalog := s.HireOperator("operator"), s.HireOperator("catalog")
	const body = `{"query":"status=sending","columns":["id","email","player","sum"]}`
	before := f.snapshot()
	s.Do("POST", "/api/admin/exports/", catalog.Header(), body).WantRefusal(t, 403, "console.forbidden")
	s.Exec(`update staff_sessions set fresh_at = fresh_at - interval '11 minutes' where staff_id = $1`, operator.ID)
	stale := f.snapshot()
	s.Do("POST", "/api/admin/exports/", operator.Header(), body).WantRefusal(t, 403, "console.stale_proof")
	if before == "" || f.snapshot() != stale {
		t.Error("a refused export has changed data")
	}
	s.Exec(`update staff_sessions set fresh_at = fresh_at + interval '11 minutes' where staff_id = $1`, operator.ID)
	id := paidOrder(s)
	s.Exec(`update orders set detail = '{"moogold_user_id":"=1+1"}' where id = $1`, id)
	export := httpapitest.Decode[struct {
		ID int64 `json:"id"`
	}](t, s.Do("POST", "/api/admin/exports/", operator.Header(), body))
	path := "/api/admin/exports/" + strconv.FormatInt(export.ID, 10)
	s.Do("GET", path+"/file/", operator.Header(), "").WantRefusal(t, 409, "export.not_finished")
	exporter := &exports.Worker{Pool: s.Pool, Exports: s.Deps.Admin.Exports, Orders: s.Deps.Admin.Search, Log: s.Deps.Log}
	if made, err := exporter.MakeNext(t.Context()); !made || err != nil {
		t.Fatalf("make the file: %t, %v", made, err)
	}
	want := "\ufeffЗаказ,Почта целиком,Игрок целиком,\"К оплате, ₽\"\n" + strconv.FormatInt(id, 10) + ",Marina.K@box.example,'=1+1,\"100,00\"\n"
	if a := s.Do("GET", path+"/file/", operator.Header(), ""); string(a.Body) != want {
		t.Errorf("got %d %q, want %q", a.Status, a.Body, want)
	}
	s.Do("GET", path+"/file/", s.HireOperator("admin").Header(), "").WantRefusal(t, 404, "export.not_found")
	s.Exec(`update staff_sessions set fresh_at = fresh_at - interval '11 minutes' where staff_id = $1`, operator.ID)
	s.Do("GET", path+"/file/", operator.Header(), "").WantRefusal(t, 403, "console.stale_proof")
	s.Exec(`update console_exports set expires_at = $1`, s.Clock.Now().Add(-time.Minute))
	if err := exporter.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state := s.Value(`select state from console_exports`); state != "expired" {
		t.Errorf("after a week: got %s, want expired", state)
	}
}
