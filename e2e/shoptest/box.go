package shoptest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/delivery/nsgifts"
	"larek/internal/delivery/rokky"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/payment/payin"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
	"larek/internal/sandbox"
)

// Box is the sandbox: everybody outside, and the record of what they did.
type Box struct {
	t      *testing.T
	url    string
	now    clock.Clock
	client *http.Client
}

func openBox(t *testing.T, shopURL string, now clock.Clock) *Box {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	b := &Box{t: t, url: "http://" + srv.Listener.Addr().String(), now: now, client: &http.Client{Timeout: time.Minute}}
	box, err := sandbox.New(sandbox.Config{
		Origin: b.url, StateDir: t.TempDir(), Clock: now,
		Accounts: sandbox.DevelopmentAccounts(shopURL + "/hooks/payin/").WithCallbacks(shopURL),
	})
	if err != nil {
		t.Fatal(err)
	}
	srv.Config.Handler = box
	srv.Start()
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Errorf("sandbox: %v", err)
		}
		srv.CloseClientConnections()
		srv.Close()
	})
	return b
}

// outside is as patient as cmd/larek's.
func outside() *http.Client {
	return &http.Client{
		Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 32},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (b *Box) providers() []payment.Provider {
	client := outside()
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

func (b *Box) suppliers() []delivery.Supplier {
	client := outside()
	steam, err := nsgifts.New(nsgifts.Config{
		BaseURL: b.url + sandbox.NSGiftsPath, UserID: sandbox.NSGiftsUserID, Login: sandbox.NSGiftsLogin,
		Password: sandbox.NSGiftsPassword, Secret: sandbox.NSGiftsSecret,
	}, client, b.now)
	if err != nil {
		b.t.Fatal(err)
	}
	return []delivery.Supplier{
		moogold.New(moogold.Config{
			BaseURL: b.url + sandbox.MooGoldPath, PartnerID: sandbox.MooGoldPartnerID, SecretKey: sandbox.MooGoldSecret,
			HookToken: sandbox.MooGoldCallbackToken, Categories: []int{50},
		}, client, b.now),
		gamesdrop.New(gamesdrop.Config{BaseURL: b.url + sandbox.GamesDropPath, Token: sandbox.GamesDropToken}, client),
		steam,
		rokky.New(rokky.Config{BaseURL: b.url + sandbox.RokkyPath, Partner: sandbox.RokkyPartner, Secret: sandbox.RokkySecret, HookPath: "/hooks/rokky/"}, client, b.now),
	}
}

// Fields are a JSON object.
type Fields map[string]any

// Control commands the sandbox and reads its answer into a value, if any.
func (b *Box) Control(method, path string, command Fields, into any) {
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

// Must gives a command that cannot be refused.
func (b *Box) Must(path string, command Fields) {
	b.t.Helper()
	b.Control(http.MethodPost, path, command, nil)
}

// Pay pays an invoice.
func (b *Box) Pay(a Attempt) { b.t.Helper(); b.Act("pay", a, nil) }

// Act does something else with it.
func (b *Box) Act(action string, a Attempt, more Fields) {
	b.t.Helper()
	command := Fields{"provider": a.Provider, "reference": a.Reference, "action": action}
	for k, v := range more {
		command[k] = v
	}
	b.Must("/pay", command)
}

// Supplier changes how a supplier behaves.
func (b *Box) Supplier(name string, rule Fields) {
	b.t.Helper()
	command := Fields{"supplier": name}
	for k, v := range rule {
		command[k] = v
	}
	b.Must("/supplier", command)
}

// Record is all that really happened.
func (b *Box) Record() sandbox.Record {
	b.t.Helper()
	var r sandbox.Record
	b.Control(http.MethodGet, "/record", nil, &r)
	return r
}

// Handed counts what a supplier really handed over.
func (b *Box) Handed(supplier string) int {
	b.t.Helper()
	for _, s := range b.Record().Suppliers {
		if s.Supplier == supplier {
			return s.Units
		}
	}
	return 0
}

// Total is what really happened to an invoice.
func (b *Box) Total(a Attempt) sandbox.Total {
	b.t.Helper()
	for _, t := range b.Record().Totals {
		if t.Provider == a.Provider && t.Reference == a.Reference {
			return t
		}
	}
	b.t.Errorf("nobody knows %s %s", a.Provider, a.Reference)
	return sandbox.Total{}
}

// WantMoney compares what was taken and given back for an invoice, and that
// the provider knows of one only.
func (b *Box) WantMoney(a Attempt, taken, back money.Minor) {
	b.t.Helper()
	if got := b.Total(a); got.Invoices != 1 || got.Taken != taken || got.Refunded != back {
		b.t.Errorf("%s %s: %d invoices, %s taken, %s given back; want 1, %s, %s",
			a.Provider, a.Reference, got.Invoices, got.Taken, got.Refunded, taken, back)
	}
}
