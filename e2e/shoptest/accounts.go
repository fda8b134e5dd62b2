package shoptest

import (
	"context"

	"larek/e2e/accounts"
)

// checkAccounts checks that what each provider holds and each supplier has received, by
// its own journal, is what the ledger contains, in every currency and to the last
// unit.
func (s *Shop) checkAccounts(ctx context.Context) ([]string, error) {
	booked, err := accounts.Booked(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	return accounts.Differences(accounts.Recorded(s.Sandbox.Record().Entries), booked), nil
}
