package delivery_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
)

// TestTwoThousandLines delivers through a first supplier that carries out a fifth of
// the orders without a response and fails another fifth, and a second one that works.
// The suppliers must have delivered exactly what was bought.
func TestTwoThousandLines(t *testing.T) {
	t.Parallel()
	lines := 2000
	if testing.Short() {
		lines = 200
	}
	c := newDispatchFixture(t)
	for _, fault := range []string{
		`"kind":"timeout_after_accept","percent":20,"slow_ms":50`, `"kind":"error_500","percent":10`, `"kind":"refuse","percent":15`,
	} {
		c.sandbox.Control(http.MethodPost, "/faults", `{"provider":"`+first+`","operation":"create",`+fault+`}`)
	}
	c.sandbox.Control(http.MethodPost, "/faults", `{"provider":"`+first+`","operation":"status","kind":"error_500","percent":10}`)
	work := make(chan delivery.Unit)
	var wg sync.WaitGroup
	for range 48 {
		wg.Go(func() {
			for u := range work {
				if !c.deliverWithRetries(u) {
					return
				}
			}
		})
	}
	for range lines {
		work <- c.units(1)[0]
	}
	close(work)
	wg.Wait()
	atSecond := pgtest.One[int](t, c.pool, `select count(*) from delivery_units where supplier = $1`, second)
	c.expectDelivered(lines-atSecond, atSecond)
	if atSecond == 0 || atSecond == lines {
		t.Errorf("%d of %d by the second supplier: nothing was tried", atSecond, lines)
	}
	t.Logf("%d by the first supplier, %d by the second", lines-atSecond, atSecond)
}

// deliverWithRetries delivers a unit in real time, as a workflow does.
func (c *dispatchFixture) deliverWithRetries(u delivery.Unit) bool {
	for {
		step, err := c.Dispatcher.DeliverUnit(c.t.Context(), u.ID, c.goods)
		switch {
		case err != nil:
			c.t.Errorf("unit %d: %v", u.ID, err)
			return false
		case step.State == delivery.UnitDelivered:
			return true
		case step.RetryAfter == 0:
			c.t.Errorf("unit %d ends %s", u.ID, step.State)
			return false
		}
		select {
		case <-time.After(step.RetryAfter):
		case <-c.t.Context().Done():
			return false
		}
	}
}
