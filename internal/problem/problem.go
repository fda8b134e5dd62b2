// Package problem defines errors whose text may be shown to a buyer. Any other
// error is internal and becomes a 500 response without details.
package problem

import "fmt"

// Kind decides the HTTP status; httpapi maps one to the other.
type Kind string

// Kinds of problems.
const (
	Invalid         Kind = "invalid"
	Unauthorized    Kind = "unauthorized"
	Forbidden       Kind = "forbidden"
	NotFound        Kind = "not_found"
	Conflict        Kind = "conflict"
	TooManyRequests Kind = "too_many"
	Unavailable     Kind = "unavailable"
)

// Field describes what is wrong with one value of the request.
type Field struct {
	Name   string
	Code   string
	Detail string
}

// Error is an error that is safe to show. Code is part of the API: clients and
// tests compare it.
type Error struct {
	Kind   Kind
	Code   string
	Detail string
	Fields []Field
}

// New returns a sentinel error to be compared with errors.Is.
func New(kind Kind, code, detail string) *Error {
	return &Error{Kind: kind, Code: code, Detail: detail}
}

// InvalidFields returns an error that lists every invalid value of a request.
func InvalidFields(fields ...Field) *Error {
	return &Error{Kind: Invalid, Code: "invalid", Detail: "Проверьте поля запроса.", Fields: fields}
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%s)", e.Code, e.Kind) }

// Is reports whether target is a problem with the same code, so that an error
// with fields still matches its sentinel.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error) //nolint:errorlint // Is receives the bare target by contract
	return ok && t.Code == e.Code
}

// Caused is a problem with its cause, which is logged and never shown.
type Caused struct {
	Problem *Error
	Cause   error
}

// Because returns the problem with its cause.
func (e *Error) Because(cause error) error { return &Caused{Problem: e, Cause: cause} }

func (c *Caused) Error() string { return c.Problem.Error() + ": " + c.Cause.Error() }

// Unwrap returns both.
func (c *Caused) Unwrap() []error { return []error{c.Problem, c.Cause} }
