package respcache

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"larek/internal/clock"
	"larek/internal/dataversion"
)

// versions returns the version of a scope.
type versions interface {
	Version(dataversion.Scope) int64
}

// Cache stores answers by canonical address.
type Cache struct {
	entries  *otter.Cache[string, entry]
	making   singleflight.Group
	versions versions
	now      clock.Clock
	count    func(hit bool)
}

type entry struct {
	answer *Response
	policy *Policy
	stamp  stamp
}

// stamp is the versions and the time slot an answer was made in.
type stamp [1 + maxScopes]int64

// maxScopes is the largest number of scopes in a policy; Wrap refuses more.
const maxScopes = 2

// NewCache caches at most maxBytes of answers. count is called for every lookup.
func NewCache(maxBytes uint64, v versions, now clock.Clock, count func(hit bool)) *Cache {
	entries := otter.Must(&otter.Options[string, entry]{
		MaximumWeight: maxBytes,
		Weigher:       func(_ string, e entry) uint32 { return uint32(e.answer.Size()) }, //nolint:gosec // answers are far below 4 GiB
	})
	return &Cache{entries: entries, versions: v, now: now, count: count}
}

// ServeCached answers a request whose address is already canonical and whose answer
// is fresh, and reports whether it did. It is called before routing, so that most
// requests of the catalogue cost no more.
func (c *Cache) ServeCached(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	e, ok := c.entries.GetIfPresent(r.RequestURI)
	if !ok || e.stamp != c.stamp(e.policy) {
		return false
	}
	c.count(true)
	e.answer.Serve(w, r)
	return true
}

// Wrap answers from the cache, or calls next once for all callers that send the
// same request at the same time. Only a 200 is cached.
func (c *Cache) Wrap(p *Policy, next http.Handler) http.Handler {
	if len(p.Scopes) > maxScopes {
		panic("respcache: a policy with too many scopes") // when the server starts, never during a request
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := canonical(r, p.Params)
		// Read before the data: an answer may be newer than its stamp, never older.
		stamp := c.stamp(p)
		old, known := c.entries.GetIfPresent(key)
		if known && old.stamp == stamp {
			c.count(true)
			old.answer.Serve(w, r)
			return
		}
		c.count(false)
		v, _, _ := c.making.Do(fmt.Sprint(stamp, key), func() (any, error) {
			rec := recorder{header: http.Header{}, status: http.StatusOK}
			// Other callers wait for this answer too: it must not be cancelled with
			// the first request.
			next.ServeHTTP(&rec, canonicalRequest(r, key))
			switch {
			case rec.status == http.StatusOK:
				a := New(rec.body.Bytes(), rec.header.Get("Content-Type"), p.cacheControl())
				c.entries.Set(key, entry{answer: a, policy: p, stamp: stamp})
				return a, nil
			case rec.status >= http.StatusInternalServerError && known:
				return old.answer, nil // old prices are better than an error page
			default:
				return &rec, nil
			}
		})
		switch v := v.(type) {
		case *Response:
			v.Serve(w, r)
		case *recorder:
			v.replay(w)
		}
	})
}

// stamp returns a value that changes whenever an answer under p may have changed.
func (c *Cache) stamp(p *Policy) stamp {
	var s stamp
	for i, scope := range p.Scopes {
		s[1+i] = c.versions.Version(scope)
	}
	if p.TTL > 0 {
		s[0] = c.now().UnixNano() / int64(p.TTL)
	}
	return s
}

// canonical returns the address with only the parameters the answer depends on, in
// the order of the contract, so that a reordered query finds the same answer.
func canonical(r *http.Request, params []string) string {
	if r.URL.RawQuery == "" {
		return r.URL.EscapedPath()
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return r.URL.EscapedPath() + "?" + r.URL.RawQuery // the validator refuses it
	}
	var b strings.Builder
	b.WriteString(r.URL.EscapedPath())
	sep := byte('?')
	for _, name := range params {
		if !q.Has(name) {
			continue
		}
		b.WriteByte(sep)
		sep = '&'
		b.WriteString(name + "=" + url.QueryEscape(q.Get(name)))
	}
	return b.String()
}

// canonicalRequest returns the request the cached answer belongs to: links to the
// next page must not carry parameters that only the first caller sent.
func canonicalRequest(r *http.Request, key string) *http.Request {
	r = r.WithContext(context.WithoutCancel(r.Context()))
	u := *r.URL
	_, u.RawQuery, _ = strings.Cut(key, "?")
	r.URL = &u
	return r
}

// recorder buffers an answer until it is known whether it is cached.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	status int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

func (r *recorder) replay(w http.ResponseWriter) {
	for k, v := range r.header {
		w.Header()[k] = v
	}
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes())
}
