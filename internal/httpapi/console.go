package httpapi

import (
	"fmt"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"larek/api"
	"larek/internal/httpapi/admin"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/stream"
	"larek/internal/httpapi/validation"
)

// addAdmin adds the operations of the console. A call is measured, bounded by its
// rate, allowed or refused, and only then checked against the contract: a stranger does
// not learn what a call looks like.
func (s *server) addAdmin(root chi.Router, d *Deps) error {
	h := d.Admin
	if h == nil {
		return nil
	}
	s.addConsoleStream(root, d)
	doc, err := openapi3.NewLoader().LoadFromData(api.AdminYAML)
	if err != nil {
		return fmt.Errorf("contract of the console: %w", err)
	}
	operations := make(map[string]adminapi.Operation, len(adminapi.Operations))
	for _, op := range adminapi.Operations {
		operations[op.OperationID] = op
	}
	contract := &guarded{Router: root, doc: doc, around: func(v *validation.Validator, pattern string, checked http.Handler) http.Handler {
		op := operations[v.Operation().OperationID]
		return s.observer.Wrap(pattern, s.limits.Wrap(op.RateLimit, s.responder, h.Guard(op, s.responder, checked)))
	}}
	strict := adminapi.NewStrictHandlerWithOptions(h, []adminapi.StrictMiddlewareFunc{admin.WithRequest}, adminapi.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  validation.BadBody,
		ResponseErrorHandlerFunc: s.responder.Fail,
	})
	adminapi.HandlerWithOptions(strict, adminapi.ChiServerOptions{BaseRouter: contract, ErrorHandlerFunc: validation.BadAdminParam})
	return contract.err
}

// addConsoleStream adds the stream of changes, which is no operation of the contract:
// its answer has no end.
func (s *server) addConsoleStream(root chi.Router, d *Deps) {
	if d.Console == nil {
		return
	}
	d.Console.Who = d.Admin.StreamReader
	op := admin.StreamOperation
	bounded := stream.NewBounds(s.responder).Wrap(d.Console.Handler(s.responder))
	root.Method(op.Method, op.Path, s.observer.Wrap(op.Path, d.Admin.Guard(op, s.responder, bounded)))
}
