// Package problem holds errors a buyer may read. Any other error is ours and
// leaves the building only as a plain 500.
package problem

import "fmt"

// Kind decides the HTTP status; httpapi maps it in one place.
type Kind string

// The kinds, from the buyer's fault to ours.
const (
	Invalid      Kind = "invalid"
	Unauthorized Kind = "unauthorized"
	Forbidden    Kind = "forbidden"
	NotFound     Kind = "not_found"
	Conflict     Kind = "conflict"
	TooMany      Kind = "too_many"
	Unavailable  Kind = "unavailable"
	Unbuilt      Kind = "not_implemented"
)

// Field says what is wrong with one value of the request.
type Field struct {
	Name   string
	Code   string
	Detail string
}

// Error is safe to show. Code is an API: clients and tests compare it.
type Error struct {
	Kind   Kind
	Code   string
	Detail string
	Fields []Field
}

// New makes a sentinel; compare it with errors.Is.
func New(kind Kind, code, detail string) *Error {
	return &Error{Kind: kind, Code: code, Detail: detail}
}

// InvalidFields reports every bad value of a request at once.
func InvalidFields(fields ...Field) *Error {
	return &Error{Kind: Invalid, Code: "invalid", Detail: "Проверьте поля запроса.", Fields: fields}
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%s)", e.Code, e.Kind) }

// Is makes two problems with one code the same for errors.Is, so that a copy
// with fields still matches its sentinel.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error) //nolint:errorlint // Is receives the bare target by contract
	return ok && t.Code == e.Code
}
