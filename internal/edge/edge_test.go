package edge_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/edge"
)

type heard struct{ method, tags string }

// fakeCache refuses the first words it hears, then listens.
func fakeCache(t *testing.T, refusals int32) (string, <-chan heard) {
	t.Helper()
	words := make(chan heard, 64)
	var asked atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) <= refusals {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		words <- heard{r.Method, r.Header.Get("xkey-purge")}
	}))
	t.Cleanup(srv.Close)
	return srv.URL, words
}

func start(t *testing.T, urls ...string) *edge.Purger {
	t.Helper()
	p := edge.NewPurger(urls, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { p.Run(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
	return p
}

func next(t *testing.T, words <-chan heard) heard {
	t.Helper()
	select {
	case h := <-words:
		return h
	case <-time.After(5 * time.Second):
		t.Fatal("the cache heard nothing")
		return heard{}
	}
}

func TestEveryCacheHearsOfAChange(t *testing.T) {
	t.Parallel()
	one, inOne := fakeCache(t, 0)
	two, inTwo := fakeCache(t, 0)
	start(t, one, two).Purge("content", "catalog")
	for _, words := range []<-chan heard{inOne, inTwo} {
		if got := next(t, words); got != (heard{"PURGE", "catalog content"}) {
			t.Errorf("heard %+v", got)
		}
	}
}

func TestAWordIsRepeatedForPagesThatWereBeingRendered(t *testing.T) {
	t.Parallel()
	url, words := fakeCache(t, 0)
	from := time.Now()
	start(t, url).Purge("catalog")
	next(t, words)
	next(t, words)
	if took := time.Since(from); took < 250*time.Millisecond || took > 2*time.Second {
		t.Errorf("repeated after %v", took)
	}
}

func TestACacheThatRefusesIsToldUntilItListens(t *testing.T) {
	t.Parallel()
	url, words := fakeCache(t, 3)
	start(t, url).Purge("catalog")
	if got := next(t, words); got.tags != "catalog" {
		t.Errorf("heard %+v", got)
	}
}

func TestACacheThatIsAwayHoldsUpNobody(t *testing.T) {
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
		t.Errorf("told after %v", took)
	}
}
