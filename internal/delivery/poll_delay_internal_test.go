package delivery

import (
	"testing"
	"time"
)

func TestAnOrderIsQueriedEveryMinuteWhileTheBuyerWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ age, want time.Duration }{
		{0, time.Second},
		{10 * time.Second, 5 * time.Second},
		{10 * time.Minute, time.Minute},
		{deliveryTimeout, time.Minute},
		{time.Hour, 30 * time.Minute},
		{24 * time.Hour, time.Hour},
	} {
		if got := pollDelay(c.age); got != c.want {
			t.Errorf("an order %s old is queried after %s, want %s", c.age, got, c.want)
		}
	}
}
