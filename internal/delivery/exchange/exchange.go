// Package exchange is what the adapters of suppliers share: calls that are
// written down masked, and costs as suppliers write them.
package exchange

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"

	"larek/internal/delivery"
	"larek/internal/wire"
)

// Client calls one supplier.
type Client struct {
	wire    wire.Client
	base    string
	secrets []string
	shown   map[string]bool
}

// New calls the supplier at base through client. Secrets never appear in an
// exchange; of the bodies it shows the values of the named fields only.
func New(client *http.Client, base string, secrets, shown []string) *Client {
	c := &Client{
		wire: wire.New(client, wire.Ends{Unsent: delivery.ErrAway, Unknown: delivery.ErrUnknown}),
		base: base, secrets: secrets, shown: map[string]bool{},
	}
	for _, name := range shown {
		c.shown[name] = true
	}
	return c
}

// Call is one request.
type Call struct {
	Method string
	Path   string // with the query
	Header http.Header
	Body   []byte
	People []string // the buyer's ids and addresses, shown by their ends only
}

// Send makes a call and writes it down. Answers that concern us rather than the
// goods (unknown keys, too many calls) are ErrAway: nothing has happened.
func (c *Client) Send(ctx context.Context, call Call) (wire.Answer, delivery.Exchange, error) {
	a, err := c.wire.Send(ctx, call.Method, wire.Join(c.base, call.Path), call.Header, call.Body)
	m := c.masker(call.People)
	seen := delivery.Exchange{
		Request:  m.text(call.Method+" "+call.Path+" ") + m.body(call.Body),
		Response: m.body(a.Body),
		Status:   a.Status,
	}
	if err == nil && (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden ||
		a.Status == http.StatusTooManyRequests) {
		err = fmt.Errorf("%w: status %d", delivery.ErrAway, a.Status)
	}
	return a, seen, err
}

// JSON is the header of a call with a JSON body.
func JSON() http.Header { return http.Header{"Content-Type": {"application/json"}} }

// BeforeOrdering turns the failure of a call that orders nothing into ErrAway:
// whatever became of that call, no goods are on their way.
func BeforeOrdering(err error) error {
	if errors.Is(err, delivery.ErrUnknown) {
		return fmt.Errorf("%w: before ordering: %v", delivery.ErrAway, err) //nolint:errorlint // no longer unknown
	}
	return err
}

// Asking turns whatever kept us from asking about an order into ErrUnknown:
// that the question was not sent says nothing of the order.
func Asking(err error) error {
	if errors.Is(err, delivery.ErrAway) {
		return fmt.Errorf("%w: not asked: %v", delivery.ErrUnknown, err) //nolint:errorlint // of the order, not the question
	}
	return err
}

// Unreadable is an answer that says nothing of the outcome.
func Unreadable(what string) error { return fmt.Errorf("%w: %s", delivery.ErrUnknown, what) }

// Same compares secrets without telling by its time how much was right. An
// empty one is never right.
func Same(given, secret string) bool {
	return secret != "" && hmac.Equal([]byte(given), []byte(secret))
}
