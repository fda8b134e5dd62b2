package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"larek/internal/account"
	"larek/internal/seal"
)

// growthBar is how many times longer a buyer may wait in a shop that has grown.
const growthBar = 1.5

// growthRounds is how often each is measured: enough for a p99.
const growthRounds = 300

// shopTimes are what a buyer waited for in one shop, by the names in growthSteps.
type shopTimes struct {
	*harness
	token string // of the buyer with 5 000 orders
	times map[string][]time.Duration
}

var growthSteps = []string{"create an order", "start a payment", "accept a webhook", "page of an order", "history of 5 000 orders", "live feed"}

// measureGrowth compares two shops that differ by the number of their orders.
func (b *harness) measureGrowth(ctx context.Context, grown *harness) error {
	shops := make([]*shopTimes, 2)
	for i, h := range []*harness{b, grown} {
		s, err := newShopTimes(ctx, h)
		if err != nil {
			return err
		}
		shops[i] = s
	}
	for i := range growthRounds + 1 {
		if i == 1 { // the first round fills caches
			shops[0].times, shops[1].times = map[string][]time.Duration{}, map[string][]time.Duration{}
		}
		for k := range shops { // by turns: the speed of the machine changes by the minute
			if err := shops[(i+k)%2].round(ctx, i); err != nil {
				return err
			}
		}
	}
	return b.compare(ctx, shops[0], shops[1])
}

func newShopTimes(ctx context.Context, h *harness) (*shopTimes, error) {
	secret, err := seal.ParseKey(h.secret)
	if err != nil {
		return nil, err
	}
	var buyer int64
	if err := h.pool.QueryRow(ctx, `select id from users where nickname = 'Постоянный покупатель'`).Scan(&buyer); err != nil {
		return nil, err
	}
	token := account.NewTokens(secret.Derive("token")).IssueServiceToken(buyer, time.Now())
	return &shopTimes{harness: h, token: token, times: map[string][]time.Duration{}}, h.control(ctx, "/auto", `{"pay":false}`, nil)
}

// round is one buyer's way through the shop.
func (s *shopTimes) round(ctx context.Context, i int) error {
	var o placed
	var hook webhook
	steps := []func() error{
		func() error { return s.post(ctx, s.shop+"/api/orders/pubg/", nil, s.newOrder(i), &o) },
		func() error { return s.startPayment(ctx, o) },
		func() error { return s.post(ctx, hook.URL, hook.Header, hook.Body, nil) },
		func() error { return s.get(ctx, "/api/orders/"+o.Hash+"/details/", "") },
		func() error { return s.get(ctx, fmt.Sprintf("/api/orders/?page=%d", 1+i%100), s.token) },
		func() error { return s.get(ctx, "/api/live_feed/", "") },
	}
	for n, step := range steps {
		if n == 2 {
			var err error
			if hook, err = s.composed(ctx, o); err != nil {
				return err
			}
		}
		began := time.Now()
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", growthSteps[n], err)
		}
		s.times[growthSteps[n]] = append(s.times[growthSteps[n]], time.Since(began))
	}
	return nil
}

func (b *harness) get(ctx context.Context, path, token string) error {
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	return b.call(ctx, http.MethodGet, b.shop+path, header, "", nil)
}

// compare prints both shops side by side and says what grew by more than the bar.
func (b *harness) compare(ctx context.Context, small, grown *shopTimes) error {
	var few, many int64
	if err := errors.Join(small.pool.QueryRow(ctx, `select count(*) from payments`).Scan(&few), grown.pool.QueryRow(ctx, `select count(*) from payments`).Scan(&many)); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%d and %d paid orders, %d rounds, one buyer at a time\n\n%-26s %18s %18s %7s\n", few, many, growthRounds, "", "p50 · p99 ms", "grown: p50 · p99", "ratio")
	var missed error
	for _, what := range growthSteps {
		was, is := small.times[what], grown.times[what]
		ratio, word := ms(share(is, 0.99))/ms(share(was, 0.99)), ""
		if ratio > growthBar {
			word = "  MISSED"
			missed = errors.Join(missed, fmt.Errorf("%s: p99 grew %.2f times, want ≤ %.1f", what, ratio, growthBar))
		}
		fmt.Fprintf(b.out, "%-26s %8.2f · %7.2f %8.2f · %7.2f %7.2f%s\n", what, ms(share(was, 0.5)), ms(share(was, 0.99)), ms(share(is, 0.5)), ms(share(is, 0.99)), ratio, word)
	}
	return missed
}
