// Package conformance holds every payment adapter to the same promises,
// against the sandbox, whose own record is the judge.
package conformance

import (
	"bytes"
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

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/payment/payin"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
	"larek/internal/sandbox"
)

// subject is one method of one provider under test.
type subject struct {
	method   string
	provider string
	scenario payment.ScenarioType
	// How an invoice whose answer was lost is found again.
	lost lostInvoice
	asks bool // and gives money back by a call
}

type lostInvoice int

const (
	askedFor   lostInvoice = iota // Ask shows it
	openAgain                     // the same reference opens it again
	goneForBad                    // refused; nobody has seen what to pay
	neverLost                     // no call is made
)

var subjects = []subject{
	{"payselection", "payselection", payment.Redirect, openAgain, true},
	{"tbank_sbp", "tbank", payment.InvoiceQR, askedFor, true},
	{"tbank_qr", "tbank", payment.QR, askedFor, true},
	{"payin_p2p", "payin", payment.P2P, goneForBad, false},
	{"payin_external", "payin", payment.External, goneForBad, false},
	{"payin_form", "payin", payment.Form, neverLost, false},
	{"getpay", "getpay", payment.P2PRedirect, openAgain, false},
}

// box is a sandbox, a shop that hears its webhooks, and one adapter.
type box struct {
	*testing.T
	subject
	adapter payment.Provider
	url     string
	shop    string
	heard   chan payment.Hook
	number  atomic.Int64
}

// each runs a promise for every subject that keep lets through.
func each(t *testing.T, keep func(subject) bool, promise func(b *box)) {
	t.Helper()
	t.Parallel()
	for _, s := range subjects {
		if keep(s) {
			t.Run(s.method, func(t *testing.T) {
				t.Parallel()
				promise(newBox(t, s))
			})
		}
	}
}

func all(subject) bool    { return true }
func asks(s subject) bool { return s.asks }

func newBox(t *testing.T, s subject) *box {
	t.Helper()
	b := &box{T: t, subject: s, heard: make(chan payment.Hook, 64)}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.heard <- payment.Hook{URL: b.hookURL(), Header: r.Header, Body: body}
		b.adapter.Acknowledge(w)
	}))
	t.Cleanup(shop.Close)
	b.shop = shop.URL
	outside := httptest.NewUnstartedServer(nil)
	b.url = "http://" + outside.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Config{
		Origin: b.url, StateDir: t.TempDir(), Accounts: sandbox.DevelopmentAccounts(b.hookURL()),
	})
	if err != nil {
		t.Fatal(err)
	}
	outside.Config.Handler = server
	outside.Start()
	t.Cleanup(func() {
		outside.CloseClientConnections()
		_ = server.Close()
		outside.Close()
	})
	b.adapter = adapter(s.provider, b.url)
	return b
}

func (b *box) hookURL() string { return b.shop + "/hooks/" + b.provider + "/" }

func adapter(provider, at string) payment.Provider {
	client := &http.Client{Timeout: 10 * time.Second}
	switch provider {
	case "payselection":
		return payselection.New(payselection.Config{
			SiteID: sandbox.PayselectionSiteID, SecretKey: sandbox.PayselectionSecretKey,
			WebformURL: at + sandbox.PayselectionWebformPath, GatewayURL: at + sandbox.PayselectionGatewayPath,
		}, client)
	case "tbank":
		return tbank.New(tbank.Config{
			TerminalKey: sandbox.TBankTerminal, Password: sandbox.TBankPassword, BaseURL: at + sandbox.TBankPath,
		}, client)
	case "payin":
		return payin.New(payin.Config{
			AgentID: sandbox.PayinAgentID, AgentName: "Ларёк", Secret: sandbox.PayinSecret, BaseURL: at + sandbox.PayinPath,
		}, client)
	}
	return getpay.New(getpay.Config{
		Wallet: sandbox.GetPayWallet, Secret: sandbox.GetPaySecret, BaseURL: at + sandbox.GetPayPath,
	}, client)
}

// invoice is a fresh one of the given sum.
func (b *box) invoice(amount money.Minor) payment.Invoice {
	now := time.Now()
	return payment.Invoice{
		Reference: fmt.Sprintf("%d-1-x7k2", b.number.Add(1)), Method: b.method, Amount: money.Of(amount, money.Ruble),
		Description: "Заказ в Ларьке", Email: "buyer@example.com", Phone: "+79090000001",
		ReturnURL: b.shop + "/order/", WebhookURL: b.hookURL(), Created: now, ExpiresAt: now.Add(30 * time.Minute),
	}
}

// open opens an invoice and brings the buyer to it.
func (b *box) open(in payment.Invoice) payment.Opened {
	b.Helper()
	o, err := b.adapter.Invoice(b.Context(), in)
	if err != nil {
		b.Fatalf("invoice: %v", err)
	}
	if o.Scenario.Type == payment.Form {
		b.post(o.Scenario)
	}
	return o
}

// post does what the buyer's browser does with a form.
func (b *box) post(s payment.Scenario) {
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
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		b.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		b.Fatalf("the form was answered with %d", resp.StatusCode)
	}
}

// control steers the sandbox and returns its status.
func (b *box) control(path string, command map[string]any, into any) int {
	b.Helper()
	body, err := json.Marshal(command)
	if err != nil {
		b.Fatal(err)
	}
	method := http.MethodPost
	if command == nil {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(b.Context(), method, b.url+"/control/"+path, bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	answer, err := io.ReadAll(resp.Body)
	if err == nil && into != nil && resp.StatusCode == http.StatusOK {
		err = json.Unmarshal(answer, into)
	}
	if err != nil {
		b.Fatalf("%s: %v", path, err)
	}
	return resp.StatusCode
}

// act is the buyer's: pay, decline and so on.
func (b *box) act(reference, action, webhook string, amount money.Minor) {
	b.Helper()
	status := b.control("pay", map[string]any{
		"provider": b.provider, "reference": reference, "action": action, "webhook": webhook, "amount": amount,
	}, nil)
	if status != http.StatusOK {
		b.Fatalf("%s: %d", action, status)
	}
}

func (b *box) fault(operation, kind string) {
	b.Helper()
	if status := b.control("faults", map[string]any{
		"provider": b.provider, "operation": operation, "kind": kind, "count": 1,
	}, nil); status != http.StatusOK {
		b.Fatalf("fault: %d", status)
	}
}

// record is what really happened, by the sandbox.
func (b *box) record(reference string) sandbox.Total {
	b.Helper()
	var r sandbox.Record
	b.control("record?reference="+reference, nil, &r)
	for _, t := range r.Totals {
		if t.Provider == b.provider {
			return t
		}
	}
	return sandbox.Total{}
}

// told waits for the next webhook that says something.
func (b *box) told() payment.Notice {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
	defer cancel()
	for {
		select {
		case h := <-b.heard:
			n, err := b.adapter.Notice(h)
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
