package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

// TestBadInput drives every parameter of every built operation with every
// odd value: what the contract allows is answered, the rest is refused in the
// usual envelope that names the parameter and does not repeat the value.
func TestBadInput(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	doc := httpapitest.Contract(t)
	values := oddValues()
	for _, op := range storeapi.Operations {
		for _, ref := range httpapitest.FindOperation(t, doc, op).Parameters {
			p := ref.Value
			t.Run(op.OperationID+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				for _, v := range values {
					if p.In == openapi3.ParameterInPath {
						badPath(t, s, doc, op, p, v)
					} else {
						badQuery(t, s, op, p, v)
					}
				}
			})
		}
	}
}

func badQuery(t *testing.T, s *httpapitest.Shop, op storeapi.Operation, p *openapi3.Parameter, v raw) {
	t.Helper()
	a := s.Do(op.Method, httpapitest.ExistingPath(op)+"?"+p.Name+"="+v.escaped, s.SignedIn(1), "")
	// Only our own return addresses are allowed, which the contract cannot express.
	if allows(p.Schema.Value, v.plain) && p.Name != "redirect_uri" {
		want := http.StatusOK
		if op.OperationID == "previewGame" {
			want = http.StatusNotFound // no link but the console's opens a game
		}
		if a.Status != want {
			t.Errorf("%s is allowed: got %d %s, want %d", v.name, a.Status, a.Body, want)
		}
		return
	}
	if a.Status != http.StatusBadRequest {
		t.Errorf("%s: status %d: %.200s", v.name, a.Status, a.Body)
		return
	}
	r := a.Refused(t, http.StatusBadRequest)
	if r.Code != "invalid" || !slices.ContainsFunc(r.Fields, func(f httpapitest.RefusalField) bool { return f.Field == p.Name && f.Code != "" && f.Detail != "" }) {
		t.Errorf("%s: the parameter is not named: %s", v.name, a.Body)
	}
	silent(t, v, a)
}

func badPath(t *testing.T, s *httpapitest.Shop, doc *openapi3.T, op storeapi.Operation, p *openapi3.Parameter, v raw) {
	t.Helper()
	header, body := s.SignedIn(1), ""
	if o := httpapitest.FindOperation(t, doc, op); o.RequestBody != nil {
		for kind, media := range o.RequestBody.Value.Content {
			body = httpapitest.SampleBody(t, kind, httpapitest.Sample(media.Schema.Value))
			header.Set("Content-Type", kind+"; boundary=x")
		}
	}
	a := s.Do(op.Method, strings.ReplaceAll(op.Path, "{"+p.Name+"}", v.escaped), header, body)
	if p.Schema.Value.Type.Is("integer") && v.plain == "1" {
		if op.Access == storeapi.Owner || op.OperationID == "chooseRefund" || op.OperationID == "getOrderPicture" {
			a.WantRefusal(t, http.StatusNotFound, "order.not_found") // another buyer's order
			return
		}
		if op.OperationID == "previewGame" {
			a.WantRefusal(t, http.StatusNotFound, "game.not_found") // without a link of the console
			return
		}
		if a.Status != http.StatusOK && op.OperationID != "listSupplyServers" { // the first game has no servers
			t.Errorf("%s lives: %d %s", v.plain, a.Status, a.Body)
		}
		return
	}
	if op.OperationID == "startPayment" && a.Status == http.StatusConflict {
		a.WantRefusal(t, http.StatusConflict, "payment.method_unavailable") // it could be the name of a method
		return
	}
	if a.Status != http.StatusNotFound {
		t.Errorf("%s: status %d: %.200s", v.name, a.Status, a.Body)
		return
	}
	if r := a.Refused(t, http.StatusNotFound); !strings.HasSuffix(r.Code, "not_found") || len(r.Fields) != 0 {
		t.Errorf("%s: %s", v.name, a.Body)
	}
	silent(t, v, a)
}

// silent checks that a refusal does not send the value back.
func silent(t *testing.T, v raw, a httpapitest.Response) {
	t.Helper()
	if len(v.plain) >= 4 && strings.TrimSpace(v.plain) != "" && strings.Contains(string(a.Body), v.plain) {
		t.Errorf("%s comes back: %s", v.name, a.Body)
	}
}

// Of a parameter given twice the first counts, as it does at the edge.
func TestOfTwoValuesTheFirstCounts(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	once := s.Get("/api/gifts/?limit=2&type=dlc")
	twice := s.Get("/api/gifts/?limit=2&type=dlc&limit=5&type=game&limit=x")
	if twice.Status != 200 || string(twice.Body) != string(once.Body) {
		t.Errorf("%d %s", twice.Status, twice.Body)
	}
	s.Get("/api/gifts/?limit=x&limit=2").WantRefusal(t, 400, "invalid")
	s.Get("/api/gifts/?limit=&limit=2").WantRefusal(t, 400, "invalid")
}

func TestEveryWrongParameterIsNamed(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/gifts/?limit=0&offset=x&type=toy&is_main=maybe").WantJSON(t, 400, `{
		"code": "invalid", "detail": "Проверьте поля запроса.", "fields": [
			{"field": "is_main", "code": "wrong_type", "detail": "Значение не того вида."},
			{"field": "limit", "code": "too_small", "detail": "Значение слишком мало."},
			{"field": "offset", "code": "wrong_type", "detail": "Значение не того вида."},
			{"field": "type", "code": "unknown_value", "detail": "Такого значения нет."}
		]}`)
}

func TestAddressThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, query := range []string{"search=%zz", "search=%", "limit=5&search=%a", "limit=5;offset=2"} {
		for _, path := range []string{"/api/games/", "/api/payments/countries/active/"} {
			r := s.Get(path+"?"+query).Refused(t, 400)
			if len(r.Fields) != 1 || r.Fields[0].Field != "query" {
				t.Errorf("%s?%s: %+v", path, query, r)
			}
		}
	}
}
