package core

import (
	"sync"
	"time"
)

// statusLags is by how much the status calls of a provider lag behind: webhooks
// then report a payment before the provider's own status does.
type statusLags struct {
	mu    sync.Mutex
	all   map[string]time.Duration
	calls map[string]int // by provider and reference, since the sandbox started
}

func (l *statusLags) count(ref string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls == nil {
		l.calls = map[string]int{}
	}
	l.calls[ref]++
}

func (l *statusLags) counted(ref string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[ref]
}

// SetStatusLag makes status calls of a provider lag; zero ends it.
func (s *Server) SetStatusLag(provider string, by time.Duration) {
	l := &s.lags
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]time.Duration{}
	}
	l.all[provider] = by
}

func (l *statusLags) of(provider string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[provider]
}

func (l *statusLags) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = nil
}

// Look is Do for status calls: it sees an older state while the provider's
// status lags. It counts the calls that name a reference.
func (s *Server) Look(provider, reference string, fn func(st *State) error) error {
	s.lags.count(key(provider, reference))
	lag := s.lags.of(provider)
	if lag == 0 {
		return s.Do(fn)
	}
	return s.Do(func(st *State) error { return fn(st.asOf(s.now().Add(-lag))) })
}
