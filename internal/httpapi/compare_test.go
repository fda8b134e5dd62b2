package httpapi_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantJSON compares a whole answer with the JSON the test writes out.
func wantJSON(t *testing.T, a answer, status int, want string) {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d instead of %d: %s", a.status, status, a.body)
	}
	if diff := cmp.Diff(parse(t, want), decode[any](t, a)); diff != "" {
		t.Fatal(diff)
	}
}

// wantFirst compares the first item of a list.
func wantFirst(t *testing.T, a answer, want string) {
	t.Helper()
	p := decode[page](t, a)
	if a.status != 200 || len(p.Results) == 0 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if diff := cmp.Diff(parse(t, want), any(p.Results[0])); diff != "" {
		t.Fatal(diff)
	}
}

func parse(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// refusal is the envelope every refusal comes in.
type refusal struct {
	Code   string         `json:"code"`
	Detail string         `json:"detail"`
	Fields []refusalField `json:"fields"`
}

type refusalField struct {
	Field  string `json:"field"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// refused checks the envelope of a refusal and returns it.
func refused(t *testing.T, a answer, status int) refusal {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d instead of %d: %.300s", a.status, status, a.body)
	}
	keys := []string{}
	for k := range decode[map[string]any](t, a) {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"code", "detail", "fields"}) {
		t.Fatalf("keys of the envelope: %v", keys)
	}
	r := decode[refusal](t, a)
	if r.Code == "" || r.Detail == "" || r.Fields == nil {
		t.Fatalf("empty envelope: %s", a.body)
	}
	if got := a.header.Get("Content-Type"); got != "application/json" {
		t.Fatalf("Content-Type %q", got)
	}
	if got := a.header.Get("Cache-Control"); got != "no-store" {
		t.Fatalf("Cache-Control %q", got)
	}
	if got := a.header.Values("Set-Cookie"); len(got) > 0 {
		t.Fatalf("a refusal sets cookies: %v", got)
	}
	return r
}

// wantRefusal checks the status and code of a refusal.
func wantRefusal(t *testing.T, a answer, status int, code string) {
	t.Helper()
	if got := refused(t, a, status); got.Code != code {
		t.Fatalf("code %q instead of %q: %s", got.Code, code, a.body)
	}
}

// column is one field of every item of a list.
func column[T any](t *testing.T, p page, name string) []T {
	t.Helper()
	list := make([]T, len(p.Results))
	for i, r := range p.Results {
		v, ok := r[name].(T)
		if !ok {
			t.Fatalf("item %d: %s is %v", i, name, r[name])
		}
		list[i] = v
	}
	return list
}

// walk follows the next links from path to the end and returns every item.
func (s *shop) walk(t *testing.T, path string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for next := &path; next != nil; {
		a := s.get(*next)
		if a.status != 200 {
			t.Fatalf("%s: %d %s", *next, a.status, a.body)
		}
		p := decode[page](t, a)
		if p.Count > 0 && len(p.Results) == 0 {
			t.Fatalf("%s leads to an empty page", *next)
		}
		all, next = append(all, p.Results...), p.Next
	}
	return all
}
