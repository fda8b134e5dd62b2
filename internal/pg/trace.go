package pg

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// tracer makes a span per query, named by sqlc's query name. Arguments are
// left out: they hold e-mails and player ids.
type tracer struct{}

func (tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	ctx, _ = otel.Tracer("larek/pg").Start(ctx, "sql "+queryName(q.SQL), trace.WithSpanKind(trace.SpanKindClient))
	return context.WithValue(ctx, startedKey{}, true)
}

func (tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryEndData) {
	if ctx.Value(startedKey{}) == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	if q.Err != nil {
		span.SetStatus(codes.Error, "query failed")
	}
	span.End()
}

type startedKey struct{}

// queryName reads «ListGames» out of «-- name: ListGames :many».
func queryName(sql string) string {
	rest, ok := strings.CutPrefix(sql, "-- name: ")
	if !ok {
		return "statement"
	}
	name, _, _ := strings.Cut(rest, " ")
	return name
}
