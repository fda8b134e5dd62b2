package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// larek is our own shop, by the calls its storefront makes.
type larek struct {
	*web
	origin   string
	products int64
	pack     int64 // 660 UC, delivered from a stock of codes
	pool     *pgxpool.Pool
	pages    atomic.Int64 // that read asked for

	mu   sync.Mutex
	open map[int64]chan struct{} // orders paid for and not delivered yet
}

// look is how often the database is asked which orders were delivered, for all buyers at once.
const look = 5 * time.Millisecond

func newLarek(ctx context.Context, w *web, origin, sandbox, database string, products int64) (shop, error) {
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return shop{}, err
	}
	l := &larek{web: w, origin: origin, products: products, pool: pool, open: map[int64]chan struct{}{}}
	if err := pool.QueryRow(ctx, `select id from products where kind = 'pubg' and title = '660 UC'`).Scan(&l.pack); err != nil {
		return shop{}, err
	}
	// The provider takes the money at once and sends its webhook.
	if _, err := l.call(ctx, http.MethodPost, sandbox+"/control/auto", nil, map[string]any{"pay": true}, nil); err != nil {
		return shop{}, err
	}
	go l.watch(ctx)
	return shop{name: "Larek", calls: map[string]call{"ready list": l.ready, "read list": l.read, "cart": l.create, "order": l.order}}, nil
}

// ready asks for pages that were asked for before: the API has their answers.
func (l *larek) ready(ctx context.Context, n int64) error {
	return l.gifts(ctx, fmt.Sprintf("/api/gifts/?limit=20&offset=%d", n%(l.products-20)))
}

var orderings = []string{"price", "-price", "title", "-title", "created", "-created", "discount_percent", "-discount_percent"}

// read asks for a page that has not been asked for: by another order, of another length.
func (l *larek) read(ctx context.Context, _ int64) error {
	n := l.pages.Add(1)
	offset, rest := n%(l.products-20), n/(l.products-20)
	ordering, limit := orderings[rest%8], 20+(rest/8)%80
	return l.gifts(ctx, fmt.Sprintf("/api/gifts/?limit=%d&offset=%d&ordering=%s", limit, offset, ordering))
}

func (l *larek) gifts(ctx context.Context, path string) error {
	var page struct {
		Results []json.RawMessage `json:"results"`
	}
	if _, err := l.call(ctx, http.MethodGet, l.origin+path, nil, nil, &page); err != nil {
		return err
	}
	if len(page.Results) < 20 {
		return fmt.Errorf("a page of %d", len(page.Results))
	}
	return nil
}

type placed struct {
	ID   int64  `json:"id"`
	Hash string `json:"hash"`
}

func (l *larek) create(ctx context.Context, n int64) error {
	_, err := l.place(ctx, n)
	return err
}

// place makes an order of one line: the cart itself is in the browser.
func (l *larek) place(ctx context.Context, n int64) (o placed, err error) {
	lines := []any{map[string]any{"product_id": l.pack, "quantity": 1}}
	_, err = l.call(ctx, http.MethodPost, l.origin+"/api/orders/pubg/", nil,
		map[string]any{"email": fmt.Sprintf("load-%d@example.test", n), "products": lines}, &o)
	return o, err
}

// order ends when the code is with the buyer: paid alone is not a state to stop at.
func (l *larek) order(ctx context.Context, n int64) error {
	o, err := l.place(ctx, n)
	if err != nil {
		return err
	}
	delivered := make(chan struct{})
	l.mu.Lock()
	l.open[o.ID] = delivered
	l.mu.Unlock()
	_, err = l.call(ctx, http.MethodPost, l.origin+"/api/payments/payselection/", http.Header{"X-Order-Hash": {o.Hash}},
		map[string]any{"order_id": o.ID, "currency": "RUB", "email": fmt.Sprintf("load-%d@example.test", n)}, nil)
	if err != nil {
		return err
	}
	select {
	case <-delivered:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Minute):
		return fmt.Errorf("order %d was not delivered in a minute", o.ID)
	}
}

// watch lets buyers go whose orders were delivered.
func (l *larek) watch(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		l.mu.Lock()
		ids := make([]int64, 0, len(l.open))
		for id := range l.open {
			ids = append(ids, id)
		}
		l.mu.Unlock()
		if len(ids) == 0 {
			continue
		}
		rows, _ := l.pool.Query(ctx, `select id from orders where id = any($1) and status = 'done'`, ids)
		done, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return // the buyers say so in a minute
		}
		l.mu.Lock()
		for _, id := range done {
			close(l.open[id])
			delete(l.open, id)
		}
		l.mu.Unlock()
	}
}
