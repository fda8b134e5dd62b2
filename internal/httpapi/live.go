package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/ident"
	"larek/internal/order"
)

const (
	// heartbeat keeps a silent stream open through proxies.
	heartbeat = 15 * time.Second
	// streamWrite bounds one write to a page that has stopped reading.
	streamWrite = 10 * time.Second
	// lookEvery is how often a stream looks by itself: a notice may be lost.
	lookEvery = 10 * time.Second
	// reconnect is what a browser waits before it comes back, in milliseconds.
	reconnect = 1000
)

// Live streams what happens to orders to the pages that show them. The
// events are read from the database; notices only say when to look, so a
// stream that comes back (to any copy) goes on exactly where it was.
type Live struct {
	Orders *order.Service

	mu      sync.Mutex
	waiting map[int64]map[chan struct{}]struct{}
	closed  chan struct{}
	once    sync.Once
}

// NewLive serves streams of these orders.
func NewLive(orders *order.Service) *Live {
	return &Live{Orders: orders, waiting: map[int64]map[chan struct{}]struct{}{}, closed: make(chan struct{})}
}

// Heard wakes the streams of one order; message is its number.
func (l *Live) Heard(message string) {
	id, err := strconv.ParseInt(message, 10, 64)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for ch := range l.waiting[id] {
		select {
		case ch <- struct{}{}:
		default: // woken already
		}
	}
}

// Close ends every stream; pages come back to another copy.
func (l *Live) Close() { l.once.Do(func() { close(l.closed) }) }

func (l *Live) join(id int64) (ch chan struct{}, leave func()) {
	ch = make(chan struct{}, 1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting[id] == nil {
		l.waiting[id] = map[chan struct{}]struct{}{}
	}
	l.waiting[id][ch] = struct{}{}
	return ch, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting[id], ch)
		if len(l.waiting[id]) == 0 {
			delete(l.waiting, id)
		}
	}
}

// serveOrderEvents answers GET /api/orders/{hash}/events/ with server-sent events.
func (s *server) serveOrderEvents(w http.ResponseWriter, r *http.Request) {
	hash, err := ident.ParseHash(chi.URLParam(r, "hash"))
	if err != nil {
		writeProblem(w, order.ErrNotFound)
		return
	}
	o, err := s.live.Orders.ByHash(r.Context(), hash)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	last, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64) // a stranger's number starts from the beginning
	// A write that fails means that the page is gone.
	_ = s.live.stream(r.Context(), w, o.ID, last)
}

func (l *Live) stream(ctx context.Context, w http.ResponseWriter, orderID, last int64) error {
	woken, leave := l.join(orderID) // before the first look, so that nothing falls between
	defer leave()
	send := openStream(w)
	beat, look := time.NewTicker(heartbeat), time.NewTicker(lookEvery)
	defer beat.Stop()
	defer look.Stop()
	for {
		events, err := l.Orders.Events(ctx, orderID, last)
		if err != nil {
			return err
		}
		for i := range events {
			if err := send(sseEvent(&events[i])); err != nil {
				return err
			}
			last = events[i].ID
		}
		select {
		case <-woken:
		case <-look.C:
		case <-beat.C:
			if err := send(": \n\n"); err != nil {
				return err
			}
		case <-l.closed:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type liveEvent struct {
	Event  string        `json:"event"`
	Status *order.Status `json:"status"`
	At     time.Time     `json:"at"`
	Text   string        `json:"text"`
	LineID *int64        `json:"line_id"`
}

func sseEvent(e *order.Event) string {
	data, _ := json.Marshal(liveEvent{Event: e.Event, Status: e.Status, At: e.At, Text: e.Text, LineID: e.LineID})
	return fmt.Sprintf("id: %d\nevent: change\ndata: %s\n\n", e.ID, data)
}
