package strictjson_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/strictjson"
)

func TestParseRefusesWhatReadersDisagreeAbout(t *testing.T) {
	t.Parallel()
	nested := strings.Repeat(`[`, strictjson.MaxDepth) + strings.Repeat(`]`, strictjson.MaxDepth)
	for _, good := range []string{`{}`, ` {"a": [1, "x", null, true]} `, `"\ud83d\ude00"`, `"\\u0000"`, `"\\ud800"`, nested, `1e400`} {
		if _, err := strictjson.Parse([]byte(good)); err != nil {
			t.Errorf("%.60s: got %v, want nil", good, err)
		}
	}
	for _, bad := range []string{
		``, `{`, `{}{}`, `{} x`, `"\ud800"`, `"\udc00"`, `"\ud800\u0041"`, `"\ud800\ud800"`, `"\uDBFF\n"`, `"\u0000"`, `{"a\u0000":1}`, "\"\xff\"",
		"[" + nested + "]", `{"a":1,}`, "\ufeff{}",
	} {
		if _, err := strictjson.Parse([]byte(bad)); !errors.Is(err, strictjson.ErrSyntax) {
			t.Errorf("%.60s: got %v, want ErrSyntax", bad, err)
		}
	}
	for bad, path := range map[string]string{`{"a":1,"a":2}`: "a", `{"a":1,"\u0061":2}`: "a", `{"l":[{"b":{"c":1,"c":1}}]}`: "l.0.b.c"} {
		_, err := strictjson.Parse([]byte(bad))
		if twice, ok := errors.AsType[*strictjson.DuplicateError](err); !ok || twice.Path != path {
			t.Errorf("%s: got %v, want a duplicate at %s", bad, err, path)
		}
	}
}

const contract = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {}
components:
  schemas:
    Base: {type: object, properties: {id: {type: integer}}}
    Whole:
      allOf:
        - {$ref: '#/components/schemas/Base'}
        - {type: object, properties: {name: {type: string}}}
    Cat: {type: object, properties: {kind: {type: string}, purrs: {type: boolean}}}
    Dog: {type: object, properties: {kind: {type: string}, barks: {type: boolean}}}
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'}}
    Either:
      anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Base'}]
    Labels: {type: object, additionalProperties: {type: integer, format: int32}}
    Free: {type: object, additionalProperties: true}
    Nested: {type: object, properties: {pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
`

func TestCheckKnowsHowSchemasAreCombined(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(contract))
	if err != nil {
		t.Fatal(err)
	}
	unknown := func(path string) []strictjson.Complaint {
		return []strictjson.Complaint{{Path: path, Keyword: strictjson.UnknownKey}}
	}
	wrong := func(path string) []strictjson.Complaint {
		return []strictjson.Complaint{{Path: path, Keyword: strictjson.WrongType}}
	}
	for _, c := range []struct {
		schema, body string
		want         []strictjson.Complaint
	}{
		{"Whole", `{"id":1,"name":"x"}`, nil},
		{"Whole", `{"id":1,"Name":"x"}`, unknown("Name")},
		{"Whole", `{"id":1.0}`, wrong("id")},
		{"Whole", `{"id":9223372036854775808}`, wrong("id")},
		{"Pet", `{"kind":"cat","purrs":true}`, nil},
		{"Pet", `{"kind":"dog","purrs":true}`, unknown("purrs")},
		{"Pet", `{"Kind":"dog"}`, []strictjson.Complaint{{Path: "kind", Keyword: "enum"}}},
		{"Pet", `{"kind":"cow"}`, []strictjson.Complaint{{Path: "kind", Keyword: "enum"}}},
		{"Either", `{"purrs":true}`, nil},
		{"Either", `{"id":1}`, nil},
		{"Either", `{"id":1,"purrs":true}`, unknown("id")},
		{"Labels", `{"a":1,"B":2}`, nil},
		{"Labels", `{"a":4294967298}`, wrong("a")},
		{"Free", `{"a":{"b":[{"c":1.5}]}}`, nil},
		{"Nested", `{"pets":[{"kind":"cat"},{"kind":"dog","Barks":true}]}`, unknown("pets.1.Barks")},
		{"Nested", `{"pets":"none"}`, nil}, // of the wrong type, which the contract's own checks report
	} {
		v, err := strictjson.Parse([]byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if got := strictjson.Check(v, doc.Components.Schemas[c.schema].Value); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: got %v, want %v", c.schema, c.body, got, c.want)
		}
	}
}
