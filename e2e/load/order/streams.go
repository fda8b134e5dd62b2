package main

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/publicid"
	"larek/internal/pubsub"
)

const (
	delayBar = 300 * time.Millisecond
	// perSecond is how many events of watched orders happen each second.
	perSecond = 100
	watching  = 20 * time.Second
)

// measureStreams opens streams to one API and measures how long after its
// commit an event's bytes are there.
func (b *harness) measureStreams(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	orders, err := b.watchedOrders(ctx)
	if err != nil {
		return err
	}
	s := &streaming{harness: b, seen: map[int64]time.Time{}}
	if err := s.openAll(ctx, orders); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%d streams open, %d events/s for %s\n", len(orders), perSecond, watching)
	sent, err := s.happen(ctx, orders)
	if err != nil {
		return err
	}
	delays, err := s.delays(ctx, sent)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "  from commit to the stream: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, longest %.1f ms (%d events)\n",
		ms(share(delays, 0.5)), ms(share(delays, 0.95)), ms(share(delays, 0.99)), ms(share(delays, 1)), len(delays))
	return b.checkFigure("p95 delay, ms", ms(share(delays, 0.95)), ms(delayBar), false)
}

// watchedOrders creates orders that pages watch.
func (b *harness) watchedOrders(ctx context.Context) ([]placed, error) {
	orders := make([]placed, b.streams)
	var batch pgx.Batch
	for i := range orders {
		hash := publicid.New()
		orders[i].Hash = hash.String()
		batch.Queue(`insert into orders (hash, kind, status, game_id, total, created, next_action, due_at)
			select $1, 'pubg', 'created', p.game_id, p.final_price, now(), 'pay', now() + interval '1 day' from products p where p.id = $2
			returning id`, hash, b.pack).QueryRow(func(row pgx.Row) error { return row.Scan(&orders[i].ID) })
	}
	return orders, b.pool.SendBatch(ctx, &batch).Close()
}

type streaming struct {
	*harness
	mu   sync.Mutex
	seen map[int64]time.Time // by event
	gone int
}

func (s *streaming) openAll(ctx context.Context, orders []placed) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: len(orders)}}
	ready := make(chan error, len(orders))
	for i, o := range orders {
		go s.follow(ctx, client, o, ready)
		if i%50 == 49 { // not all knocking at once
			for range 50 {
				if err := <-ready; err != nil {
					return err
				}
			}
		}
	}
	for range len(orders) % 50 {
		if err := <-ready; err != nil {
			return err
		}
	}
	return nil
}

// follow notes when each event's first byte was there.
func (s *streaming) follow(ctx context.Context, client *http.Client, o placed, ready chan<- error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.shop+"/api/orders/"+o.Hash+"/events/", nil)
	if err != nil {
		ready <- err
		return
	}
	res, err := client.Do(req)
	if err != nil {
		ready <- err
		return
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		ready <- fmt.Errorf("stream: %s", res.Status)
		return
	}
	ready <- nil
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if text, isID := strings.CutPrefix(lines.Text(), "id: "); isID {
			now := time.Now()
			if id, err := strconv.ParseInt(text, 10, 64); err == nil {
				s.mu.Lock()
				s.seen[id] = now
				s.mu.Unlock()
			}
		}
	}
	s.mu.Lock()
	s.gone++
	s.mu.Unlock()
}

// happen writes events for random orders and announces them as the shop does;
// it returns when each was committed.
func (s *streaming) happen(ctx context.Context, orders []placed) (map[int64]time.Time, error) {
	bus, err := pubsub.Open(s.redis, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer bus.Close()
	committed := map[int64]time.Time{}
	tick := time.NewTicker(time.Second / perSecond)
	defer tick.Stop()
	for end := time.Now().Add(watching); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
		o := orders[rand.IntN(len(orders))] //nolint:gosec // chance, not secrecy
		var id int64
		err := s.pool.QueryRow(ctx, `insert into order_events (order_id, event) values ($1, 'order.changed') returning id`, o.ID).Scan(&id)
		if err != nil {
			return nil, err
		}
		committed[id] = time.Now()
		if err := bus.Publish(ctx, pubsub.OrderChanged, strconv.FormatInt(o.ID, 10)); err != nil {
			return nil, err
		}
	}
	return committed, nil
}

// delays waits until every event has been seen.
func (s *streaming) delays(ctx context.Context, sent map[int64]time.Time) ([]time.Duration, error) {
	end := time.After(15 * time.Second)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		s.mu.Lock()
		var delays []time.Duration
		for id, at := range sent {
			if seen, ok := s.seen[id]; ok {
				delays = append(delays, seen.Sub(at))
			}
		}
		gone := s.gone
		s.mu.Unlock()
		if len(delays) == len(sent) && gone == 0 {
			return delays, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-end:
			return nil, fmt.Errorf("%d of %d events seen, %d streams gone", len(delays), len(sent), gone)
		case <-tick.C:
		}
	}
}
