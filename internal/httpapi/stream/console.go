package stream

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"larek/internal/httpapi/httperr"
)

const (
	// consolePages bounds the open pages of one person: more are forgotten tabs.
	consolePages = 12
	// consoleBacklog is how many changes a page may have unread. After more it is
	// sent "*" instead, and reads its lists again.
	consoleBacklog = 200
	// consoleInterval is the shortest time between two writes to a page.
	consoleInterval = 250 * time.Millisecond
	// everything stands for changes that were not kept one by one.
	everything = "*"
)

// Change is what changed: the name of an event and an ID, never data. A page asks for
// what it may see.
type Change struct{ Event, ID string }

// Console sends what changes to the open pages of the operators. Changes come from
// Redis, where they may be lost: pages poll too.
type Console struct {
	// Who returns the person behind a request, and whether they may still read.
	Who func(*http.Request) (staffID int64, mayRead bool)

	mu     sync.Mutex
	pages  map[*consolePage]struct{}
	closed chan struct{}
	once   sync.Once
}

// consolePage is one open page.
type consolePage struct {
	staffID int64
	unread  []Change
	hint    chan struct{}
}

// NewConsole returns a Console without pages.
func NewConsole() *Console {
	return &Console{pages: map[*consolePage]struct{}{}, closed: make(chan struct{})}
}

// OnOrderChange tells every page that an order changed; message is its number.
func (c *Console) OnOrderChange(message string) { c.broadcast(Change{"order", message}) }

// OnDeskChange tells every page what else changed; message is the name of an event and
// an ID, such as "queue refund:12".
func (c *Console) OnDeskChange(message string) {
	if event, id, found := strings.Cut(message, " "); found {
		c.broadcast(Change{event, id})
	}
}

func (c *Console) broadcast(change Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for page := range c.pages {
		page.add(change)
	}
}

// add keeps a change once. The caller holds the lock of the Console.
func (p *consolePage) add(change Change) {
	all := Change{change.Event, everything}
	switch {
	case slices.Contains(p.unread, change), slices.Contains(p.unread, all):
		return
	case len(p.unread) >= consoleBacklog:
		p.unread = slices.DeleteFunc(p.unread, func(c Change) bool { return c.Event == change.Event })
		change = all
	}
	p.unread = append(p.unread, change)
	select {
	case p.hint <- struct{}{}:
	default: // hinted already
	}
}

// Close ends every stream; pages reconnect to another instance.
func (c *Console) Close() { c.once.Do(func() { close(c.closed) }) }

// enter opens a page, unless its person has too many.
func (c *Console) enter(staffID int64) (page *consolePage, leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	open := 0
	for other := range c.pages {
		if other.staffID == staffID {
			open++
		}
	}
	if open >= consolePages {
		return nil, nil, false
	}
	page = &consolePage{staffID: staffID, hint: make(chan struct{}, 1)}
	c.pages[page] = struct{}{}
	return page, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.pages, page)
	}, true
}

func (c *Console) take(page *consolePage) []Change {
	c.mu.Lock()
	defer c.mu.Unlock()
	unread := page.unread
	page.unread = nil
	return unread
}

// Handler answers GET /api/admin/stream/ with server-sent events, for callers who were
// let in before.
func (c *Console) Handler(respond *httperr.Responder) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		staffID, _ := c.Who(r)
		page, leave, ok := c.enter(staffID)
		if !ok {
			respond.Fail(w, r, &httperr.TooMany{Wait: time.Minute})
			return
		}
		defer leave()
		// A write that fails means that the page has disconnected.
		_ = c.stream(r.Context(), openStream(w), page, func() bool { _, mayRead := c.Who(r); return mayRead })
	})
}

func (c *Console) stream(ctx context.Context, send func(string) error, page *consolePage, mayRead func() bool) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-page.hint:
			if !mayRead() { // the screen may have been locked since the last change
				return nil
			}
			for _, change := range c.take(page) {
				if err := send(change.sse()); err != nil {
					return err
				}
			}
			select { // so that a busy shop does not keep the page busy
			case <-time.After(consoleInterval):
			case <-ctx.Done():
			}
		case <-beat.C:
			if !mayRead() {
				return nil
			}
			if err := send(": \n\n"); err != nil {
				return err
			}
		case <-c.closed:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c Change) sse() string {
	data, _ := json.Marshal(struct {
		ID string `json:"id"`
	}{c.ID})
	return fmt.Sprintf("event: %s\ndata: %s\n\n", c.Event, data)
}
