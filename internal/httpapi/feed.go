package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const (
	// feedPause bounds how often the feed is looked at, whatever happens.
	feedPause = time.Second
	// feedLook is how often it is looked at when nobody says anything.
	feedLook = 10 * time.Second
)

// Feed tells home pages that something was delivered, so that they fetch the
// live feed again. One question to the database serves all of them.
type Feed struct {
	// Newest is the number of the order delivered last.
	Newest func(context.Context) (int64, error)
	Log    *slog.Logger

	hint   chan struct{}
	mu     sync.Mutex
	pages  map[chan int64]struct{}
	closed chan struct{}
	once   sync.Once
}

// NewFeed asks newest what was delivered last.
func NewFeed(newest func(context.Context) (int64, error), log *slog.Logger) *Feed {
	return &Feed{Newest: newest, Log: log, hint: make(chan struct{}, 1), pages: map[chan int64]struct{}{}, closed: make(chan struct{})}
}

// Heard says that some order has changed.
func (f *Feed) Heard(string) {
	select {
	case f.hint <- struct{}{}:
	default: // said already
	}
}

// Close ends every stream.
func (f *Feed) Close() { f.once.Do(func() { close(f.closed) }) }

// Run looks after hints until ctx ends.
func (f *Feed) Run(ctx context.Context) {
	look := time.NewTicker(feedLook)
	defer look.Stop()
	var last int64
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.hint:
		case <-look.C:
		}
		newest, err := f.Newest(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			f.Log.DebugContext(ctx, "feed not read", "error", err)
		case newest != last:
			last = newest
			f.tell(newest)
		}
		select {
		case <-ctx.Done():
		case <-time.After(feedPause):
		}
	}
}

func (f *Feed) tell(newest int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for page := range f.pages {
		select {
		case page <- newest:
		default: // it has one to read already
		}
	}
}

// serveFeedEvents answers GET /api/live_feed/events/ with server-sent events.
func (s *server) serveFeedEvents(w http.ResponseWriter, r *http.Request) {
	f := s.feed
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

// openStream begins server-sent events and returns how to write them. A write
// that fails means that the page is gone.
func openStream(w http.ResponseWriter) (send func(text string) error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{})
	send = func(text string) error {
		_ = out.SetWriteDeadline(time.Now().Add(streamWrite))
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return out.Flush()
	}
	_ = send(fmt.Sprintf("retry: %d\n\n", reconnect))
	return send
}
