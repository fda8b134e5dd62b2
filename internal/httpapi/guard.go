package httpapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
)

// maxUpload bounds any body at all; JSON bodies are bounded further.
const maxUpload = 8 << 20

// guarded is the router the generated code registers its operations on. Each
// gets, from the outside in: watching, the cache, validation.
type guarded struct {
	chi.Router
	server *server
	err    error // the first operation that could not be prepared
}

// Group hands the generated code this router instead of a bare one.
func (g *guarded) Group(fn func(chi.Router)) chi.Router {
	fn(g)
	return g
}

// Get registers a reading operation.
func (g *guarded) Get(pattern string, h http.HandlerFunc) {
	g.Router.Method(http.MethodGet, pattern, g.wrap(http.MethodGet, pattern, h))
}

// Post registers a changing operation.
func (g *guarded) Post(pattern string, h http.HandlerFunc) {
	g.Router.Method(http.MethodPost, pattern, g.wrap(http.MethodPost, pattern, h))
}

func (g *guarded) wrap(method, pattern string, h http.Handler) http.Handler {
	v, err := newValidator(g.server.doc, method, pattern)
	if err != nil {
		g.err = errors.Join(g.err, err)
		return h
	}
	checked := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !v.options.ExcludeRequestBody {
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		}
		if bad := v.check(r); bad != nil {
			writeProblem(w, bad)
			return
		}
		// Somebody's own, until a policy or the handler says otherwise.
		w.Header().Set("Cache-Control", "no-store")
		h.ServeHTTP(w, r)
	}))
	if p := cachePolicy(v.route.Operation); p != nil {
		checked = g.server.cache.Wrap(p, checked)
	}
	return g.server.watch(pattern, g.server.limit(v.route.Operation.OperationID, checked))
}

// allowed lists the methods an address takes, as a 405 must.
func allowed(routes chi.Routes, path string) string {
	var methods []string
	for _, m := range []string{http.MethodGet, http.MethodPost} {
		if routes.Match(chi.NewRouteContext(), m, path) {
			methods = append(methods, m)
		}
	}
	return strings.Replace(strings.Join(methods, ", "), http.MethodGet, "GET, HEAD", 1)
}

// badParam answers for a parameter the generated code could not bind; what
// the contract forbids has been refused before.
func badParam(w http.ResponseWriter, _ *http.Request, err error) {
	name := "query"
	if e, ok := errors.AsType[*storeapi.InvalidParamFormatError](err); ok {
		name = e.ParamName
	}
	if e, ok := errors.AsType[*storeapi.TooManyValuesForParamError](err); ok {
		name = e.ParamName
	}
	writeProblem(w, problem.InvalidFields(field(name, "type")))
}

// badBody answers for a body the generated code could not read: a number
// that the contract allows may still be more than the machine holds.
func badBody(w http.ResponseWriter, _ *http.Request, err error) {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		writeProblem(w, problem.InvalidFields(field(cmp.Or(e.Field, "body"), "type")))
		return
	}
	writeProblem(w, errBody)
}
