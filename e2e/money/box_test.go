package money_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/payment/payin"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
	"larek/internal/sandbox"
)

// box is the sandbox: every provider, and the record of what really happened.
type box struct {
	t      *testing.T
	url    string
	client *http.Client
}

func openBox(t *testing.T, shopURL string, now clock.Clock) *box {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	url := "http://" + srv.Listener.Addr().String()
	s, err := sandbox.New(sandbox.Config{
		Origin: url, StateDir: t.TempDir(), Clock: now, Accounts: sandbox.DevelopmentAccounts(shopURL + "/hooks/payin/"),
	})
	if err != nil {
		t.Fatal(err)
	}
	srv.Config.Handler = s
	srv.Start()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("sandbox: %v", err)
		}
		srv.CloseClientConnections()
		srv.Close()
	})
	return &box{t: t, url: url, client: &http.Client{
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// providers are the adapters, pointed at the sandbox.
func (b *box) providers() []payment.Provider {
	client := &http.Client{
		Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 32},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return []payment.Provider{
		payselection.New(payselection.Config{
			SiteID: sandbox.PayselectionSiteID, SecretKey: sandbox.PayselectionSecretKey,
			WebformURL: b.url + sandbox.PayselectionWebformPath, GatewayURL: b.url + sandbox.PayselectionGatewayPath,
		}, client),
		tbank.New(tbank.Config{TerminalKey: sandbox.TBankTerminal, Password: sandbox.TBankPassword, BaseURL: b.url + sandbox.TBankPath}, client),
		payin.New(payin.Config{AgentID: sandbox.PayinAgentID, AgentName: "Ларёк", Secret: sandbox.PayinSecret, BaseURL: b.url + sandbox.PayinPath}, client),
		getpay.New(getpay.Config{Wallet: sandbox.GetPayWallet, Secret: sandbox.GetPaySecret, BaseURL: b.url + sandbox.GetPayPath}, client),
	}
}

// fields are a command of the control API.
type fields map[string]any

// control sends a command and reads the answer into the given value, if any.
func (b *box) control(method, path string, command fields, into any) int {
	b.t.Helper()
	body, err := json.Marshal(command)
	if err != nil {
		b.t.Fatal(err)
	}
	req, err := http.NewRequest(method, b.url+"/control"+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Errorf("sandbox %s: %v", path, err)
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && into != nil && res.StatusCode == http.StatusOK {
		err = json.Unmarshal(answer, into)
	}
	if err != nil {
		b.t.Errorf("sandbox %s: %d %s: %v", path, res.StatusCode, answer, err)
	}
	return res.StatusCode
}

// act makes the buyer do something with an invoice.
func (b *box) act(action string, a attempt, more fields) {
	b.t.Helper()
	command := fields{"provider": a.provider, "reference": a.reference, "action": action}
	for k, v := range more {
		command[k] = v
	}
	if status := b.control(http.MethodPost, "/pay", command, nil); status != http.StatusOK {
		b.t.Errorf("%s by %s %s: %d", action, a.provider, a.reference, status)
	}
}

func (b *box) pay(a attempt) { b.t.Helper(); b.act("pay", a, nil) }

func (b *box) must(path string, command fields) {
	b.t.Helper()
	if status := b.control(http.MethodPost, path, command, nil); status != http.StatusOK {
		b.t.Fatalf("sandbox %s %v: %d", path, command, status)
	}
}

// submit posts a form as the buyer's browser would.
func (b *box) submit(sc scenario) {
	b.t.Helper()
	var form []string
	for _, f := range sc.Fields {
		form = append(form, encodePair(f.Name, f.Value))
	}
	res, err := b.client.Post(sc.Action, "application/x-www-form-urlencoded", strings.NewReader(strings.Join(form, "&")))
	if err != nil {
		b.t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		b.t.Fatalf("form: %s", res.Status)
	}
}

// record is all that really happened.
func (b *box) record() sandbox.Record {
	b.t.Helper()
	var r sandbox.Record
	b.control(http.MethodGet, "/record", nil, &r)
	return r
}

// total is what really happened to one attempt.
func (b *box) total(a attempt) sandbox.Total {
	b.t.Helper()
	for _, t := range b.record().Totals {
		if t.Provider == a.provider && t.Reference == a.reference {
			return t
		}
	}
	return sandbox.Total{}
}

// wantTotal compares invoices, money taken and money given back.
func (b *box) wantTotal(a attempt, invoices int, taken, refunded money.RUB) {
	b.t.Helper()
	got := b.total(a)
	if got.Invoices != invoices || got.Taken != taken || got.Refunded != refunded {
		b.t.Errorf("%s %s: %d invoices, %s taken, %s given back; want %d, %s, %s",
			a.provider, a.reference, got.Invoices, got.Taken, got.Refunded, invoices, taken, refunded)
	}
}
