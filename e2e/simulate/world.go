// Package simulate plays orders through the shop's own steps, its SQL included, in virtual
// time and against banks and suppliers that keep a record of their own. Everything that
// happens to an order is drawn from its seed, so a seed that fails is played again
// exactly. Nothing is sent over a network but to the database. README.md
// describes it.
package simulate

import (
	"container/heap"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"larek/internal/money"
)

// world is everything outside of the shop in the life of one order: time, chance, banks,
// suppliers, and what must never happen.
type world struct {
	rng       *rand.Rand
	now       time.Time
	events    timeline
	seq       int
	banks     map[string]*bank
	suppliers map[string]*supplier
	byHand    int      // units that an operator delivered
	trace     []string // what happened, for a seed that fails
	wrong     []string // what must not have happened
	faults    map[string]int
	proc      process
}

// process is the worker or the API instance that runs now. It can be killed.
type process struct {
	isDead bool
	killIn int // statements until it is killed; zero for never
}

func newWorld(seed uint64, from time.Time) *world {
	w := &world{
		rng: rand.New(rand.NewPCG(seed, 0)), now: from, faults: map[string]int{}, //nolint:gosec // a seed must repeat a run
	}
	w.banks = map[string]*bank{
		"tbank":        {w: w, name: "tbank", isQueryable: true, refunds: true, isOncePerKey: true},
		"payselection": {w: w, name: "payselection", isQueryable: true, refunds: true, takesTwice: true},
		"payin":        {w: w, name: "payin"},
	}
	w.suppliers = map[string]*supplier{}
	for _, name := range []string{"moogold", "gamesdrop"} {
		s := &supplier{w: w, name: name}
		if w.chance(8, "a supplier is down for a while") {
			s.downFrom = from.Add(w.between(0, 10*time.Minute))
			s.downUntil = s.downFrom.Add(w.between(time.Minute, 5*time.Hour))
		}
		w.suppliers[name] = s
	}
	return w
}

func (w *world) clock() time.Time { return w.now }

// chance draws whether something happens, and counts it if it has a name.
func (w *world) chance(percent int, what string) bool {
	hit := w.rng.IntN(100) < percent
	if hit && what != "" {
		w.faults[what]++
		w.note("fault: %s", what)
	}
	return hit
}

func (w *world) between(from, to time.Duration) time.Duration {
	return from + time.Duration(w.rng.Int64N(int64(to-from)+1))
}

func (w *world) note(format string, args ...any) {
	w.trace = append(w.trace, w.now.Format("02 15:04:05.000 ")+fmt.Sprintf(format, args...))
}

func (w *world) violation(format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
	w.note("VIOLATION: "+format, args...)
}

// kill ends the running process: no statement of it succeeds from now on.
func (w *world) kill() {
	w.faults["a process is killed"]++
	w.note("fault: the process is killed")
	w.proc.isDead = true
}

// dead is the context of a process that was killed.
var dead = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// statement is called before each statement of the shop. What a dead process has begun
// is rolled back, as the database does when its connection is gone.
func (w *world) statement(ctx context.Context, sql string) context.Context {
	if w.proc.killIn > 0 {
		if w.proc.killIn--; w.proc.killIn == 0 {
			w.kill()
		}
	}
	if w.proc.isDead && sql != "rollback" {
		return dead
	}
	return ctx
}

// held returns what the banks hold of the order's payments.
func (w *world) held() map[money.Currency]money.Minor {
	sums := map[money.Currency]money.Minor{}
	for _, b := range w.banks {
		for _, c := range b.captures {
			sums[c.invoice.amount.Currency] += c.left()
		}
	}
	return sums
}

// isPaid reports whether a buyer has paid an invoice of the order in full.
func (w *world) isPaid() bool {
	for _, b := range w.banks {
		for _, c := range b.captures {
			if c.amount >= c.invoice.amount.Minor {
				return true
			}
		}
	}
	return false
}

// after plans something.
func (w *world) after(delay time.Duration, what string, do func()) {
	w.seq++
	heap.Push(&w.events, event{at: w.now.Add(delay), seq: w.seq, what: what, do: do})
}

// next runs the next event, and reports whether there was one.
func (w *world) next() bool {
	if len(w.events) == 0 {
		return false
	}
	e := heap.Pop(&w.events).(event)
	if e.at.After(w.now) {
		w.now = e.at
	}
	w.note("%s", e.what)
	e.do()
	return true
}

func (w *world) story() string { return strings.Join(w.trace, "\n") }

// timeline is a heap of events, the first first.
type timeline []event

type event struct {
	at   time.Time
	seq  int
	what string
	do   func()
}

func (t timeline) Len() int { return len(t) }
func (t timeline) Less(i, j int) bool {
	return t[i].at.Before(t[j].at) || t[i].at.Equal(t[j].at) && t[i].seq < t[j].seq
}
func (t timeline) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t *timeline) Push(e any)   { *t = append(*t, e.(event)) }
func (t *timeline) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}
