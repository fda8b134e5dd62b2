package httperr

import "context"

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
