// Package stream sends server-sent events to open pages.
package stream

import (
	"fmt"
	"net/http"
	"time"
)

const (
	// heartbeat is how often a silent stream sends a comment, so that proxies do
	// not close it.
	heartbeat = 15 * time.Second
	// streamWriteTimeout bounds one write to a page that has stopped reading.
	streamWriteTimeout = 10 * time.Second
	// reconnect is how long a browser waits before it reconnects, in milliseconds.
	reconnect = 1000
)

// openStream starts a stream of server-sent events and returns the function that
// writes to it. A write that fails means that the page has disconnected.
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
		_ = out.SetWriteDeadline(time.Now().Add(streamWriteTimeout))
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return out.Flush()
	}
	_ = send(fmt.Sprintf("retry: %d\n\n", reconnect))
	return send
}
