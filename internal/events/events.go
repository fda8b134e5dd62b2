// Package events carries short notices between copies of the shop over
// Redis. A notice may be lost: whoever listens must also look by itself.
package events

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/redis/rueidis"
)

// DataChanged is announced after the catalogue, the content or the payment
// methods were changed.
const DataChanged = "larek:data-changed"

// OrderChanged is announced after anything happened to an order; the message
// is the order's number.
const OrderChanged = "larek:orders"

// Bus speaks to Redis, and does without it while it is away.
type Bus struct {
	opt rueidis.ClientOption
	log *slog.Logger

	mu     sync.Mutex
	client rueidis.Client
}

// Open reads the address only: a Redis that is away is no reason not to start.
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

// connected returns the client, dialling if nobody has yet.
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

// Ping tells whether Redis answers.
func (b *Bus) Ping(ctx context.Context) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Do(ctx, c.B().Ping().Build()).Error()
}

// Publish announces a notice. The caller decides whether a failure matters.
func (b *Bus) Publish(ctx context.Context, channel, message string) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Do(ctx, c.B().Publish().Channel(channel).Message(message).Build()).Error()
}

// Hints returns a channel that gets a value soon after each notice, several
// in a row counting as one. It reconnects until ctx ends.
func (b *Bus) Hints(ctx context.Context, channel string) <-chan struct{} {
	hints := make(chan struct{}, 1)
	go b.Messages(ctx, channel, func(string) {
		select {
		case hints <- struct{}{}:
		default: // one is waiting already
		}
	})
	return hints
}

// Messages calls heard with every notice until ctx ends, reconnecting as often
// as it takes. What is announced while Redis is away is not heard.
func (b *Bus) Messages(ctx context.Context, channel string, heard func(message string)) {
	for ctx.Err() == nil {
		if err := b.listen(ctx, channel, heard); err != nil && ctx.Err() == nil {
			b.log.DebugContext(ctx, "redis subscription ended", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (b *Bus) listen(ctx context.Context, channel string, heard func(string)) error {
	c, err := b.connected()
	if err != nil {
		return err
	}
	return c.Receive(ctx, c.B().Subscribe().Channel(channel).Build(), func(m rueidis.PubSubMessage) { heard(m.Message) })
}

// Close ends the connection.
func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.client != nil {
		b.client.Close()
	}
}
