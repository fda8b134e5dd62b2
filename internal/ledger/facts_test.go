package ledger

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"larek/internal/money"
)

func TestFactsToTheKopeck(t *testing.T) {
	t.Parallel()
	rub := func(m money.Minor) money.Money { return money.Of(m, "RUB") }
	for name, c := range map[string]struct {
		fact Fact
		want string
	}{
		"settlement":            {ProviderSettled{"tbank", rub(1177684_35)}, "provider:tbank RUB -1177684.35, transit RUB 1177684.35"},
		"arrival":               {PayoutArrived{rub(1177684_35)}, "bank RUB 1177684.35, transit RUB -1177684.35"},
		"commission":            {CommissionKept{"tbank", rub(8596_31)}, "acquiring RUB 8596.31, provider:tbank RUB -8596.31"},
		"top-up in dollars":     {SupplierToppedUp{"moogold", 92_510_00, 1000_0000, "USD"}, "bank RUB -92510.00, exchange RUB 92510.00, exchange USD -1000.00, supplier:moogold USD 1000.00"},
		"top-up in rubles":      {SupplierToppedUp{"nsgifts", 1000_00, 990_5000, "RUB"}, "bank RUB -1000.00, supplier:nsgifts RUB 990.50, writeoff RUB 9.50"},
		"chargeback":            {ChargebackTaken{"tbank", rub(2190_00), rub(35_00)}, "chargebacks RUB 2225.00, provider:tbank RUB -2225.00"},
		"write-off":             {WrittenOff{Provider("tbank"), "RUB", -100}, "provider:tbank RUB -0.01, writeoff RUB 0.01"},
		"found at the provider": {FoundAtProvider{"tbank", rub(1490_00)}, "provider:tbank RUB 1490.00, unapplied RUB -1490.00"},
		"charge found":          {ChargeFound{"moogold", 1_2345, "USD", 114_20}, "cost RUB 114.20, exchange RUB -114.20, exchange USD 1.2345, supplier:moogold USD -1.2345"},
		"charge without a rate": {ChargeFound{"moogold", 1_2345, "USD", 0}, "cost USD 1.2345, supplier:moogold USD -1.2345"},
	} {
		e := c.fact.Entry("1")
		sum, got := map[money.Currency]int64{}, []string(nil)
		for _, p := range e.All() {
			got, sum[p.Currency] = append(got, fmt.Sprintf("%s %s %s", p.Account, p.Currency, Format(p.TenThousandths))), sum[p.Currency]+p.TenThousandths
		}
		slices.Sort(got)
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: got %s, want %s", name, text, c.want)
		}
		for currency, n := range sum {
			if n != 0 {
				t.Errorf("%s: %s adds up to %s", name, currency, Format(n))
			}
		}
		for _, p := range e.All() {
			if p.Account.place() < 0 {
				t.Errorf("%s: %s is not in the chart", name, p.Account)
			}
		}
	}
}
