package money_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/sandbox/getpay"
	"larek/internal/sandbox/payin"
	"larek/internal/sandbox/payselection"
	"larek/internal/sandbox/tbank"
)

// A webhook signed by the provider's own key and sent before any money came: only
// what the provider answers to a query counts.
func TestAWebhookIsAReasonToAskAndNotTheMoney(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	for _, method := range []string{"payselection", "tbank_sbp"} {
		b := s.order("claim-"+method[:4], 1)
		a := b.StartPayment(method)
		if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
			t.Fatalf("%s: %d %s", method, f.Status, f.Answer)
		}
		s.Eventually(func() string {
			n := shoptest.One[int64](s.Shop, `select calls from attempt_checks where attempt_id = $1`, a.ID)
			return shoptest.FailUnless(n >= 2, "%s: asked %d times after a webhook", method, n)
		})
		if status, paid := b.Status(), shoptest.One[int64](s.Shop, `select count(*) from payments where order_id = $1`, b.ID); status != "waiting_for_payment" || paid != 0 {
			t.Errorf("%s: order is %s with %d payments, want waiting_for_payment and none", method, status, paid)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id = $1 and confirmed_at is null`, b.ID); n != 1 {
			t.Errorf("%s: %d unconfirmed webhooks, want 1", method, n)
		}
		s.Sandbox.Pay(a)
		b.WaitForStatus("done")
		b.WaitForEvent("payment.received", 1)
		s.Sandbox.ExpectMoney(a, a.Amount, 0)
	}
	s.Audit()
}

func TestAnUnconfirmedWebhookComesBeforeOperators(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("unconfirmed", 1)
	a := b.StartPayment("payselection")
	if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
		t.Fatalf("%d %s", f.Status, f.Answer)
	}
	before, err := s.Services().Payments.Tasks.OperatorBacklog(t.Context())
	if err != nil || before.Unconfirmed != 0 {
		t.Errorf("at once: %+v, %v; want none unconfirmed", before, err)
	}
	s.AdvanceClock(31 * time.Minute)
	after, err := s.Services().Payments.Tasks.OperatorBacklog(t.Context())
	if err != nil || after.Unconfirmed != 1 {
		t.Errorf("after half an hour: %+v, %v; want 1 unconfirmed", after, err)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from payments where order_id = $1`, b.ID); n != 0 {
		t.Errorf("%d payments, want none", n)
	}
}

