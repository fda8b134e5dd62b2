package sandbox

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"larek/internal/money"
)

// getpay: redirect to a transfer page; the secret travels with the request,
// and the notice is signed with MD5. It cannot be asked and gives nothing back.
type getpay struct{ account GetPayAccount }

const getpayLife = 24 * time.Hour

func (getpay) paymentID(inv *Invoice, _ int64) string { return inv.ID }
func (getpay) manyPayments() bool                     { return false }
func (getpay) partialPayments() bool                  { return false }
func (getpay) payableAtOnce() bool                    { return true }
func (getpay) namesCurrency() bool                    { return false }
func (getpay) afterDecline() Status                   { return StatusDeclined }

func (getpay) acknowledged(status int, _ []byte) bool { return status == http.StatusOK }

func (getpay) refuse(w http.ResponseWriter) { getpayNo(w, "payment refused") }

// messages: it tells of success only.
func (getpay) messages(inv *Invoice, e Entry) []message {
	if e.What != Paid {
		return nil
	}
	return []message{{
		reference: inv.Reference, payment: inv.ID, event: "paid", amount: e.Amount, currency: inv.Currency, at: e.At,
		terms: inv.Terms,
	}}
}

func (g getpay) compose(m message) hook {
	wallet, sum := pickText(m.shop, g.account.Wallet), m.amount.String()
	if m.amount == m.terms.Amount {
		sum = m.terms.Extra["sum"] // as it was written by the shop
	}
	signature := getpaySign(g.account.Secret, wallet, sum, m.reference)
	form := url.Values{
		"wallet": {wallet}, "sum": {sum}, "order": {m.reference}, "type": {pickText(m.terms.Extra["type"], "card")},
		"signature": {signature},
	}
	return hook{
		url: m.url, body: []byte(form.Encode()), signature: signature,
		header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
}

// getpayPay opens an invoice; the same order again gives the same invoice.
func (s *Server) getpayPay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		getpayNo(w, "bad request")
		return
	}
	account, form := s.cfg.Accounts.GetPay, r.Form
	amount, err := money.ParseMinor(form.Get("sum"))
	switch {
	case form.Get("wallet") != account.Wallet || !same(form.Get("secret"), account.Secret):
		getpayNo(w, "wrong wallet or secret")
		return
	case err != nil || amount <= 0:
		getpayNo(w, "wrong sum")
		return
	case form.Get("order") == "":
		getpayNo(w, "wrong order")
		return
	}
	var inv *Invoice
	err = s.do(func(b *book) error {
		inv = b.find("getpay", form.Get("order"))
		if inv == nil {
			inv = s.issue(b, "getpay", form.Get("order"), strconv.FormatInt(b.n+1, 10), Terms{
				Kind: "transfer", Amount: amount, Currency: "RUB", Description: form.Get("comment"),
				ReturnURL: form.Get("backUrl"), FailURL: form.Get("backUrl"), WebhookURL: form.Get("resultUrl"),
				ExpiresAt: s.now().Add(getpayLife),
				Extra:     map[string]string{"sum": form.Get("sum"), "type": form.Get("type")},
			})
		}
		return nil
	})
	switch {
	case err != nil:
		s.broken(w, err)
	case inv.Amount != amount:
		getpayNo(w, "order exists with another sum")
	default:
		answerJSON(w, http.StatusOK, map[string]any{"status": "success", "paymentId": inv.ID, "redirectUrl": s.payURL(inv)})
	}
}

func getpayNo(w http.ResponseWriter, why string) {
	answerJSON(w, http.StatusOK, map[string]string{"status": "error", "error": why})
}
