package middleware

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestARequestLongerThanTheLimitOfItsBodyCancelsNothing(t *testing.T) {
	t.Parallel()
	const limit = 30 * time.Millisecond
	failed := make(chan error, 4)
	connections := map[string]bool{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connections[r.RemoteAddr] = true
		r.Body = http.MaxBytesReader(w, r.Body, 1<<10) // as every call has it
		boundBody(r, http.NewResponseController(w), time.Now().Add(limit))
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		select {
		case <-r.Context().Done():
		case <-time.After(5 * limit): // the deadline passes while the handler works
		}
		failed <- r.Context().Err()
	}))
	t.Cleanup(s.Close)
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodPost} {
		var body io.Reader
		if method == http.MethodPost {
			body = strings.NewReader("{}")
		}
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL, body)
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if err := <-failed; err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
	if len(connections) != 1 {
		t.Errorf("%d connections: the test needs one", len(connections))
	}
}

func TestABodyThatDoesNotComeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		boundBody(r, http.NewResponseController(w), time.Now().Add(30*time.Millisecond))
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			t.Error("the body came to its end")
		}
	}))
	t.Cleanup(s.Close)
	never, open := io.Pipe()
	t.Cleanup(func() { _ = open.Close() })
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, never)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := s.Client().Do(req); err == nil {
		_ = res.Body.Close()
	}
}
