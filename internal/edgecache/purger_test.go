package edgecache_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/edgecache"
)

type purge struct{ method, tags string }

// fakeCache rejects the first purges and accepts the following ones.
func fakeCache(t *testing.T, rejections int32) (string, <-chan purge) {
	t.Helper()
	purges := make(chan purge, 64)
	var calls atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) <= rejections {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		purges <- purge{r.Method, r.Header.Get("xkey-purge")}
	}))
	t.Cleanup(srv.Close)
	return srv.URL, purges
}

func start(t *testing.T, urls ...string) *edgecache.Purger {
	t.Helper()
	p := edgecache.NewPurger(urls, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { p.Run(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
	return p
}

func next(t *testing.T, purges <-chan purge) purge {
	t.Helper()
	select {
	case p := <-purges:
		return p
	case <-time.After(5 * time.Second):
		t.Fatal("the cache received no purge")
		return purge{}
	}
}

func TestPurgeReachesEveryCache(t *testing.T) {
	t.Parallel()
	one, inOne := fakeCache(t, 0)
	two, inTwo := fakeCache(t, 0)
	start(t, one, two).Purge("content", "catalog")
	for _, purges := range []<-chan purge{inOne, inTwo} {
		if got := next(t, purges); got != (purge{"PURGE", "catalog content"}) {
			t.Errorf("got purge %+v", got)
		}
	}
}

func TestPurgeIsRepeatedForPagesBeingRendered(t *testing.T) {
	t.Parallel()
	url, words := fakeCache(t, 0)
	from := time.Now()
	start(t, url).Purge("catalog")
	next(t, words)
	next(t, words)
	if took := time.Since(from); took < 250*time.Millisecond || took > 2*time.Second {
		t.Errorf("repeated after %v, want about 300 ms", took)
	}
}

func TestPurgeIsRetriedUntilAccepted(t *testing.T) {
	t.Parallel()
	url, words := fakeCache(t, 3)
	start(t, url).Purge("catalog")
	if got := next(t, words); got.tags != "catalog" {
		t.Errorf("got purge %+v, want tag catalog", got)
	}
}

func TestUnreachableCacheDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	t.Cleanup(stuck.Close)
	t.Cleanup(func() { close(hang) })
	url, words := fakeCache(t, 0)
	p := start(t, stuck.URL, url)
	from := time.Now()
	p.Purge("feedback")
	next(t, words)
	if took := time.Since(from); took > 500*time.Millisecond {
		t.Errorf("purged after %v, want less than 500 ms", took)
	}
}
