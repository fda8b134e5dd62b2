package app

import (
	"time"

	"larek/internal/config"
	"larek/internal/delivery/suppliers"
	"larek/internal/orderflow"
)

// promotionAtStart is the value of LAREK_FLOW_PROMOTION with which a worker makes its
// build current.
const promotionAtStart = "start"

// WorkerOptions returns the task queues of a worker, and its build if the binary has a
// version. There is a queue for every supplier that the shop knows: what was begun with
// one that is off now still has to end.
func (s *Services) WorkerOptions() orderflow.WorkerOptions {
	cfg := s.cfg
	o := orderflow.WorkerOptions{Refunds: limits(cfg.RefundSlots, cfg.RefundRate, ""), Suppliers: map[string]orderflow.Limits{}}
	for _, d := range suppliers.All {
		o.Suppliers[d.Name] = limits(cfg.SupplierSlots, cfg.SupplierRate, d.Name)
	}
	if s.in.Version != "" {
		o.Build = &orderflow.Build{Deployment: orderflow.Deployment, ID: s.in.Version, PromotesItself: cfg.Promotion == promotionAtStart}
	}
	return o
}

// FlowRetention is how long the engine stores the history of an order that has ended.
func (c *Config) FlowRetention() time.Duration {
	days, _ := config.ParseLimits(c.RetentionDays)
	return time.Duration(days.Of("")) * 24 * time.Hour
}

// limits reads two settings, which were checked when they were loaded.
func limits(slots, rate, name string) orderflow.Limits {
	s, _ := config.ParseLimits(slots)
	r, _ := config.ParseLimits(rate)
	return orderflow.Limits{Slots: s.Of(name), Rate: float64(r.Of(name))}
}
