package stream

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/httpapi/httperr"
	"larek/internal/order"
	"larek/internal/publicid"
)

// orderPollInterval is how often a stream reads its order without a message,
// because a message may be lost.
const orderPollInterval = 10 * time.Second

// Orders streams the events of orders to the pages that show them. The events are
// read from the database; messages only say when to read, so a stream that
// reconnects (to any instance) continues exactly where it was.
type Orders struct {
	orders *order.Service

	mu      sync.Mutex
	waiting map[int64]map[chan struct{}]struct{}
	closed  chan struct{}
	once    sync.Once
}

// NewOrders returns an Orders that reads the events from orders.
func NewOrders(orders *order.Service) *Orders {
	return &Orders{orders: orders, waiting: map[int64]map[chan struct{}]struct{}{}, closed: make(chan struct{})}
}

// OnOrderChange makes the streams of one order read it again; message is its
// number.
func (s *Orders) OnOrderChange(message string) {
	id, err := strconv.ParseInt(message, 10, 64)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for ch := range s.waiting[id] {
		select {
		case ch <- struct{}{}:
		default: // notified already
		}
	}
}

// Close ends every stream; pages reconnect to another instance.
func (s *Orders) Close() { s.once.Do(func() { close(s.closed) }) }

func (s *Orders) subscribe(id int64) (ch chan struct{}, leave func()) {
	ch = make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting[id] == nil {
		s.waiting[id] = map[chan struct{}]struct{}{}
	}
	s.waiting[id][ch] = struct{}{}
	return ch, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.waiting[id], ch)
		if len(s.waiting[id]) == 0 {
			delete(s.waiting, id)
		}
	}
}

// Handler answers GET /api/orders/{hash}/events/ with server-sent events.
func (s *Orders) Handler(respond *httperr.Responder) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hash, err := publicid.Parse(chi.URLParam(r, "hash"))
		if err != nil {
			httperr.Write(w, order.ErrNotFound)
			return
		}
		o, err := s.orders.ByHash(r.Context(), hash)
		if err != nil {
			respond.Fail(w, r, err)
			return
		}
		last, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64) // an invalid number starts from the beginning
		// A write that fails means that the page has disconnected.
		_ = s.stream(r.Context(), w, o.ID, last)
	})
}

func (s *Orders) stream(ctx context.Context, w http.ResponseWriter, orderID, last int64) error {
	changed, leave := s.subscribe(orderID) // before the first read, so that no change is missed
	defer leave()
	send := openStream(w)
	beat, look := time.NewTicker(heartbeat), time.NewTicker(orderPollInterval)
	defer beat.Stop()
	defer look.Stop()
	for {
		events, err := s.orders.Events(ctx, orderID, last)
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
		case <-changed:
		case <-look.C:
		case <-beat.C:
			if err := send(": \n\n"); err != nil {
				return err
			}
		case <-s.closed:
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
