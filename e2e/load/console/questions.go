package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/ordersearch"
)

// filters are those of the list, each alone and some that no index answers. PROMO is the
// code of the month before.
var filters = []string{
	"", "status=sending", "status=done", "kind=steam", "game=7", "method=getpay", "provider=payin", "supplier=nsgifts", "country=KZ", "promo=PROMO",
	"problem=unknown", "problem=wrong_details", "problem=letter", "problem=refund", "next=operator", "late=true", "buyer=guest", "buyer=account", "owner=none",
	"sum_from=100000.00", "sum_from=60.50&sum_to=70.00", "max_age=1440", "buyer_of=19999", "player_of=19998",
	"status=done&country=KZ&buyer=guest", "kind=pubg&method=tbank_sbp", "sum_from=100000.00&supplier=moogold", "game=7&status=sent&promo=PROMO",
}

func (b *bench) all(ctx context.Context) error {
	b.head()
	for _, query := range filters {
		if err := b.list(ctx, query); err != nil {
			return err
		}
	}
	if err := b.single(ctx); err != nil {
		return err
	}
	if err := b.queue(ctx); err != nil {
		return err
	}
	if err := b.reads(ctx); err != nil {
		return err
	}
	return b.result()
}

// list measures the pages of a filter, one after the other, and its count.
func (b *bench) list(ctx context.Context, query string) error {
	values, err := url.ParseQuery(strings.ReplaceAll(query, "PROMO", b.promoCode))
	if err != nil {
		return err
	}
	f, err := ordersearch.ParseFilter(values, 1)
	if err != nil {
		return err
	}
	var from *ordersearch.Place
	if err := b.measure(ctx, "list "+query, func(int) error {
		page, err := b.search.Orders(ctx, f, from)
		if err == nil {
			from = page.Older // or again from the newest
		}
		return err
	}); err != nil {
		return err
	}
	return b.measure(ctx, "count "+query, func(int) error { _, err := b.search.Count(ctx, f); return err })
}

// single measures what is about one order, another one each time.
func (b *bench) single(ctx context.Context) error {
	id := func(round int) int64 { return 1 + int64(round+1)*7919*104729%b.orders }
	find := func(what, sql string) (question, error) {
		words := make([]string, rounds+1)
		for i := range words {
			if err := b.known().QueryRow(ctx, sql, id(i)).Scan(&words[i]); err != nil {
				return question{}, fmt.Errorf("%s: %w", what, err)
			}
		}
		return question{what, func(i int) error {
			found, err := b.search.Find(ctx, words[i], ordersearch.FindOptions{Personal: true, Customers: true})
			if err == nil && len(found.Results) == 0 {
				return fmt.Errorf("nothing found by %s", words[i])
			}
			return err
		}}, nil
	}
	list := []question{
		{"page of an order", func(i int) error {
			_, err := b.search.Order(ctx, id(i), ordersearch.OrderOptions{WithCost: true})
			return err
		}},
		{"timeline of an order", func(i int) error { _, err := b.search.Facts(ctx, id(i), nil, nil); return err }},
	}
	for _, by := range [][2]string{
		{"find by number", `select $1::bigint::text`},
		{"find by e-mail", `select email from orders where id >= $1 / 2 and email like 'buyer%' order by id limit 1`},
		{"find by payment", `select provider_id from payments where id >= $1 / 2 order by id limit 1`},
		{"find by player", `select order_player(detail) from orders where id >= $1 / 2 and kind = 'supply_channel' order by id limit 1`},
		{"find by supplier's number", `select supplier_ref from delivery_units where id >= $1 * 2 and supplier_ref is not null order by id limit 1`},
	} {
		q, err := find(by[0], by[1])
		if err != nil {
			return err
		}
		list = append(list, q)
	}
	return b.ask(ctx, list)
}

// ordersOf reads the list of the buyer with the most orders, a page further each time.
func (b *bench) ordersOf(ctx context.Context) func(int) error {
	var from *ordersearch.Place
	return func(int) error {
		f, err := ordersearch.ParseFilter(url.Values{"user": {fmt.Sprint(b.regular)}}, 1)
		if err != nil {
			return err
		}
		page, err := b.search.Orders(ctx, f, from)
		if err == nil {
			from = page.Older
		}
		return err
	}
}

// queue measures «Требует человека» and its counters.
func (b *bench) queue(ctx context.Context) error {
	for what, f := range map[string]queue.Filter{"all": {}, "free": {Free: true}, "late": {Late: true}, "mine": {Owner: 1}, "letters": {Kind: desk.KindLetter}} {
		if err := b.measure(ctx, "queue "+what, func(int) error { _, err := b.rows.List(ctx, f, queue.Place{}, 50); return err }); err != nil {
			return err
		}
	}
	return b.measure(ctx, "queue counters", func(int) error { _, _, err := b.rows.Counts(ctx); return err })
}

// result returns what missed its bar.
func (b *bench) result() error {
	var missed []string
	if len(b.late) > 0 {
		missed = append(missed, fmt.Sprintf("over %v: %s", bar, strings.Join(b.late, ", ")))
	}
	if len(b.scanned) > 0 {
		missed = append(missed, "whole tables read: "+strings.Join(b.scanned, ", "))
	}
	if b.isNoisy {
		_, _ = fmt.Fprintf(b.out, "\nThis machine was busy: a bare select 1 took more than %v at times. There the server's time on a core was compared with the bars.\n", quiet)
	}
	if len(missed) > 0 {
		return fmt.Errorf("%s", strings.Join(missed, "; "))
	}
	return nil
}
