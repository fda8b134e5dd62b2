package tbank

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

func TestTokenKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ body, password, want string }{
		"the bank's sample": {
			body:     `{"TerminalKey":"MerchantTerminalKey","Amount":19200,"OrderId":"00000","Description":"Подарочная карта на 1000 рублей","DATA":{"Phone":"+7"},"Receipt":{"Items":[]}}`,
			password: "11111111111111", want: "72dd466f8ace0a37a1f740ce5fb78101712bc0665d91a8108c7c8a0ccd426db2",
		},
		"another password": {
			body:     `{"TerminalKey":"MerchantTerminalKey","Amount":19200,"OrderId":"21090","Description":"Подарочная карта на 1000 рублей"}`,
			password: "usaf8fw8fsw21g", want: "0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9",
		},
		"a notice with numbers and booleans": {body: noticeBody, password: strings.Repeat("x", 16), want: noticeToken},
	}
	for name, tt := range tests {
		v, err := scalars([]byte(tt.body))
		if got := token(v, tt.password); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

const (
	noticeToken = "16cfc8cd6e8f8fc1d404e3f9984c8058ecdf6eab622a9cc73c2e3824e47124ac"
	noticeBody  = `{"TerminalKey":"1726675329428DEMO","OrderId":"9863471b-8d42-4617-9073-11339159aba9","Success":true,"Status":"AUTHORIZED","PaymentId":5974256058,"ErrorCode":"0","Amount":19900,"CardId":475738102,"Pan":"430000******0777","ExpDate":"1230","RebillId":1741204285536,"Token":"` + noticeToken + `"}`
)

const password = "secret"

func bank(address string) *Provider {
	return New(Config{TerminalKey: "LAREKDEMO", Password: password, BaseURL: address}, http.DefaultClient)
}

// signedHook is a genuine webhook with the fields.
func signedHook(fields string) payment.Hook {
	body := `{` + fields + `}`
	v, err := scalars([]byte(body))
	if err != nil {
		return payment.Hook{Body: []byte(body)}
	}
	return payment.Hook{Body: []byte(`{` + fields + `,"Token":"` + token(v, password) + `"}`)}
}

const confirmed = `"TerminalKey":"LAREKDEMO","OrderId":"7-1-abc","Success":true,"Status":"CONFIRMED","PaymentId":5974256058,"ErrorCode":"0","Amount":16670`

func TestOnlyConfirmedIsPaid(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from, to string
		kind     payment.Kind
		fact     string
		want     error
	}{
		"confirmed":       {kind: payment.Paid, fact: "5974256058:paid"},
		"authorized":      {from: "CONFIRMED", to: "AUTHORIZED", want: payment.ErrIrrelevant},
		"not successful":  {from: "true", to: "false", want: payment.ErrIrrelevant},
		"rejected":        {from: "CONFIRMED", to: "REJECTED", kind: payment.Declined, fact: "5974256058:declined"},
		"partly refunded": {from: "CONFIRMED", to: "PARTIAL_REFUNDED", kind: payment.RefundOK, fact: "5974256058:refunded:166.70"},
		"other terminal":  {from: "LAREKDEMO", to: "OTHERDEMO", want: payment.ErrForged},
		"negative amount": {from: "16670", to: "-16670", want: payment.ErrForged},
		"huge amount":     {from: "16670", to: "99999999999999999999", want: payment.ErrForged},
		"no order":        {from: "7-1-abc", to: "", want: payment.ErrForged},
	}
	for name, tt := range tests {
		n, err := bank("").Notice(signedHook(strings.Replace(confirmed, tt.from, tt.to, 1)))
		if !errors.Is(err, tt.want) || n.Kind != tt.kind || n.Fact != tt.fact {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	n, err := bank("").Notice(signedHook(confirmed))
	if err != nil || n.Amount != money.Of(16670, "RUB") || n.Reference != "7-1-abc" || n.ProviderID != "5974256058" {
		t.Fatalf("%+v, %v", n, err)
	}
}

func TestForgedNotices(t *testing.T) {
	t.Parallel()
	genuine := string(signedHook(confirmed).Body)
	forged := map[string]string{
		"altered amount":  strings.Replace(genuine, "16670", "99900", 1),
		"another payment": strings.Replace(genuine, "5974256058", "5974256059", 1),
		"added field":     strings.Replace(genuine, "{", `{"Extra":1,`, 1),
		"no token":        `{` + confirmed + `}`,
		"not JSON":        "Amount=16670",
	}
	for name, body := range forged {
		if n, err := bank("").Notice(payment.Hook{Body: []byte(body)}); !errors.Is(err, payment.ErrForged) || n != (payment.Notice{}) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	keyless := New(Config{TerminalKey: "LAREKDEMO"}, http.DefaultClient)
	if _, err := keyless.Notice(signedHook(confirmed)); !errors.Is(err, payment.ErrForged) {
		t.Errorf("no password: %v", err)
	}
}

// fake answers each method with a fixed body and counts the calls.
func fake(t *testing.T, answers map[string]string) (*Provider, map[string]int) {
	t.Helper()
	calls := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		v, err := scalars(body)
		if err != nil || v["Token"] != token(v, password) {
			t.Errorf("token of %s", body)
		}
		method := strings.TrimPrefix(r.URL.Path, "/")
		calls[method]++
		if !json.Valid([]byte(answers[method])) {
			w.WriteHeader(http.StatusBadGateway)
		}
		_, _ = io.WriteString(w, answers[method])
	}))
	t.Cleanup(s.Close)
	return bank(s.URL), calls
}

