package delivery_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"larek/internal/delivery"
)

// TestTwoThousandLines: the first supplier does a fifth of orders without
// saying so and fails a fifth, the second is well. By the suppliers' own record
// exactly as much was handed over as was bought.
func TestTwoThousandLines(t *testing.T) {
	t.Parallel()
	lines := 2000
	if testing.Short() {
		lines = 200
	}
	c := openCounter(t)
	for _, fault := range []string{
		`"kind":"timeout_after_accept","percent":20,"slow_ms":50`, `"kind":"error_500","percent":10`, `"kind":"refuse","percent":15`,
	} {
		c.control(http.MethodPost, "/faults", `{"provider":"`+first+`","operation":"create",`+fault+`}`)
	}
	c.control(http.MethodPost, "/faults", `{"provider":"`+first+`","operation":"status","kind":"error_500","percent":10}`)
	work := make(chan delivery.Unit)
	var wg sync.WaitGroup
	for range 48 {
		wg.Go(func() {
			for u := range work {
				if !c.patiently(u) {
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
	var atSecond int
	if err := c.pool.QueryRow(t.Context(), `select count(*) from delivery_units where supplier = $1`, second).Scan(&atSecond); err != nil {
		t.Fatal(err)
	}
	c.handed(lines-atSecond, atSecond)
	if atSecond == 0 || atSecond == lines {
		t.Errorf("%d of %d by the second supplier: nothing was tried", atSecond, lines)
	}
	t.Logf("%d by the first supplier, %d by the second", lines-atSecond, atSecond)
}

// patiently hands a unit over in real time, as a flow does.
func (c *counter) patiently(u delivery.Unit) bool {
	for {
		step, err := c.Dispatch.HandOver(c.t.Context(), u.ID, c.goods)
		switch {
		case err != nil:
			c.t.Errorf("unit %d: %v", u.ID, err)
			return false
		case step.State == delivery.UnitDelivered:
			return true
		case step.After == 0:
			c.t.Errorf("unit %d ends %s", u.ID, step.State)
			return false
		}
		select {
		case <-time.After(step.After):
		case <-c.t.Context().Done():
			return false
		}
	}
}
