package outbound

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

var (
	errUnsent  = errors.New("unsent")
	errUnknown = errors.New("unknown")
)

func TestFailedCallsAreClassified(t *testing.T) {
	t.Parallel()
	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closedAddr := "http://" + closed.Addr().String() + "/?secret=hunter2"
	_ = closed.Close()

	tests := map[string]struct {
		address string
		serve   http.HandlerFunc
		want    error
	}{
		"no listener":       {address: closedAddr, want: errUnsent},
		"no such host":      {address: "http://nobody.invalid/?secret=hunter2", want: errUnsent},
		"invalid address":   {address: "http://[::1", want: errUnsent},
		"500":               {serve: status(500), want: errUnknown},
		"504":               {serve: status(504), want: errUnknown},
		"408":               {serve: status(408), want: errUnknown},
		"redirect":          {serve: redirect, want: errUnknown},
		"reset":             {serve: reset, want: errUnknown},
		"cut in the body":   {serve: cut, want: errUnknown},
		"endless body":      {serve: endless, want: errUnknown},
		"no answer in time": {serve: silent, want: errUnknown},
		"client error":      {serve: status(422)},
		"success":           {serve: status(201)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := tt.address
			if tt.serve != nil {
				s := httptest.NewServer(tt.serve)
				t.Cleanup(s.Close)
				address = s.URL + "/?secret=hunter2"
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			_, err := New(&http.Client{Transport: new(http.Transport)}, Errors{errUnsent, errUnknown}).Send(ctx, http.MethodPost, address, nil, []byte("x"))
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Fatalf("the error contains the secret: %v", err)
			}
		})
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

func silent(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // else the server would not notice that the client has left
	<-r.Context().Done()
}

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"half":`))
}

func endless(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write(make([]byte, maxResponse+1))
}
