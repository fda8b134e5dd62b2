package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/storeapi"
)

// TestBadInput drives every parameter of every built operation with every
// odd value: what the contract allows is answered, the rest is refused in the
// usual envelope that names the parameter and does not repeat the value.
func TestBadInput(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	doc := contract(t)
	values := oddValues()
	for _, op := range built() {
		for _, ref := range operation(t, doc, op).Parameters {
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

func badQuery(t *testing.T, s *shop, op storeapi.Operation, p *openapi3.Parameter, v raw) {
	t.Helper()
	path := op.Path
	if l, ok := living[op.OperationID]; ok {
		path = l
	}
	a := s.do(op.Method, path+"?"+p.Name+"="+v.escaped, s.signedIn(1), "")
	// Of addresses to return to only our own is allowed; the contract cannot say so.
	if allows(p.Schema.Value, v.plain) && p.Name != "redirect_uri" {
		if a.status != http.StatusOK {
			t.Errorf("%s is allowed: %d %s", v.name, a.status, a.body)
		}
		return
	}
	if a.status != http.StatusBadRequest {
		t.Errorf("%s: status %d: %.200s", v.name, a.status, a.body)
		return
	}
	r := refused(t, a, http.StatusBadRequest)
	if r.Code != "invalid" || !slices.ContainsFunc(r.Fields, func(f refusalField) bool { return f.Field == p.Name && f.Code != "" && f.Detail != "" }) {
		t.Errorf("%s: the parameter is not named: %s", v.name, a.body)
	}
	silent(t, v, a)
}

func badPath(t *testing.T, s *shop, doc *openapi3.T, op storeapi.Operation, p *openapi3.Parameter, v raw) {
	t.Helper()
	header, body := s.signedIn(1), ""
	if o := operation(t, doc, op); o.RequestBody != nil {
		for kind, media := range o.RequestBody.Value.Content {
			body = sampleBody(t, kind, sample(media.Schema.Value))
			header.Set("Content-Type", kind+"; boundary=x")
		}
	}
	a := s.do(op.Method, strings.ReplaceAll(op.Path, "{"+p.Name+"}", v.escaped), header, body)
	if p.Schema.Value.Type.Is("integer") && v.plain == "1" {
		if op.Access == storeapi.Owner || op.OperationID == "chooseRefund" {
			wantRefusal(t, a, http.StatusNotFound, "order.not_found") // somebody else's
			return
		}
		if a.status != http.StatusOK && op.OperationID != "listSupplyServers" { // the first game has no servers
			t.Errorf("%s lives: %d %s", v.plain, a.status, a.body)
		}
		return
	}
	if op.OperationID == "startPayment" && a.status == http.StatusConflict {
		wantRefusal(t, a, http.StatusConflict, "payment.method_unavailable") // it could be the name of a method
		return
	}
	if a.status != http.StatusNotFound {
		t.Errorf("%s: status %d: %.200s", v.name, a.status, a.body)
		return
	}
	if r := refused(t, a, http.StatusNotFound); !strings.HasSuffix(r.Code, "not_found") || len(r.Fields) != 0 {
		t.Errorf("%s: %s", v.name, a.body)
	}
	silent(t, v, a)
}

// silent checks that a refusal does not send the value back.
func silent(t *testing.T, v raw, a answer) {
	t.Helper()
	if len(v.plain) >= 4 && strings.TrimSpace(v.plain) != "" && strings.Contains(string(a.body), v.plain) {
		t.Errorf("%s comes back: %s", v.name, a.body)
	}
}

// Of a parameter given twice the first counts, as it does at the edge.
func TestOfTwoValuesTheFirstCounts(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	once := s.get("/api/gifts/?limit=2&type=dlc")
	twice := s.get("/api/gifts/?limit=2&type=dlc&limit=5&type=game&limit=x")
	if twice.status != 200 || string(twice.body) != string(once.body) {
		t.Errorf("%d %s", twice.status, twice.body)
	}
	wantRefusal(t, s.get("/api/gifts/?limit=x&limit=2"), 400, "invalid")
	wantRefusal(t, s.get("/api/gifts/?limit=&limit=2"), 400, "invalid")
}

func TestEveryWrongParameterIsNamed(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	wantJSON(t, s.get("/api/gifts/?limit=0&offset=x&type=toy&is_main=maybe&title_icontains=ab&search="), 400, `{
		"code": "invalid", "detail": "Проверьте поля запроса.", "fields": [
			{"field": "is_main", "code": "wrong_type", "detail": "Значение не того вида."},
			{"field": "limit", "code": "too_small", "detail": "Значение слишком мало."},
			{"field": "offset", "code": "wrong_type", "detail": "Значение не того вида."},
			{"field": "search", "code": "too_short", "detail": "Слишком коротко."},
			{"field": "title_icontains", "code": "too_short", "detail": "Слишком коротко."},
			{"field": "type", "code": "unknown_value", "detail": "Такого значения нет."}
		]}`)
}

func TestAddressThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	for _, query := range []string{"search=%zz", "search=%", "limit=5&search=%a", "limit=5;offset=2"} {
		for _, path := range []string{"/api/games/", "/api/payments/countries/active/"} {
			r := refused(t, s.get(path+"?"+query), 400)
			if len(r.Fields) != 1 || r.Fields[0].Field != "query" {
				t.Errorf("%s?%s: %+v", path, query, r)
			}
		}
	}
}
