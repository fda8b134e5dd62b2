package money_test

import (
	"bufio"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larek/e2e/shoptest"
)

// follow reads an order's stream from a server until it ends, and passes on the
// number of each event.
func follow(ctx context.Context, t *testing.T, url string, b *shoptest.Buyer, last int64, received func(id int64)) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/orders/"+b.Hash+"/events/", nil)
	if err != nil {
		t.Error(err)
		return
	}
	if last > 0 {
		req.Header.Set("Last-Event-ID", strconv.FormatInt(last, 10))
	}
	res, err := (&http.Client{Transport: new(http.Transport)}).Do(req)
	if err != nil {
		t.Errorf("stream: %v", err)
		return
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("stream: %s %s", res.Status, res.Header.Get("Content-Type"))
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if text, isID := strings.CutPrefix(lines.Text(), "id: "); isID {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Errorf("event number %q", text)
			}
			received(id)
		}
	}
}

func TestStreamTellsEveryEventOnceOverARestart(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	second, stop := s.StartInstance()
	b := s.order("watcher", 1)
	events := make(chan int64, 100)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		follow(t.Context(), t, second, b, 0, func(id int64) { events <- id })
	}()
	a := b.StartPayment("payselection")
	got := []int64{<-events, <-events} // created, payment started
	stop()                             // the instance the page was connected to stops
	<-ended
	s.Sandbox.Pay(a)
	b.WaitForStatus("done") // all of it happens while no page is connected, or after
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go follow(ctx, t, s.URL, b, got[len(got)-1], func(id int64) { events <- id })
	want := shoptest.One[[]int64](s.Shop, `select array_agg(id order by id) from order_events where order_id = $1`, b.ID)
	s.Eventually(func() string {
		for {
			select {
			case id := <-events:
				got = append(got, id)
			default:
				return shoptest.FailUnless(len(got) >= len(want), "%d of %d events", len(got), len(want))
			}
		}
	})
	if !slices.Equal(got, want) {
		t.Errorf("received %v, want %v", got, want)
	}
	s.Audit()
}
