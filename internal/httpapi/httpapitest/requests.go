package httpapitest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Addresses of the active country, which many tests use.
const (
	ActivePath = "/api/payments/countries/active/"
	SelectPath = "/api/payments/countries/active/select/"
)

// Response is a response as it was sent.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request.
func (s *Shop) Do(method, path string, header http.Header, body string) Response {
	s.T.Helper()
	req, err := http.NewRequestWithContext(s.T.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.T.Fatal(err)
	}
	for k, v := range header {
		req.Header[http.CanonicalHeaderKey(k)] = v
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return Response{Status: res.StatusCode, Header: res.Header, Body: b}
}

// Get sends a GET without headers.
func (s *Shop) Get(path string) Response { s.T.Helper(); return s.Do(http.MethodGet, path, nil, "") }

// Post sends JSON.
func (s *Shop) Post(path, body string) Response {
	s.T.Helper()
	return s.Do(http.MethodPost, path, http.Header{"Content-Type": {"application/json"}}, body)
}

// GetInside reads what is not public.
func (s *Shop) GetInside(path string) Response {
	s.T.Helper()
	inside := *s
	inside.URL = s.inside
	return inside.Get(path)
}

// WithJSON returns a copy of the headers that says that the body is JSON.
func WithJSON(h http.Header) http.Header {
	h = h.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Set("Content-Type", "application/json")
	return h
}

// newClient returns a client that neither decompresses nor follows redirects.
func newClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Decode parses a response.
func Decode[T any](t testing.TB, a Response) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("%d %s: %v", a.Status, a.Body, err)
	}
	return v
}

// Page is any list, with its items as they came.
type Page struct {
	Count    int              `json:"count"`
	Next     *string          `json:"next"`
	Previous *string          `json:"previous"`
	Results  []map[string]any `json:"results"`
}

// Walk follows the next links from path to the end and returns every item.
func (s *Shop) Walk(t *testing.T, path string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for next := &path; next != nil; {
		a := s.Get(*next)
		if a.Status != 200 {
			t.Fatalf("%s: got %d %s, want 200", *next, a.Status, a.Body)
		}
		p := Decode[Page](t, a)
		if p.Count > 0 && len(p.Results) == 0 {
			t.Fatalf("%s leads to an empty page", *next)
		}
		all, next = append(all, p.Results...), p.Next
	}
	return all
}

// Titles returns the titles of the items of a list.
func Titles(p Page) []string {
	var t []string
	for _, r := range p.Results {
		t = append(t, r["title"].(string))
	}
	return t
}

// Column returns one field of every item of a list.
func Column[T any](t *testing.T, p Page, name string) []T {
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
