package main

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func parse(t *testing.T, source string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(source), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Content[0]
}

func fragments(t *testing.T, source string) map[string]*yaml.Node {
	t.Helper()
	all := map[string]*yaml.Node{}
	pairs(parse(t, source), func(k, v *yaml.Node) { all[k.Value] = v })
	return all
}

func TestCollectSchemasFlattensAndOmitsUnused(t *testing.T) {
	t.Parallel()
	all := fragments(t, `
Base: {x-base: true, type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
Dog:
  allOf:
    - $ref: '#/components/schemas/Base'
    - {type: object, required: [id, name], properties: {name: {type: string, nullable: true}}}
Cat: {type: object}
`)
	names, err := collectSchemas(parse(t, `{$ref: '#/components/schemas/Dog'}`), all)
	if err != nil || len(names) != 1 || names[0] != "Dog" {
		t.Fatalf("got %v, error %v, want Dog", names, err)
	}
	got, err := yaml.Marshal(all["Dog"])
	if err != nil {
		t.Fatal(err)
	}
	want := "type: object\nrequired: [id, name]\nproperties:\n    id: {type: integer}\n    name: {type: string, nullable: true}\n"
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCollectSchemasRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ ref, want string }{
		"an unknown schema":      {"Ghost", "not defined"},
		"a base used by itself":  {"Base", "is a base"},
		"a merge of no objects":  {"Text", "only objects"},
		"a merge with a missing": {"Half", "not defined"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := fragments(t, `
Base: {x-base: true, type: object}
Text: {allOf: [{type: string}]}
Half: {allOf: [{$ref: '#/components/schemas/Ghost'}]}
`)
			_, err := collectSchemas(parse(t, `{$ref: '#/components/schemas/`+tt.ref+`'}`), all)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestCamelCase(t *testing.T) {
	t.Parallel()
	doc := parse(t, `
paths:
  /api/live_feed/{game_id}/:
    get:
      parameters: [{name: game_id, in: path}, {name: page_size, in: query}, {name: X_Y, in: header}]
components: {schemas: {A: {type: object, required: [is_ok], properties: {is_ok: {type: string, enum: [not_ok], x-go-type: T}}}}}
`)
	if err := camelCase(doc); err != nil {
		t.Fatal(err)
	}
	got, err := yaml.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	want := `paths:
    /api/live_feed/{gameId}/:
        get:
            parameters: [{name: gameId, in: path}, {name: pageSize, in: query}, {name: X_Y, in: header}]
components: {schemas: {A: {type: object, required: [isOk], properties: {isOk: {type: string, enum: [not_ok]}}}}}
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}

	err = camelCase(parse(t, `{type: object, properties: {address_2: {type: string}}}`))
	if err == nil || !strings.Contains(err.Error(), "address_2") {
		t.Errorf("name that cannot be mapped back: got %v", err)
	}
}
