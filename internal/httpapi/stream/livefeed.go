package stream

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const (
	// feedMinInterval is the shortest time between two reads of the feed.
	feedMinInterval = time.Second
	// feedPollInterval is how often the feed is read when no change is announced.
	feedPollInterval = 10 * time.Second
)

// LiveFeed notifies home pages that an order was delivered, so that they fetch the live
// feed again. One database query serves all of them.
type LiveFeed struct {
	// newest returns the number of the order delivered last.
	newest func(context.Context) (int64, error)
	log    *slog.Logger

	hint   chan struct{}
	mu     sync.Mutex
	pages  map[chan int64]struct{}
	closed chan struct{}
	once   sync.Once
}

// NewLiveFeed returns a feed that reads the order delivered last with newest.
func NewLiveFeed(newest func(context.Context) (int64, error), log *slog.Logger) *LiveFeed {
	return &LiveFeed{newest: newest, log: log, hint: make(chan struct{}, 1), pages: map[chan int64]struct{}{}, closed: make(chan struct{})}
}

// OnOrderChange requests a read of the feed because some order has changed.
func (f *LiveFeed) OnOrderChange(string) {
	select {
	case f.hint <- struct{}{}:
	default: // requested already
	}
}

// Close ends every stream.
func (f *LiveFeed) Close() { f.once.Do(func() { close(f.closed) }) }

// Run reads the feed after every change and every feedPollInterval until ctx ends.
func (f *LiveFeed) Run(ctx context.Context) {
	look := time.NewTicker(feedPollInterval)
	defer look.Stop()
	var last int64
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.hint:
		case <-look.C:
		}
		newest, err := f.newest(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			f.log.DebugContext(ctx, "feed not read", "error", err)
		case newest != last:
			last = newest
			f.broadcast(newest)
		}
		select {
		case <-ctx.Done():
		case <-time.After(feedMinInterval):
		}
	}
}

func (f *LiveFeed) broadcast(newest int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for page := range f.pages {
		select {
		case page <- newest:
		default: // it has an unread one already
		}
	}
}

// ServeHTTP answers GET /api/live_feed/events/ with server-sent events.
func (f *LiveFeed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := make(chan int64, 1)
	f.mu.Lock()
	f.pages[page] = struct{}{}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.pages, page)
	}()
	send := openStream(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case <-page:
			err = send("event: change\ndata: {}\n\n")
		case <-beat.C:
			err = send(": \n\n")
		case <-f.closed:
			return
		case <-r.Context().Done():
			return
		}
		if err != nil {
			return
		}
	}
}
