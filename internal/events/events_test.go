package events_test

import (
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"larek/internal/events"
	"larek/internal/ident"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func openBus(t *testing.T) *events.Bus {
	t.Helper()
	url := os.Getenv("LAREK_TEST_REDIS_URL")
	if url == "" {
		t.Fatal("LAREK_TEST_REDIS_URL is not set: run `make up`, then `make test`")
	}
	b, err := events.Open(url, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// announce repeats a notice until it is heard: a subscription takes a moment
// to begin, and a notice nobody listens to is lost by design.
func announce(t *testing.T, b *events.Bus, channel string, heard <-chan struct{}) {
	t.Helper()
	for {
		if err := b.Publish(t.Context(), channel, "x"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-heard:
			return
		case <-t.Context().Done():
			t.Fatal("nothing was heard")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestNoticeBecomesAHintInEveryCopy(t *testing.T) {
	t.Parallel()
	channel := "test:" + ident.NewHash().String()
	speaker := openBus(t)
	for range 2 {
		listener := openBus(t)
		announce(t, speaker, channel, listener.Hints(t.Context(), channel))
	}
}

func TestManyNoticesInARowAreOneHint(t *testing.T) {
	t.Parallel()
	channel := "test:" + ident.NewHash().String()
	b := openBus(t)
	hints := b.Hints(t.Context(), channel)
	announce(t, b, channel, hints)
	for range 20 {
		if err := b.Publish(t.Context(), channel, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(hints); n > 1 || cap(hints) != 1 {
		t.Fatalf("%d hints wait", n)
	}
}

func TestRedisThatIsAwayIsNoReasonNotToStart(t *testing.T) {
	t.Parallel()
	b, err := events.Open("redis://127.0.0.1:1/0", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if b.Ping(t.Context()) == nil || b.Publish(t.Context(), "test", "x") == nil {
		t.Error("nobody is there, yet it answers")
	}
	if err := openBus(t).Ping(t.Context()); err != nil {
		t.Errorf("the real one is away: %v", err)
	}
}

func TestBrokenAddressIsRefused(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "127.0.0.1:6379", "http://127.0.0.1", "redis://127.0.0.1/x"} {
		if _, err := events.Open(url, quiet); err == nil {
			t.Errorf("%q is accepted", url)
		}
	}
}
