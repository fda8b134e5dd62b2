package ratelimit

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/redis/rueidis"
)

// redisTimeout bounds how long a caller waits for a count.
const redisTimeout = 200 * time.Millisecond

// gcra is Rate.next for all instances together. Times are microseconds; it returns
// how long to wait.
var gcra = rueidis.NewLuaScript(`
local now, every, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local whole = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + every
local wait = whole - now - every * burst
if wait > 0 then return wait end
redis.call('SET', KEYS[1], string.format('%.0f', whole), 'PX', math.ceil((whole - now) / 1000) + 1)
return 0`)

// RedisCounts stores the counts in Redis.
type RedisCounts struct {
	opt    rueidis.ClientOption
	mu     sync.Mutex
	client rueidis.Client
	tried  time.Time
}

// NewRedisCounts parses the address; it connects at the first call.
func NewRedisCounts(url string) (*RedisCounts, error) {
	opt, err := rueidis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("redis address: %w", err)
	}
	opt.DisableCache, opt.ForceSingleClient, opt.ClientName = true, true, "larek-limits"
	opt.Dialer.Timeout, opt.ConnWriteTimeout = redisTimeout, time.Second
	return &RedisCounts{opt: opt}, nil
}

// Take implements Shared.
func (c *RedisCounts) Take(ctx context.Context, key string, r Rate, now time.Time) (time.Duration, error) {
	client, err := c.connected(now)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	micros := func(d int64) string { return strconv.FormatInt(d, 10) }
	wait, err := gcra.Exec(ctx, client, []string{"larek:limit:" + key},
		[]string{micros(now.UnixMicro()), micros(max(1, r.Every.Microseconds())), strconv.Itoa(r.Burst)}).AsInt64()
	if err != nil {
		return 0, fmt.Errorf("count in redis: %w", err)
	}
	return time.Duration(wait) * time.Microsecond, nil
}

// connected dials at most once a second, so that an unreachable Redis does not
// delay callers.
func (c *RedisCounts) connected(now time.Time) (rueidis.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.client != nil {
		return c.client, nil
	}
	if now.Sub(c.tried) < time.Second {
		return nil, fmt.Errorf("redis is unreachable")
	}
	c.tried = now
	client, err := rueidis.NewClient(c.opt)
	if err != nil {
		return nil, fmt.Errorf("redis: %w", err)
	}
	c.client = client
	return client, nil
}

// Close ends the connection.
func (c *RedisCounts) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.client != nil {
		c.client.Close()
	}
}
