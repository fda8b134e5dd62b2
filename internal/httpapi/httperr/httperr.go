// Package httperr turns errors into responses of the API.
package httperr

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
)

var statuses = map[problem.Kind]int{
	problem.Invalid:         http.StatusBadRequest,
	problem.Unauthorized:    http.StatusUnauthorized,
	problem.Forbidden:       http.StatusForbidden,
	problem.NotFound:        http.StatusNotFound,
	problem.Conflict:        http.StatusConflict,
	problem.TooManyRequests: http.StatusTooManyRequests,
	problem.Unavailable:     http.StatusServiceUnavailable,
}

// The problems any operation may answer with.
var (
	ErrNotFound     = problem.New(problem.NotFound, "not_found", "Такой страницы нет.")
	ErrMethod       = &problem.Error{Kind: "method", Code: "method_not_allowed", Detail: "Так к этому адресу не обращаются."}
	ErrTooLarge     = &problem.Error{Kind: "too_large", Code: "too_large", Detail: "Запрос слишком большой."}
	ErrMediaType    = &problem.Error{Kind: "media_type", Code: "unsupported_media_type", Detail: "Нужен запрос в формате JSON."}
	ErrUnavailable  = problem.New(problem.Unavailable, "unavailable", "Сервис на минуту недоступен. Попробуйте ещё раз.")
	ErrInternal     = &problem.Error{Kind: "internal", Code: "internal", Detail: "Что-то сломалось у нас. Мы уже знаем."}
	errTooMany      = problem.New(problem.TooManyRequests, "too_many", "Слишком часто. Подождите немного и попробуйте ещё раз.")
	ErrBody         = problem.New(problem.Invalid, "invalid_json", "Тело запроса не разобрать как JSON.")
	transportStatus = map[*problem.Error]int{
		ErrMethod:    http.StatusMethodNotAllowed,
		ErrTooLarge:  http.StatusRequestEntityTooLarge,
		ErrMediaType: http.StatusUnsupportedMediaType,
		ErrInternal:  http.StatusInternalServerError,
	}
)

// TooMany is the error of a call above its rate; Wait is how long the caller must
// wait.
type TooMany struct{ Wait time.Duration }

func (e *TooMany) Error() string { return "too often" }

// Unwrap returns the problem the caller is answered with.
func (e *TooMany) Unwrap() error { return errTooMany }

// retryAfter is how long a caller should wait for an unavailable dependency, in
// seconds.
const retryAfter = 5

// statusGone is nginx's status for a client that closed the connection before the answer.
const statusGone = 499

// statusOf returns the HTTP status of a problem.
func statusOf(p *problem.Error) int {
	if status, ok := statuses[p.Kind]; ok {
		return status
	}
	return transportStatus[p]
}

// Write writes the answer for an error; no other code does.
func Write(w http.ResponseWriter, p *problem.Error) {
	status := statusOf(p)
	body := storeapi.Problem{Code: p.Code, Detail: p.Detail, Fields: []storeapi.ProblemField{}}
	for _, f := range p.Fields {
		body.Fields = append(body.Fields, storeapi.ProblemField{Field: f.Name, Code: f.Code, Detail: f.Detail})
	}
	noteRefusal(w, p.Code)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests && h.Get("Retry-After") == "" {
		h.Set("Retry-After", strconv.Itoa(retryAfter))
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// Responder answers for errors of handlers and logs the faults of the shop.
type Responder struct{ Log *slog.Logger }

// Fail answers for an error of a handler. An error that is not a problem is a fault
// of the shop: it is logged here, once, and its text is not sent to the caller. So is
// the cause of a problem that names one. A caller that hung up has cancelled the work:
// what failed by that is no fault of the shop.
func (rs *Responder) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p, isProblem := errors.AsType[*problem.Error](err)
	if (!isProblem || statusOf(p) >= http.StatusInternalServerError) && errors.Is(r.Context().Err(), context.Canceled) {
		w.WriteHeader(statusGone)
		return
	}
	if many, ok := errors.AsType[*TooMany](err); ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(many.Wait.Seconds()))))
	}
	if c, ok := errors.AsType[*problem.Caused](err); ok {
		rs.Log.WarnContext(r.Context(), "request refused", "request_id", RequestID(r.Context()), "error", c)
	}
	if isProblem {
		Write(w, p)
		return
	}
	if isDatabaseUnavailable(err) {
		rs.Log.WarnContext(r.Context(), "database unavailable", "request_id", RequestID(r.Context()), "error", err)
		Write(w, ErrUnavailable)
		return
	}
	rs.Log.LogAttrs(r.Context(), slog.LevelError, "request failed",
		slog.String("request_id", RequestID(r.Context())), slog.Any("error", err))
	Write(w, ErrInternal)
}

// noteRefusal tells the code of a refusal to the writer that records the request.
func noteRefusal(w http.ResponseWriter, code string) {
	for w != nil {
		switch x := w.(type) {
		case interface{ NoteRefusal(code string) }:
			x.NoteRefusal(code)
			return
		case interface{ Unwrap() http.ResponseWriter }:
			w = x.Unwrap()
		default:
			return
		}
	}
}

type noteKey struct{}

// Note is what a handler has found out about its caller for the log.
type Note struct {
	Who string // an account, an email that was tried, or a member of staff
	Way string // how they sign in, where a path has several
}

// WithNote returns a context whose request is recorded with the note.
func WithNote(ctx context.Context, n *Note) context.Context {
	return context.WithValue(ctx, noteKey{}, n)
}

// NoteOf returns the note of a request. Outside one it is recorded nowhere.
func NoteOf(ctx context.Context) *Note {
	if n, ok := ctx.Value(noteKey{}).(*Note); ok {
		return n
	}
	return &Note{}
}

type requestIDKey struct{}

// WithRequestID returns a context with the ID of a request, which is in every log
// line about it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the ID of the request, or an empty string outside one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
