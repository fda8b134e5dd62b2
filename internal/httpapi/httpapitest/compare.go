package httpapitest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// WantJSON compares a whole response with the JSON the test writes out.
func (a Response) WantJSON(t *testing.T, status int, want string) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d instead of %d: %s", a.Status, status, a.Body)
	}
	if diff := cmp.Diff(ParseJSON(t, want), Decode[any](t, a)); diff != "" {
		t.Fatal(diff)
	}
}

// WantFirst compares the first item of a list.
func (a Response) WantFirst(t *testing.T, want string) {
	t.Helper()
	p := Decode[Page](t, a)
	if a.Status != 200 || len(p.Results) == 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if diff := cmp.Diff(ParseJSON(t, want), any(p.Results[0])); diff != "" {
		t.Fatal(diff)
	}
}

// ParseJSON parses what a test expects.
func ParseJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Refusal is the envelope every refusal comes in.
type Refusal struct {
	Code   string         `json:"code"`
	Detail string         `json:"detail"`
	Fields []RefusalField `json:"fields"`
}

// RefusalField is one invalid field.
type RefusalField struct {
	Field  string `json:"field"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// Refused checks the envelope of a refusal and returns it.
func (a Response) Refused(t *testing.T, status int) Refusal {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d instead of %d: %.300s", a.Status, status, a.Body)
	}
	keys := []string{}
	for k := range Decode[map[string]any](t, a) {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"code", "detail", "fields"}) {
		t.Fatalf("keys of the envelope: %v", keys)
	}
	r := Decode[Refusal](t, a)
	if r.Code == "" || r.Detail == "" || r.Fields == nil {
		t.Fatalf("empty envelope: %s", a.Body)
	}
	if got := a.Header.Get("Content-Type"); got != "application/json" {
		t.Fatalf("Content-Type %q", got)
	}
	if got := a.Header.Get("Cache-Control"); got != "no-store" {
		t.Fatalf("Cache-Control %q", got)
	}
	if got := a.Header.Values("Set-Cookie"); len(got) > 0 {
		t.Fatalf("a refusal sets cookies: %v", got)
	}
	return r
}

// WantRefusal checks the status and code of a refusal.
func (a Response) WantRefusal(t *testing.T, status int, code string) {
	t.Helper()
	if got := a.Refused(t, status); got.Code != code {
		t.Fatalf("code %q instead of %q: %s", got.Code, code, a.Body)
	}
}
