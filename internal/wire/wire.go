// Package wire carries calls to outside services and says how they ended, in
// the errors of whoever calls: those that were never sent, and those that may
// have happened.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// maxAnswer bounds what a service can make us read.
const maxAnswer = 1 << 20

// Ends are a caller's own errors for calls that did not end well.
type Ends struct {
	Unsent  error // nothing left this machine: it has not happened
	Unknown error // no answer, or one that says nothing: it may have happened
}

// Client calls one service.
type Client struct {
	http *http.Client
	ends Ends
}

// New calls through c. Redirects are not followed: none of the protocols has
// them, and a followed one would send our keys to an address of its choice.
func New(c *http.Client, ends Ends) Client {
	plain := *c
	plain.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return Client{http: &plain, ends: ends}
}

// Answer is what came back. Beside an error it holds what there was of it, for
// the record only.
type Answer struct {
	Status  int
	Body    []byte
	unknown error
}

// OK tells whether the service took the call.
func (a Answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// JSON reads the body; one that cannot be read says nothing of the outcome.
func (a Answer) JSON(into any) error {
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("%w: unreadable answer with status %d", a.unknown, a.Status)
	}
	return nil
}

// Send makes one call; without an error the status is 2xx or 4xx. Addresses
// and bodies stay out of errors: they hold secrets and buyers.
func (c Client) Send(ctx context.Context, method, address string, header http.Header, body []byte) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return Answer{}, fmt.Errorf("%w: the service's address is not one", c.ends.Unsent)
	}
	for k, v := range header {
		req.Header[k] = v
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Answer{}, c.ended(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end or given up
	read, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	a := Answer{Status: resp.StatusCode, Body: read, unknown: c.ends.Unknown}
	switch {
	case err != nil:
		return a, c.ended(err)
	case len(read) > maxAnswer:
		a.Body = nil
		return a, fmt.Errorf("%w: endless answer", c.ends.Unknown)
	case resp.StatusCode < 200, resp.StatusCode >= 300 && resp.StatusCode < 400,
		resp.StatusCode >= 500, resp.StatusCode == http.StatusRequestTimeout:
		return a, fmt.Errorf("%w: status %d", c.ends.Unknown, resp.StatusCode)
	}
	return a, nil
}

// Form posts fields the way browsers do.
func (c Client) Form(ctx context.Context, address string, fields url.Values) (Answer, error) {
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	return c.Send(ctx, http.MethodPost, address, header, []byte(fields.Encode()))
}

// ended judges a call that got no answer. Only a connection that was never
// made proves that nothing was sent.
func (c Client) ended(err error) error {
	var full *url.Error
	if errors.As(err, &full) {
		err = full.Err // without the address
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return fmt.Errorf("%w: no connection: %w", c.ends.Unsent, op.Err)
	}
	return fmt.Errorf("%w: %w", c.ends.Unknown, err)
}

// Text is a JSON string or number, kept as it was written: services quote the
// same field one day and not the next.
type Text string

// UnmarshalJSON takes any scalar.
func (t *Text) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = Text(s)
	case string(b) == "null":
		*t = ""
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return errors.New("wire: not a scalar")
	default:
		*t = Text(b)
	}
	return nil
}

// Join puts a path behind a base address that may end in a slash.
func Join(base, path string) string { return strings.TrimSuffix(base, "/") + path }
