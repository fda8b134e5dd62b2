package simulate

import (
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	seed   = flag.Uint64("seed", 0, "play the order of one seed and print its story")
	first  = flag.Uint64("first", 1, "the first seed of many; with -for it is new each time")
	orders = flag.Uint64("orders", 100, "how many orders to play")
	length = flag.Duration("for", 0, "play for so long instead")
	lanes  = flag.Int("lanes", 4, "how many orders are played at once, each in a database of its own")
)

// start is when every order is created.
var start = time.Now().UTC().Truncate(time.Second)

// Every order of the seeds ends as it must, whatever happens to it.
func TestSimulation(t *testing.T) {
	if *seed != 0 {
		w, err := openShop(t).play(t.Context(), *seed, start)
		t.Logf("%s", w.story())
		report(t, *seed, w, err)
		return
	}
	if *length > 0 && *first == 1 {
		*first = uint64(start.Unix()) * 1000
	}
	t.Logf("the first seed is %d", *first)
	var next atomic.Uint64
	next.Store(*first - 1)
	var all tally
	began := time.Now()
	var running sync.WaitGroup
	for range *lanes {
		shop := openShop(t)
		running.Go(func() {
			for !t.Failed() {
				n := next.Add(1)
				if *length == 0 && n >= *first+*orders || *length > 0 && time.Since(began) > *length {
					return
				}
				w, err := shop.play(t.Context(), n, start)
				all.add(w)
				report(t, n, w, err)
			}
		})
	}
	running.Wait()
	all.print(t, time.Since(began))
}

// Seeds that found a fault once. The refusal of a repeated refund was taken for the fate of the
// first call, which the bank carried out: the buyer got the money twice. And the webhook of a
// declined card that came after another card had paid was asked about until a person looked.
// An attempt whose provider cannot be asked stayed open for good when the process was killed
// between planning no further check and closing it.
func TestSeedsThatFailedOnce(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	for _, n := range []uint64{1794961736421, 1794962274412, 1795008438242} {
		w, err := shop.play(t.Context(), n, start)
		report(t, n, w, err)
	}
}

// A seed decides everything: it is played again to the last event, also in a shop that has
// played other orders before.
func TestSeedIsPlayedAgainExactly(t *testing.T) {
	t.Parallel()
	fresh, used := openShop(t), openShop(t)
	for n := uint64(1); n <= 6; n++ {
		a, err := fresh.play(t.Context(), n, start)
		report(t, n, a, err)
	}
	for n := uint64(6); n >= 1; n-- {
		a, err := fresh.play(t.Context(), n, start)
		report(t, n, a, err)
		b, err := used.play(t.Context(), n, start)
		report(t, n, b, err)
		if got, want := numbers.ReplaceAllString(a.story(), "#"), numbers.ReplaceAllString(b.story(), "#"); got != want {
			t.Errorf("seed %d has two stories:\n%s\n\n%s", n, got, want)
		}
	}
}

// numbers are those of rows, which differ from shop to shop.
var numbers = regexp.MustCompile(`(order|unit|refund|line|payment|attempt|units|refunds) \[?[0-9- ]+\]?`)

func report(t *testing.T, seed uint64, w *world, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("seed %d cannot be played: %v", seed, err)
	}
	if len(w.wrong) > 0 {
		t.Errorf("seed %d: %s\nIts story: go test ./e2e/simulate -run Simulation -v -seed %d", seed, strings.Join(w.wrong, "\n\t"), seed)
	}
}

// tally counts what happened in all orders.
type tally struct {
	mu     sync.Mutex
	orders int
	events int
	faults map[string]int
}

func (a *tally) add(w *world) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.faults == nil {
		a.faults = map[string]int{}
	}
	a.orders++
	a.events += w.seq
	for what, n := range w.faults {
		a.faults[what] += n
	}
}

func (a *tally) print(t *testing.T, took time.Duration) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d orders in %s: %.0f a minute, %d events, from seed %d\n", a.orders, took.Round(time.Second), float64(a.orders)/took.Minutes(), a.events, *first)
	for _, what := range slices.Sorted(maps.Keys(a.faults)) {
		fmt.Fprintf(&b, "%7d  %s\n", a.faults[what], what)
	}
	t.Log(b.String())
}
