package money_test

import (
	"slices"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
)

// TestPlantedMistakesOfABankStatementAreFound sells through three providers, books what they
// paid out by their registries, and finds in the bank's statement the three planted mistakes:
// a payout that did not come is missed when its time is over, not before.
func TestPlantedMistakesOfABankStatementAreFound(t *testing.T) {
	t.Parallel()
	methods := map[string]string{"payin": "payin_p2p", "payselection": "payselection", "tbank": "tbank_sbp"}
	s := openShop(t, len(methods))
	anna := s.HireOperator("finance")
	day := s.Clock.Now().In(ledger.Moscow)
	for party, method := range methods {
		b := s.order("bank-"+party, 1)
		s.Sandbox.Pay(b.StartPayment(method))
		b.WaitForStatus("done")
		s.loadRegistry(anna, party, day, s.Sandbox.RegistryWithPayout(party, day))
		s.wantBalance(ledger.Provider(party), 0)
	}
	s.loadRegistry(anna, "bank", day, s.Sandbox.Registry("bank", day, "missing,amount,extra"))
	s.wantDifferences(anna, day, "amount -0.01", "theirs_only 1490.00")
	late := day.AddDate(0, 0, 3)
	s.loadRegistry(anna, "bank", late, s.Sandbox.Registry("bank", late, ""))
	missed := shoptest.One[string](s.Shop, `select amount::numeric(14, 2)::text from settlement_rows where party = 'payin' and kind = 'payout'`)
	s.wantDifferences(anna, late, "ours_only -"+missed)

	came := shoptest.One[string](s.Shop, `select sum(amount)::numeric(14, 2)::text from settlement_rows where party = 'bank'`)
	for _, on := range []time.Time{day, late} {
		s.resolveAll(anna, s.reconDay(anna, "bank", on))
		if d := s.reconDay(anna, "bank", on); d.State != "green" {
			t.Errorf("%s is %s, want green", on.Format(time.DateOnly), d.State)
		}
	}
	if got := shoptest.One[string](s.Shop, `select sum(amount)::numeric(14, 2)::text from ledger_postings where account = 'bank'`); got != came {
		t.Errorf("the books have %s on the bank account, the statements %s", got, came)
	}
}

// wantDifferences compares the differences of the bank's day and looks at its bridge.
func (s *shop) wantDifferences(who *shoptest.Operator, day time.Time, want ...string) {
	s.T.Helper()
	d, got := s.reconDay(who, "bank", day), []string(nil)
	for _, x := range d.Differences {
		got = append(got, x.Kind+" "+x.Gap)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || len(d.Totals) != 1 || d.Totals[0].Rest != "0.00" || d.State != "open" {
		s.T.Errorf("got %q, %+v, want %q", got, d, want)
	}
}
