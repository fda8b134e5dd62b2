package core

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"time"
)

// WithFaults serves an operation of a service, or fails as the faults say.
func (s *Server) WithFaults(provider, operation string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fault, hit := s.Faults.Take(provider, operation)
		if !hit {
			next(w, r)
			return
		}
		if fault.AfterAccept || fault.Kind == TimeoutAfterAccept || fault.Kind == WrongBody {
			next(discard{http.Header{}}, r)
		}
		switch fault.Kind {
		case Slow:
			s.slow(w, r, fault, next)
		case NoticeFirst:
			s.noticeFirst(w, r, fault, next)
		case TimeoutAfterAccept:
			s.hold(r, fault)
			panic(http.ErrAbortHandler)
		case Error500:
			http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		case WrongBody:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<html><body>Ведутся технические работы</body></html>"))
		case Refuse:
			s.refuse(w, provider)
		case ConnectionReset:
			resetConnection(w)
		}
	}
}

// hold lets the client wait until it gives up.
func (s *Server) hold(r *http.Request, fault Fault) {
	timeout := maxHold
	if fault.SlowMS > 0 {
		timeout = time.Duration(fault.SlowMS) * time.Millisecond
	}
	life := s.currentLife()
	t := time.NewTimer(timeout)
	defer t.Stop()
	select {
	case <-r.Context().Done():
	case <-life.Done():
	case <-t.C:
	}
}

func (s *Server) refuse(w http.ResponseWriter, name string) {
	for _, service := range s.cfg.Services {
		if r, ok := service.(refuser); ok && service.Name() == name {
			r.Refuse(w)
			return
		}
	}
	http.Error(w, "Forbidden", http.StatusForbidden)
}

// resetConnection ends the connection as a crashed host would.
func resetConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// slow performs the call only after a delay, also when the client has
// disconnected by then.
func (s *Server) slow(w http.ResponseWriter, r *http.Request, fault Fault, next http.HandlerFunc) {
	r, life, err := s.detach(r)
	if err != nil || !pause(life, time.Duration(fault.SlowMS)*time.Millisecond) {
		panic(http.ErrAbortHandler)
	}
	next(w, r)
}

// noticeFirst performs the call and sends the response after a delay.
func (s *Server) noticeFirst(w http.ResponseWriter, r *http.Request, fault Fault, next http.HandlerFunc) {
	r, life, err := s.detach(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	response := &buffered{discard: discard{http.Header{}}, status: http.StatusOK}
	next(response, r)
	if !pause(life, time.Duration(fault.SlowMS)*time.Millisecond) {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), response.Header())
	w.WriteHeader(response.status)
	_, _ = w.Write(response.body.Bytes())
}

// detach returns the request with its body read and without its client: a
// disconnect does not end it. It lives as long as the current state.
func (s *Server) detach(r *http.Request) (*http.Request, context.Context, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody))
	r = r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r, s.currentLife(), err
}

// discard drops a response that the client will never see.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

// buffered is a response that is sent later.
type buffered struct {
	discard
	status int
	body   bytes.Buffer
}

func (b *buffered) WriteHeader(status int)      { b.status = status }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }
