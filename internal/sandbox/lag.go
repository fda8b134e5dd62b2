package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"
)

// lags say by how much status calls of a provider lag behind what happened:
// webhooks tell the truth before the provider's own status does.
type lags struct {
	mu  sync.Mutex
	all map[string]time.Duration
}

func (l *lags) set(provider string, by time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]time.Duration{}
	}
	l.all[provider] = by
}

func (l *lags) of(provider string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[provider]
}

func (l *lags) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = nil
}

type statusCommand struct {
	Provider string `json:"provider"`
	LagMS    int64  `json:"lag_ms"`
}

// controlStatus makes status calls of a provider lag; zero ends it.
func (s *Server) controlStatus(w http.ResponseWriter, r *http.Request) {
	var c statusCommand
	if !readCommand(w, r, &c) {
		return
	}
	if _, known := s.wire[c.Provider]; !known || c.LagMS < 0 {
		controlError(w, http.StatusBadRequest, fmt.Errorf("want a provider and a lag_ms that is not negative, got %q and %d", c.Provider, c.LagMS))
		return
	}
	s.lags.set(c.Provider, time.Duration(c.LagMS)*time.Millisecond)
	answerJSON(w, http.StatusOK, c)
}

// look is do for a status call: it sees the book as it was when the provider's
// status lags behind.
func (s *Server) look(provider string, fn func(b *book) error) error {
	lag := s.lags.of(provider)
	if lag == 0 {
		return s.do(fn)
	}
	return s.do(func(b *book) error { return fn(b.asOf(s.now().Add(-lag))) })
}

// asOf replays the record up to a moment. Invoices are there from the
// beginning: providers show a new one at once.
func (b *book) asOf(moment time.Time) *book {
	old := newBook(b.wire)
	for _, e := range b.entries {
		if e.What == Opened || !e.At.After(moment) && e.What != Told {
			old.apply(e)
		}
	}
	return old
}

// slowly does what was asked only after a while, also when the caller has hung
// up by then.
func (s *Server) slowly(w http.ResponseWriter, r *http.Request, fault Fault, next http.HandlerFunc) {
	r, life, err := s.detached(r)
	if err != nil || !pause(life, time.Duration(fault.SlowMS)*time.Millisecond) {
		panic(http.ErrAbortHandler)
	}
	next(w, r)
}

// noticeFirst does what was asked, and lets the webhooks overtake the answer.
func (s *Server) noticeFirst(w http.ResponseWriter, r *http.Request, fault Fault, next http.HandlerFunc) {
	r, life, err := s.detached(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	answer := &kept{discard: discard{http.Header{}}, status: http.StatusOK}
	next(answer, r)
	if !pause(life, time.Duration(fault.SlowMS)*time.Millisecond) {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes())
}

// kept is an answer that goes out later.
type kept struct {
	discard
	status int
	body   bytes.Buffer
}

func (k *kept) WriteHeader(status int)      { k.status = status }
func (k *kept) Write(b []byte) (int, error) { return k.body.Write(b) }

// detached is the request with its body read and without its caller: what the
// caller does from now on changes nothing. It lives as long as the sandbox.
func (s *Server) detached(r *http.Request) (*http.Request, context.Context, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	s.mu.Lock()
	life := s.life
	s.mu.Unlock()
	r = r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r, life, err
}
