package ledger

import (
	"math/rand/v2"
	"testing"

	"larek/internal/money"
)

// randomEntry returns a random entry of any kind.
func randomEntry(r *rand.Rand, ref string, orderID int64) Entry {
	amount := func() money.RUB { return money.RUB(r.Int64N(100_000_00)) }
	currency := []money.Currency{"RUB", "RUB", "KZT", "UZS"}[r.IntN(4)]
	provider := []string{"payselection", "tbank", "payin"}[r.IntN(3)]
	to := []Account{Provider(provider), Customer(1 + r.Int64N(3))}[r.IntN(2)]
	total, fee := amount(), amount()
	charge := (total + fee).Money()
	if currency != money.Ruble {
		charge = money.Of(money.Minor(amount()), currency)
	}
	switch r.IntN(6) {
	case 0:
		return PaymentReceived{Provider: provider, Charge: charge, Total: total, Fee: fee}.Entry(ref, orderID)
	case 1:
		return BalanceSpent{UserID: 1 + r.Int64N(3), Total: total, Fee: fee}.Entry(ref, orderID)
	case 2:
		return SurplusReceived{Provider: provider, Amount: charge}.Entry(ref, orderID)
	case 3:
		return Delivered{Net: total, Discount: fee}.Entry(ref, orderID)
	case 4:
		return RefundedFromUnapplied{To: to, Amount: charge, Rubles: total}.Entry(ref, orderID)
	default:
		return RefundedFromOrder{To: to, Amount: charge, Net: total, Fee: fee}.Entry(ref, orderID)
	}
}

func TestEveryEntryBalances(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // repeatable
	for range 20_000 {
		e := randomEntry(r, "1", 1)
		sums := map[money.Currency]money.Minor{}
		for _, p := range e.Postings {
			sums[p.Amount.Currency] += p.Amount.Minor
		}
		for currency, sum := range sums {
			if sum != 0 {
				t.Fatalf("sum in %[2]s: got %[1]s, want 0, of %+[3]v", sum, currency, e)
			}
		}
	}
}

func TestPostingsOfEntries(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		entry Entry
		want  []Posting
	}{
		"rubles": {
			PaymentReceived{Provider: "tbank", Charge: money.Of(103_00, "RUB"), Total: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"provider:tbank", money.Of(103_00, "RUB")}, {"orders", money.Of(-100_00, "RUB")}, {"fees", money.Of(-3_00, "RUB")}},
		},
		"another currency": {
			PaymentReceived{Provider: "payin", Charge: money.Of(600_00, "KZT"), Total: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"provider:payin", money.Of(600_00, "KZT")}, {"orders", money.Of(-100_00, "RUB")}, {"fees", money.Of(-3_00, "RUB")}, {"exchange", money.Of(-600_00, "KZT")}, {"exchange", money.Of(103_00, "RUB")}},
		},
		"delivered with a promo code": {
			Delivered{Net: 90_00, Discount: 10_00}.Entry("7", 1),
			[]Posting{{"orders", money.Of(90_00, "RUB")}, {"discounts", money.Of(10_00, "RUB")}, {"revenue", money.Of(-100_00, "RUB")}},
		},
		"delivered for nothing": {
			Delivered{Discount: 10_00}.Entry("7", 1),
			[]Posting{{"discounts", money.Of(10_00, "RUB")}, {"revenue", money.Of(-10_00, "RUB")}},
		},
		"undelivered, to the balance": {
			RefundedFromOrder{To: Customer(5), Amount: money.Of(103_00, "RUB"), Net: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"orders", money.Of(100_00, "RUB")}, {"fees", money.Of(3_00, "RUB")}, {"customer:5", money.Of(-103_00, "RUB")}},
		},
		"undelivered, refunded in tenge": {
			RefundedFromOrder{To: Provider("payin"), Amount: money.Of(600_00, "KZT"), Net: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"orders", money.Of(100_00, "RUB")}, {"fees", money.Of(3_00, "RUB")}, {"provider:payin", money.Of(-600_00, "KZT")}, {"exchange", money.Of(600_00, "KZT")}, {"exchange", money.Of(-103_00, "RUB")}},
		},
		"surplus in tenge, to the balance": {
			RefundedFromUnapplied{To: Customer(5), Amount: money.Of(600_00, "KZT"), Rubles: 100_00}.Entry("7", 1),
			[]Posting{{"unapplied", money.Of(600_00, "KZT")}, {"customer:5", money.Of(-100_00, "RUB")}, {"exchange", money.Of(-600_00, "KZT")}, {"exchange", money.Of(100_00, "RUB")}},
		},
		"same account twice": {
			Entry{Postings: []Posting{{"orders", money.Of(5, "RUB")}, {"fees", money.Of(-3, "RUB")}, {"orders", money.Of(-2, "RUB")}}},
			[]Posting{{"orders", money.Of(3, "RUB")}, {"fees", money.Of(-3, "RUB")}},
		},
	} {
		got := mergePostings(tc.entry.Postings)
		if len(got) != len(tc.want) {
			t.Errorf("%s: got %v, want %v", name, got, tc.want)
			continue
		}
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%s: got %v, want %v", name, got[i], tc.want[i])
			}
		}
	}
}
