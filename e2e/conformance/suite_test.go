// Package conformance holds every payment adapter to the same checks, against the
// sandbox, whose own journal decides.
package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"larek/internal/config"
	"larek/internal/delivery/suppliers"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/sandboxtest"
)

// providerCase is one method of one provider under test.
type providerCase struct {
	method   string
	provider string
	scenario payment.ScenarioType
	lost     payment.LostInvoice
	asks     bool
	refunds  bool
	cancels  bool
}

// providerCases returns every method of every provider that the shop knows.
func providerCases() []providerCase {
	var list []providerCase
	for _, d := range providers.All {
		for _, m := range d.Methods {
			list = append(list, providerCase{m.Name, d.Name, m.Scenario, m.Lost, d.Queries, d.Refunds, d.Cancels})
		}
	}
	return list
}

// providerSuite is a sandbox, a shop that receives its webhooks, and one adapter.
type providerSuite struct {
	*testing.T
	providerCase
	adapter  payment.Provider
	sandbox  *sandboxtest.Server
	shop     string
	received chan payment.Webhook
	number   atomic.Int64
}

// each runs a check for every provider that include selects.
func each(t *testing.T, keep func(providerCase) bool, promise func(b *providerSuite)) {
	t.Helper()
	t.Parallel()
	for _, s := range providerCases() {
		if keep(s) {
			t.Run(s.method, func(t *testing.T) {
				t.Parallel()
				promise(newProviderSuite(t, s))
			})
		}
	}
}

func all(providerCase) bool    { return true }
func asks(s providerCase) bool { return s.asks }

func refunds(s providerCase) bool { return s.refunds }

func newProviderSuite(t *testing.T, s providerCase) *providerSuite {
	t.Helper()
	b := &providerSuite{T: t, providerCase: s, received: make(chan payment.Webhook, 64)}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.received <- payment.Webhook{URL: b.hookURL(), Header: r.Header, Body: body}
		b.adapter.Acknowledge(w)
	}))
	t.Cleanup(shop.Close)
	b.shop = shop.URL
	b.sandbox = sandboxtest.Start(t, sandbox.Config{Shop: b.shop})
	b.adapter = adapter(t, s.provider, b.sandbox.URL)
	return b
}

func (b *providerSuite) hookURL() string { return b.shop + "/hooks/" + b.provider + "/" }

// adapter returns the provider as a shop that uses the sandbox builds it.
func adapter(t *testing.T, name, at string) payment.Provider {
	t.Helper()
	for _, d := range providers.All {
		if d.Name != name {
			continue
		}
		settings := d.NewSettings()
		loadSandboxSettings(t, at, name, settings)
		p, err := settings.New(payment.ProviderDeps{HTTP: &http.Client{Timeout: 10 * time.Second, Transport: new(http.Transport)}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatalf("no provider is called %s", name)
	return nil
}

// loadSandboxSettings fills settings with our account at the sandbox.
func loadSandboxSettings(t *testing.T, at, name string, into any) {
	t.Helper()
	env := sandbox.Env(at, "")
	if err := config.Load(func(name string) string { return env[name] }, config.Group{Name: name, Into: into}); err != nil {
		t.Fatal(err)
	}
}

func TestDescriptorsMatchTheirAdapters(t *testing.T) {
	t.Parallel()
	for _, d := range providers.All {
		p := adapter(t, d.Name, "http://sandbox.invalid")
		if _, cancels := p.(payment.Canceller); cancels != d.Cancels {
			t.Errorf("%s: a Canceller: %t, want %t", d.Name, cancels, d.Cancels)
		}
		if p.Name() != d.Name || p.CanQuery() != d.Queries {
			t.Errorf("%s: got %s, CanQuery %t, want %t", d.Name, p.Name(), p.CanQuery(), d.Queries)
		}
	}
	for _, d := range suppliers.All {
		if got := supplier(t, d.Name, "http://sandbox.invalid").Name(); got != d.Name {
			t.Errorf("%s: got %s", d.Name, got)
		}
	}
}

// invoice is a fresh one of the given sum.
func (b *providerSuite) invoice(amount money.Minor) payment.InvoiceRequest {
	now := time.Now()
	return payment.InvoiceRequest{
		Reference: fmt.Sprintf("%d-1-x7k2", b.number.Add(1)), Method: b.method, Amount: money.Of(amount, money.Ruble),
		Description: "Заказ 7, Shop", Shop: "Shop", Email: "buyer@example.com", Phone: "+79090000001",
		ReturnURL: b.shop + "/order/", WebhookURL: b.hookURL(), Created: now, ExpiresAt: now.Add(30 * time.Minute),
	}
}

// open opens an invoice and brings the buyer to it.
func (b *providerSuite) open(in payment.InvoiceRequest) payment.OpenedInvoice {
	b.Helper()
	o, err := b.adapter.CreateInvoice(b.Context(), in)
	if err != nil {
		b.Fatalf("invoice: %v", err)
	}
	if o.Scenario.Type == payment.Form {
		b.post(o.Scenario)
	}
	return o
}

// post does what the buyer's browser does with a form.
func (b *providerSuite) post(s payment.Scenario) {
	b.Helper()
	form := url.Values{}
	for _, f := range s.Fields {
		form.Set(f.Name, f.Value)
	}
	req, err := http.NewRequestWithContext(b.Context(), s.Method, s.URL, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := new(http.Transport).RoundTrip(req)
	if err != nil {
		b.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		b.Fatalf("the form was answered with %d", resp.StatusCode)
	}
}

// control steers the sandbox and returns its status.
func (b *providerSuite) control(path string, command map[string]any, into any) int {
	b.Helper()
	body, err := json.Marshal(command)
	if err != nil {
		b.Fatal(err)
	}
	method := http.MethodPost
	if command == nil {
		method = http.MethodGet
	}
	status, answer := b.sandbox.Command(method, "/"+path, string(body))
	if into != nil && status == http.StatusOK {
		if err := json.Unmarshal(answer, into); err != nil {
			b.Fatalf("%s: %v", path, err)
		}
	}
	return status
}

// act is the buyer's: pay, decline and so on.
func (b *providerSuite) act(reference, action, webhook string, amount money.Minor) {
	b.Helper()
	status := b.control("pay", map[string]any{
		"provider": b.provider, "reference": reference, "action": action, "webhook": webhook, "amount": amount,
	}, nil)
	if status != http.StatusOK {
		b.Fatalf("%s: got %d, want 200", action, status)
	}
}

func (b *providerSuite) fault(operation, kind string) {
	b.Helper()
	if status := b.control("faults", map[string]any{
		"provider": b.provider, "operation": operation, "kind": kind, "count": 1,
	}, nil); status != http.StatusOK {
		b.Fatalf("fault: %d", status)
	}
}

// record is what really happened, by the sandbox.
func (b *providerSuite) record(reference string) core.Total {
	b.Helper()
	var r core.Record
	b.control("record?reference="+reference, nil, &r)
	for _, t := range r.Totals {
		if t.Provider == b.provider {
			return t
		}
	}
	return core.Total{}
}

// nextWebhook waits for the next webhook that contains a notice.
func (b *providerSuite) nextWebhook() payment.Notice {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
	defer cancel()
	for {
		select {
		case h := <-b.received:
			n, err := b.adapter.ParseWebhook(h)
			if err == nil {
				return n
			}
			if !isIrrelevant(err) {
				b.Fatalf("a genuine webhook was refused: %v", err)
			}
		case <-ctx.Done():
			b.Fatal("no webhook came")
		}
	}
}
