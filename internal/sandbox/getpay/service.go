// Package getpay plays GetPay: a redirect to a transfer page. The secret is part
// of the request and the webhook is signed with MD5. It has no status call and
// no refunds.
package getpay

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// Name identifies the provider in faults, control calls and the journal.
const Name = "getpay"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	Wallet = "27000"
	Secret = "sandbox-getpay-secret" //nolint:gosec // see above
)

// Path replaces the host of the provider.
const Path = "/getpay"

const invoiceTTL = 24 * time.Hour

// Service is the played provider.
type Service struct{ core *core.Server }

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_GETPAY_URL":    origin + Path,
		"LAREK_GETPAY_WALLET": Wallet,
		"LAREK_GETPAY_SECRET": Secret,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Get(Path+"/api/pay", c.WithFaults(Name, "create", s.pay))
	r.Post(Path+"/api/pay", c.WithFaults(Name, "create", s.pay))
}

// Traits implements core.PaymentProtocol.
func (*Service) Traits() core.PaymentTraits {
	return core.PaymentTraits{Title: "GetPay", AfterDecline: core.StatusDeclined}
}

// PaymentID implements core.PaymentProtocol.
func (*Service) PaymentID(inv *core.Invoice, _ int64) string { return inv.ID }

// Acknowledged implements core.PaymentProtocol.
func (*Service) Acknowledged(status int, _ []byte) bool { return status == http.StatusOK }

// Refuse implements core.PaymentProtocol.
func (*Service) Refuse(w http.ResponseWriter) { writeError(w, "payment refused") }

// Messages implements core.PaymentProtocol. Only success is reported.
func (*Service) Messages(inv *core.Invoice, e core.JournalEntry) []core.Message {
	if e.What != core.Paid {
		return nil
	}
	return []core.Message{{
		Reference: inv.Reference, Payment: inv.ID, Event: "paid", Amount: e.Amount, Currency: inv.Currency, At: e.At,
		Terms: inv.Terms,
	}}
}

// Compose implements core.PaymentProtocol.
func (*Service) Compose(m core.Message) core.WebhookRequest {
	wallet, sum := cmp.Or(m.Shop, Wallet), m.Amount.String()
	if m.Amount == m.Terms.Amount {
		sum = m.Terms.Extra["sum"] // as the shop wrote it
	}
	signature := sign(Secret, wallet, sum, m.Reference)
	form := url.Values{
		"wallet": {wallet}, "sum": {sum}, "order": {m.Reference}, "type": {cmp.Or(m.Terms.Extra["type"], "card")},
		"signature": {signature},
	}
	return core.WebhookRequest{
		URL: m.URL, Body: []byte(form.Encode()), Signature: signature,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
}

// sign returns the MD5 of the parts and the secret, separated by colons.
func sign(secret string, parts ...string) string {
	return core.MD5Hex(strings.Join(append(parts, secret), ":"))
}

// pay opens an invoice, or returns the one of the same order.
func (s *Service) pay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, core.MaxBody)
	if err := r.ParseForm(); err != nil {
		writeError(w, "bad request")
		return
	}
	form := r.Form
	amount, err := money.ParseMinor(form.Get("sum"))
	switch {
	case form.Get("wallet") != Wallet || !core.SameSignature(form.Get("secret"), Secret):
		writeError(w, "wrong wallet or secret")
		return
	case err != nil || amount <= 0:
		writeError(w, "wrong sum")
		return
	case form.Get("order") == "":
		writeError(w, "wrong order")
		return
	}
	var inv *core.Invoice
	err = s.core.Do(func(st *core.State) error {
		inv = st.Find(Name, form.Get("order"))
		if inv == nil {
			inv = s.core.Payments.Issue(st, Name, form.Get("order"), strconv.FormatInt(st.Next(), 10), core.Terms{
				Kind: "transfer", Amount: amount, Currency: "RUB", Description: form.Get("comment"),
				ReturnURL: form.Get("backUrl"), FailURL: form.Get("backUrl"), WebhookURL: form.Get("resultUrl"),
				ExpiresAt: s.core.Now().Add(invoiceTTL),
				Extra:     map[string]string{"sum": form.Get("sum"), "type": form.Get("type")},
			})
		}
		return nil
	})
	switch {
	case err != nil:
		s.core.InternalError(w, err)
	case inv.Amount != amount:
		writeError(w, "order exists with another sum")
	default:
		core.WriteJSON(w, http.StatusOK, map[string]any{"status": "success", "paymentId": inv.ID, "redirectUrl": s.core.Payments.PayURL(inv)})
	}
}

func writeError(w http.ResponseWriter, why string) {
	core.WriteJSON(w, http.StatusOK, map[string]string{"status": "error", "error": why})
}
