package ledger

import (
	"math/rand/v2"
	"testing"

	"larek/internal/money"
)

// anyFact draws a fact of any kind with amounts no provider would refuse.
func anyFact(r *rand.Rand, ref string, orderID int64) Entry {
	amount := func() money.RUB { return money.RUB(r.Int64N(100_000_00)) }
	currency := []string{RUB, RUB, "KZT", "UZS"}[r.IntN(4)]
	provider := []string{"payselection", "tbank", "payin"}[r.IntN(3)]
	to := []Account{Provider(provider), Customer(1 + r.Int64N(3))}[r.IntN(2)]
	total, fee := amount(), amount()
	charge := total + fee
	if currency != RUB {
		charge = amount()
	}
	switch r.IntN(6) {
	case 0:
		return PaymentReceived{Provider: provider, Charge: charge, Currency: currency, Total: total, Fee: fee}.Entry(ref, orderID)
	case 1:
		return BalanceSpent{UserID: 1 + r.Int64N(3), Total: total, Fee: fee}.Entry(ref, orderID)
	case 2:
		return SurplusReceived{Provider: provider, Amount: charge, Currency: currency}.Entry(ref, orderID)
	case 3:
		return Delivered{Net: total, Discount: fee}.Entry(ref, orderID)
	case 4:
		return RefundedFromUnapplied{To: to, Amount: charge, Currency: currency, Rubles: total}.Entry(ref, orderID)
	default:
		return RefundedFromOrder{To: to, Amount: charge, Currency: currency, Net: total, Fee: fee}.Entry(ref, orderID)
	}
}

func TestEveryFactBalances(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // repeatable
	for range 20_000 {
		e := anyFact(r, "1", 1)
		sums := map[string]money.RUB{}
		for _, p := range e.Postings {
			sums[p.Currency] += p.Amount
		}
		for currency, sum := range sums {
			if sum != 0 {
				t.Fatalf("%s %s is left over of %+v", sum, currency, e)
			}
		}
	}
}

func TestPostingsOfFacts(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		entry Entry
		want  []Posting
	}{
		"rubles": {
			PaymentReceived{Provider: "tbank", Charge: 103_00, Currency: RUB, Total: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"provider:tbank", RUB, 103_00}, {"orders", RUB, -100_00}, {"fees", RUB, -3_00}},
		},
		"another currency": {
			PaymentReceived{Provider: "payin", Charge: 600_00, Currency: "KZT", Total: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"provider:payin", "KZT", 600_00}, {"orders", RUB, -100_00}, {"fees", RUB, -3_00}, {"exchange", "KZT", -600_00}, {"exchange", RUB, 103_00}},
		},
		"delivered with a promo code": {
			Delivered{Net: 90_00, Discount: 10_00}.Entry("7", 1),
			[]Posting{{"orders", RUB, 90_00}, {"discounts", RUB, 10_00}, {"revenue", RUB, -100_00}},
		},
		"delivered for nothing": {
			Delivered{Discount: 10_00}.Entry("7", 1),
			[]Posting{{"discounts", RUB, 10_00}, {"revenue", RUB, -10_00}},
		},
		"undelivered, to the balance": {
			RefundedFromOrder{To: Customer(5), Amount: 103_00, Currency: RUB, Net: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"orders", RUB, 100_00}, {"fees", RUB, 3_00}, {"customer:5", RUB, -103_00}},
		},
		"undelivered, back in tenge": {
			RefundedFromOrder{To: Provider("payin"), Amount: 600_00, Currency: "KZT", Net: 100_00, Fee: 3_00}.Entry("7", 1),
			[]Posting{{"orders", RUB, 100_00}, {"fees", RUB, 3_00}, {"provider:payin", "KZT", -600_00}, {"exchange", "KZT", 600_00}, {"exchange", RUB, -103_00}},
		},
		"surplus in tenge, to the balance": {
			RefundedFromUnapplied{To: Customer(5), Amount: 600_00, Currency: "KZT", Rubles: 100_00}.Entry("7", 1),
			[]Posting{{"unapplied", "KZT", 600_00}, {"customer:5", RUB, -100_00}, {"exchange", "KZT", -600_00}, {"exchange", RUB, 100_00}},
		},
		"same account twice": {
			Entry{Postings: []Posting{{"orders", RUB, 5}, {"fees", RUB, -3}, {"orders", RUB, -2}}},
			[]Posting{{"orders", RUB, 3}, {"fees", RUB, -3}},
		},
	} {
		got := merged(tc.entry.Postings)
		if len(got) != len(tc.want) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%s: %v, want %v", name, got[i], tc.want[i])
			}
		}
	}
}
