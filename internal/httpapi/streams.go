package httpapi

import (
	"net/http"
	"sync"
	"time"

	"larek/internal/httpapi/address"
)

const (
	// maxStreams bounds the event streams of one copy: each holds a connection
	// and a goroutine for as long as a page is open.
	maxStreams = 20_000
	// maxStreamsPerAddress is for a whole office or a mobile operator's exit; a
	// page has one stream. The edge has the same bound.
	maxStreamsPerAddress = 60
)

// streams counts the event streams that are open.
type streams struct {
	mu    sync.Mutex
	total int
	from  map[string]int
}

func newStreams() *streams { return &streams{from: map[string]int{}} }

// enter reports whether one more stream may be open; leave ends it. Somebody
// on our own machine has no address and is bounded by the total alone.
func (s *streams) enter(from string) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.total >= maxStreams || from != "" && s.from[from] >= maxStreamsPerAddress {
		return nil, false
	}
	s.total++
	s.from[from]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.total--
		if s.from[from]--; s.from[from] == 0 {
			delete(s.from, from)
		}
	}, true
}

// bounded stands before a handler that streams.
func (s *server) bounded(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, ok := s.streams.enter(address.Of(r))
		if !ok {
			s.fail(w, r, &tooMany{time.Minute})
			return
		}
		defer leave()
		next(w, r)
	})
}
