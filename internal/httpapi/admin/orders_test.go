package admin_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

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
		"getFact": {call: func(f *fixture, _ caller) (string, string) {
			order := paidOrder(f.Shop)
			return "/api/admin/facts/payment/" + f.Value(`select id from payments where order_id = $1`, order) + "/", ""
		}},
		"find": {call: at("/api/admin/find/", `{"text":"481907"}`)},
	}
})

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
