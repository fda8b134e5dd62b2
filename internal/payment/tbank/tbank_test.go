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
	return New(Settings{TerminalKey: "LAREKDEMO", Password: password, BaseURL: address}, &http.Client{Transport: new(http.Transport)})
}

// signedHook is a genuine webhook with the fields.
func signedHook(fields string) payment.Webhook {
	body := `{` + fields + `}`
	v, err := scalars([]byte(body))
	if err != nil {
		return payment.Webhook{Body: []byte(body)}
	}
	return payment.Webhook{Body: []byte(`{` + fields + `,"Token":"` + token(v, password) + `"}`)}
}

const confirmed = `"TerminalKey":"LAREKDEMO","OrderId":"7-1-abc","Success":true,"Status":"CONFIRMED","PaymentId":5974256058,"ErrorCode":"0","Amount":16670`

func TestOnlyConfirmedIsPaid(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from, to  string
		kind      payment.NoticeKind
		dedupeKey string
		want      error
	}{
		"confirmed":       {kind: payment.NoticePaid, dedupeKey: "5974256058:paid"},
		"authorized":      {from: "CONFIRMED", to: "AUTHORIZED", want: payment.ErrIgnoredEvent},
		"not successful":  {from: "true", to: "false", want: payment.ErrIgnoredEvent},
		"rejected":        {from: "CONFIRMED", to: "REJECTED", kind: payment.NoticeDeclined, dedupeKey: "5974256058:declined"},
		"partly refunded": {from: "CONFIRMED", to: "PARTIAL_REFUNDED", kind: payment.NoticeRefunded, dedupeKey: "5974256058:refunded:166.70"},
		"other terminal":  {from: "LAREKDEMO", to: "OTHERDEMO", want: payment.ErrInvalidSignature},
		"negative amount": {from: "16670", to: "-16670", want: payment.ErrInvalidSignature},
		"huge amount":     {from: "16670", to: "99999999999999999999", want: payment.ErrInvalidSignature},
		"no order":        {from: "7-1-abc", to: "", want: payment.ErrInvalidSignature},
	}
	for name, tt := range tests {
		n, err := bank("").ParseWebhook(signedHook(strings.Replace(confirmed, tt.from, tt.to, 1)))
		if !errors.Is(err, tt.want) || n.Kind != tt.kind || n.DedupeKey != tt.dedupeKey {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	n, err := bank("").ParseWebhook(signedHook(confirmed))
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
		if n, err := bank("").ParseWebhook(payment.Webhook{Body: []byte(body)}); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	keyless := New(Settings{TerminalKey: "LAREKDEMO"}, &http.Client{Transport: new(http.Transport)})
	if _, err := keyless.ParseWebhook(signedHook(confirmed)); !errors.Is(err, payment.ErrInvalidSignature) {
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
	unknownOrder = `{"Success":false,"ErrorCode":"255"}`
	made         = `{"Success":true,"ErrorCode":"0","Status":"NEW","PaymentId":"55","PaymentURL":"https://x"}`
	code         = `{"Success":true,"ErrorCode":"0","Data":"https://qr.example/1"}`
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
		"made":             {answers: map[string]string{"CheckOrder": unknownOrder, "Init": made, "GetQr": code}, inits: 1},
		"there already":    {answers: map[string]string{"CheckOrder": inState("NEW"), "GetQr": code}},
		"paid already":     {answers: map[string]string{"CheckOrder": inState("CONFIRMED")}, want: payment.ErrOutcomeUnknown},
		"expired already":  {answers: map[string]string{"CheckOrder": inState("DEADLINE_EXPIRED")}, want: payment.ErrRefused},
		"refused":          {answers: map[string]string{"CheckOrder": unknownOrder, "Init": `{"Success":false,"ErrorCode":"9"}`}, inits: 1, want: payment.ErrRefused},
		"init unreadable":  {answers: map[string]string{"CheckOrder": unknownOrder, "Init": "oops"}, inits: 1, want: payment.ErrOutcomeUnknown},
		"code unreadable":  {answers: map[string]string{"CheckOrder": unknownOrder, "Init": made, "GetQr": "oops"}, inits: 1, want: payment.ErrOutcomeUnknown},
		"question refused": {answers: map[string]string{"CheckOrder": `{"Success":false,"ErrorCode":"204"}`}, want: payment.ErrRefused},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, calls := fake(t, tt.answers)
			o, err := p.CreateInvoice(t.Context(), payment.InvoiceRequest{Reference: "7-1-abc", Method: "tbank_sbp", Amount: money.Of(16670, "RUB"),
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
	p, _ := fake(t, map[string]string{"CheckOrder": unknownOrder, "Init": made, "GetQr": `{"Success":true,"Data":"<svg/>"}`})
	o, err := p.CreateInvoice(t.Context(), payment.InvoiceRequest{Reference: "r", Method: "tbank_qr", Amount: money.Of(100, "RUB")})
	if err != nil || o.Scenario.Type != payment.QR || o.Scenario.URL != "data:image/svg+xml;base64,PHN2Zy8+" {
		t.Fatalf("%+v, %v", o, err)
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state     string
		dedupeKey string
		underWay  bool
		opened    bool
	}{
		"not found":     {state: unknownOrder},
		"waiting":       {state: inState("NEW"), opened: true},
		"on the way":    {state: inState("AUTHORIZED"), underWay: true},
		"authorizing":   {state: inState("AUTHORIZING"), underWay: true},
		"waits for 3DS": {state: inState("3DS_CHECKING"), underWay: true},
		"paid":          {state: inState("CONFIRMED"), dedupeKey: "55:paid"},
		"refunded":      {state: inState("REFUNDED"), dedupeKey: "55:paid55:refunded:0.00"},
		"declined":      {state: inState("REJECTED"), dedupeKey: "55:declined"},
		"reversed":      {state: inState("REVERSED"), dedupeKey: "55:declined55:refunded:0.00"},
	}
	for name, tt := range tests {
		p, _ := fake(t, map[string]string{"CheckOrder": tt.state, "GetQr": code})
		a, err := p.QueryAttempt(t.Context(), payment.AttemptRef{Reference: "7-1-abc", Method: "tbank_sbp"})
		keys := ""
		for _, n := range a.Notices {
			keys += n.DedupeKey
		}
		if err != nil || keys != tt.dedupeKey || a.UnderWay != tt.underWay || (a.Opened != nil) != tt.opened {
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
		"under way":        {answer: `{"Success":true,"Status":"ASYNC_REFUNDING","NewAmount":7000}`, want: payment.ErrOutcomeUnknown},
		"not made":         {answer: `{"Success":true,"Status":"CONFIRMED","NewAmount":10000}`, want: payment.ErrOutcomeUnknown},
		"what is left?":    {answer: `{"Success":true,"Status":"PARTIAL_REFUNDED"}`, want: payment.ErrOutcomeUnknown},
		"no answer":        {answer: "oops", want: payment.ErrOutcomeUnknown},
		"the bank says no": {answer: `{"Success":false,"ErrorCode":"4"}`, want: payment.ErrRefused},
	} {
		p, calls := fake(t, map[string]string{"Cancel": tt.answer})
		_, err := p.Refund(t.Context(), payment.RefundRequest{Key: "k", ProviderID: "55", PaidAmount: 10000, Amount: money.RUB(3000).Money(), RemainingAfter: 7000})
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
		"CONFIRMED": {left: 10000}, "REFUNDED": {}, "PARTIAL_REFUNDED": {want: payment.ErrRemainingUnknown}, "ASYNC_REFUNDING": {want: payment.ErrRemainingUnknown},
	} {
		p, _ := fake(t, map[string]string{"GetState": `{"Success":true,"Status":"` + status + `","PaymentId":"55","Amount":10000}`})
		left, err := p.Remaining(t.Context(), "55", money.Of(10000, "RUB"))
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
		if n, err := p.ParseWebhook(payment.Webhook{Body: body}); err == nil && !strings.Contains(string(body), "Token") {
			t.Fatalf("%q read as %+v", body, n)
		}
		n, err := p.ParseWebhook(signedHook(strings.Trim(string(body), "{}")))
		if err == nil && (n.Amount.Sign() < 0 || n.Reference == "" || n.DedupeKey == "") {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
