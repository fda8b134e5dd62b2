package middleware

import (
	"crypto/subtle"
	"errors"
	"io"
	"net/http"
	"time"
)

// securityHeaders are set on every answer, also on refusals, pictures and webhooks:
// what the API sends is data, never a page. A handler may replace one.
var securityHeaders = http.Header{
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"strict-origin-when-cross-origin"},
	"Content-Security-Policy":    {"default-src 'none'; frame-ancestors 'none'"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"},
}

// Secured sets the security headers on every answer of next.
func Secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for name, value := range securityHeaders {
			h[name] = value
		}
		next.ServeHTTP(w, r)
	})
}

// edgeHeader carries the secret that the edge and the API share.
const edgeHeader = "X-Edge-Secret"

// edgeHeaders are the headers in which the edge describes a visitor. Accepted from
// any other client they would bypass limits and choose a country.
var edgeHeaders = []string{
	"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "X-Country", "X-Client-Country", "X-Request-Id",
}

// FromEdge removes the headers that describe a visitor unless the request carries
// the edge's secret. Without a configured secret, in development, they are always
// accepted.
func FromEdge(secret string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secret != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get(edgeHeader)), []byte(secret)) != 1 {
			for _, name := range edgeHeaders {
				r.Header.Del(name)
			}
		}
		r.Header.Del(edgeHeader)
		next.ServeHTTP(w, r)
	})
}

// boundBody sets until as the deadline for sending the body, and removes it when
// the body has been read: while a handler works, the server reads on to notice that
// the caller disconnected, and a deadline that passes meanwhile would cancel this
// request and every later one of the same connection.
func boundBody(r *http.Request, deadlines *http.ResponseController, until time.Time) {
	if r.ContentLength == 0 { // without a body there is no end of the body at which the deadline could be removed
		return
	}
	_ = deadlines.SetReadDeadline(until)
	r.Body = &boundedBody{r.Body, deadlines}
}

type boundedBody struct {
	io.ReadCloser
	deadlines *http.ResponseController
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.deadlines.SetReadDeadline(time.Time{})
	}
	return n, err
}
