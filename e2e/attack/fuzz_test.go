package attack_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/api"
	"larek/e2e/shoptest"
	"larek/internal/httpapi/httpapitest/mutate"
	"larek/internal/httpapi/storeapi"
	"larek/internal/seal"
)

const (
	fuzzRequests = 20_500
	fuzzAtOnce   = 8
	// fuzzTimeout ends a run on a busy machine; what was sent by then is verified.
	fuzzTimeout = 4 * time.Minute
	// fuzzShare is how many operations of a hundred must have succeeded once.
	fuzzShare = 90
)

// TestFuzzTheContract sends what the contract does not allow to every operation, in
// surroundings in which a good call succeeds: no call may end in a 5xx, and no key
// that the contract does not name may be accepted. FUZZ_SEED repeats a run.
func TestFuzzTheContract(t *testing.T) {
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	w := openSurroundings(s, s.StartWorker())
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("FUZZ_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("FUZZ_SEED=%s: %v", text, err)
		}
	}
	doc, err := openapi3.NewLoader().LoadFromData(api.StoreYAML)
	if err != nil {
		t.Fatal(err)
	}
	f := &fuzzing{surroundings: w, succeeded: map[string]bool{}, answers: map[int]int{}, faults: map[string]int{}}
	var all []mutate.Attack
	for _, op := range storeapi.Operations {
		o := doc.Paths.Value(op.Path).GetOperation(op.Method)
		c := w.good(op, o, true)
		f.verify(mutate.Attack{Name: "good", Call: c, Sent: c.Text()})
		if !f.succeeded[op.OperationID] {
			t.Logf("%s did not succeed: %s", op.OperationID, f.last)
		}
		all = append(all, mutate.All(w.good(op, o, false), o)...)
	}
	all = append(all, outside(w)...)
	random := rand.New(rand.NewPCG(seed, 16)) //nolint:gosec // a run must repeat
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for known := len(all); len(all) < fuzzRequests; { // two faults at once
		a, b := all[random.IntN(known)], all[random.IntN(known)]
		a.Header = a.Header.Clone()
		for name, v := range b.Header {
			a.Header[name] = v
		}
		a.Refuse = false
		all = append(all, a)
	}
	started := time.Now()
	f.run(all)
	f.report(seed, len(all), time.Since(started))
}

type fuzzing struct {
	*surroundings
	payment   sync.Mutex
	mu        sync.Mutex
	sent      int
	succeeded map[string]bool
	answers   map[int]int
	faults    map[string]int
	last      string
}

func (f *fuzzing) run(all []mutate.Attack) {
	ctx, cancel := context.WithTimeout(f.T.Context(), fuzzTimeout)
	defer cancel()
	next := make(chan mutate.Attack)
	var wg sync.WaitGroup
	for range fuzzAtOnce {
		wg.Go(func() {
			for a := range next {
				f.verify(a)
			}
		})
	}
	for _, a := range all {
		select {
		case next <- a:
		case <-ctx.Done():
		}
	}
	close(next)
	wg.Wait()
}

// verify sends one request and records what is wrong with the answer. Of two
// payments of one order at the same moment one is asked to try again, so they are
// started one after the other.
func (f *fuzzing) verify(a mutate.Attack) {
	if a.Operation == "startPayment" {
		f.payment.Lock()
		defer f.payment.Unlock()
	}
	status, _, answer := send(f.Shop, a.Method, a.Address(), a.Header, a.Sent)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent++
	f.answers[status]++
	f.last = fmt.Sprintf("%d %.200s", status, answer)
	switch {
	case status >= 500:
		f.faults[fmt.Sprintf("%d %s: %s: %.120s ← %s %.120s %.200s", status, a.Operation, a.Name, answer, a.Method, a.Address(), a.Sent)]++
	case a.Refuse && status/100 == 2:
		f.faults[fmt.Sprintf("accepted %s: %s: %.200s", a.Operation, a.Name, a.Sent)]++
	case status == 0 && !clientRefused(answer):
		f.faults[fmt.Sprintf("no answer %s: %s: %.200s", a.Operation, a.Name, answer)]++
	}
	if status/100 == 2 {
		f.succeeded[a.Operation] = true
	}
}

