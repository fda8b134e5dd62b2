package httpapi

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
)

var statuses = map[problem.Kind]int{
	problem.Invalid:      http.StatusBadRequest,
	problem.Unauthorized: http.StatusUnauthorized,
	problem.Forbidden:    http.StatusForbidden,
	problem.NotFound:     http.StatusNotFound,
	problem.Conflict:     http.StatusConflict,
	problem.TooMany:      http.StatusTooManyRequests,
	problem.Unavailable:  http.StatusServiceUnavailable,
	problem.Unbuilt:      http.StatusNotImplemented,
}

// What the API itself may answer, whatever the operation.
var (
	errNotFound     = problem.New(problem.NotFound, "not_found", "Такой страницы нет.")
	errMethod       = &problem.Error{Kind: "method", Code: "method_not_allowed", Detail: "Так к этому адресу не обращаются."}
	errTooLarge     = &problem.Error{Kind: "too_large", Code: "too_large", Detail: "Запрос слишком большой."}
	errMediaType    = &problem.Error{Kind: "media_type", Code: "unsupported_media_type", Detail: "Нужен запрос в формате JSON."}
	errUnbuilt      = problem.New(problem.Unbuilt, "not_implemented", "Этот вызов ещё не построен.")
	errUnavailable  = problem.New(problem.Unavailable, "unavailable", "Сервис на минуту недоступен. Попробуйте ещё раз.")
	errInternal     = &problem.Error{Kind: "internal", Code: "internal", Detail: "Что-то сломалось у нас. Мы уже знаем."}
	errBody         = problem.New(problem.Invalid, "invalid_json", "Тело запроса не разобрать как JSON.")
	transportStatus = map[*problem.Error]int{
		errMethod:    http.StatusMethodNotAllowed,
		errTooLarge:  http.StatusRequestEntityTooLarge,
		errMediaType: http.StatusUnsupportedMediaType,
		errInternal:  http.StatusInternalServerError,
	}
)

// retryAfter is how long a caller should wait for what is away, in seconds.
const retryAfter = 5

// writeProblem is the only place where an error becomes an answer.
func writeProblem(w http.ResponseWriter, p *problem.Error) {
	status, ok := statuses[p.Kind]
	if !ok {
		status = transportStatus[p]
	}
	body := storeapi.Problem{Code: p.Code, Detail: p.Detail, Fields: []storeapi.ProblemField{}}
	for _, f := range p.Fields {
		body.Fields = append(body.Fields, storeapi.ProblemField{Field: f.Name, Code: f.Code, Detail: f.Detail})
	}
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

// fail answers for an error of a handler. What is not a problem is ours: it
// is logged here, once, and the caller learns nothing of it.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if many, ok := errors.AsType[*tooMany](err); ok {
		w.Header().Set("Retry-After", waitSeconds(many.wait))
	}
	if p, ok := errors.AsType[*problem.Error](err); ok {
		writeProblem(w, p)
		return
	}
	if errors.Is(err, storeapi.ErrNotImplemented) {
		writeProblem(w, errUnbuilt)
		return
	}
	if databaseAway(err) {
		s.log.WarnContext(r.Context(), "database away", "request_id", requestID(r.Context()), "error", err)
		writeProblem(w, errUnavailable)
		return
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
		slog.String("request_id", requestID(r.Context())), slog.Any("error", err))
	writeProblem(w, errInternal)
}

// databaseAway tells a server that cannot be reached, or is going down, from
// a query that is wrong.
func databaseAway(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		// 57P: shutdown, crash, starting up; 08: connection; 53300: no connections left;
		// 57014: our own statement timeout.
		return e.Code[:3] == "57P" || e.Code[:2] == "08" || e.Code == "53300" || e.Code == "57014"
	}
	return pgconn.SafeToRetry(err) || pgconn.Timeout(err) || connectionLost(err)
}
