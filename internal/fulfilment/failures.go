package fulfilment

import (
	"context"
	"errors"
	"regexp"

	"github.com/jackc/pgx/v5/pgconn"
)

// failingKey is the context key of the note of WithFailureNote.
type failingKey struct{}

// WithFailureNote returns a context in which a step notes whether a step of its order has failed
// and not succeeded since, so that a step without a recorded failure writes nothing about
// failures. The note is true until a step has read the order.
//
// A failure that another worker records at this moment stays; operators see only what fails for
// minutes.
func WithFailureNote(ctx context.Context) (context.Context, *bool) {
	isFailing := true
	return context.WithValue(ctx, failingKey{}, &isFailing), &isFailing
}

func noteFailing(ctx context.Context, isFailing bool) {
	if note, ok := ctx.Value(failingKey{}).(*bool); ok {
		*note = isFailing
	}
}

const maxReasonLength = 300

var (
	addresses = regexp.MustCompile(`[^\s"'<>()]+@[^\s"'<>()]+`)
	longIDs   = regexp.MustCompile(`\d{8,}`)
)

// ReasonOf describes an error without personal data: PostgreSQL quotes values
// it cannot parse, and services quote addresses of customers.
func ReasonOf(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		const unreadable = "22" // the class of data exceptions
		text := "database: SQLSTATE " + e.Code
		if len(e.Code) == 5 && e.Code[:2] != unreadable {
			text += ": " + e.Message
		}
		return shorten(text)
	}
	return shorten(err.Error())
}

func shorten(text string) string {
	text = longIDs.ReplaceAllString(addresses.ReplaceAllString(text, "…@…"), "…")
	if runes := []rune(text); len(runes) > maxReasonLength {
		text = string(runes[:maxReasonLength]) + "…"
	}
	return text
}
