package checkout

import (
	"context"

	"larek/internal/ident"
	"larek/internal/notify"
)

// SendProof sends a guest a new link to their order. Nothing tells the caller
// whether a letter goes out.
func (s *Service) SendProof(ctx context.Context, hash ident.Hash) error {
	id, err := s.Orders.GuestsOrder(ctx, hash)
	if err != nil || id == 0 {
		return err
	}
	return s.Letters.QueueAgain(ctx, id, notify.OrderLink)
}
