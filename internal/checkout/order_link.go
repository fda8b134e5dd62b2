package checkout

import (
	"context"

	"larek/internal/email"
	"larek/internal/publicid"
)

// SendOrderLink sends a guest a new link to their order. The caller does not
// learn whether an e-mail is sent.
func (s *Service) SendOrderLink(ctx context.Context, hash publicid.ID) error {
	id, err := s.Orders.GuestOrderID(ctx, hash)
	if err != nil || id == 0 {
		return err
	}
	return s.Emails.EnqueueAgain(ctx, id, email.OrderLink)
}
