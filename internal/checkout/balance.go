package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
)

// spendBalance pays from the buyer's balance. The ledger is the only source of
// the balance; the buyer's row is locked, so two orders cannot spend it twice.
func (s *Service) spendBalance(ctx context.Context, tx pgx.Tx, o *order.Order, a *payment.Attempt) error {
	if o.UserID == nil {
		return errSignIn
	}
	has, err := ledger.LockCustomerBalance(ctx, tx, *o.UserID)
	if err != nil {
		return err
	}
	if has < a.Total+a.Fee {
		return errInsufficientBalance
	}
	spent := ledger.BalanceSpent{UserID: *o.UserID, Total: a.Total, Fee: a.Fee}
	if err := s.ledger.Post(ctx, tx, spent.Entry(a.Reference, o.ID)); err != nil {
		return err
	}
	_, err = payment.SaveInvoice(ctx, tx, a, payment.OpenedInvoice{Scenario: payment.Scenario{Type: payment.Wait}})
	if err != nil {
		return err
	}
	_, err = s.inbox.RecordNoticeTx(ctx, tx, payment.Balance, payment.SourceBalance, payment.Notice{
		DedupeKey: a.Reference, Kind: payment.NoticePaid, Reference: a.Reference, ProviderID: a.Reference, Amount: a.Amount,
	})
	return err
}
