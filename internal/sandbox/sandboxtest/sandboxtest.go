// Package sandboxtest serves the sandbox to tests.
package sandboxtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"larek/internal/sandbox"
)

// Server is a sandbox that a test talks to over HTTP.
type Server struct {
	URL    string
	t      testing.TB
	client *http.Client
}

// Start serves a sandbox with a journal of its own until the test ends. It fills
// in the address and the folder of the config.
func Start(t testing.TB, cfg sandbox.Config) *Server {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	cfg.Origin, cfg.StateDir = "http://"+srv.Listener.Addr().String(), t.TempDir()
	box, err := sandbox.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Config.Handler = box
	srv.Start()
	t.Cleanup(func() {
		srv.CloseClientConnections()
		if err := box.Close(); err != nil {
			t.Errorf("sandbox: %v", err)
		}
		srv.Close()
	})
	return &Server{URL: cfg.Origin, t: t, client: srv.Client()}
}

// Command makes a control call and returns the response.
func (s *Server) Command(method, path, body string) (status int, answer []byte) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+"/control"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return resp.StatusCode, answer
}

// Control makes a control call that must succeed and returns the response body.
func (s *Server) Control(method, path, body string) []byte {
	s.t.Helper()
	status, answer := s.Command(method, path, body)
	if status >= http.StatusMultipleChoices {
		s.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}
