package shoptest

import (
	"context"

	"larek/e2e/accounts"
)

// accounts: what each provider holds and each supplier has had, by its own
// record, is what the ledger says, in every currency and to the last unit.
func (s *Shop) accounts(ctx context.Context) ([]string, error) {
	booked, err := accounts.Booked(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	return accounts.Differences(accounts.Recorded(s.Box.Record().Entries), booked), nil
}
