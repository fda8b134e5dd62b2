package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/payment"
)

// recordFree records a paid notice for an attempt that costs nothing. The
// workflow processes it like a payment and delivers; no money moves, so nothing
// is posted to the ledger.
func (s *Service) recordFree(ctx context.Context, tx pgx.Tx, a *payment.Attempt) error {
	if _, err := payment.SaveInvoice(ctx, tx, a, payment.OpenedInvoice{Scenario: payment.Scenario{Type: payment.Wait}}); err != nil {
		return err
	}
	_, err := s.inbox.RecordNoticeTx(ctx, tx, payment.Free, payment.SourceFree, payment.Notice{
		DedupeKey: a.Reference, Kind: payment.NoticePaid, Reference: a.Reference, ProviderID: a.Reference, Amount: a.Amount,
	})
	return err
}
