// Package httpapi turns HTTP into calls of the domains and back. It holds no
// rule of the business.
package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"larek/api"
	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/dataversion"
	"larek/internal/httpapi/answers"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/storeapi"
	"larek/internal/picture"
)

// cacheBytes bounds the encoded answers one copy keeps.
const cacheBytes = 256 << 20

// Deps is everything the API needs.
type Deps struct {
	Store     *store.Handlers
	Live      *Live
	Limits    *Limits // nil lets everybody
	Feed      *Feed
	Pictures  *picture.Store
	Versions  *dataversion.Watcher
	Readiness *Readiness
	Registry  *prometheus.Registry
	Clock     clock.Clock
	Log       *slog.Logger
	// EdgeSecret proves that a request came through the edge; empty in development.
	EdgeSecret string
}

type server struct {
	doc      *openapi3.T
	checkout *checkout.Service
	live     *Live
	limits   *Limits
	streams  *streams
	feed     *Feed
	pictures *picture.Store
	cache    *answers.Cache
	metrics  *metrics
	log      *slog.Logger
}

// New builds the whole API, or refuses to start when the contract and the
// code disagree.
func New(d Deps) (http.Handler, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	m := newMetrics(d.Registry)
	s := &server{
		doc:      doc,
		checkout: d.Store.Checkout,
		live:     d.Live,
		limits:   d.Limits,
		streams:  newStreams(),
		feed:     d.Feed,
		pictures: d.Pictures,
		cache:    answers.NewCache(cacheBytes, d.Versions, d.Clock, m.countLookup),
		metrics:  m,
		log:      d.Log,
	}
	root := chi.NewRouter()
	root.Use(middleware.GetHead)
	root.NotFound(func(w http.ResponseWriter, _ *http.Request) { writeProblem(w, errNotFound) })
	root.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed(root, r.URL.EscapedPath()))
		writeProblem(w, errMethod)
	})
	root.Get("/healthz", serveAlive)
	root.Get("/readyz", d.Readiness.serveReady)
	root.Method(http.MethodGet, "/media/{key}/{variant}", s.watch("/media/{key}/{variant}", http.HandlerFunc(s.serveMedia)))
	root.Method(http.MethodPost, "/hooks/{name}/*", s.watch("/hooks/{name}/*", http.HandlerFunc(s.serveHook)))
	root.Method(http.MethodGet, "/api/orders/{hash}/events/", s.watch("/api/orders/{hash}/events/", s.bounded(s.serveOrderEvents)))
	root.Method(http.MethodGet, "/api/live_feed/events/", s.watch("/api/live_feed/events/", s.bounded(s.serveFeedEvents)))

	contract := &guarded{Router: root, server: s}
	strict := storeapi.NewStrictHandlerWithOptions(d.Store, []storeapi.StrictMiddlewareFunc{d.Store.WithCaller, store.WithRequest}, storeapi.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  badBody,
		ResponseErrorHandlerFunc: s.fail,
	})
	storeapi.HandlerWithOptions(strict, storeapi.ChiServerOptions{BaseRouter: contract, ErrorHandlerFunc: badParam})
	if contract.err != nil {
		return nil, contract.err
	}
	routed := identify(http.MaxBytesHandler(root, maxUpload))
	return secured(fromEdge(d.EdgeSecret, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.cache.ServeKnown(w, r) {
			routed.ServeHTTP(w, r)
		}
	}))), nil
}

// Inside serves what is not for the public, on an address of its own: the
// metrics, and which of the things we depend on are away.
func Inside(registry *prometheus.Registry, ready *Readiness) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	if ready != nil {
		mux.HandleFunc("GET /readyz", ready.serveDetails)
	}
	return secured(mux)
}
