package httpapi_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

// TestNoAnswerInvitesAnotherOrigin asks as a page of another site would.
func TestNoAnswerInvitesAnotherOrigin(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, call := range []string{"GET /api/games/", "GET /api/games/99/", "GET /api/orders/", "GET /nowhere", "OPTIONS /api/orders/", "OPTIONS /api/games/", "POST /hooks/nobody/"} {
		method, path, _ := strings.Cut(call, " ")
		a := s.Do(method, path, http.Header{"Origin": {"https://evil.test"}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"authorization"}}, "")
		for name := range a.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s is %q, want none", call, name, a.Header.Get(name))
			}
		}
	}
}

// TestLengthOfARequestHasOneMeaning sends requests whose end a careless server
// would see elsewhere than the edge does.
func TestLengthOfARequestHasOneMeaning(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	const body = `{"country_id":1}`
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	for name, c := range map[string]struct {
		headers, body string
		status        int
	}{
		"two lengths":              {"Content-Length: 16\r\nContent-Length: 3\r\n", body, 400},
		"a length with a sign":     {"Content-Length: +16\r\n", body, 400},
		"chunks decide":            {"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", chunked, 200},
		"an unknown coding":        {"Transfer-Encoding: xchunked\r\nContent-Length: 16\r\n", body, 501},
		"a space before the colon": {"Transfer-Encoding : chunked\r\nContent-Length: 16\r\n", body, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
			if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n%s\r\n%s", httpapitest.SelectPath, c.headers, c.body); err != nil {
				t.Fatal(err)
			}
			got, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer got.Body.Close()
			if got.StatusCode != c.status {
				t.Errorf("got %d, want %d", got.StatusCode, c.status)
			}
		})
	}
}
