package stream

import (
	"net/http"
	"sync"
	"time"

	"larek/internal/httpapi/address"
	"larek/internal/httpapi/httperr"
)

const (
	// maxStreams bounds the event streams of one instance: each holds a connection
	// and a goroutine for as long as a page is open.
	maxStreams = 20_000
	// maxStreamsPerAddress allows for a whole office or the exit of a mobile
	// network; a page has one stream. The edge has the same bound.
	maxStreamsPerAddress = 60
)

// Bounds counts the event streams that are open and refuses more than an instance
// or an address may have.
type Bounds struct {
	respond *httperr.Responder

	mu    sync.Mutex
	total int
	from  map[string]int
}

// NewBounds returns bounds with no stream open.
func NewBounds(respond *httperr.Responder) *Bounds {
	return &Bounds{respond: respond, from: map[string]int{}}
}

// enter reports whether one more stream may be open; leave ends it. A caller on our
// own machine has no address and is bounded by the total alone.
func (b *Bounds) enter(from string) (leave func(), ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total >= maxStreams || from != "" && b.from[from] >= maxStreamsPerAddress {
		return nil, false
	}
	b.total++
	b.from[from]++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.total--
		if b.from[from]--; b.from[from] == 0 {
			delete(b.from, from)
		}
	}, true
}

// Wrap refuses streams of next above the bounds.
func (b *Bounds) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, ok := b.enter(address.Of(r))
		if !ok {
			b.respond.Fail(w, r, &httperr.TooMany{Wait: time.Minute})
			return
		}
		defer leave()
		next.ServeHTTP(w, r)
	})
}
