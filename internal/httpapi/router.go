package httpapi

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/respcache"
	"larek/internal/httpapi/storeapi"
	"larek/internal/httpapi/validation"
)

// maxUpload bounds any request body; JSON bodies are bounded further.
const maxUpload = 8 << 20

// withFiles are the calls whose JSON carries a whole file; maxUpload bounds them.
var withFiles = []string{"/api/admin/recon/files/", "/api/admin/orders/{id}/deliver/", "/api/admin/queue/{kind}/{item}/resolve/"}

// guarded is the router the generated code registers its operations on. It wraps
// each operation, from the outside in, with measuring, rate limits, the cache and
// validation.
type guarded struct {
	chi.Router
	doc *openapi3.T
	// around adds to a checked operation what differs between contracts.
	around func(v *validation.Validator, pattern string, checked http.Handler) http.Handler
	err    error // the first operation that could not be prepared
}

// Group passes this router to the generated code instead of a bare one.
func (g *guarded) Group(fn func(chi.Router)) chi.Router {
	fn(g)
	return g
}

// Get registers an operation that reads.
func (g *guarded) Get(pattern string, h http.HandlerFunc) {
	g.Router.Method(http.MethodGet, pattern, g.wrap(http.MethodGet, pattern, h))
}

// Post registers an operation that changes data.
func (g *guarded) Post(pattern string, h http.HandlerFunc) {
	g.Router.Method(http.MethodPost, pattern, g.wrap(http.MethodPost, pattern, h))
}

func (g *guarded) wrap(method, pattern string, h http.Handler) http.Handler {
	v, err := validation.New(g.doc, method, pattern)
	if err != nil {
		g.err = errors.Join(g.err, err)
		return h
	}
	checked := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !v.IsUpload() && !slices.ContainsFunc(withFiles, func(p string) bool { return strings.HasPrefix(pattern, p) }) {
			r.Body = http.MaxBytesReader(w, r.Body, v.BodyLimit())
		}
		if bad := v.Check(r); bad != nil {
			httperr.Write(w, bad)
			return
		}
		// Responses are private unless a policy or the handler sets another header.
		w.Header().Set("Cache-Control", "no-store")
		h.ServeHTTP(w, r)
	}))
	return g.around(v, pattern, checked)
}

// aroundStore wraps an operation of the public contract with measuring, its rate limit
// and its cache.
func (s *server) aroundStore(v *validation.Validator, pattern string, checked http.Handler) http.Handler {
	op := s.operations[v.Operation().OperationID]
	if op.Cache != nil {
		policy := &respcache.Policy{Scopes: op.Cache.Scopes, TTL: op.Cache.TTL, Params: v.QueryParams()}
		checked = s.cache.Wrap(policy, checked)
	}
	return s.observer.Wrap(pattern, s.limits.Wrap(op.RateLimit, s.responder, checked))
}

// operationsByID returns what the contract says about each operation.
func operationsByID() map[string]storeapi.Operation {
	all := make(map[string]storeapi.Operation, len(storeapi.Operations))
	for _, op := range storeapi.Operations {
		all[op.OperationID] = op
	}
	return all
}

// allowed returns the methods an address accepts, for the header of a 405.
func allowed(routes chi.Routes, path string) string {
	var methods []string
	for _, m := range []string{http.MethodGet, http.MethodPost} {
		if routes.Match(chi.NewRouteContext(), m, path) {
			methods = append(methods, m)
		}
	}
	return strings.Replace(strings.Join(methods, ", "), http.MethodGet, "GET, HEAD", 1)
}
