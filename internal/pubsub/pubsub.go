// Package pubsub sends short messages between instances of the shop over Redis.
// A message may be lost, so a subscriber must also poll for changes.
package pubsub

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/redis/rueidis"
)

// DataChanged is the channel published to after the catalogue, the content or
// the payment methods were changed.
const DataChanged = "larek:data-changed"

// OrderChanged is the channel published to after an order changed; the message
// is the order ID.
const OrderChanged = "larek:orders"

// DeskChanged is the channel published to after something else changed that operators
// have on their pages; the message is the name of an event and an ID, such as
// "queue refund:12".
const DeskChanged = "larek:desk"

// Bus publishes and subscribes through Redis. It connects on first use and
// reconnects after an outage. It is safe for concurrent use.
type Bus struct {
	opt rueidis.ClientOption
	log *slog.Logger

	mu     sync.Mutex
	client rueidis.Client
}

// Open returns a bus for the Redis at url. It does not connect, so that the shop
// can start while Redis is unavailable.
func Open(url string, log *slog.Logger) (*Bus, error) {
	opt, err := rueidis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("redis address: %w", err)
	}
	opt.DisableCache = true
	opt.ForceSingleClient = true
	opt.Dialer.Timeout = time.Second
	opt.ConnWriteTimeout = 2 * time.Second
	opt.ClientName = "larek"
	return &Bus{opt: opt, log: log}, nil
}

// connected returns the client, connecting on the first call.
func (b *Bus) connected() (rueidis.Client, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.client == nil {
		c, err := rueidis.NewClient(b.opt)
		if err != nil {
			return nil, fmt.Errorf("redis: %w", err)
		}
		b.client = c
	}
	return b.client, nil
}

// Ping returns an error if Redis is unreachable.
func (b *Bus) Ping(ctx context.Context) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Do(ctx, c.B().Ping().Build()).Error()
}

// Publish sends message to channel. The caller decides whether a failure matters.
func (b *Bus) Publish(ctx context.Context, channel, message string) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Do(ctx, c.B().Publish().Channel(channel).Message(message).Build()).Error()
}

// SubscribeCoalesced returns a channel that receives a value after each message;
// messages that arrive before the value is read are merged into one. It
// reconnects until ctx ends.
func (b *Bus) SubscribeCoalesced(ctx context.Context, channel string) <-chan struct{} {
	hints := make(chan struct{}, 1)
	go b.Subscribe(ctx, channel, func(string) {
		select {
		case hints <- struct{}{}:
		default: // a value is pending already
		}
	})
	return hints
}

// Subscribe calls handle with every message until ctx ends, reconnecting as
// needed. Messages published while Redis is unavailable are lost.
func (b *Bus) Subscribe(ctx context.Context, channel string, handle func(message string)) {
	for ctx.Err() == nil {
		if err := b.receive(ctx, channel, handle); err != nil && ctx.Err() == nil {
			b.log.DebugContext(ctx, "redis subscription ended", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (b *Bus) receive(ctx context.Context, channel string, handle func(string)) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Receive(ctx, c.B().Subscribe().Channel(channel).Build(), func(m rueidis.PubSubMessage) { handle(m.Message) })
}

// Close closes the connection.
func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.client != nil {
		b.client.Close()
	}
}

// QueueAnnouncer notifies the pages of operators that a row of their queue came, changed or
// went. It is called after the commit. The nil one does nothing.
type QueueAnnouncer func(ctx context.Context, kind string, id int64)

// Changed announces one row.
func (a QueueAnnouncer) Changed(ctx context.Context, kind string, id int64) {
	if a != nil {
		a(ctx, kind, id)
	}
}

// QueueMessage is the message of DeskChanged about a row of the queue.
func QueueMessage(kind string, id int64) string { return fmt.Sprintf("queue %s:%d", kind, id) }