const (
	unheard = `{"Success":false,"ErrorCode":"255"}`
	made    = `{"Success":true,"ErrorCode":"0","Status":"NEW","PaymentId":"55","PaymentURL":"https://x"}`
	code    = `{"Success":true,"ErrorCode":"0","Data":"https://qr.example/1"}`
)

func inState(status string) string {
	return `{"Success":true,"ErrorCode":"0","Payments":[{"PaymentId":55,"Status":"` + status + `","Amount":16670}]}`
}

func TestInvoice(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answers map[string]string
		inits   int
		want    error
	}{
		"made":              {answers: map[string]string{"CheckOrder": unheard, "Init": made, "GetQr": code}, inits: 1},
		"there already":     {answers: map[string]string{"CheckOrder": inState("NEW"), "GetQr": code}},
		"paid already":      {answers: map[string]string{"CheckOrder": inState("CONFIRMED")}, want: payment.ErrUnknown},
		"expired already":   {answers: map[string]string{"CheckOrder": inState("DEADLINE_EXPIRED")}, want: payment.ErrRefused},
		"refused":           {answers: map[string]string{"CheckOrder": unheard, "Init": `{"Success":false,"ErrorCode":"9"}`}, inits: 1, want: payment.ErrRefused},
		"init without word": {answers: map[string]string{"CheckOrder": unheard, "Init": "oops"}, inits: 1, want: payment.ErrUnknown},
		"code without word": {answers: map[string]string{"CheckOrder": unheard, "Init": made, "GetQr": "oops"}, inits: 1, want: payment.ErrUnknown},
		"question refused":  {answers: map[string]string{"CheckOrder": `{"Success":false,"ErrorCode":"204"}`}, want: payment.ErrRefused},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, calls := fake(t, tt.answers)
			o, err := p.Invoice(t.Context(), payment.Invoice{Reference: "7-1-abc", Method: "tbank_sbp", Amount: money.Of(16670, "RUB"),
				ExpiresAt: time.Now().Add(time.Hour)})
			if !errors.Is(err, tt.want) || calls["Init"] != tt.inits {
				t.Fatalf("%+v, %v, %d calls", o, err, calls["Init"])
			}
			if err == nil && (o.ProviderID != "55" || o.Scenario.QR != "https://qr.example/1" || o.Scenario.Type != payment.InvoiceQR) {
				t.Fatalf("%+v", o)
			}
		})
	}
}

