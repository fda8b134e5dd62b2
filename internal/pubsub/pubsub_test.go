package pubsub_test

import (
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"larek/internal/publicid"
	"larek/internal/pubsub"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func openBus(t *testing.T) *pubsub.Bus {
	t.Helper()
	url := os.Getenv("LAREK_TEST_REDIS_URL")
	if url == "" {
		t.Fatal("LAREK_TEST_REDIS_URL is not set: run `make up`, then `make test`")
	}
	b, err := pubsub.Open(url, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// announce publishes a message until it is received: a subscription takes a moment to
// start, and a message without subscribers is lost by design.
func announce(t *testing.T, b *pubsub.Bus, channel string, received <-chan struct{}) {
	t.Helper()
	for {
		if err := b.Publish(t.Context(), channel, "x"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-received:
			return
		case <-t.Context().Done():
			t.Fatal("got no message")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestMessageReachesEveryInstance(t *testing.T) {
	t.Parallel()
	channel := "test:" + publicid.New().String()
	publisher := openBus(t)
	for range 2 {
		subscriber := openBus(t)
		announce(t, publisher, channel, subscriber.SubscribeCoalesced(t.Context(), channel))
	}
}

func TestMessagesAreCoalesced(t *testing.T) {
	t.Parallel()
	channel := "test:" + publicid.New().String()
	b := openBus(t)
	hints := b.SubscribeCoalesced(t.Context(), channel)
	announce(t, b, channel, hints)
	for range 20 {
		if err := b.Publish(t.Context(), channel, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(hints); n > 1 || cap(hints) != 1 {
		t.Fatalf("pending values: got %d, want at most 1", n)
	}
}

func TestOpenDoesNotNeedRedis(t *testing.T) {
	t.Parallel()
	b, err := pubsub.Open("redis://127.0.0.1:1/0", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if b.Ping(t.Context()) == nil || b.Publish(t.Context(), "test", "x") == nil {
		t.Error("Ping or Publish succeeded without Redis")
	}
	if err := openBus(t).Ping(t.Context()); err != nil {
		t.Errorf("ping of the test Redis: %v", err)
	}
}

func TestBrokenAddressIsRefused(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "127.0.0.1:6379", "http://127.0.0.1", "redis://127.0.0.1/x"} {
		if _, err := pubsub.Open(url, quiet); err == nil {
			t.Errorf("%q is accepted", url)
		}
	}
}
