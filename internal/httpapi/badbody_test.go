package httpapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

// badValues are JSON values by what is wrong with them for a whole positive number.
var badValues = map[string]string{
	"a text": `"1"`, "an empty text": `""`, "null": `null`, "true": `true`, "a list": `[1]`, "an object": `{"id":1}`, "negative": `-1`,
	"zero": `0`, "a fraction": `1.5`, "past int64": `9223372036854775808`, "far past int64": `1e400`, "a long number": strings.Repeat("9", 300),
	"sql": `"1'; drop table countries; --"`, "emoji": `"🎮"`, "script": `"<script>alert(1)</script>"`, "a long text": `"` + strings.Repeat("ж", 5000) + `"`,
	"right to left": `"مرحبا"`, "path traversal": `"../../etc/passwd"`,
}

// badFor are JSON values the schema does not allow, by what is wrong with them.
func badFor(s *openapi3.Schema) map[string]string {
	switch {
	case s.Type.Is("integer"):
		return badValues
	case s.Type.Is("array"):
		return map[string]string{"a text": `"x"`, "a number": `1`, "null": `null`, "an object": `{}`, "nothing": `[]`, "numbers": `[1]`}
	}
	bad := map[string]string{"a number": `1`, "null": `null`, "true": `true`, "a list": `["x"]`, "an object": `{}`}
	if s.Type.Is("boolean") {
		delete(bad, "true")
	}
	if slices.ContainsFunc(s.AnyOf, func(other *openapi3.SchemaRef) bool { return other.Value.Type.Is("number") }) {
		delete(bad, "a number")
	}
	if s.Pattern != "" {
		bad["sql"] = `"1' drop table orders"`
	}
	if s.MaxLength != nil {
		bad["a long text"] = `"` + strings.Repeat("ж", 5000) + `"`
	}
	if s.MinLength > 0 {
		bad["an empty text"] = `""`
	}
	return bad
}

// TestBadBody drives every field of every built operation that takes JSON.
func TestBadBody(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	doc := httpapitest.Contract(t)
	for _, op := range storeapi.Operations {
		o := httpapitest.FindOperation(t, doc, op)
		if o.RequestBody == nil || o.RequestBody.Value.Content.Get("application/json") == nil {
			continue
		}
		path := httpapitest.SampleAddress(op, o)
		schema := o.RequestBody.Value.Content.Get("application/json").Schema.Value
		for name, property := range schema.Properties {
			good := httpapitest.Sample(schema).(map[string]any)
			for what, bad := range badFor(property.Value) {
				t.Run(op.OperationID+"/"+name+"/"+what, func(t *testing.T) {
					t.Parallel()
					body := map[string]any{name: json.RawMessage(bad)}
					for k, v := range good {
						if k != name {
							body[k] = v
						}
					}
					badField(t, s, path, body, name, "")
				})
			}
			if slices.Contains(schema.Required, name) {
				t.Run(op.OperationID+"/"+name+"/missing", func(t *testing.T) {
					t.Parallel()
					body := httpapitest.Sample(schema).(map[string]any)
					delete(body, name)
					badField(t, s, path, body, name, "required")
				})
			}
		}
		for _, body := range []string{`null`, `[]`, `1`, `"text"`, `true`, `[{"country_id":1}]`} {
			t.Run(op.OperationID+"/body/"+body, func(t *testing.T) {
				t.Parallel()
				s.Post(path, body).WantRefusal(t, 400, "invalid")
			})
		}
	}
}

func badField(t *testing.T, s *httpapitest.Shop, path string, body map[string]any, name, code string) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	a := s.Post(path, string(text))
	r := a.Refused(t, 400) // and no cookie is set
	if r.Code != "invalid" || len(r.Fields) == 0 || !strings.HasPrefix(r.Fields[0].Field+".", name+".") || code != "" && r.Fields[0].Code != code {
		t.Errorf("%.100s is refused with %s", text, a.Body)
	}
	for _, part := range []string{"drop table", "script", "passwd", "жжж"} {
		if strings.Contains(string(a.Body), part) {
			t.Errorf("the value comes back: %s", a.Body)
		}
	}
}
