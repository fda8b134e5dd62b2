package pg

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// tracer starts a span for each query, named after the sqlc query. Arguments are
// left out because they hold email addresses and player IDs.
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

// queryName returns "ListGames" for a query that starts with
// "-- name: ListGames :many".
func queryName(sql string) string {
	rest, ok := strings.CutPrefix(sql, "-- name: ")
	if !ok {
		return "statement"
	}
	name, _, _ := strings.Cut(rest, " ")
	return name
}
