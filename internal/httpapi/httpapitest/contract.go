package httpapitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"larek/internal/httpapi/storeapi"
)

var pathNumber = regexp.MustCompile(`\{(\w+_)?(id|pk)\}`)

// ExistingPath returns an address of an operation that exists in the demo shop: of
// game, gift or product 5 if the path has a number.
func ExistingPath(op storeapi.Operation) string {
	path := strings.NewReplacer("{slug}", "about", "{provider}", "yandex").Replace(op.Path)
	return pathNumber.ReplaceAllString(path, "5")
}

// MatchesContract checks a response against the contract of the operation.
func MatchesContract(t *testing.T, doc *openapi3.T, operationID string, a Response) {
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
		Status: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)),
	})
	if err != nil {
		t.Fatal(err)
	}
}

// SampleBody writes a value in one of the contract's body formats.
func SampleBody(t *testing.T, kind string, v any) string {
	t.Helper()
	switch kind {
	case "application/x-www-form-urlencoded":
		form := url.Values{}
		for k, v := range v.(map[string]any) {
			form.Set(k, AsText(v))
		}
		return form.Encode()
	case "multipart/form-data":
		return "--x\r\nContent-Disposition: form-data; name=\"history_order_id\"\r\n\r\n1\r\n--x--\r\n"
	default:
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}
