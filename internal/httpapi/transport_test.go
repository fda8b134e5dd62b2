package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, path := range []string{
		"/api/games/", "/api/games/1/", "/api/gifts/?limit=3", "/api/payments/countries/active/", "/api/docs/schema/", "/healthz", "/readyz",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			get, head := s.Get(path), s.Do(http.MethodHead, path, nil, "")
			if head.Status != 200 || len(head.Body) != 0 {
				t.Fatalf("%d with %d bytes", head.Status, len(head.Body))
			}
			for _, name := range []string{"Content-Type", "Cache-Control", "Etag"} {
				if got, want := head.Header.Get(name), get.Header.Get(name); got != want {
					t.Errorf("%s: %q instead of %q", name, got, want)
				}
			}
		})
	}
	if a := s.Do(http.MethodHead, "/api/games/999/", nil, ""); a.Status != 404 || len(a.Body) != 0 {
		t.Errorf("a missing game: %d with %d bytes", a.Status, len(a.Body))
	}
}

func TestWrongMethodIsRefusedWithTheRightOnes(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, row := range []struct{ method, path, allow string }{
		{"POST", "/api/games/", "GET, HEAD"},
		{"PUT", "/api/games/1/", "GET, HEAD"},
		{"DELETE", "/api/gifts/1/", "GET, HEAD"},
		{"PATCH", "/api/articles/about/", "GET, HEAD"},
		{"OPTIONS", "/api/games/", "GET, HEAD"},
		{"GET", httpapitest.SelectPath, "POST"},
		{"HEAD", httpapitest.SelectPath, "POST"},
		{"POST", "/media/x/640.png", "GET, HEAD"},
		{"POST", "/healthz", "GET, HEAD"},
	} {
		t.Run(row.method+" "+row.path, func(t *testing.T) {
			t.Parallel()
			a := s.Do(row.method, row.path, nil, "")
			if got := a.Header.Get("Allow"); got != row.allow {
				t.Errorf("Allow: %q instead of %q", got, row.allow)
			}
			if row.method == http.MethodHead {
				if a.Status != 405 {
					t.Errorf("status %d", a.Status)
				}
				return
			}
			a.WantRefusal(t, 405, "method_not_allowed")
		})
	}
}

func TestUnknownAddressIsNotFoundInJSON(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, path := range []string{
		"/", "/api/", "/api/games", "/api/games/1", "/api/games/1/2/", "/api/unknown/", "/API/games/", "/api//games/",
		"/api/games/../games/", "/api/games/%2e%2e/gifts/", "/media/", "/media/x/", "/favicon.ico", "/index.php?x=1",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s.Get(path).WantRefusal(t, 404, "not_found")
		})
	}
}

func TestBodyMustBeJSONOfReasonableSize(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
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
			a := s.Do(http.MethodPost, httpapitest.SelectPath, row.header, row.body)
			if row.status == 200 {
				if a.Status != 200 {
					t.Fatalf("got %d %s, want 200", a.Status, a.Body)
				}
				return
			}
			a.WantRefusal(t, row.status, row.code)
		})
	}
}

func TestEveryAnswerHasARequestID(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	ours := s.Do(http.MethodGet, "/api/payments/countries/active/", http.Header{"X-Request-Id": {"edge-0123456789"}}, "")
	if got := ours.Header.Get("X-Request-Id"); got != "edge-0123456789" {
		t.Errorf("the edge's name became %q", got)
	}
	for _, bad := range []string{"", "short", "spaces in it", strings.Repeat("x", 65), `"><script>`} {
		a := s.Do(http.MethodGet, "/api/payments/countries/active/", http.Header{"X-Request-Id": {bad}}, "")
		if got := a.Header.Get("X-Request-Id"); got == bad || len(got) != 26 {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Get("/healthz").WantJSON(t, 200, `{"status": "ok", "version": "test"}`)
	s.Get("/readyz").WantJSON(t, 200, `{"status": "ok"}`)
	s.GetInside("/readyz").WantJSON(t, 200, `{"status": "ok", "checks": {"postgres": "ok"}}`)
	if metrics := string(s.GetInside("/metrics").Body); !strings.Contains(metrics, "\nlarek_build_info{version=\"test\"} 1\n") {
		t.Error("the metrics do not say which version this is")
	}
	s.Readiness.Stop()
	s.Get("/readyz").WantJSON(t, 503, `{"status": "stopping"}`)
	s.GetInside("/readyz").WantJSON(t, 503, `{"status": "stopping", "checks": {"postgres": "ok"}}`)
	s.Get("/healthz").WantJSON(t, 200, `{"status": "ok", "version": "test"}`)
}
