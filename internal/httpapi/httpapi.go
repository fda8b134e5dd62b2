// Package httpapi maps HTTP requests to calls of the domains and their results to
// responses. It contains no business rules.
package httpapi

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"larek/api"
	"larek/internal/clock"
	"larek/internal/dataversion"
	"larek/internal/httpapi/admin"
	"larek/internal/httpapi/health"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/media"
	"larek/internal/httpapi/middleware"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/httpapi/respcache"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/storeapi"
	"larek/internal/httpapi/stream"
	"larek/internal/httpapi/validation"
	"larek/internal/httpapi/webhook"
	"larek/internal/picture"
	"larek/internal/seal"
)

// cacheBytes bounds the encoded responses one instance caches.
const cacheBytes = 256 << 20

// Deps are the dependencies of the API.
type Deps struct {
	Store     *store.Handlers
	Admin     *admin.Handlers // nil: there is no console
	Live      *stream.Orders
	Limits    *ratelimit.Limits // nil sets no limits
	Feed      *stream.LiveFeed
	Console   *stream.Console // of the console
	Demo      *admin.Demo     // nil: the shop is no demo
	Pictures  *picture.Store
	Versions  *dataversion.Watcher
	Readiness *health.Readiness
	Registry  *prometheus.Registry
	Clock     clock.Clock
	Log       *slog.Logger
	// EdgeSecret proves that a request came through the edge; empty in development.
	EdgeSecret string
	// LogKey names callers in the log.
	LogKey  seal.Key
	Version string // of the binary
}

// server is what the handlers of all operations share.
type server struct {
	operations map[string]storeapi.Operation
	limits     *ratelimit.Limits
	cache      *respcache.Cache
	observer   *middleware.Observer
	responder  *httperr.Responder
}

// New builds the whole API. It returns an error if the contract and the code
// disagree.
func New(d Deps) (http.Handler, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	metrics := middleware.NewMetrics(d.Registry)
	s := &server{
		operations: operationsByID(),
		limits:     d.Limits,
		cache:      respcache.NewCache(cacheBytes, d.Versions, d.Clock, metrics.CountLookup),
		observer:   &middleware.Observer{Metrics: metrics, Log: d.Log, LogKey: d.LogKey},
		responder:  &httperr.Responder{Log: d.Log},
	}
	root := newRouter()
	s.addRoutes(root, &d)
	contract := &guarded{Router: root, doc: doc, around: s.aroundStore}
	strict := storeapi.NewStrictHandlerWithOptions(d.Store, []storeapi.StrictMiddlewareFunc{d.Store.WithCaller, store.WithRequest}, storeapi.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  validation.BadBody,
		ResponseErrorHandlerFunc: s.responder.Fail,
	})
	storeapi.HandlerWithOptions(strict, storeapi.ChiServerOptions{BaseRouter: contract, ErrorHandlerFunc: validation.BadParam})
	if err := errors.Join(contract.err, s.addAdmin(root, &d)); err != nil {
		return nil, err
	}
	routed := middleware.Identify(http.MaxBytesHandler(root, maxUpload))
	return middleware.Secured(middleware.FromEdge(d.EdgeSecret, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.cache.ServeCached(w, r) {
			routed.ServeHTTP(w, r)
		}
	}))), nil
}

// newRouter returns a router that answers unknown addresses and wrong methods.
func newRouter() chi.Router {
	root := chi.NewRouter()
	root.Use(chimiddleware.GetHead)
	root.NotFound(func(w http.ResponseWriter, _ *http.Request) { httperr.Write(w, httperr.ErrNotFound) })
	root.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed(root, r.URL.EscapedPath()))
		httperr.Write(w, httperr.ErrMethod)
	})
	return root
}

// addRoutes adds what is not an operation of the contract.
func (s *server) addRoutes(root chi.Router, d *Deps) {
	observed := func(method, pattern string, h http.Handler) {
		root.Method(method, pattern, s.observer.Wrap(pattern, h))
	}
	root.Get("/healthz", health.Alive(d.Version))
	root.Get("/readyz", d.Readiness.ServeReady)
	observed(http.MethodGet, "/media/{key}/{variant}", &media.Handler{Pictures: d.Pictures, Responder: s.responder})
	observed(http.MethodPost, "/hooks/{name}/*", &webhook.Handler{
		Webhooks: d.Store.Webhooks, Providers: d.Store.Providers, Dispatch: d.Store.Dispatch, Origin: d.Store.Origin, Limits: d.Limits, Responder: s.responder, Log: d.Log,
	})
	bounds := stream.NewBounds(s.responder)
	observed(http.MethodGet, "/api/orders/{hash}/events/", bounds.Wrap(d.Live.Handler(s.responder)))
	observed(http.MethodGet, "/api/live_feed/events/", bounds.Wrap(d.Feed))
	if d.Demo != nil {
		observed(http.MethodGet, admin.DemoPath+"{token}", d.Admin.EnterDemo(*d.Demo, s.responder))
	}
}

// Inside serves what is not public, on an address of its own: the metrics, and
// which dependencies are unavailable.
func Inside(registry *prometheus.Registry, ready *health.Readiness) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	if ready != nil {
		mux.HandleFunc("GET /readyz", ready.ServeDetails)
	}
	return middleware.Secured(mux)
}
