package httpapi

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	requests *prometheus.HistogramVec
	lookups  *prometheus.CounterVec
	hit      prometheus.Counter
	miss     prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
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

func (m *metrics) countLookup(hit bool) {
	if hit {
		m.hit.Inc()
	} else {
		m.miss.Inc()
	}
}
