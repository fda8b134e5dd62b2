package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/payment"
)

// takeFree notes that nothing is to be paid for the attempt. The flow hears of it
// as of a payment, and delivers; no money moves, so nothing is booked here.
func (s *Service) takeFree(ctx context.Context, tx pgx.Tx, a *payment.Attempt) error {
	if _, err := s.Payments.StoreOpened(ctx, tx, a, payment.Opened{Scenario: payment.Scenario{Type: payment.Wait}}); err != nil {
		return err
	}
	_, err := s.Payments.KeepIn(ctx, tx, payment.Free, payment.ByNobody, payment.Notice{
		Fact: a.Reference, Kind: payment.Paid, Reference: a.Reference, ProviderID: a.Reference, Amount: a.Amount,
	})
	return err
}
