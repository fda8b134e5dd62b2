// Package supplierhttp is shared by the supplier adapters: HTTP calls recorded as
// masked exchanges, and the parsing of prices.
package supplierhttp

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/outbound"
)

// Client calls one supplier.
type Client struct {
	http    outbound.Client
	base    string
	secrets []string
	shown   map[string]bool
}

// New returns a client for the supplier at base. Exchanges never contain the secrets;
// of the bodies they contain the values of the shown fields only.
func New(client *http.Client, base string, secrets, shown []string) *Client {
	c := &Client{
		http: outbound.New(client, outbound.Errors{NotSent: delivery.ErrUnreachable, OutcomeUnknown: delivery.ErrOutcomeUnknown}),
		base: base, secrets: secrets, shown: map[string]bool{},
	}
	for _, name := range shown {
		c.shown[name] = true
	}
	return c
}

// Call is one request.
type Call struct {
	Method       string
	Path         string // with the query
	Header       http.Header
	Body         []byte
	PersonalData []string // the buyer's IDs and addresses: only the last characters are recorded
}

// Send makes a call and records it. Responses about our account rather than the goods
// (invalid credentials, rate limit) are ErrUnreachable: nothing has happened.
func (c *Client) Send(ctx context.Context, call Call) (outbound.Response, delivery.Exchange, error) {
	a, err := c.http.Send(ctx, call.Method, outbound.Join(c.base, call.Path), call.Header, call.Body)
	m := c.masker(call.PersonalData)
	seen := delivery.Exchange{
		Request:  m.text(call.Method+" "+call.Path+" ") + m.body(call.Body),
		Response: m.body(a.Body),
		Status:   a.Status,
	}
	switch {
	case err != nil:
	case a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden:
		err = fmt.Errorf("%w: status %d", delivery.ErrDenied, a.Status)
	case a.Status == http.StatusTooManyRequests:
		err = fmt.Errorf("%w: status %d", delivery.ErrUnreachable, a.Status)
	}
	return a, seen, err
}

// JSON returns the header of a call with a JSON body.
func JSON() http.Header { return http.Header{"Content-Type": {"application/json"}} }

// AsUnreachable turns ErrOutcomeUnknown into ErrUnreachable. It is for calls that order
// nothing: whatever happened to such a call, nothing was ordered.
func AsUnreachable(err error) error {
	if errors.Is(err, delivery.ErrOutcomeUnknown) {
		return fmt.Errorf("%w: before ordering: %v", delivery.ErrUnreachable, err) //nolint:errorlint // no longer unknown
	}
	return err
}

// AsUnknown turns ErrUnreachable into ErrOutcomeUnknown. It is for queries: that a query
// was not sent does not show the outcome of the order.
func AsUnknown(err error) error {
	if errors.Is(err, delivery.ErrUnreachable) {
		return fmt.Errorf("%w: not queried: %v", delivery.ErrOutcomeUnknown, err) //nolint:errorlint // the outcome of the order, not of the query
	}
	return err
}

// Unreadable returns ErrOutcomeUnknown for a response from which the outcome cannot be
// read.
func Unreadable(what string) error { return fmt.Errorf("%w: %s", delivery.ErrOutcomeUnknown, what) }

// EqualSecret compares secrets in constant time. An empty secret equals nothing.
func EqualSecret(given, secret string) bool {
	return secret != "" && hmac.Equal([]byte(given), []byte(secret))
}

const decimals = 4

// Cost parses a price such as "12", "12.3" or "12.3456". It returns ErrOutcomeUnknown
// for anything else and for more than four decimals: prices are never guessed.
func Cost(text, currency string) (delivery.Cost, error) {
	whole, frac, _ := strings.Cut(text, ".")
	if len(frac) > decimals {
		if strings.Trim(frac[decimals:], "0") != "" {
			return delivery.Cost{}, notAPrice()
		}
		frac = frac[:decimals]
	}
	if whole == "" || len(whole) > 12 {
		return delivery.Cost{}, notAPrice()
	}
	digits := whole + frac + strings.Repeat("0", decimals-len(frac))
	if strings.Trim(digits, "0123456789") != "" {
		return delivery.Cost{}, notAPrice()
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return delivery.Cost{}, notAPrice()
	}
	return delivery.Cost{TenThousandths: n, Currency: money.Currency(currency)}, nil
}

func notAPrice() error { return fmt.Errorf("%w: invalid price", delivery.ErrOutcomeUnknown) }

// Decimal formats a cost without trailing zeros, with at least two decimals.
func Decimal(c delivery.Cost) string {
	s := fmt.Sprintf("%d.%04d", c.TenThousandths/10_000, c.TenThousandths%10_000)
	for range decimals - 2 {
		s = strings.TrimSuffix(s, "0")
	}
	return s
}
