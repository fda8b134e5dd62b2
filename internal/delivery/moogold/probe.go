package moogold

import (
	"context"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/outbound"
	"larek/internal/partner"
)

// Probe implements partner.Prober.
func (s *Supplier) Probe(ctx context.Context) ([]partner.ProbeStep, error) {
	return supplierhttp.Probe(ctx, s.Balance, func(ctx context.Context) (int, error) {
		var list []struct {
			ID outbound.Scalar `json:"ID"`
		}
		err := s.query(ctx, "product/list_product", map[string]any{"category_id": directTopUps}, &list, delivery.Account{})
		return len(list), err
	})
}
