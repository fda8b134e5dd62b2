package rokky

import (
	"context"

	"larek/internal/delivery/supplierhttp"
	"larek/internal/partner"
)

// Probe implements partner.Prober.
func (s *Supplier) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	return supplierhttp.Probe(ctx, s.Balance, func(ctx context.Context) (int, error) {
		var list offers
		err := s.query(ctx, offersPath+"1", &list)
		return len(list.Offers), err
	})
}
