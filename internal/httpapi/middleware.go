package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"larek/internal/ident"
)

// A caller slower than this is not a buyer.
const (
	readLimit  = 10 * time.Second // of a body; nginx hands over whole ones
	writeLimit = 60 * time.Second
)

type requestIDKey struct{}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

var goodRequestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// identify gives every request a name: the edge's, or a new one.
func identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !goodRequestID.MatchString(id) {
			id = ident.NewHash().String()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

// watch makes a span, a log line and measurements of every request that was
// not answered from the cache. The path is logged as its pattern: real paths
// hold order hashes.
func (s *server) watch(pattern string, next http.Handler) http.Handler {
	tracer := otel.Tracer("larek/http")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, r.Method+" "+pattern, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		// Here and not on the server: an answer from the cache needs neither, and
		// two timers per request are a tenth of its cost.
		deadlines := http.NewResponseController(w)
		boundBody(r, deadlines, started.Add(readLimit))
		_ = deadlines.SetWriteDeadline(started.Add(writeLimit))
		sw := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		s.guardPanic(sw, r.WithContext(ctx), next)
		took := time.Since(started)
		span.SetAttributes(attribute.Int("http.response.status_code", sw.status))
		s.metrics.requests.WithLabelValues(r.Method, pattern, statusClass(sw.status)).Observe(took.Seconds())
		s.log.LogAttrs(ctx, slog.LevelInfo, "request",
			slog.String("request_id", requestID(ctx)), slog.String("method", r.Method), slog.String("route", pattern),
			slog.Int("status", sw.status), slog.Float64("ms", float64(took.Microseconds())/1000))
	})
}

// guardPanic turns a panic into a 500 with the same envelope as any other.
func (s *server) guardPanic(w *statusWriter, r *http.Request, next http.Handler) {
	defer func() {
		if p := recover(); p != nil {
			s.log.ErrorContext(r.Context(), "panic", "request_id", requestID(r.Context()), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if !w.wrote {
				writeProblem(w, errInternal)
			}
		}
	}()
	next.ServeHTTP(w, r)
}

type statusWriter struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (w *statusWriter) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the real writer.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func statusClass(status int) string { return string(rune('0'+status/100)) + "xx" }
