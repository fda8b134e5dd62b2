package payin

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

var created = time.Date(2024, 1, 10, 10, 12, 3, 0, time.UTC) // 13:12:03 in Moscow

func agent(address string) *Provider {
	return New(Settings{AgentID: "8686", Secret: "secret", BaseURL: address}, &http.Client{Transport: new(http.Transport)})
}

func TestSignatureKnownAnswers(t *testing.T) {
	t.Parallel()
	f, err := agent("").fields(payment.InvoiceRequest{Reference: "87876", Amount: money.Of(16670, "RUB"), Phone: "+79090000001", Created: created})
	if err != nil || f.Get("sign") != "ad44b219de2dec1d48fd8566909c7035" || f.Get("currency") != "RUR" || f.Get("agentTime") != "13:12:03 10.01.2024" {
		t.Errorf("registration: %v", f)
	}
	got := sign("secret", "8686", "87876", "12345678", "166.70", "+79090000001", "1", "13:12:03 10.01.2024")
	if got != "1271c993e1e8259b15ff8175b9e60e95" {
		t.Errorf("notice: %s", got)
	}
}

// webhookForm returns the fields of a valid webhook with some of them changed.
func webhookForm(change map[string]string) url.Values {
	f := url.Values{
		"agentId": {"8686"}, "orderId": {"87876"}, "paymentId": {"12345678"}, "amount": {"166.70"}, "phone": {"+79090000001"},
		"paymentStatus": {"1"}, "paymentDate": {"13:12:03 10.01.2024"}, "preference": {"125"},
	}
	for k, v := range change {
		f.Set(k, v)
	}
	f.Set("sign", sign("secret", f.Get("agentId"), f.Get("orderId"), f.Get("paymentId"), f.Get("amount"), f.Get("phone"),
		f.Get("paymentStatus"), f.Get("paymentDate")))
	return f
}

func hook(f url.Values) payment.Webhook { return payment.Webhook{Body: []byte(f.Encode())} }

