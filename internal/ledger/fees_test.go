package ledger

import (
	"strconv"
	"testing"

	"larek/internal/money"
)

// TestRefundsOfADeliveredOrderReturnItsFee refunds an order in parts: each reduces the fees by its
// part of the fee, and together by all of it.
func TestRefundsOfADeliveredOrderReturnItsFee(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	const total, fee = money.RUB(100_00), money.RUB(10_00)
	for _, e := range []Entry{
		PaymentReceived{Provider: "tbank", Charge: (total + fee).Money(), Total: total, Fee: fee}.Entry("1", 1),
		Delivered{Net: total, Discount: 5_00}.Entry("1", 1),
	} {
		if err := post(t, s, e); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct{ refund, fee money.RUB }{{33_33, 3_03}, {33_33, 3_03}, {33_34, 3_03}, {10_00, 91}} {
		part, err := FeeInRefund(t.Context(), pool, 1, total, fee, c.refund)
		if err != nil || part != c.fee {
			t.Errorf("refund %d of %s: fee of %s, %v, want %s", i, c.refund, part, err, c.fee)
		}
		if err := post(t, s, RefundedAfterDelivery{To: Provider("tbank"), Amount: c.refund.Money(), Rubles: c.refund, Fee: part}.Entry(strconv.Itoa(i), 1)); err != nil {
			t.Fatal(err)
		}
	}
	for account, want := range map[Account]money.Minor{Fees(): 0, Revenue(): -5_00, Discounts(): 5_00, Provider("tbank"): 0} {
		if got, err := Balance(t.Context(), pool, account, money.Ruble); err != nil || got.Minor != want {
			t.Errorf("%s is %s, %v, want %s", account, got, err, want)
		}
	}
}
