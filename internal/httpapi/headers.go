package httpapi

import (
	"crypto/subtle"
	"net/http"
)

// securityHeaders are on every answer, also on refusals, pictures and notices:
// what the API sends is data, never a page. A handler may replace one.
var securityHeaders = http.Header{
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"strict-origin-when-cross-origin"},
	"Content-Security-Policy":    {"default-src 'none'; frame-ancestors 'none'"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"},
}

// secured puts the security headers on whatever next answers.
func secured(next http.Handler) http.Handler {
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

// edgeWords are what the edge says about a visitor. From anybody else they
// would pass limits and choose a country.
var edgeWords = []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Country", "X-Request-Id"}

// fromEdge believes what is said about a visitor only if the secret comes with
// it. Without a secret, in development, everybody is believed.
func fromEdge(secret string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secret != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get(edgeHeader)), []byte(secret)) != 1 {
			for _, name := range edgeWords {
				r.Header.Del(name)
			}
		}
		r.Header.Del(edgeHeader)
		next.ServeHTTP(w, r)
	})
}
