package middleware

import "github.com/prometheus/client_golang/prometheus"

// Metrics counts requests and look-ups of cached responses.
type Metrics struct {
	requests *prometheus.HistogramVec
	lookups  *prometheus.CounterVec
	hit      prometheus.Counter
	miss     prometheus.Counter
}

// NewMetrics registers the metrics with reg.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "larek_http_request_seconds",
			Help:    "Requests that were not answered from the cache.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"method", "route", "status"}),
		lookups: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "larek_answer_cache_lookups_total",
			Help: "Look-ups of encoded answers, by result.",
		}, []string{"result"}),
	}
	m.hit, m.miss = m.lookups.WithLabelValues("hit"), m.lookups.WithLabelValues("miss")
	reg.MustRegister(m.requests, m.lookups)
	return m
}

// CountLookup counts one look-up of the response cache.
func (m *Metrics) CountLookup(hit bool) {
	if hit {
		m.hit.Inc()
	} else {
		m.miss.Inc()
	}
}
