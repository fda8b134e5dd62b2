package respcache

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"larek/internal/dataversion"
)

// cacheFixture is a cache in front of a handler that answers with the number of its
// calls.
type cacheFixture struct {
	cache      *Cache
	catalog    atomic.Int64
	now        atomic.Int64
	status     atomic.Int64
	asked      atomic.Int64
	hits, miss atomic.Int64
	lastQuery  atomic.Value
	gate       chan struct{} // nil blocks no request
}

func (b *cacheFixture) Version(s dataversion.Scope) int64 {
	if s == dataversion.Catalog {
		return b.catalog.Load()
	}
	return 0
}

func newCacheFixture() *cacheFixture {
	b := &cacheFixture{}
	b.status.Store(http.StatusOK)
	b.cache = NewCache(1<<20, b, func() time.Time { return time.Unix(0, b.now.Load()) }, func(hit bool) {
		if hit {
			b.hits.Add(1)
		} else {
			b.miss.Add(1)
		}
	})
	return b
}

func (b *cacheFixture) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := b.asked.Add(1)
	b.lastQuery.Store(r.URL.RawQuery)
	if b.gate != nil {
		<-b.gate
	}
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(int(b.status.Load()))
	_, _ = fmt.Fprintf(w, "answer %d", n)
}

func (b *cacheFixture) get(p *Policy, address string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	if !b.cache.ServeCached(w, r) {
		b.cache.Wrap(p, b).ServeHTTP(w, r)
	}
	return w
}

var catalogue = &Policy{Scopes: []dataversion.Scope{dataversion.Catalog}, Params: []string{"limit", "offset"}}

func (b *cacheFixture) want(t *testing.T, p *Policy, address string, status int, body string) {
	t.Helper()
	if w := b.get(p, address); w.Code != status || w.Body.String() != body {
		t.Fatalf("%s: %d %s instead of %d %s", address, w.Code, w.Body, status, body)
	}
}

func TestAnswerHoldsUntilItsVersionMoves(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	b.want(t, catalogue, "/x", 200, "answer 1")
	b.want(t, catalogue, "/x", 200, "answer 1")
	b.now.Add(int64(24 * time.Hour))
	b.want(t, catalogue, "/x", 200, "answer 1")
	b.catalog.Add(1)
	b.want(t, catalogue, "/x", 200, "answer 2")
	if b.hits.Load() != 2 || b.miss.Load() != 2 {
		t.Errorf("%d hits, %d misses", b.hits.Load(), b.miss.Load())
	}
}

func TestAnswerWithoutAVersionHoldsForItsTime(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	feed := &Policy{TTL: 2 * time.Second}
	b.want(t, feed, "/x", 200, "answer 1")
	b.now.Add(int64(2*time.Second) - 1)
	b.want(t, feed, "/x", 200, "answer 1")
	b.now.Add(1)
	b.want(t, feed, "/x", 200, "answer 2")
	b.catalog.Add(1)
	b.want(t, feed, "/x", 200, "answer 2")
}

func TestOldAnswerBeatsAnError(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	b.want(t, catalogue, "/x", 200, "answer 1")
	b.catalog.Add(1)
	b.status.Store(http.StatusServiceUnavailable)
	b.want(t, catalogue, "/x", 200, "answer 1")
	b.want(t, catalogue, "/y", 503, "answer 3") // there is no older answer
	b.status.Store(http.StatusNotFound)
	b.want(t, catalogue, "/x", 404, "answer 4") // it is gone, which is not an error
	b.status.Store(http.StatusOK)
	b.want(t, catalogue, "/x", 200, "answer 5")
}

func TestRefusalsAreNotKept(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	b.status.Store(http.StatusNotFound)
	b.want(t, catalogue, "/x", 404, "answer 1")
	b.want(t, catalogue, "/x", 404, "answer 2")
}

func TestOneAddressHasOneAnswer(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	for _, address := range []string{"/x?limit=1&offset=2", "/x?offset=2&limit=1", "/x?utm=3&offset=2&a=%00&limit=1&limit=9", "/x?limit=%31&offset=2"} {
		b.want(t, catalogue, address, 200, "answer 1")
	}
	if got := b.lastQuery.Load(); got != "limit=1&offset=2" {
		t.Errorf("the handler saw %v", got)
	}
	b.want(t, catalogue, "/x?limit=2&offset=1", 200, "answer 2")
	b.want(t, catalogue, "/x?unknown=1", 200, "answer 3")
	b.want(t, catalogue, "/x", 200, "answer 3")
	b.want(t, catalogue, "/x?limit=", 200, "answer 4") // empty is not missing
	b.want(t, catalogue, "/x?limit=%zz", 200, "answer 5")
	if got := b.lastQuery.Load(); got != "limit=%zz" {
		t.Errorf("a broken query reached the handler as %v", got)
	}
}

func TestManyWhoAskTheSameAtOnceAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newCacheFixture()
		b.gate = make(chan struct{})
		bodies := make(chan string, 50)
		for range cap(bodies) {
			go func() { bodies <- b.get(catalogue, "/x").Body.String() }()
		}
		synctest.Wait() // all requests wait for the one that went through
		close(b.gate)
		for range cap(bodies) {
			if got := <-bodies; got != "answer 1" {
				t.Errorf("one of the waiting callers got %s", got)
			}
		}
		if b.asked.Load() != 1 || b.miss.Load() != 50 {
			t.Errorf("the handler was asked %d times for %d misses", b.asked.Load(), b.miss.Load())
		}
	})
}

func TestCancelledRequestDoesNotCancelTheSharedAnswer(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	r := httptest.NewRequest(http.MethodGet, "/x", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.cache.Wrap(catalogue, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Context().Err() != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = w.Write([]byte("whole"))
	})).ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
	b.want(t, catalogue, "/x", 200, "whole")
}

func TestOnlyReadingIsAnsweredFromTheCache(t *testing.T) {
	t.Parallel()
	b := newCacheFixture()
	b.want(t, catalogue, "/x", 200, "answer 1")
	if b.cache.ServeCached(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/x", nil)) {
		t.Error("a POST is answered from the cache")
	}
	w := httptest.NewRecorder()
	if !b.cache.ServeCached(w, httptest.NewRequest(http.MethodHead, "/x", nil)) || w.Body.Len() != 0 || w.Header().Get("Content-Length") != "8" {
		t.Errorf("HEAD: %d bytes, %v", w.Body.Len(), w.Header())
	}
}
