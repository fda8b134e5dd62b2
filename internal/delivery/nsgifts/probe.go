package nsgifts

import (
	"context"

	"larek/internal/delivery/supplierhttp"
	"larek/internal/partner"
)

// Probe implements partner.Prober. The list of goods is one page.
func (s *Supplier) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	return supplierhttp.Probe(ctx, s.Balance, func(ctx context.Context) (int, error) {
		list, err := s.ListOffers(ctx)
		return len(list), err
	})
}
