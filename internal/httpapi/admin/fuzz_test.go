package admin_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/api"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/httpapitest/mutate"
)

const (
	fuzzAllowed = 24_000 // calls by somebody who may make them
	fuzzRefused = 7_000  // calls by somebody who may not
	fuzzAtOnce  = 8
)

// TestFuzzTheConsole sends what the contract does not allow to every operation, about
// things that exist and things that do not. No call may end in a 5xx, no unknown key may
// be accepted, and nothing a wrong role sends may change a row. FUZZ_SEED plays another
// plan, or a new one (new); the gate always plays the same one, so that a failure comes from the change.
func TestFuzzTheConsole(t *testing.T) {
	t.Parallel()
	seed := uint64(26)
	switch text := os.Getenv("FUZZ_SEED"); text {
	case "":
	case "new":
		seed = uint64(time.Now().UnixNano())
	default:
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	z := &fuzzing{fixture: &fixture{Shop: httpapitest.NewShop(t)}, random: rand.New(rand.NewPCG(seed, 26)), faults: map[string]int{}, answers: map[int]int{}} //nolint:gosec // a run must repeat
	z.client = http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: fuzzAtOnce},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	callers := z.callers()
	admin := callers[slices.IndexFunc(callers, func(c caller) bool { return c.role == "admin" })]
	own, allowed, refused := z.plan(callers, admin.name)

	before, audited := z.snapshot(), len(z.audited())
	z.run(refused, func(status int) bool { return status/100 == 2 })
	if z.snapshot() != before || len(z.audited()) != audited {
		t.Error("calls of a wrong role have changed data")
	}
	admin.reset()
	z.run(allowed, nil)
	for _, a := range own {
		admin.reset()
		z.send(a, nil)
	}
	t.Logf("seed %d: %d requests, answers %v", seed, z.sent, z.answers)
	if answered := z.sent - z.answers[0]; answered < 30_000 {
		t.Errorf("%d requests were answered, want 30 000", answered)
	}
	if lost := z.answers[http.StatusUnauthorized] + z.answers[http.StatusForbidden] - len(refused); lost > z.sent/10 {
		t.Errorf("%d calls of the administrator were refused, want few: the session or the role is lost", lost)
	}
	z.report(seed)
}

type fuzzing struct {
	*fixture
	client  http.Client
	random  *rand.Rand
	mu      sync.Mutex
	sent    int
	answers map[int]int
	faults  map[string]int
}

// plan returns the calls of the administrator about their own session, which the next call
// needs, those of the administrator about anything else, and those of callers who may not
// make them.
func (z *fuzzing) plan(callers []caller, admin string) (own, allowed, refused []mutate.Attack) {
	z.T.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.AdminYAML)
	if err != nil {
		z.T.Fatal(err)
	}
	table := map[string]row{}
	for _, area := range rowsOf {
		for id, r := range area() {
			table[id] = r
		}
	}
	for _, op := range adminapi.Operations {
		o := doc.Paths.Value(op.Path).GetOperation(op.Method)
		for _, who := range callers {
			if want, _ := expect(op, table[op.OperationID], who); want < 400 && who.name != admin {
				continue
			}
			who.reset()
			path, body := table[op.OperationID].call(z.fixture, who)
			all := mutate.All(z.goodCall(op, path, body, who), o)
			switch {
			case who.name != admin:
				refused = append(refused, z.sample(all, 12)...)
			case may("admin", op.Permission):
				allowed = append(allowed, z.sample(all, len(all))...)
			default:
				own = append(own, z.sample(all, 40)...)
			}
		}
	}
	refused = slices.DeleteFunc(refused, func(a mutate.Attack) bool { return strings.HasPrefix(a.Name, "method ") }) // may be another operation, which is allowed
	return own, z.sample(allowed, fuzzAllowed), z.sample(refused, fuzzRefused)
}

func (z *fuzzing) report(seed uint64) {
	z.T.Helper()
	var lines []string
	for line, n := range z.faults {
		lines = append(lines, fmt.Sprintf("%d × %s", n, line))
	}
	slices.Sort(lines)
	if len(lines) > 0 {
		z.T.Errorf("%d faults; FUZZ_SEED=%d repeats them:\n%s", len(lines), seed, strings.Join(lines[:min(len(lines), 60)], "\n"))
	}
}

var pathParam = regexp.MustCompile(`\{([a-z_]+)\}`)

// goodCall takes the path of a call apart into the parameters of its pattern.
func (z *fuzzing) goodCall(op adminapi.Operation, path, body string, who caller) mutate.Call {
	z.T.Helper()
	path, query, _ := strings.Cut(path, "?")
	c := mutate.Call{Operation: op.OperationID, Method: op.Method, Path: op.Path, Params: map[string]string{}, Query: query, Header: who.header(), Raw: body}
	names := pathParam.FindAllStringSubmatch(op.Path, -1)
	values := regexp.MustCompile("^" + pathParam.ReplaceAllString(op.Path, "([^/]*)") + "$").FindStringSubmatch(path)
	if values == nil {
		z.T.Fatalf("%s: the call %s is none of %s", op.OperationID, path, op.Path)
	}
	for i, name := range names {
		c.Params[name[1]] = values[i+1]
	}
	if json.Valid([]byte(body)) {
		_ = json.Unmarshal([]byte(body), &c.Body)
	}
	return c
}

// sample returns at most n of the calls, in any order.
func (z *fuzzing) sample(all []mutate.Attack, n int) []mutate.Attack {
	slices.SortStableFunc(all, func(a, b mutate.Attack) int { // maps have no order
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Address(), b.Address()), cmp.Compare(a.Sent, b.Sent))
	})
	z.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

func (z *fuzzing) run(all []mutate.Attack, isFault func(status int) bool) {
	next := make(chan mutate.Attack)
	var wg sync.WaitGroup
	for range fuzzAtOnce {
		wg.Go(func() {
			for a := range next {
				z.send(a, isFault)
			}
		})
	}
	for _, a := range all {
		next <- a
	}
	close(next)
	wg.Wait()
}

// send makes one call and records what is wrong with its answer.
func (z *fuzzing) send(a mutate.Attack, isFault func(status int) bool) {
	if !strings.HasSuffix(a.Name, "Idempotency-Key") {
		a.Header = a.Header.Clone()
		a.Header.Set("Idempotency-Key", httpapitest.NewKey())
	}
	status, answer := z.try(a)
	z.mu.Lock()
	defer z.mu.Unlock()
	z.sent++
	z.answers[status]++
	if status >= 500 || a.Refuse && status/100 == 2 || isFault != nil && isFault(status) {
		z.faults[fmt.Sprintf("%d %s, %s: %.120s ← %s %.120s %.200s", status, a.Operation, a.Name, answer, a.Method, a.Address(), a.Sent)]++
	}
}

// try returns a status of 0 if Go's client refuses to send the request.
func (z *fuzzing) try(a mutate.Attack) (int, []byte) {
	req, err := http.NewRequestWithContext(z.T.Context(), a.Method, z.URL+a.Address(), strings.NewReader(a.Sent))
	if err != nil {
		return 0, nil
	}
	req.Header = a.Header
	res, err := z.client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	answer, _ := io.ReadAll(res.Body)
	return res.StatusCode, answer
}
