package gamesdrop

import (
	"context"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/partner"
)

// Probe implements partner.Prober.
func (s *Supplier) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	return supplierhttp.Probe(ctx, s.Balance, func(ctx context.Context) (int, error) {
		var p page
		err := s.query(ctx, "/offers/sync", map[string]int{"page": 1, "limit": pageSize}, &p, delivery.Account{})
		return len(p.Rows) + len(p.Offers), err
	})
}
