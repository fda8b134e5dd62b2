package httpapitest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/api"
	"larek/internal/httpapi/storeapi"
)

// Contract returns the parsed contract.
func Contract(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// FindOperation returns an operation of the parsed contract.
func FindOperation(t *testing.T, doc *openapi3.T, op storeapi.Operation) *openapi3.Operation {
	t.Helper()
	item := doc.Paths.Value(op.Path)
	if item == nil || item.GetOperation(op.Method) == nil {
		t.Fatalf("%s is not in the contract", op.OperationID)
	}
	return item.GetOperation(op.Method)
}

// PublicOperations returns the operations that answer any caller the same way and
// change no data.
func PublicOperations() []storeapi.Operation {
	var list []storeapi.Operation
	for _, op := range storeapi.Operations {
		switch op.OperationID {
		case "getSocialLink", "listSignInMethods", "previewGame":
			continue // one begins a sign-in of a browser, one depends on the country, one needs a link
		}
		if op.Access == storeapi.Public && op.Method == http.MethodGet || op.OperationID == "getActiveCountry" || op.OperationID == "selectCountry" {
			list = append(list, op)
		}
	}
	return list
}

// Sample returns a small value that the schema allows.
func Sample(s *openapi3.Schema) any {
	switch {
	case s.Example != nil:
		return s.Example
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.AllOf) > 0:
		whole := map[string]any{}
		for _, part := range s.AllOf {
			m, ok := Sample(part.Value).(map[string]any)
			if !ok {
				return Sample(part.Value)
			}
			for k, v := range m {
				whole[k] = v
			}
		}
		return whole
	case s.Type.Is("object"):
		o := map[string]any{}
		for _, name := range s.Required {
			o[name] = Sample(s.Properties[name].Value)
		}
		return o
	case s.Type.Is("array"):
		return []any{Sample(s.Items.Value)}
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 1
	case s.Type.Is("boolean"):
		return true
	default:
		return "sample"
	}
}

// SampleAddress fills in the path and the required query of an operation.
func SampleAddress(op storeapi.Operation, o *openapi3.Operation) string {
	path, query := op.Path, url.Values{}
	for _, p := range o.Parameters {
		text := AsText(Sample(p.Value.Schema.Value))
		switch {
		case p.Value.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", url.PathEscape(text))
		case p.Value.Required:
			query.Set(p.Value.Name, text)
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// AsText returns a value as it is written in an address.
func AsText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v)
	return string(b)
}
