package answers

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"larek/internal/clock"
	"larek/internal/dataversion"
)

// Policy says how long an answer of one operation holds.
type Policy struct {
	// Scopes are the data the answer is made of: it holds until one of them changes.
	Scopes []dataversion.Scope
	// For bounds the age of an answer that no version covers, like the live feed.
	For time.Duration
	// CacheControl is told to browsers and proxies.
	CacheControl string
	// Params are the query parameters that matter; others do not make a new answer.
	Params []string
}

// versions tells the version of a scope.
type versions interface {
	Of(dataversion.Scope) int64
}

// Cache keeps answers by canonical address.
type Cache struct {
	kept     *otter.Cache[string, entry]
	making   singleflight.Group
	versions versions
	now      clock.Clock
	count    func(hit bool)
}

type entry struct {
	answer *Answer
	policy *Policy
	stamp  stamp
}

// stamp is the versions and the time bucket an answer was made under.
type stamp [1 + maxScopes]int64

// maxScopes is the most any policy names; Wrap refuses more.
const maxScopes = 2

// NewCache keeps at most maxBytes of answers. count hears of every look-up.
func NewCache(maxBytes uint64, v versions, now clock.Clock, count func(hit bool)) *Cache {
	kept := otter.Must(&otter.Options[string, entry]{
		MaximumWeight: maxBytes,
		Weigher:       func(_ string, e entry) uint32 { return uint32(e.answer.Size()) }, //nolint:gosec // answers are far below 4 GiB
	})
	return &Cache{kept: kept, versions: v, now: now, count: count}
}

// ServeKnown answers a request whose address is already canonical and whose
// answer is fresh. It stands before routing, so that most requests of the
// catalogue do nothing else.
func (c *Cache) ServeKnown(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	e, ok := c.kept.GetIfPresent(r.RequestURI)
	if !ok || e.stamp != c.stamp(e.policy) {
		return false
	}
	c.count(true)
	e.answer.Serve(w, r)
	return true
}

// Wrap answers from the cache, or lets next answer once for everybody who
// asks the same at the same time. Only a 200 is kept.
func (c *Cache) Wrap(p *Policy, next http.Handler) http.Handler {
	if len(p.Scopes) > maxScopes {
		panic("answers: a policy with too many scopes") // at start, never at a request
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := canonical(r, p.Params)
		// Read before the data: an answer may be newer than its stamp, never older.
		stamp := c.stamp(p)
		old, known := c.kept.GetIfPresent(key)
		if known && old.stamp == stamp {
			c.count(true)
			old.answer.Serve(w, r)
			return
		}
		c.count(false)
		v, _, _ := c.making.Do(fmt.Sprint(stamp, key), func() (any, error) {
			rec := recorder{header: http.Header{}, status: http.StatusOK}
			// Others wait for this answer too: it must not die with its first asker.
			next.ServeHTTP(&rec, asCanonical(r, key))
			switch {
			case rec.status == http.StatusOK:
				a := New(rec.body.Bytes(), rec.header.Get("Content-Type"), p.CacheControl)
				c.kept.Set(key, entry{answer: a, policy: p, stamp: stamp})
				return a, nil
			case rec.status >= http.StatusInternalServerError && known:
				return old.answer, nil // yesterday's prices beat an error page
			default:
				return &rec, nil
			}
		})
		switch v := v.(type) {
		case *Answer:
			v.Serve(w, r)
		case *recorder:
			v.replay(w)
		}
	})
}

// stamp changes whenever an answer under p may have changed.
func (c *Cache) stamp(p *Policy) stamp {
	var s stamp
	for i, scope := range p.Scopes {
		s[1+i] = c.versions.Of(scope)
	}
	if p.For > 0 {
		s[0] = c.now().UnixNano() / int64(p.For)
	}
	return s
}

// canonical is the address with only the parameters that matter, in the
// order of the contract, so that a shuffled query finds the same answer.
func canonical(r *http.Request, params []string) string {
	if r.URL.RawQuery == "" {
		return r.URL.EscapedPath()
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return r.URL.EscapedPath() + "?" + r.URL.RawQuery // left for the validator to refuse
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

// asCanonical is the request the kept answer belongs to: links to the next
// page must not carry what only the first asker sent.
func asCanonical(r *http.Request, key string) *http.Request {
	r = r.WithContext(context.WithoutCancel(r.Context()))
	u := *r.URL
	_, u.RawQuery, _ = strings.Cut(key, "?")
	r.URL = &u
	return r
}

// recorder holds an answer back until it is known to be worth keeping.
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
