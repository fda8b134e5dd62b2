package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/config"
	"larek/internal/delivery/suppliers"
	"larek/internal/orderflow"
)

// promotionAtStart is the value of LAREK_FLOW_PROMOTION with which a worker makes its
// build current.
const promotionAtStart = "start"

// Names of task queues, as LAREK_WORKER_QUEUES has them.
const (
	queueOrders   = "orders"
	queueRefunds  = "refunds"
	queuePeriodic = "periodic" // with letters, files, sums and all that no order waits for
	supplierMark  = "supplier:"
)

// queueNames returns the names of all task queues. There is one for every supplier that
// the shop knows: what was begun with one that is off now still has to end.
func queueNames() []string {
	names := []string{queueOrders, queueRefunds, queuePeriodic}
	for _, d := range suppliers.All {
		names = append(names, supplierMark+d.Name)
	}
	return names
}

// queues returns the task queues that this worker serves, in the order of queueNames.
func (c *Config) queues() ([]string, error) {
	known := queueNames()
	if c.WorkerQueues == "" {
		return known, nil
	}
	chosen := strings.Split(c.WorkerQueues, ",")
	for i, name := range chosen {
		chosen[i] = strings.TrimSpace(name)
		if !slices.Contains(known, chosen[i]) {
			return nil, fmt.Errorf("LAREK_WORKER_QUEUES: there is no queue %q, but %s", chosen[i], strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(known, func(name string) bool { return !slices.Contains(chosen, name) }), nil
}

// WorkerOptions returns the task queues of a worker, and its build if the binary has a
// version.
func (s *Services) WorkerOptions() orderflow.WorkerOptions {
	cfg, o := s.cfg, orderflow.WorkerOptions{Suppliers: map[string]orderflow.Limits{}}
	names, _ := cfg.queues() // checked when the settings were loaded
	for _, name := range names {
		supplier, ofSupplier := strings.CutPrefix(name, supplierMark)
		switch {
		case ofSupplier:
			o.Suppliers[supplier] = limits(cfg.SupplierSlots, cfg.SupplierRate, supplier)
		case name == queueOrders:
			o.Orders = true
		case name == queueRefunds:
			refunds := limits(cfg.RefundSlots, cfg.RefundRate, "")
			o.Refunds = &refunds
		}
	}
	if s.in.Version != "" {
		o.Build = &orderflow.Build{Deployment: orderflow.Deployment, ID: s.in.Version, PromotesItself: cfg.Promotion == promotionAtStart}
	}
	return o
}

// servesPeriodic reports whether this worker does what no order waits for.
func (c *Config) servesPeriodic() bool {
	names, _ := c.queues()
	return slices.Contains(names, queuePeriodic)
}

var workerQueue = prometheus.NewDesc("larek_worker_queue", "Whether this worker serves a task queue.", []string{"queue"}, nil)

// queueMetrics says of every queue whether this worker serves it: of one that no worker
// serves, all that are left say so.
type queueMetrics struct{ served []string }

// Describe lists the metric.
func (queueMetrics) Describe(ch chan<- *prometheus.Desc) { ch <- workerQueue }

// Collect says it of every queue.
func (m queueMetrics) Collect(ch chan<- prometheus.Metric) {
	for _, name := range queueNames() {
		value := 0.0
		if slices.Contains(m.served, name) {
			value = 1
		}
		ch <- prometheus.MustNewConstMetric(workerQueue, prometheus.GaugeValue, value, name)
	}
}

// UnservedQueues returns the task queues for whose work no worker has asked lately.
func (s *Services) UnservedQueues(ctx context.Context) ([]string, error) {
	var unserved []string
	var failed error
	for _, name := range queueNames() {
		served, err := s.isServed(ctx, name, time.Now())
		failed = errors.Join(failed, err)
		if err == nil && !served {
			unserved = append(unserved, name)
		}
	}
	return unserved, failed
}

func (s *Services) isServed(ctx context.Context, name string, now time.Time) (bool, error) {
	engine := s.in.Engine
	switch name {
	case queueOrders:
		return engine.ServesOrders(ctx, now)
	case queueRefunds:
		return engine.ServesRefunds(ctx, now)
	case queuePeriodic:
		return engine.ServesPeriodic(ctx, now)
	}
	return engine.ServesSupplier(ctx, strings.TrimPrefix(name, supplierMark), now)
}

// FlowRetention is how long the engine stores the history of an order that has ended.
func (c *Config) FlowRetention() time.Duration {
	days, _ := config.ParseLimits(c.RetentionDays)
	return time.Duration(days.Of("")) * 24 * time.Hour
}

// refundAsk returns how long the shop asks a provider for the outcome of a refund before a
// person decides.
func (c *Config) refundAsk() time.Duration {
	minutes, _ := config.ParseLimits(c.RefundAsk)
	return time.Duration(minutes.Of("")) * time.Minute
}

// limits reads two settings, which were checked when they were loaded.
func limits(slots, rate, name string) orderflow.Limits {
	s, _ := config.ParseLimits(slots)
	r, _ := config.ParseLimits(rate)
	return orderflow.Limits{Slots: s.Of(name), Rate: float64(r.Of(name))}
}
