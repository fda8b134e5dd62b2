package storeapi

import (
	"regexp"
	"testing"

	"github.com/go-chi/chi/v5"
)

// Every path of the contract must be registrable and reach its own operation, though some overlap
// (/api/orders/status/{id}/ and /api/orders/{hash}/details/).
func TestEveryOperationIsRouted(t *testing.T) {
	t.Parallel()
	param := regexp.MustCompile(`\{[^}]+\}`)
	r := chi.NewRouter()
	HandlerFromMux(NewStrictHandler(nil, nil), r)
	for _, op := range Operations {
		path := param.ReplaceAllStringFunc(op.Path, func(name string) string {
			if name == "{provider}" {
				return "yandex"
			}
			return "7"
		})
		ctx := chi.NewRouteContext()
		// chi cuts the last slash off the pattern it reports.
		if !r.Match(ctx, op.Method, path) || ctx.RoutePattern()+"/" != op.Path {
			t.Errorf("%s: %s %s is routed to %q", op.OperationID, op.Method, path, ctx.RoutePattern())
		}
	}
}
