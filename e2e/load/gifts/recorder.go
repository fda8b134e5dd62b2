package main

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
)

// query is one statement the service sent.
type query struct {
	name string
	sql  string
	args []any
}

// recorder remembers the last statement of each name, to be explained.
type recorder struct{ seen map[string]query }

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if rest, ok := strings.CutPrefix(q.SQL, "-- name: "); ok {
		name, _, _ := strings.Cut(rest, " ")
		if r.seen == nil {
			r.seen = map[string]query{}
		}
		_, body, _ := strings.Cut(q.SQL, "\n")
		r.seen[name] = query{name: name, sql: body, args: q.Args}
	}
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) take() []query {
	var all []query
	for _, q := range r.seen {
		all = append(all, q)
	}
	r.seen = nil
	return all
}
