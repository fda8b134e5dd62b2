package shoptest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/sandboxtest"
)

// Sandbox is the sandbox: all external services, and the journal of what they did.
type Sandbox struct {
	t      *testing.T
	url    string
	client *http.Client
}

func openSandbox(t *testing.T, shopURL string, now clock.Clock) *Sandbox {
	t.Helper()
	server := sandboxtest.Start(t, sandbox.Config{Clock: now, Shop: shopURL})
	return &Sandbox{t: t, url: server.URL, client: &http.Client{Timeout: time.Minute, Transport: new(http.Transport)}}
}

// Fields are a JSON object.
type Fields map[string]any

// Control commands the sandbox and reads its answer into a value, if any.
func (b *Sandbox) Control(method, path string, command Fields, into any) {
	b.t.Helper()
	body, err := json.Marshal(command)
	if err != nil {
		b.t.Fatal(err)
	}
	req, err := http.NewRequest(method, b.url+"/control"+path, bytes.NewReader(body)) //nolint:noctx // bounded by the client
	if err != nil {
		b.t.Fatal(err)
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Errorf("sandbox %s: %v", path, err)
		return
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(answer, into)
	}
	if err != nil || res.StatusCode >= http.StatusMultipleChoices {
		b.t.Errorf("sandbox %s %v: %d %s: %v", path, command, res.StatusCode, answer, err)
	}
}

// Command gives a command that cannot be refused.
func (b *Sandbox) Command(path string, command Fields) {
	b.t.Helper()
	b.Control(http.MethodPost, path, command, nil)
}

// Pay pays an invoice.
func (b *Sandbox) Pay(a Attempt) { b.t.Helper(); b.Do("pay", a, nil) }

// Do does something else with it.
func (b *Sandbox) Do(action string, a Attempt, more Fields) {
	b.t.Helper()
	command := Fields{"provider": a.Provider, "reference": a.Reference, "action": action}
	for k, v := range more {
		command[k] = v
	}
	b.Command("/pay", command)
}

// Supplier changes how a supplier behaves.
func (b *Sandbox) Supplier(name string, rule Fields) {
	b.t.Helper()
	command := Fields{"supplier": name}
	for k, v := range rule {
		command[k] = v
	}
	b.Command("/supplier", command)
}

// Record is all that really happened.
func (b *Sandbox) Record() core.Record {
	b.t.Helper()
	var r core.Record
	b.Control(http.MethodGet, "/record", nil, &r)
	return r
}

// DeliveredUnits counts what a supplier really delivered.
func (b *Sandbox) DeliveredUnits(supplier string) int {
	b.t.Helper()
	for _, s := range b.Record().Suppliers {
		if s.Supplier == supplier {
			return s.Units
		}
	}
	return 0
}

// Total is what really happened to an invoice.
func (b *Sandbox) Total(a Attempt) core.Total {
	b.t.Helper()
	for _, t := range b.Record().Totals {
		if t.Provider == a.Provider && t.Reference == a.Reference {
			return t
		}
	}
	b.t.Errorf("unknown invoice: %s %s", a.Provider, a.Reference)
	return core.Total{}
}

// ExpectMoney compares what was collected and refunded for an invoice, and checks
// that the provider has only one.
func (b *Sandbox) ExpectMoney(a Attempt, taken, back money.Minor) {
	b.t.Helper()
	if got := b.Total(a); got.Invoices != 1 || got.Taken != taken || got.Refunded != back {
		b.t.Errorf("%s %s: %d invoices, %s taken, %s refunded; want 1, %s, %s",
			a.Provider, a.Reference, got.Invoices, got.Taken, got.Refunded, taken, back)
	}
}

// Registry returns the registry of a provider's day, with mistakes on demand. The statement
// of the shop's own account is that of bank.
func (b *Sandbox) Registry(provider string, day time.Time, mistakes string) []byte {
	b.t.Helper()
	return b.registry(provider, "?day="+day.Format(time.DateOnly)+"&mistakes="+mistakes)
}

// RegistryWithPayout returns the registry of a day whose money the provider has paid out.
func (b *Sandbox) RegistryWithPayout(provider string, day time.Time) []byte {
	b.t.Helper()
	return b.registry(provider, "?payout=1&day="+day.Format(time.DateOnly))
}

func (b *Sandbox) registry(provider, query string) []byte {
	b.t.Helper()
	res, err := b.client.Get(b.url + "/control/registry/" + provider + query) //nolint:noctx // bounded by the client
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	file, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		b.t.Fatalf("registry of %s: %d %s %v", provider, res.StatusCode, file, err)
	}
	return file
}
