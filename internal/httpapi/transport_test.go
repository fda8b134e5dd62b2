package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

const selectPath = "/api/payments/countries/active/select/"

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	for _, path := range []string{
		"/api/games/", "/api/games/1/", "/api/gifts/?limit=3", "/api/payments/countries/active/", "/api/docs/schema/", "/healthz", "/readyz",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			get, head := s.get(path), s.do(http.MethodHead, path, nil, "")
			if head.status != 200 || len(head.body) != 0 {
				t.Fatalf("%d with %d bytes", head.status, len(head.body))
			}
			for _, name := range []string{"Content-Type", "Cache-Control", "Etag"} {
				if got, want := head.header.Get(name), get.header.Get(name); got != want {
					t.Errorf("%s: %q instead of %q", name, got, want)
				}
			}
		})
	}
	if a := s.do(http.MethodHead, "/api/games/999/", nil, ""); a.status != 404 || len(a.body) != 0 {
		t.Errorf("a missing game: %d with %d bytes", a.status, len(a.body))
	}
}

func TestWrongMethodIsRefusedWithTheRightOnes(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	for _, row := range []struct{ method, path, allow string }{
		{"POST", "/api/games/", "GET, HEAD"},
		{"PUT", "/api/games/1/", "GET, HEAD"},
		{"DELETE", "/api/gifts/1/", "GET, HEAD"},
		{"PATCH", "/api/articles/about/", "GET, HEAD"},
		{"OPTIONS", "/api/games/", "GET, HEAD"},
		{"GET", selectPath, "POST"},
		{"HEAD", selectPath, "POST"},
		{"POST", "/media/x/640.png", "GET, HEAD"},
		{"POST", "/healthz", "GET, HEAD"},
	} {
		t.Run(row.method+" "+row.path, func(t *testing.T) {
			t.Parallel()
			a := s.do(row.method, row.path, nil, "")
			if got := a.header.Get("Allow"); got != row.allow {
				t.Errorf("Allow: %q instead of %q", got, row.allow)
			}
			if row.method == http.MethodHead {
				if a.status != 405 {
					t.Errorf("status %d", a.status)
				}
				return
			}
			wantRefusal(t, a, 405, "method_not_allowed")
		})
	}
}

func TestUnknownAddressIsNotFoundInJSON(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	for _, path := range []string{
		"/", "/api/", "/api/games", "/api/games/1", "/api/games/1/2/", "/api/unknown/", "/API/games/", "/api//games/",
		"/api/games/../games/", "/api/games/%2e%2e/gifts/", "/media/", "/media/x/", "/favicon.ico", "/index.php?x=1",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			wantRefusal(t, s.get(path), 404, "not_found")
		})
	}
}

func TestBodyMustBeJSONOfReasonableSize(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	typed := func(contentType string) http.Header { return http.Header{"Content-Type": {contentType}} }
	for _, row := range []struct {
		name   string
		header http.Header
		body   string
		status int
		code   string
	}{
		{"no type", nil, `{"country_id":1}`, 415, "unsupported_media_type"},
		{"plain text", typed("text/plain"), `{"country_id":1}`, 415, "unsupported_media_type"},
		{"a form", typed("application/x-www-form-urlencoded"), `country_id=1`, 415, "unsupported_media_type"},
		{"multipart", typed("multipart/form-data; boundary=x"), `--x--`, 415, "unsupported_media_type"},
		{"a broken type", typed("application/"), `{"country_id":1}`, 415, "unsupported_media_type"},
		{"with a charset", typed("application/json; charset=utf-8"), `{"country_id":1}`, 200, ""},
		{"in capitals", typed("Application/JSON"), `{"country_id":1}`, 200, ""},
		{"empty", typed("application/json"), ``, 400, "invalid_json"},
		{"not JSON", typed("application/json"), `country_id=1`, 400, "invalid_json"},
		{"cut short", typed("application/json"), `{"country_id":`, 400, "invalid_json"},
		{"followed by more", typed("application/json"), `{"country_id":1}{"country_id":2}`, 400, "invalid_json"},
		{"followed by rubbish", typed("application/json"), `{"country_id":1} x`, 400, "invalid_json"},
		{"single quotes", typed("application/json"), `{'country_id':1}`, 400, "invalid_json"},
		{"broken UTF-8", typed("application/json"), "{\"country_id\":1,\"x\":\"\xff\"}", 400, "invalid_json"},
		{"a zero character", typed("application/json"), `{"country_id":1,"x":"\u0000"}`, 400, "invalid_json"},
		{"nested too deep", typed("application/json"), strings.Repeat("[", 20_000), 400, "invalid_json"},
		{"too large", typed("application/json"), `{"country_id":1,"x":"` + strings.Repeat("a", 64<<10) + `"}`, 413, "too_large"},
		{"far too large", typed("application/json"), strings.Repeat(" ", 9<<20), 413, "too_large"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			a := s.do(http.MethodPost, selectPath, row.header, row.body)
			if row.status == 200 {
				if a.status != 200 {
					t.Fatalf("%d %s", a.status, a.body)
				}
				return
			}
			wantRefusal(t, a, row.status, row.code)
		})
	}
}

func TestEveryAnswerHasARequestID(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	ours := s.do(http.MethodGet, "/api/payments/countries/active/", http.Header{"X-Request-Id": {"edge-0123456789"}}, "")
	if got := ours.header.Get("X-Request-Id"); got != "edge-0123456789" {
		t.Errorf("the edge's name became %q", got)
	}
	for _, bad := range []string{"", "short", "spaces in it", strings.Repeat("x", 65), `"><script>`} {
		a := s.do(http.MethodGet, "/api/payments/countries/active/", http.Header{"X-Request-Id": {bad}}, "")
		if got := a.header.Get("X-Request-Id"); got == bad || len(got) != 26 {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	wantJSON(t, s.get("/healthz"), 200, `{"status": "ok"}`)
	wantJSON(t, s.get("/readyz"), 200, `{"status": "ok"}`)
	wantJSON(t, s.look("/readyz"), 200, `{"status": "ok", "checks": {"postgres": "ok"}}`)
	s.ready.Stop()
	wantJSON(t, s.get("/readyz"), 503, `{"status": "stopping"}`)
	wantJSON(t, s.look("/readyz"), 503, `{"status": "stopping", "checks": {"postgres": "ok"}}`)
	wantJSON(t, s.get("/healthz"), 200, `{"status": "ok"}`)
}
