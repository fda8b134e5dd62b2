package ledger

import (
	"context"
	"fmt"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// FeeInRefund returns which part of a refund after delivery is the fee of an order for which
// total and fee were paid. It is what the refunds so far and this one make of the fee less what
// was returned of it, so that no kopeck of it stays when all is refunded.
func FeeInRefund(ctx context.Context, db Querier, orderID int64, total, fee, refund money.RUB) (money.RUB, error) {
	if fee <= 0 || total+fee <= 0 {
		return 0, nil
	}
	back, err := ledgerdb.New(db).OrderReturned(ctx, &orderID)
	if err != nil {
		return 0, fmt.Errorf("refunds of order %d: %w", orderID, err)
	}
	part := min(fee, fee.Share(int64(back.Rubles+refund), int64(total+fee))) - back.Fee
	return max(0, min(part, refund)), nil
}
