package checkout

import (
	"context"

	"larek/internal/email"
	"larek/internal/publicid"
)

// SendOrderLink sends a guest a new link to their order. The caller does not
// learn whether an email is sent.
func (s *Service) SendOrderLink(ctx context.Context, hash publicid.ID) error {
	id, to, err := s.orders.GuestOrder(ctx, hash)
	if err != nil || id == 0 {
		return err
	}
	if s.limitLetters != nil && s.limitLetters(ctx, to) != nil {
		return nil // that address got many; the caller does not learn it
	}
	return s.emails.EnqueueAgain(ctx, id, email.OrderLink)
}
