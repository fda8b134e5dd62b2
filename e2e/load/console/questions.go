package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"larek/internal/desk"
	"larek/internal/report"
)

// filters are those of the list, each alone and some that no index answers.
var filters = []string{
	"", "status=sending", "status=done", "kind=steam", "game=7", "method=getpay", "provider=payin", "supplier=nsgifts", "country=KZ", "promo=CODE8",
	"problem=unknown", "problem=wrong_details", "problem=letter", "problem=refund", "next=operator", "late=true", "buyer=guest", "buyer=account", "user=3", "owner=none",
	"sum_from=100000.00", "sum_from=60.50&sum_to=70.00", "max_age=1440", "buyer_of=19999", "player_of=19998",
	"status=done&country=KZ&buyer=guest", "kind=pubg&method=tbank_sbp", "sum_from=100000.00&supplier=moogold", "game=7&status=sent&promo=CODE8",
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
	return b.result()
}

// list measures the pages of a filter, one after the other, and its count.
func (b *bench) list(ctx context.Context, query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	f, err := report.ParseFilter(values, 1)
	if err != nil {
		return err
	}
	var from *report.Place
	if err := b.measure(ctx, "list "+query, func(int) error {
		page, err := b.report.Orders(ctx, f, from)
		if err == nil {
			from = page.Older // or again from the newest
		}
		return err
	}); err != nil {
		return err
	}
	return b.measure(ctx, "count "+query, func(int) error { _, err := b.report.Count(ctx, f); return err })
}

// single measures what is about one order, another one each time.
func (b *bench) single(ctx context.Context) error {
	id := func(round int) int64 { return 1 + int64(round+1)*7919*104729%b.orders }
	find := func(text func(int) string) func(int) error {
		return func(i int) error {
			found, err := b.report.Find(ctx, text(i), report.FindOptions{Personal: true, Customers: true})
			if err == nil && len(found.Results) == 0 {
				return fmt.Errorf("nothing found by %s", text(i))
			}
			return err
		}
	}
	for _, one := range []struct {
		what string
		do   func(int) error
	}{
		{"page of an order", func(i int) error {
			_, err := b.report.Order(ctx, id(i), report.OrderOptions{WithCost: true})
			return err
		}},
		{"timeline of an order", func(i int) error { _, err := b.report.Facts(ctx, id(i), nil, nil); return err }},
		{"find by number", find(func(i int) string { return fmt.Sprint(id(i)) })},
		{"find by e-mail", find(func(i int) string { return fmt.Sprintf("buyer%d@example.test", id(i)%(b.orders/4)) })},
		{"find by payment", find(func(i int) string { return fmt.Sprintf("pay%d", id(i)/100*100+1) })},
		{"find by player", find(func(i int) string { return fmt.Sprint(700000000 + id(i)/4*4*31%(b.orders/3)) })},
		{"find by supplier's number", find(func(i int) string { return fmt.Sprintf("sup%d", id(i)/100*100+1) })},
	} {
		if err := b.measure(ctx, one.what, one.do); err != nil {
			return err
		}
	}
	return nil
}

// queue measures «Требует человека» and its counters.
func (b *bench) queue(ctx context.Context) error {
	for what, f := range map[string]desk.Filter{"all": {}, "free": {Free: true}, "late": {Late: true}, "mine": {Owner: 1}, "letters": {Kind: desk.KindLetter}} {
		if err := b.measure(ctx, "queue "+what, func(int) error { _, err := b.desk.Queue(ctx, f, desk.Place{}, 50); return err }); err != nil {
			return err
		}
	}
	return b.measure(ctx, "queue counters", func(int) error { _, _, err := b.desk.Counts(ctx); return err })
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