// Where the provider cannot be queried, another amount is not matched to a payment.
func TestAnotherAmountFromAProviderThatCannotBeAskedIsUnmatched(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for i, method := range []string{"payin_p2p", "getpay"} {
		b := s.order("amount-"+method[:4], 1)
		a := b.StartPayment(method)
		if f := s.forge(a, fields{"what": "altered_amount", "signed": true}); !f.Acknowledged {
			t.Errorf("%s: %d %s", method, f.Status, f.Answer)
		}
		w, err := s.Services().Payments.Tasks.OperatorBacklog(t.Context())
		if err != nil || w.Unmatched != int64(i+1) {
			t.Errorf("%s: %+v, %v; want %d unmatched", method, w, err, i+1)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payments where order_id = $1`, b.ID); n != 0 || b.Status() != "waiting_for_payment" || s.attemptStatus(a) != "pending" {
			t.Errorf("%s: order is %s with %d payments, attempt %s", method, b.Status(), n, s.attemptStatus(a))
		}
	}
}

// Nothing a buyer or a reader of logs sees is accepted as a webhook.
func TestNothingWeHandOutPassesForAWebhook(t *testing.T) {
	t.Parallel()
	s := openShop(t, 8)
	for _, method := range []string{"payselection", "tbank_sbp", "tbank_qr", "payin_p2p", "payin_form", "payin_external", "getpay"} {
		b := s.order("replayed-"+strings.ReplaceAll(method, "_", "-"), 1)
		a := b.StartPayment(method)
		refused := shoptest.One[int64](s.Shop, `select count(*) from payment_refusals`)
		sent := int64(0)
		for _, text := range shown(t, s, b, a) {
			// So many an hour are recorded; each text has an hour of its own.
			s.Exec(`update payment_refusals set at = at - interval '1 hour'`)
			for _, h := range shapes(s, a, text) {
				req, err := http.NewRequest(http.MethodPost, s.URL+"/hooks/"+h.to+"/", strings.NewReader(h.body)) //nolint:noctx // bounded by the client
				if err != nil {
					t.Fatal(err)
				}
				req.Header = h.header
				res, err := s.Client.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				if sent++; res.StatusCode != http.StatusForbidden {
					t.Errorf("%s: %q as a webhook of %s is answered %d", method, text, h.to, res.StatusCode)
				}
			}
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_refusals`); n-refused != sent {
			t.Errorf("%s: %d refusals recorded, want %d", method, n-refused, sent)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices`); n != 0 || b.Status() != "waiting_for_payment" {
			t.Errorf("%s: got %d notices stored, order is %s", method, n, b.Status())
		}
	}
}

// shown is every text of a payment that leaves the shop.
func shown(t *testing.T, s *shop, b *shoptest.Buyer, a shoptest.Attempt) []string {
	t.Helper()
	texts := []string{"", a.Reference, b.Hash}
	texts = append(texts, shoptest.One[[]string](s.Shop, `select coalesce(array_agg(body::text), '{}') from fiscal_receipts r
		join payment_attempts a on a.id = r.attempt_id where a.order_id = $1`, b.ID)...)
	raw, err := json.Marshal(a.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	var any any
	if err := json.Unmarshal(raw, &any); err != nil {
		t.Fatal(err)
	}
	return append(texts, leaves(any)...)
}

func leaves(v any) (texts []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			texts = append(texts, leaves(e)...)
		}
	case map[string]any:
		for _, e := range v {
			texts = append(texts, leaves(e)...)
		}
	}
	return texts
}

type claimed struct {
	to, body string
	header   http.Header
}

// shapes are the webhooks a text could be the signature of, the form's own
// fields in a notice's places among them.
func shapes(s *shop, a shoptest.Attempt, text string) []claimed {
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	sum, at := a.Amount.String(), s.Clock.Now().Format("15:04:05 02.01.2006")
	given := map[string]string{}
	for _, f := range a.Scenario.Fields {
		given[f.Name] = f.Value
	}
	notice := func(payment, phone, status, date string) string {
		return url.Values{"agentId": {payin.AgentID}, "orderId": {a.Reference}, "paymentId": {payment}, "amount": {sum},
			"phone": {phone}, "paymentStatus": {status}, "paymentDate": {date}, "sign": {text}}.Encode()
	}
	body := `{"Event":"Payment","TransactionId":"PS1","OrderId":"` + a.Reference + `","Amount":"` + sum + `","Currency":"RUB"}`
	bank, _ := json.Marshal(map[string]any{"TerminalKey": tbank.Terminal, "OrderId": a.Reference, "Success": true,
		"Status": "CONFIRMED", "PaymentId": 1, "ErrorCode": "0", "Amount": int64(a.Amount), "Token": text})
	return []claimed{
		{"payin", notice("1", "+79161234567", "1", at), form},
		{"payin", notice(given["agentTime"], "", "1", at), form},
		{"payin", notice(given["agentTime"], "79161234567", "1", ""), form},
		{"payin", notice("1", given["phone"]+"#1#"+at, "", ""), form},
		{"getpay", url.Values{"wallet": {getpay.Wallet}, "sum": {sum}, "order": {a.Reference}, "signature": {text}}.Encode(), form},
		{"getpay", url.Values{"WALLET_ID": {getpay.Wallet}, "SUM": {sum}, "ORDER_ID": {a.Reference}, "SIGN": {text}}.Encode(), form},
		{"tbank", string(bank), http.Header{"Content-Type": {"application/json"}}},
		{"payselection", body, http.Header{"Content-Type": {"application/json"}, "X-Site-Id": {payselection.SiteID}, "X-Webhook-Signature": {strings.Map(headerSafe, text)}}},
	}
}

// headerSafe drops what a header cannot carry.
func headerSafe(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}