func TestNotice(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change    map[string]string
		kind      payment.NoticeKind
		dedupeKey string
		currency  money.Currency
		want      error
	}{
		"paid":           {kind: payment.NoticePaid, dedupeKey: "12345678:paid", currency: "RUB"},
		"partly":         {change: map[string]string{"paymentStatus": "3", "amount": "50"}, kind: payment.NoticePartial, dedupeKey: "12345678:partial:50.00", currency: "RUB"},
		"fatal":          {change: map[string]string{"paymentStatus": "2"}, kind: payment.NoticeDeclined, dedupeKey: "12345678:declined", currency: "RUB"},
		"tenge":          {change: map[string]string{"orderId": "87876-KZT"}, kind: payment.NoticePaid, dedupeKey: "12345678:paid", currency: "KZT"},
		"another status": {change: map[string]string{"paymentStatus": "7"}, want: payment.ErrIgnoredEvent},
		"another agent":  {change: map[string]string{"agentId": "8687"}, want: payment.ErrInvalidSignature},
		"negative":       {change: map[string]string{"amount": "-1.00"}, want: payment.ErrInvalidSignature},
	}
	for name, tt := range tests {
		n, err := agent("").ParseWebhook(hook(webhookForm(tt.change)))
		if !errors.Is(err, tt.want) || n.Kind != tt.kind || n.DedupeKey != tt.dedupeKey || n.Amount.Currency != tt.currency ||
			(err == nil && n.Reference != "87876") {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
}

func TestThePhonesPlusDoesNotMatter(t *testing.T) {
	t.Parallel()
	for _, phone := range []string{"+79090000001", "79090000001", " 79090000001"} {
		f := webhookForm(nil)
		f.Set("phone", phone)
		if _, err := agent("").ParseWebhook(hook(f)); err != nil {
			t.Errorf("signed with a plus, sent as %q: %v", phone, err)
		}
		f = webhookForm(map[string]string{"phone": "79090000001"})
		f.Set("phone", phone)
		if _, err := agent("").ParseWebhook(hook(f)); err != nil {
			t.Errorf("signed without, sent as %q: %v", phone, err)
		}
	}
}

// A separator in a part would make one signature valid for other parts.
func TestNothingWithASeparatorIsSigned(t *testing.T) {
	t.Parallel()
	for _, method := range []string{cardMethod, formMethod, terminalMethod} {
		for _, in := range []payment.InvoiceRequest{
			{Reference: "7-1-a", Phone: "79990000000#1#2026-11-15"}, {Reference: "7-1-a#1", Phone: "+79990000000"},
			{Reference: "7-1-a", Phone: "+7999\n0000000"}, {Reference: "7-1-a", Phone: "79990000000 "},
		} {
			in.Method, in.Amount, in.Created = method, money.Of(100_00, "RUB"), created
			if o, err := agent("http://127.0.0.1:1").CreateInvoice(t.Context(), in); !errors.Is(err, payment.ErrRefused) || o.Scenario.Fields != nil {
				t.Errorf("%s, %q and %q: got %+v, %v; want ErrRefused", method, in.Reference, in.Phone, o, err)
			}
		}
	}
}

// The signature the browser gets, with the form's parts where a notice has others.
func TestAFormNeverVerifiesAsANotice(t *testing.T) {
	t.Parallel()
	f, err := agent("").fields(payment.InvoiceRequest{Reference: "87876", Amount: money.Of(16670, "RUB"), Phone: "+79090000001", Created: created})
	if err != nil {
		t.Fatal(err)
	}
	at := f.Get("agentTime")
	for _, moved := range []map[string]string{
		{"paymentId": at}, {"paymentId": at, "paymentStatus": "", "paymentDate": ""}, {"paymentId": at, "phone": "79090000001", "paymentDate": "2026-11-15"},
		{"orderId": "87876#" + at, "paymentId": "166.70"}, {"agentId": "8686#87876", "orderId": at}, {"paymentId": "1"},
		{"phone": "+79090000001#1#" + at, "paymentStatus": ""}, {"paymentStatus": "1#"},
	} {
		spoiled := webhookForm(nil)
		for k, v := range moved {
			spoiled.Set(k, v)
		}
		spoiled.Set("sign", f.Get("sign"))
		if n, err := agent("").ParseWebhook(hook(spoiled)); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
			t.Errorf("%v: got %+v, %v; want ErrForged", moved, n, err)
		}
		// Signed with the key, but in another format.
		if n, err := agent("").ParseWebhook(hook(webhookForm(moved))); len(moved) > 1 && !errors.Is(err, payment.ErrInvalidSignature) {
			t.Errorf("signed %v: got %+v, %v; want ErrForged", moved, n, err)
		}
	}
	twice := webhookForm(nil)
	twice.Add("orderId", "87877")
	if _, err := agent("").ParseWebhook(hook(twice)); !errors.Is(err, payment.ErrInvalidSignature) {
		t.Errorf("two order numbers: %v, want ErrForged", err)
	}
}

func TestForgedNotices(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"orderId", "paymentId", "amount", "phone", "paymentStatus", "paymentDate", "agentId", "sign"} {
		f := webhookForm(nil)
		f.Set(field, "3"+f.Get(field))
		if n, err := agent("").ParseWebhook(hook(f)); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
			t.Errorf("altered %s: %+v, %v", field, n, err)
		}
	}
	keyless := New(Settings{AgentID: "8686"}, &http.Client{Transport: new(http.Transport)})
	if _, err := keyless.ParseWebhook(hook(webhookForm(nil))); !errors.Is(err, payment.ErrInvalidSignature) {
		t.Errorf("no secret: %v", err)
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	o, err := agent("https://pay.example").CreateInvoice(t.Context(), payment.InvoiceRequest{
		Reference: "87876", Method: "payin_form", Shop: "Polnoch", Amount: money.Of(16670, "RUB"), Phone: "+79090000001", Created: created,
	})
	if err != nil || o.Scenario.Type != payment.Form || o.Scenario.URL != "https://pay.example/api/shop" || o.Scenario.Method != "POST" {
		t.Fatalf("%+v, %v", o, err)
	}
	got := map[string]string{}
	for _, f := range o.Scenario.Fields {
		got[f.Name] = f.Value
	}
	if got["sign"] != "ad44b219de2dec1d48fd8566909c7035" || got["amount"] != "166.70" || got["agentName"] != "Polnoch" || got["json"] != "" || len(o.Scenario.Fields) != 9 {
		t.Fatalf("%v", got)
	}
}