// clientRefused reports whether Go's own client refused to send the request.
func clientRefused(why []byte) bool {
	text := string(why)
	return strings.Contains(text, "invalid header field value") || strings.Contains(text, "invalid method") || strings.Contains(text, "malformed") ||
		strings.Contains(text, "broken pipe") || strings.Contains(text, "connection reset") // an answer came before the whole body was sent
}

func (f *fuzzing) report(seed uint64, planned int, took time.Duration) {
	good := 0
	var never []string
	for _, op := range storeapi.Operations {
		if f.succeeded[op.OperationID] {
			good++
		} else {
			never = append(never, op.OperationID)
		}
	}
	if open := f.answers[http.StatusUnauthorized]; open > f.sent/5 {
		f.T.Errorf("got %d answers of %d that ask to sign in, want few: the callers have lost their sessions", open, f.sent)
	}
	share := 100 * good / len(storeapi.Operations)
	f.T.Logf("seed %d: %d requests in %s, answers %v, %d of %d operations with a 2xx (%d %%), without: %v",
		seed, f.sent, took.Round(time.Second), f.answers, good, len(storeapi.Operations), share, never)
	if f.sent < planned || planned < 20_000 {
		f.T.Errorf("got %d requests sent of %d, want all of them and at least 20000", f.sent, planned)
	}
	if share < fuzzShare {
		f.T.Errorf("got %d %% of the operations with a 2xx, want %d %%; without: %v", share, fuzzShare, never)
	}
	var lines []string
	for line, n := range f.faults {
		lines = append(lines, fmt.Sprintf("%d × %s", n, line))
	}
	slices.Sort(lines)
	if len(lines) > 0 {
		f.T.Errorf("got %d faults, want 0; FUZZ_SEED=%d repeats them:\n%s", len(lines), seed, strings.Join(lines[:min(len(lines), 60)], "\n"))
	}
}

// outside returns calls beside the contract: webhooks, pictures, unknown addresses.
func outside(w *surroundings) (list []mutate.Attack) {
	post := func(path, body string) {
		list = append(list, mutate.Attack{Name: "hook", Call: mutate.Call{Operation: "~hooks", Method: http.MethodPost, Path: path, Header: http.Header{"Content-Type": {"application/json"}}}, Sent: body})
	}
	for _, name := range []string{"tbank", "payin", "payselection", "getpay", "moogold", "rokky", "nsgifts", "gamesdrop", "nobody", "%00", "%ff"} {
		for _, v := range append(slices.Clone(mutate.OddValues), `{"Token":{"a":[1]}}`, `{"Token":"x","Amount":[1]}`, "a=b&a=c&sign=1", "sign=%zz", `{"OrderId":1e400}`, `{"signature":"x","sum":{}}`) {
			post("/hooks/"+name+"/", v)
		}
		for _, rest := range []string{"x", "%00", "%2e%2e", "a/b", strings.Repeat("x", 5000), "%ff"} {
			post("/hooks/"+name+"/"+rest, "{}")
		}
	}
	for _, path := range []string{"/media/x/640.png", "/media/%00/640.png", "/media/hdf69bz8c4mht034kr00fyk0c0/-1.png", "/media/hdf69bz8c4mht034kr00fyk0c0/640.exe", "/api/", "/metrics", "/%ff", "//", "/api/orders/%00/events/", "/api/orders/x/events/"} {
		list = append(list, mutate.Attack{Name: "address", Call: mutate.Call{Operation: "~paths", Method: http.MethodGet, Path: path, Header: bearer(w.me.access)}})
	}
	return list
}
