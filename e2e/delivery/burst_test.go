package delivery_test

import (
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/publicid"
)

var burst = flag.Int("burst", 0, "how many orders are paid at the same time; zero skips the measurement")

// TestBurst pays many orders at the same time. None may wait for longer than ten seconds:
// with several partitions of a task queue some would wait for a minute, the length of a
// poll, in a partition that no worker asks.
func TestBurst(t *testing.T) {
	if *burst == 0 {
		t.Skip("to measure it: make -C e2e/load burst N=300")
	}
	s := openShop(t)
	pack := shoptest.One[int64](s.Shop, `select min(id) from products where kind = 'pubg'`)
	codes := make([]string, *burst)
	for i := range codes {
		codes[i] = publicid.New().String()
	}
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, codes); err != nil {
		t.Fatal(err)
	}
	orders, payments := make([]*shoptest.Buyer, *burst), make([]shoptest.Attempt, *burst)
	for i := range orders {
		orders[i] = s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}})
		payments[i] = orders[i].StartPayment("payselection")
	}
	paid := make([]time.Time, *burst)
	var all sync.WaitGroup
	for i, p := range payments {
		all.Go(func() {
			paid[i] = s.Clock.Now()
			s.Sandbox.Pay(p)
		})
	}
	all.Wait()
	waits := make([]time.Duration, *burst)
	for i, b := range orders {
		b.WaitForStatus("done")
		done := shoptest.One[float64](s.Shop, `select extract(epoch from at)::float8 from order_events where order_id = $1 and event = 'order.done'`, b.ID)
		waits[i] = time.UnixMicro(int64(done * 1e6)).Sub(paid[i])
	}
	slices.Sort(waits)
	t.Logf("%d orders paid at once: from payment to delivery %s in the middle, %s at most", *burst, waits[*burst/2], waits[*burst-1])
	if longest := waits[*burst-1]; longest > 10*time.Second {
		t.Errorf("an order waited for %s, want at most 10 s", longest)
	}
	s.Audit()
}
