package store_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// TestTwoTabsComplainOnce presses in many tabs at once: one complaint is recorded.
func TestTwoTabsComplainOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	first := s.Value(`select min(id)::text from codes where line_id = $1`, p.Products[0].ID)
	var accepted, refused atomic.Int32
	var tabs sync.WaitGroup
	for range 8 {
		tabs.Go(func() {
			switch a := complain(s, p, p.ByCookie(), first, "не подошёл"); a.Status {
			case 204:
				accepted.Add(1)
			case 409:
				refused.Add(1)
			default:
				t.Errorf("got %d %s", a.Status, a.Body)
			}
		})
	}
	tabs.Wait()
	if accepted.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d accepted and %d refused, want 1 and 7", accepted.Load(), refused.Load())
	}
	if got := s.Value(`select (select count(*) from code_complaints) || ' ' || (select count(*) from order_events where event = 'code.reported')`); got != "1 1" {
		t.Errorf("complaints and events: got %s, want one of each", got)
	}
}

// TestComplaintsAreLimited makes more calls than a person does.
func TestComplaintsAreLimited(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	p := s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	deliver(s, p)
	first := s.Value(`select min(id)::text from codes where line_id = $1`, p.Products[0].ID)
	from := p.ByCookie()
	from.Set("X-Forwarded-For", "203.0.113.7")
	for i, want := range []int{204, 409, 409, 409, 409, 409, 409, 409, 409, 409, 429, 429} {
		if a := complain(s, p, from, first, ""); a.Status != want {
			t.Fatalf("call %d: got %d %s, want %d", i+1, a.Status, a.Body, want)
		}
	}
	if got := s.Value(`select count(*)::text from code_complaints`); got != "1" {
		t.Errorf("%s complaints, want 1", got)
	}
}
