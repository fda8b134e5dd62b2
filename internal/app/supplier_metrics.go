package app

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/delivery"
	"larek/internal/monitor"
)

var (
	prepaidLeft = prometheus.NewDesc("larek_supplier_prepaid", "What we have left with a supplier, in its currency.", []string{"supplier", "currency"}, nil)
	prepaidDays = prometheus.NewDesc("larek_supplier_prepaid_days", "For how many days that lasts at the pace of the last seven.", []string{"supplier"}, nil)
	forcedTries = prometheus.NewDesc("larek_delivery_forced", "Orders given up by force that a supplier may still deliver.", nil, nil)
)

// supplierMetrics reads our balances with suppliers at every scrape.
type supplierMetrics struct{ sourcing *delivery.Sourcing }

// Describe lists the metrics.
func (supplierMetrics) Describe(ch chan<- *prometheus.Desc) {
	ch <- prepaidLeft
	ch <- prepaidDays
	ch <- forcedTries
}

// Collect reads the balances; one that cannot be read now is left out.
func (m supplierMetrics) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	list, err := m.sourcing.Prepaid(ctx)
	if err != nil {
		return
	}
	for _, p := range list {
		// The only amount of money that becomes a float: metrics have no other
		// type.
		left, err := strconv.ParseFloat(p.Left.String(), 64)
		if err != nil {
			continue
		}
		ch <- prometheus.MustNewConstMetric(prepaidLeft, prometheus.GaugeValue, left, p.Supplier, string(p.Left.Currency))
		if p.TenthsOfDays >= 0 {
			ch <- prometheus.MustNewConstMetric(prepaidDays, prometheus.GaugeValue, float64(p.TenthsOfDays)/10, p.Supplier)
		}
	}
	if n, err := m.sourcing.CountForced(ctx); err == nil {
		ch <- prometheus.MustNewConstMetric(forcedTries, prometheus.GaugeValue, float64(n))
	}
}

// newMonitor returns the metrics of what the shop is like now.
func (s *Services) newMonitor() monitor.Collector {
	return monitor.Collector{Pool: s.in.Read, Clock: s.in.Clock, Log: s.in.Log, Queue: func(ctx context.Context) (map[string]int, int, error) {
		counts, late, err := s.Operations.Queue.Counts(ctx)
		kinds := make(map[string]int, len(counts))
		for kind, n := range counts {
			kinds[string(kind)] = n
		}
		return kinds, late, err
	}}
}
