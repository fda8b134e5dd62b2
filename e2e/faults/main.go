// Command faults kills Redis, then PostgreSQL, with SIGKILL while buyers read the
// catalogue, and checks from outside that cached answers continue, that health
// reports the failure, and that the shop recovers by itself. It kills the services
// of this clone, so it runs alone, not among the tests.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// limit is how long the shop may take to notice or to heal.
const limit = 20 * time.Second

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: faults SHOP_ADDRESS METRICS_ADDRESS")
		os.Exit(2)
	}
	c := &checks{shop: os.Args[1], inside: os.Args[2], out: os.Stdout, client: &http.Client{Timeout: 5 * time.Second}}
	c.run(context.Background())
	_, _ = fmt.Fprintf(c.out, "%d passed, %d failed\n", c.passed, c.failed)
	if c.failed > 0 {
		os.Exit(1)
	}
}

type checks struct {
	shop, inside   string
	out            io.Writer
	client         *http.Client
	passed, failed int
}

// warm is read before anything breaks; cold never is.
var warm = []string{"/api/games/", "/api/games/1/", "/api/gifts/?limit=24", "/api/feedback/rating/", "/api/articles/about/"}

// cold returns an address that is requested once per service: its answer is cached
// from then on.
func cold(service string) string { return "/api/gifts/?limit=7&offset=31&search=" + service }

func (c *checks) run(ctx context.Context) {
	for _, path := range warm {
		c.want("warm "+path, func() bool { return c.status(ctx, path) == http.StatusOK })
	}
	c.want("health is ok", func() bool { return c.health(ctx) == "ok postgres=ok redis=ok" })

	for _, service := range []string{"redis", "postgres"} {
		readers := c.startReaders(ctx)
		c.service(ctx, "kill", service)
		away := map[string]string{"redis": "degraded postgres=ok redis=away", "postgres": "degraded postgres=away redis=ok"}[service]
		c.want("health says that "+service+" is away", func() bool { return c.health(ctx) == away })
		if service == "postgres" {
			c.want("what was never read answers 503", func() bool { return c.status(ctx, cold(service)) == http.StatusServiceUnavailable })
		} else {
			c.want("what was never read is still answered", func() bool { return c.status(ctx, cold(service)) == http.StatusOK })
		}
		c.service(ctx, "start", service)
		c.want("health is ok again", func() bool { return c.health(ctx) == "ok postgres=ok redis=ok" })
		c.want("what was never read is answered", func() bool { return c.status(ctx, cold(service)) == http.StatusOK })
		read, lost := readers()
		c.want(fmt.Sprintf("%s killed and back: %d cached reads, %d lost", service, read, lost), func() bool { return read > 100 && lost == 0 })
	}
}

// startReaders reads warm pages without a pause; the returned function stops them
// and returns how many answers there were and how many were not 200.
func (c *checks) startReaders(ctx context.Context) func() (read, lost int64) {
	ctx, stop := context.WithCancel(ctx)
	var read, lost atomic.Int64
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				status := c.status(ctx, warm[n%len(warm)])
				if ctx.Err() != nil {
					return
				}
				read.Add(1)
				if status != http.StatusOK {
					lost.Add(1)
				}
			}
		})
	}
	return func() (int64, int64) {
		stop()
		wg.Wait()
		return read.Load(), lost.Load()
	}
}

func (c *checks) service(ctx context.Context, verb, name string) {
	out, err := exec.CommandContext(ctx, "dev/service", verb, name).CombinedOutput() //nolint:gosec // names stand above
	c.want(verb+" "+name, func() bool { return err == nil })
	if err != nil {
		_, _ = fmt.Fprintf(c.out, "     %v: %s\n", err, out)
	}
}

// want waits for a condition: noticing and healing take a moment.
func (c *checks) want(what string, ok func() bool) {
	started := time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		if time.Since(started) > limit {
			c.failed++
			_, _ = fmt.Fprintf(c.out, "FAIL %s\n", what)
			return
		}
		<-tick.C
	}
	c.passed++
	_, _ = fmt.Fprintf(c.out, "ok   %s (%d ms)\n", what, time.Since(started).Milliseconds())
}

func (c *checks) status(ctx context.Context, path string) int {
	res, err := c.get(ctx, path)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

func (c *checks) health(ctx context.Context) string {
	res, err := c.getFrom(ctx, c.inside, "/readyz")
	if err != nil {
		return err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	var h struct {
		Status string            `json:"status"`
		Checks map[string]string `json:"checks"`
	}
	if err := json.NewDecoder(res.Body).Decode(&h); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s postgres=%s redis=%s", h.Status, h.Checks["postgres"], h.Checks["redis"])
}

func (c *checks) get(ctx context.Context, path string) (*http.Response, error) {
	return c.getFrom(ctx, c.shop, path)
}

func (c *checks) getFrom(ctx context.Context, origin, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+path, nil)
	if err != nil {
		return nil, err
	}
	return c.client.Do(req)
}
