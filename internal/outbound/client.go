// Package outbound makes HTTP calls to external services and classifies how they
// failed: a request that was never sent, and one that may have been carried out.
// The caller supplies the error values for the two cases.
package outbound

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
)

// maxResponse bounds the size of a response body in bytes.
const maxResponse = 1 << 20

// Errors holds the caller's errors for failed calls.
type Errors struct {
	NotSent        error // the request was not sent, so nothing happened
	OutcomeUnknown error // no usable response: the request may have been carried out
}

// Client calls one service.
type Client struct {
	http *http.Client
	errs Errors
}

// New returns a client that sends through c and fails with errs. It does not
// follow redirects: no protocol in use has them, and following one would send
// our keys to an address chosen by the responder.
func New(c *http.Client, errs Errors) Client {
	noRedirects := *c
	noRedirects.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return Client{http: &noRedirects, errs: errs}
}

// Response is the response to a call. If the call also returned an error, it
// holds whatever was received, for logging only.
type Response struct {
	Status  int
	Body    []byte
	unknown error
}

// OK reports whether the status is 2xx.
func (a Response) OK() bool { return a.Status >= 200 && a.Status < 300 }

// JSON decodes the body into the value. A body that cannot be decoded does not
// show whether the call was carried out, so JSON then returns OutcomeUnknown.
func (a Response) JSON(into any) error {
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("%w: unreadable response with status %d", a.unknown, a.Status)
	}
	return nil
}

// Send makes one call. If it returns no error, the status is 2xx or 4xx other
// than 408. Errors contain neither addresses nor bodies, because those hold
// secrets and personal data.
func (c Client) Send(ctx context.Context, method, address string, header http.Header, body []byte) (Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return Response{}, fmt.Errorf("%w: invalid service address", c.errs.NotSent)
	}
	for k, v := range header {
		req.Header[k] = v
	}
	var connected atomic.Bool
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}))
	resp, err := c.http.Do(req)
	if err != nil {
		return Response{}, c.classifyError(err, connected.Load())
	}
	defer resp.Body.Close() //nolint:errcheck // read to the end or abandoned
	read, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	a := Response{Status: resp.StatusCode, Body: read, unknown: c.errs.OutcomeUnknown}
	switch {
	case err != nil:
		return a, c.classifyError(err, true)
	case len(read) > maxResponse:
		a.Body = nil
		return a, fmt.Errorf("%w: response is larger than %d bytes", c.errs.OutcomeUnknown, maxResponse)
	case resp.StatusCode < 200, resp.StatusCode >= 300 && resp.StatusCode < 400,
		resp.StatusCode >= 500, resp.StatusCode == http.StatusRequestTimeout:
		return a, fmt.Errorf("%w: status %d", c.errs.OutcomeUnknown, resp.StatusCode)
	}
	return a, nil
}

// Form posts fields as application/x-www-form-urlencoded.
func (c Client) Form(ctx context.Context, address string, fields url.Values) (Response, error) {
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	return c.Send(ctx, http.MethodPost, address, header, []byte(fields.Encode()))
}

// classifyError wraps the error of a call without a response. Only that there was no
// connection, because of a failed dial or handshake, proves that nothing was sent.
func (c Client) classifyError(err error, connected bool) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err // drops the address
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		err = op.Err // drops it too
	}
	if !connected {
		return fmt.Errorf("%w: no connection: %w", c.errs.NotSent, err)
	}
	return fmt.Errorf("%w: %w", c.errs.OutcomeUnknown, err)
}

// Scalar is a JSON string or number as text. Some services send the same field
// sometimes quoted and sometimes not.
type Scalar string

// UnmarshalJSON accepts any JSON scalar; null gives the empty string.
func (t *Scalar) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = Scalar(s)
	case string(b) == "null":
		*t = ""
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return errors.New("outbound: not a JSON scalar")
	default:
		*t = Scalar(b)
	}
	return nil
}

// Join appends path to base, which may end in a slash.
func Join(base, path string) string { return strings.TrimSuffix(base, "/") + path }