func TestPictureIsADataAddress(t *testing.T) {
	t.Parallel()
	p, _ := fake(t, map[string]string{"CheckOrder": unheard, "Init": made, "GetQr": `{"Success":true,"Data":"<svg/>"}`})
	o, err := p.Invoice(t.Context(), payment.Invoice{Reference: "r", Method: "tbank_qr", Amount: money.Of(100, "RUB")})
	if err != nil || o.Scenario.Type != payment.QR || o.Scenario.URL != "data:image/svg+xml;base64,PHN2Zy8+" {
		t.Fatalf("%+v, %v", o, err)
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state    string
		fact     string
		underWay bool
		opened   bool
	}{
		"never heard of": {state: unheard},
		"waiting":        {state: inState("NEW"), opened: true},
		"on the way":     {state: inState("AUTHORIZED"), underWay: true},
		"authorizing":    {state: inState("AUTHORIZING"), underWay: true},
		"waits for 3DS":  {state: inState("3DS_CHECKING"), underWay: true},
		"paid":           {state: inState("CONFIRMED"), fact: "55:paid"},
		"given back":     {state: inState("REFUNDED"), fact: "55:paid55:refunded:0.00"},
		"declined":       {state: inState("REJECTED"), fact: "55:declined"},
	}
	for name, tt := range tests {
		p, _ := fake(t, map[string]string{"CheckOrder": tt.state, "GetQr": code})
		a, err := p.Ask(t.Context(), payment.Asked{Reference: "7-1-abc", Method: "tbank_sbp"})
		told := ""
		for _, n := range a.Notices {
			told += n.Fact
		}
		if err != nil || told != tt.fact || a.UnderWay != tt.underWay || (a.Opened != nil) != tt.opened {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

func TestRefundIsOneCallUnderItsKey(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer string
		want   error
	}{
		"made":             {answer: `{"Success":true,"Status":"PARTIAL_REFUNDED","NewAmount":7000}`},
		"made with more":   {answer: `{"Success":true,"Status":"REFUNDED","NewAmount":0}`},
		"under way":        {answer: `{"Success":true,"Status":"ASYNC_REFUNDING","NewAmount":7000}`, want: payment.ErrUnknown},
		"not made":         {answer: `{"Success":true,"Status":"CONFIRMED","NewAmount":10000}`, want: payment.ErrUnknown},
		"what is left?":    {answer: `{"Success":true,"Status":"PARTIAL_REFUNDED"}`, want: payment.ErrUnknown},
		"no answer":        {answer: "oops", want: payment.ErrUnknown},
		"the bank says no": {answer: `{"Success":false,"ErrorCode":"4"}`, want: payment.ErrRefused},
	} {
		p, calls := fake(t, map[string]string{"Cancel": tt.answer})
		_, err := p.Refund(t.Context(), payment.RefundRequest{Key: "k", ProviderID: "55", Paid: 10000, Amount: money.RUB(3000).Money(), Left: 7000})
		if !errors.Is(err, tt.want) || calls["Cancel"] != 1 || len(calls) != 1 {
			t.Errorf("%s: %v after %v, want %v after one Cancel", name, err, calls, tt.want)
		}
	}
}

func TestLeftOfAPayment(t *testing.T) {
	t.Parallel()
	for status, tt := range map[string]struct {
		left money.Minor
		want error
	}{
		"CONFIRMED": {left: 10000}, "REFUNDED": {}, "PARTIAL_REFUNDED": {want: payment.ErrPartGone}, "ASYNC_REFUNDING": {want: payment.ErrPartGone},
	} {
		p, _ := fake(t, map[string]string{"GetState": `{"Success":true,"Status":"` + status + `","PaymentId":"55","Amount":10000}`})
		left, err := p.Left(t.Context(), "55", money.Of(10000, "RUB"))
		if left != tt.left || !errors.Is(err, tt.want) {
			t.Errorf("%s: %s, %v; want %s, %v", status, left, err, tt.left, tt.want)
		}
	}
}

func FuzzNotice(f *testing.F) {
	f.Add([]byte(noticeBody))
	f.Add(signedHook(confirmed).Body)
	f.Add([]byte(`{"Amount":1e9,"Success":true}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p := bank("")
		if n, err := p.Notice(payment.Hook{Body: body}); err == nil && !strings.Contains(string(body), "Token") {
			t.Fatalf("%q read as %+v", body, n)
		}
		n, err := p.Notice(signedHook(strings.Trim(string(body), "{}")))
		if err == nil && (n.Amount.Sign() < 0 || n.Reference == "" || n.Fact == "") {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
