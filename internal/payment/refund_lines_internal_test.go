package payment

import (
	"math/rand/v2"
	"testing"

	"larek/internal/money"
)

// TestUndeliveredPartOfALineIsItsShare: an undelivered line is refunded with all of its
// share, a part of it with no more, and no less than the price of its goods.
func TestUndeliveredPartOfALineIsItsShare(t *testing.T) {
	t.Parallel()
	for range 5_000 {
		l := RefundableLine{Quantity: 1 + rand.Int32N(6), Net: money.RUB(1_00 + rand.Int64N(500_000))}
		l.Share = money.Minor(l.Net) + money.Minor(rand.Int64N(50_000))
		l.Left = l.Share
		if got := l.Undelivered(l.Net); got != l.Share {
			t.Fatalf("%+v: all of it is %s", l, got)
		}
		part := money.RUB(rand.Int64N(int64(l.Net)))
		if got := l.Undelivered(part); got < money.Minor(part) || got > l.Share {
			t.Fatalf("%+v: goods for %s are %s", l, part, got)
		}
	}
}

// TestRoundedUnitsOfALineLeaveNothing: what was refunded for delivered units is rounded
// another way than what was not delivered.
func TestRoundedUnitsOfALineLeaveNothing(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ left, want money.Minor }{
		{66_66, 66_66}, {66_67, 66_67}, {66_68, 66_68}, {70_00, 66_67}, {50_00, 66_67},
	} {
		l := RefundableLine{Quantity: 3, Net: 100_00, Share: 100_00, Left: tc.left}
		if got := l.Undelivered(66_67); got != tc.want {
			t.Errorf("two of three units, %s left: got %s, want %s", tc.left, got, tc.want)
		}
	}
}