func TestCardAndTerminal(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		method, answer string
		status         int
		want           error
		check          func(o payment.OpenedInvoice) bool
	}{
		"card": {method: cardMethod, answer: `{"amount":"166.70","orderId":"87876","number":91,"until":"13:32:03 10.01.2024","cardNumber":"2200700000000001"}`,
			check: func(o payment.OpenedInvoice) bool {
				return o.Amount == 0 && o.ProviderID == "91" && o.Scenario.CardNumber == "2200700000000001" && o.Scenario.CardName == "" &&
					o.ExpiresAt.Equal(created.Add(20*time.Minute))
			}},
		"card, another sum": {method: cardMethod, answer: `{"amount":166.73,"number":"91","until":"13:32:03 10.01.2025","cardNumber":"2200700000000001"}`,
			check: func(o payment.OpenedInvoice) bool { return o.Amount == 16673 && o.ExpiresAt.IsZero() }},
		"card, repeated": {method: cardMethod, answer: `{"status":false,"user_msg":"уже существует"}`, want: payment.ErrRefused},
		"card, no card":  {method: cardMethod, answer: `{"amount":"166.70"}`, want: payment.ErrOutcomeUnknown},
		"card, a page":   {method: cardMethod, answer: `<html>`, want: payment.ErrOutcomeUnknown},
		"terminal": {method: terminalMethod, answer: `{"status":true,"result":{"number":"777","payment_id":12}}`,
			check: func(o payment.OpenedInvoice) bool {
				return o.ProviderID == "12" && o.Scenario.Type == payment.External && strings.Contains(o.Scenario.HelpText, "777") &&
					strings.Contains(o.Scenario.HelpText, "166,70\u00a0₽")
			}},
		"terminal, broken": {method: terminalMethod, status: 500, want: payment.ErrOutcomeUnknown},
		"another method":   {method: "payin_pigeon", want: payment.ErrRefused},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				if (tt.method == cardMethod) != (r.PostForm.Get("json") == "1") {
					t.Error("json=1 belongs to cards")
				}
				if tt.status != 0 {
					w.WriteHeader(tt.status)
				}
				_, _ = io.WriteString(w, tt.answer)
			}))
			t.Cleanup(s.Close)
			o, err := agent(s.URL).CreateInvoice(t.Context(), payment.InvoiceRequest{
				Reference: "87876", Method: tt.method, Amount: money.Of(16670, "RUB"), Created: created, ExpiresAt: created.Add(time.Hour),
			})
			if !errors.Is(err, tt.want) || (tt.check != nil && !tt.check(o)) {
				t.Fatalf("%+v, %v", o, err)
			}
		})
	}
}

func TestAcknowledgementIsExact(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	agent("").Acknowledge(w)
	if w.Code != 200 || w.Body.String() != `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>` {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}

func FuzzNotice(f *testing.F) {
	f.Add(webhookForm(nil).Encode())
	f.Add("amount=1&sign=%zz")
	f.Fuzz(func(t *testing.T, body string) {
		if n, err := agent("").ParseWebhook(payment.Webhook{Body: []byte(body)}); err == nil && !strings.Contains(body, "sign") {
			t.Fatalf("%q read as %+v", body, n)
		}
		given, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		change := map[string]string{}
		for k := range given {
			change[k] = given.Get(k)
		}
		n, err := agent("").ParseWebhook(hook(webhookForm(change)))
		if err == nil && (n.Amount.Sign() < 0 || n.Reference == "" || n.DedupeKey == "" || !n.Amount.Currency.Valid()) {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
