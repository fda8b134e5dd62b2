package payment

import (
	"math/rand/v2"
	"testing"

	"larek/internal/money"
)

func TestUndeliveredOrderIsRefundedInFull(t *testing.T) {
	t.Parallel()
	for range 5_000 {
		nets := make([]money.RUB, 1+rand.IntN(6))
		var total money.RUB
		for i := range nets {
			nets[i] = money.RUB(1 + rand.Int64N(500_000))
			total += nets[i]
		}
		quoted := (total + money.RUB(rand.Int64N(50_000))).Money()
		var back money.Minor
		var up money.RUB
		for _, net := range nets {
			one := lineRefundAmount(quoted, total, net, back, up)
			if one.Sign() < 0 {
				t.Fatalf("refunded %s", one)
			}
			back, up = back+one.Minor, up+net
		}
		if back != quoted.Minor {
			t.Fatalf("%v of %s: refunded %s, want %s", nets, total, back, quoted)
		}
	}
}

func TestPartIsNeverMoreThanTheWhole(t *testing.T) {
	t.Parallel()
	for range 5_000 {
		total := money.RUB(1 + rand.Int64N(1_000_000))
		net := money.RUB(rand.Int64N(int64(total)))
		quoted := total + money.RUB(rand.Int64N(100_000))
		back := lineRefundAmount(quoted.Money(), total, net, 0, 0)
		if back.Minor < money.Minor(net) || back.Minor > money.Minor(quoted) {
			t.Fatalf("goods for %s of %s, charged %s: refunded %s", net, total, quoted, back)
		}
	}
}
