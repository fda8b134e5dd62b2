package respcache_test

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"larek/internal/httpapi/httpapitest"
)

func TestCachingIsToldToBrowsersAndProxies(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	const catalogue = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400"
	own := map[string]string{
		"getLiveFeed": "public, max-age=0, s-maxage=2", "getActiveCountry": "no-store", "selectCountry": "no-store", "checkShopPass": "no-store",
	}
	for _, op := range httpapitest.PublicOperations() {
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			path, body, want := httpapitest.ExistingPath(op), "", catalogue
			if op.OperationID == "selectCountry" {
				body = `{"country_id": 1}`
			}
			if v, ok := own[op.OperationID]; ok {
				want = v
			}
			a := s.Do(op.Method, path, http.Header{"Content-Type": {"application/json"}}, body)
			if got := a.Header.Get("Cache-Control"); a.Status != 200 || got != want {
				t.Errorf("%d, Cache-Control %q", a.Status, got)
			}
			if want == "no-store" {
				return
			}
			if got := a.Header.Get("Vary"); got != "Accept-Encoding" {
				t.Errorf("Vary %q", got)
			}
			if got := a.Header.Get("X-Content-Type-Options"); got != "nosniff" {
				t.Errorf("X-Content-Type-Options %q", got)
			}
			if got := a.Header.Get("Etag"); !regexp.MustCompile(`^"[\w-]{16}"$`).MatchString(got) {
				t.Errorf("Etag %q", got)
			}
		})
	}
}

func TestUnchangedAnswerIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, path := range []string{"/api/games/", "/api/gifts/?limit=3", "/api/articles/about/", "/api/payments/countries/"} {
		etag := s.Get(path).Header.Get("Etag")
		for header, status := range map[string]int{
			etag: 304, "W/" + etag: 304, `"other", ` + etag: 304, "*": 304, `"other"`: 200, strings.Trim(etag, `"`): 200,
		} {
			a := s.Do(http.MethodGet, path, http.Header{"If-None-Match": {header}}, "")
			if a.Status != status || (status == 304) != (len(a.Body) == 0) || a.Header.Get("Etag") != etag {
				t.Errorf("%s If-None-Match %s: %d with %d bytes, %s", path, header, a.Status, len(a.Body), a.Header.Get("Etag"))
			}
		}
	}
}

func TestPackedAnswersUnpackToTheSame(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, path := range []string{"/api/games/", "/api/gifts/?limit=100", "/api/docs/schema/", "/api/live_feed/"} {
		plain := s.Get(path)
		for accept, want := range map[string]string{
			"gzip": "gzip", "br": "br", "gzip, deflate, br, zstd": "br", "br;q=0, gzip": "gzip", "identity": "", "gzip;q=0, br;q=0": "", "deflate": "",
		} {
			a := s.Do(http.MethodGet, path, http.Header{"Accept-Encoding": {accept}}, "")
			if got := a.Header.Get("Content-Encoding"); got != want || a.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s with %q: %q", path, accept, got)
			}
			if got := unpack(t, a); !bytes.Equal(got, plain.Body) {
				t.Errorf("%s with %q: %d bytes instead of %d", path, accept, len(got), len(plain.Body))
			}
			if want != "" && len(a.Body) >= len(plain.Body) {
				t.Errorf("%s with %q is not smaller", path, accept)
			}
		}
	}
	small := s.Do(http.MethodGet, "/api/feedback/rating/", http.Header{"Accept-Encoding": {"gzip, br"}}, "")
	if got := small.Header.Get("Content-Encoding"); got != "" || small.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("a small answer is packed: %q", got)
	}
}

func unpack(t *testing.T, a httpapitest.Response) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.Body)
	switch a.Header.Get("Content-Encoding") {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestShuffledAndUnknownParametersChangeNothing(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	want := s.Get("/api/gifts/?type=game&region=world&limit=3&offset=3&ordering=price")
	for _, query := range []string{
		"ordering=price&offset=3&limit=3&region=world&type=game",
		"utm_source=mail&type=game&region=world&limit=3&offset=3&ordering=price&_=1",
		"type=g%61me&region=world&limit=3&offset=3&ordering=price",
		"type=game&region=world&limit=3&offset=3&ordering=price&page=9&page_size=1&admin=true&x=%3Cscript%3E",
	} {
		a := s.Get("/api/gifts/?" + query)
		if a.Status != 200 || !bytes.Equal(a.Body, want.Body) || a.Header.Get("Etag") != want.Header.Get("Etag") {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	p := httpapitest.Decode[httpapitest.Page](t, want)
	next, previous := "/api/gifts/?limit=3&offset=6&ordering=price&region=world&type=game", "/api/gifts/?limit=3&offset=0&ordering=price&region=world&type=game"
	if *p.Next != next || *p.Previous != previous {
		t.Errorf("next %s, previous %s", *p.Next, *p.Previous)
	}
}

// counted reads a metric of the cache from /metrics.
func counted(t *testing.T, s *httpapitest.Shop, result string) string {
	t.Helper()
	m := regexp.MustCompile(`larek_answer_cache_lookups_total\{result="` + result + `"\} (\d+)`).FindSubmatch(s.GetInside("/metrics").Body)
	if m == nil {
		t.Fatalf("no metric for cache result %q", result)
	}
	return string(m[1])
}

func TestSecondAnswerComesFromTheCache(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	bodies := map[string]bool{}
	for range 3 {
		bodies[string(s.Get("/api/gifts/?limit=5").Body)] = true
		bodies[string(s.Get("/api/gifts/?x=1&limit=5").Body)] = true
	}
	if hit, miss := counted(t, s, "hit"), counted(t, s, "miss"); len(bodies) != 1 || hit != "5" || miss != "1" {
		t.Fatalf("%d different answers, %s hits, %s misses", len(bodies), hit, miss)
	}
	s.Get("/api/games/999/").WantRefusal(t, 404, "game.not_found")
	s.Get("/api/games/999/").WantRefusal(t, 404, "game.not_found")
	if miss := counted(t, s, "miss"); miss != "3" {
		t.Fatalf("refusals are cached: got %s misses", miss)
	}
}
