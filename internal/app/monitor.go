package app

import (
	"context"

	"larek/internal/monitor"
)

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
