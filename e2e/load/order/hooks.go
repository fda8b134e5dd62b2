package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// placed is an order, or a bare flow, which has but a number.
type placed struct {
	ID   int64  `json:"id"`
	Hash string `json:"hash"`
}

// hookRound sends the shop genuine webhooks, one for each order.
func (m *delivering) hookRound(ctx context.Context) error {
	if err := m.control(ctx, "/auto", `{"pay":false}`, nil); err != nil {
		return err
	}
	orders, err := m.makeOrders(ctx, m.orders)
	if err != nil {
		return err
	}
	hooks := make([]webhook, len(orders))
	for i, o := range orders {
		// One by one: each claims the next number of the sandbox's book.
		if err := m.startPayment(ctx, o); err != nil {
			return err
		}
		if hooks[i], err = m.composed(ctx, o); err != nil {
			return err
		}
	}
	times, err := timed(len(hooks), func(i int) error {
		return m.post(ctx, hooks[i].URL, hooks[i].Header, hooks[i].Body, nil)
	})
	m.hooks = append(m.hooks, times...)
	return err
}

// signalRound signals bare workflows that money came.
func (m *delivering) signalRound(ctx context.Context) error {
	flows := m.newFlows(m.orders)
	for _, f := range flows {
		if err := signalBare(ctx, m.engine, f.ID); err != nil {
			return err
		}
	}
	times, err := timed(len(flows), func(i int) error { return signalBare(ctx, m.engine, flows[i].ID) })
	m.signals = append(m.signals, times...)
	return err
}

// timed runs do n times, some at once, and returns how long each took.
func timed(n int, do func(i int) error) ([]time.Duration, error) {
	times, errs := make([]time.Duration, n), make([]error, n)
	var wg sync.WaitGroup
	slots := make(chan struct{}, hooking)
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			began := time.Now()
			errs[i] = do(i)
			times[i] = time.Since(began)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return times, nil
}

type webhook struct {
	URL    string      `json:"url"`
	Header http.Header `json:"header"`
	Body   string      `json:"body"`
}

// composed is the webhook the provider would send for a paid order.
func (b *harness) composed(ctx context.Context, o placed) (webhook, error) {
	var reference string
	err := b.pool.QueryRow(ctx, `select reference from payment_attempts where order_id = $1 order by id desc limit 1`, o.ID).Scan(&reference)
	if err != nil {
		return webhook{}, err
	}
	var w webhook
	err = b.control(ctx, "/forge", fmt.Sprintf(`{"provider":"payselection","reference":%q,"what":"replay","dry":true}`, reference), &w)
	return w, err
}

// makeOrders places orders of one pack each.
func (b *harness) makeOrders(ctx context.Context, n int) ([]placed, error) {
	orders := make([]placed, n)
	for i := range orders {
		if err := b.post(ctx, b.shop+"/api/orders/pubg/", nil, b.newOrder(i), &orders[i]); err != nil {
			return nil, err
		}
	}
	return orders, nil
}

func (b *harness) startPayment(ctx context.Context, o placed) error {
	return b.post(ctx, b.shop+"/api/payments/payselection/", http.Header{"X-Order-Hash": {o.Hash}},
		fmt.Sprintf(`{"order_id":%d,"currency":"RUB","email":"load@example.test"}`, o.ID), nil)
}

func (b *harness) control(ctx context.Context, path, body string, into any) error {
	return b.post(ctx, b.sandbox+"/control"+path, nil, body, into)
}

func (b *harness) post(ctx context.Context, url string, header http.Header, body string, into any) error {
	return b.call(ctx, http.MethodPost, url, header, body, into)
}

// call makes a request and reads the whole answer; into may be nil.
func (b *harness) call(ctx context.Context, method, url string, header http.Header, body string, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	res, err := b.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s: %s %s", url, res.Status, answer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}
