// Package edge tells the caches in front of the shop that pages made of some
// data are old. A lost word would mean old prices until a page expires, so it
// is repeated until the cache has heard it.
package edge

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
	askLimit  = time.Second
	firstWait = 100 * time.Millisecond
	longest   = 5 * time.Second
)

// A page whose rendering began with the old data may enter the cache after
// the purge. It is purged again when such renderings must have ended.
var afterwards = []time.Duration{300 * time.Millisecond, 3 * time.Second}

// Purger purges every cache it knows by tag.
type Purger struct {
	caches []*cache
	client *http.Client
	log    *slog.Logger
}

// cache is one address and the tags it has not been told of yet.
type cache struct {
	url  string
	wake chan struct{}

	mu      sync.Mutex
	waiting map[string]bool
}

// NewPurger tells the caches at these addresses; with none it does nothing.
func NewPurger(urls []string, log *slog.Logger) *Purger {
	p := &Purger{client: &http.Client{Timeout: askLimit}, log: log}
	for _, u := range urls {
		p.caches = append(p.caches, &cache{url: u, wake: make(chan struct{}, 1), waiting: map[string]bool{}})
	}
	return p
}

// Purge notes that pages with these tags are old. It never waits.
func (p *Purger) Purge(tags ...string) {
	p.note(tags)
	for _, d := range afterwards {
		time.AfterFunc(d, func() { p.note(tags) })
	}
}

func (p *Purger) note(tags []string) {
	for _, c := range p.caches {
		c.add(tags)
		select {
		case c.wake <- struct{}{}:
		default: // it is awake already
		}
	}
}

// Run tells the caches until ctx ends. One that is away holds up no other.
func (p *Purger) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, c := range p.caches {
		running.Go(func() { p.follow(ctx, c) })
	}
	running.Wait()
}

func (p *Purger) follow(ctx context.Context, c *cache) {
	wait := firstWait
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for tags := c.take(); len(tags) > 0; tags = c.take() {
			err := p.tell(ctx, c.url, tags)
			if err == nil {
				if wait > firstWait {
					p.log.InfoContext(ctx, "edge cache is back", "cache", c.url)
				}
				wait = firstWait
				continue
			}
			if wait == firstWait {
				p.log.WarnContext(ctx, "edge cache did not hear of a change", "cache", c.url, "tags", tags, "error", err)
			}
			c.add(tags)
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			wait = min(2*wait, longest)
		}
	}
}

func (p *Purger) tell(ctx context.Context, url string, tags []string) error {
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
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 4<<10)) // so that the connection is used again
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the cache answered %s", res.Status)
	}
	return nil
}

func (c *cache) add(tags []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range tags {
		c.waiting[t] = true
	}
}

func (c *cache) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tags := make([]string, 0, len(c.waiting))
	for t := range c.waiting {
		tags = append(tags, t)
	}
	clear(c.waiting)
	slices.Sort(tags)
	return tags
}
