package httpapi_test

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"larek/internal/httpapi/storeapi"
)

// Addresses where something lives, for operations with a path parameter.
var living = map[string]string{
	"getArticle": "/api/articles/about/", "listFaq": "/api/faq/1/", "getGame": "/api/games/5/", "getProduct": "/api/products/1/",
	"getGift": "/api/gifts/5/", "listSupplyServers": "/api/orders/supply_channel/servers/5/",
	"getSocialLink": "/api/auth/social/yandex/url/",
}

func TestAnswersKeepToTheContract(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	doc := contract(t)
	for _, op := range forEverybody() {
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			path, body := op.Path, ""
			if p, ok := living[op.OperationID]; ok {
				path = p
			}
			if strings.Contains(path, "{") {
				t.Fatalf("%s needs an address in the table above", op.OperationID)
			}
			if op.OperationID == "selectCountry" {
				body = `{"country_id": 1}`
			}
			a := s.do(op.Method, path, http.Header{"Content-Type": {"application/json"}}, body)
			if a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			if op.OperationID == "getDocsSchema" {
				return // YAML, compared byte by byte elsewhere
			}
			keepsTo(t, doc, op.OperationID, a)
		})
	}
}

// keepsTo checks an answer against what the contract says of the operation.
func keepsTo(t *testing.T, doc *openapi3.T, operationID string, a answer) {
	t.Helper()
	i := slices.IndexFunc(storeapi.Operations, func(op storeapi.Operation) bool { return op.OperationID == operationID })
	op := storeapi.Operations[i]
	item := doc.Paths.Value(op.Path)
	req, err := http.NewRequestWithContext(t.Context(), op.Method, "http://shop.test"+op.Path, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: req, Route: &routers.Route{Spec: doc, Path: op.Path, PathItem: item, Method: op.Method, Operation: item.GetOperation(op.Method)},
		},
		Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
	})
	if err != nil {
		t.Fatal(err)
	}
}
