// Package edgecache purges the caches in front of the shop by tag when data
// changes. A lost purge would leave old prices on a page until it expires, so a
// purge is retried until the cache has confirmed it.
package edgecache

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	purgeTimeout   = time.Second
	initialBackoff = 100 * time.Millisecond
	maxBackoff     = 5 * time.Second
)

// repeatDelays are when a purge is sent again. A page whose rendering began with
// the old data may enter the cache after the first purge.
var repeatDelays = []time.Duration{300 * time.Millisecond, 3 * time.Second}

// Purger sends purges to a set of caches. Its methods are safe for concurrent use.
type Purger struct {
	caches []*cache
	client *http.Client
	log    *slog.Logger
}

// cache is one cache and the tags that are still to be purged from it.
type cache struct {
	url    string
	signal chan struct{} // has a value after tags were added

	mu      sync.Mutex
	pending map[string]bool
}

// NewPurger returns a purger for the caches at urls. With no URLs it does nothing.
func NewPurger(urls []string, log *slog.Logger) *Purger {
	p := &Purger{client: &http.Client{Timeout: purgeTimeout}, log: log}
	for _, u := range urls {
		p.caches = append(p.caches, &cache{url: u, signal: make(chan struct{}, 1), pending: map[string]bool{}})
	}
	return p
}

// Purge queues a purge of the pages with these tags and returns at once. Run
// sends it.
func (p *Purger) Purge(tags ...string) {
	p.enqueue(tags)
	for _, d := range repeatDelays {
		time.AfterFunc(d, func() { p.enqueue(tags) })
	}
}

func (p *Purger) enqueue(tags []string) {
	for _, c := range p.caches {
		c.add(tags)
		select {
		case c.signal <- struct{}{}:
		default: // already signalled
		}
	}
}

// Run sends queued purges until ctx ends. An unreachable cache does not delay the
// others.
func (p *Purger) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, c := range p.caches {
		running.Go(func() { p.run(ctx, c) })
	}
	running.Wait()
}

func (p *Purger) run(ctx context.Context, c *cache) {
	backoff := initialBackoff
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.signal:
		}
		for tags := c.take(); len(tags) > 0; tags = c.take() {
			err := p.sendPurge(ctx, c.url, tags)
			if err == nil {
				if backoff > initialBackoff {
					p.log.InfoContext(ctx, "edge cache is reachable again", "cache", c.url)
				}
				backoff = initialBackoff
				continue
			}
			if backoff == initialBackoff {
				p.log.WarnContext(ctx, "edge cache purge failed", "cache", c.url, "tags", tags, "error", err)
			}
			c.add(tags)
			select {
			case <-ctx.Done():
				return
			case <-time.After(backoff):
			}
			backoff = min(2*backoff, maxBackoff)
		}
	}
}

func (p *Purger) sendPurge(ctx context.Context, url string, tags []string) error {
	req, err := http.NewRequestWithContext(ctx, "PURGE", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("xkey-purge", strings.Join(tags, " "))
	res, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 4<<10)) // so that the connection is reused
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("purge: unexpected status %s", res.Status)
	}
	return nil
}

func (c *cache) add(tags []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range tags {
		c.pending[t] = true
	}
}

func (c *cache) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tags := make([]string, 0, len(c.pending))
	for t := range c.pending {
		tags = append(tags, t)
	}
	clear(c.pending)
	slices.Sort(tags)
	return tags
}
