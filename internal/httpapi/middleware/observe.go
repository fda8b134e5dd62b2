// Package middleware wraps handlers with what every request needs: an ID, security
// headers, deadlines, logs, spans and metrics.
package middleware

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"larek/internal/httpapi/httperr"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// The timeouts of one request; a real buyer is never slower.
const (
	readTimeout  = 10 * time.Second // of a body; nginx delivers whole ones
	writeTimeout = 60 * time.Second
)

var goodRequestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// Identify gives every request an id: the edge's, or a new one.
func Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !goodRequestID.MatchString(id) {
			id = publicid.New().String()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(httperr.WithRequestID(r.Context(), id)))
	})
}

// Observer records requests.
type Observer struct {
	Metrics *Metrics
	Log     *slog.Logger
	// LogKey makes the names by which the log knows callers.
	LogKey seal.Key
}

// LogName returns the name by which the log knows an account or an email. Lines with the same
// name are about the same one; which it is takes the shop's secret.
func LogName(key seal.Key, who string) string {
	return hex.EncodeToString(key.MAC([]byte(strings.ToLower(who)))[:8])
}

// Wrap records a span, a log line and metrics of every request that was not
// answered from the cache. The path is logged as its pattern: real paths contain
// order hashes. Callers are logged by a name that leads to nobody without the secret, and a
// refusal by its code: refused sign-ins, permissions, limits and input differ by it.
func (o *Observer) Wrap(pattern string, next http.Handler) http.Handler {
	tracer := otel.Tracer("larek/http")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, r.Method+" "+pattern, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		// Set here and not on the server: an answer from the cache needs neither,
		// and two timers per request are a tenth of its cost.
		deadlines := http.NewResponseController(w)
		boundBody(r, deadlines, started.Add(readTimeout))
		_ = deadlines.SetWriteDeadline(started.Add(writeTimeout))
		sw, note := &statusWriter{ResponseWriter: w, status: http.StatusOK}, &httperr.Note{}
		o.guardPanic(sw, r.WithContext(httperr.WithNote(ctx, note)), next)
		took := time.Since(started)
		span.SetAttributes(attribute.Int("http.response.status_code", sw.status))
		o.Metrics.requests.WithLabelValues(r.Method, pattern, statusClass(sw.status)).Observe(took.Seconds())
		line := []slog.Attr{
			slog.String("request_id", httperr.RequestID(ctx)), slog.String("method", r.Method), slog.String("route", pattern),
			slog.Int("status", sw.status), slog.Float64("ms", float64(took.Microseconds())/1000),
		}
		if sw.refusal != "" {
			line = append(line, slog.String("code", sw.refusal))
		}
		if note.Who != "" {
			line = append(line, slog.String("who", LogName(o.LogKey, note.Who)))
		}
		if note.Way != "" {
			line = append(line, slog.String("way", note.Way))
		}
		o.Log.LogAttrs(ctx, slog.LevelInfo, "request", line...)
	})
}

// guardPanic turns a panic into a 500 with the same envelope as any other error.
func (o *Observer) guardPanic(w *statusWriter, r *http.Request, next http.Handler) {
	defer func() {
		if p := recover(); p != nil {
			o.Log.ErrorContext(r.Context(), "panic", "request_id", httperr.RequestID(r.Context()), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if !w.wrote {
				httperr.Write(w, httperr.ErrInternal)
			}
		}
	}()
	next.ServeHTTP(w, r)
}

type statusWriter struct {
	http.ResponseWriter
	status  int
	wrote   bool
	refusal string // its code
}

// NoteRefusal keeps the code of a refusal for the log.
func (w *statusWriter) NoteRefusal(code string) { w.refusal = code }

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

// Unwrap gives http.ResponseController access to the real writer.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func statusClass(status int) string { return string(rune('0'+status/100)) + "xx" }
