// Package tbank plays T-Bank: SBP payments by QR code; JSON with a token over its
// scalar fields.
package tbank

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the provider in faults, control calls and the journal.
const Name = "tbank"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	Terminal = "LAREKDEMO"
	Password = "sandbox-tbank-password" //nolint:gosec // see above
	// The shop has another terminal, to which it may move.
	SecondTerminal = "LAREKSECOND"
	SecondPassword = "sandbox-tbank-second" //nolint:gosec // see above
)

// passwordOf returns the password of a terminal; that of the first one for an unknown one.
func passwordOf(terminal string) string {
	if terminal == SecondTerminal {
		return SecondPassword
	}
	return Password
}

// Path replaces the host of the provider.
const Path = "/tbank/v2"

// Service is the played provider.
type Service struct{ core *core.Server }

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_TBANK_URL":      origin + Path,
		"LAREK_TBANK_TERMINAL": Terminal,
		"LAREK_TBANK_PASSWORD": Password,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	post := func(path, operation string, fn func(http.ResponseWriter, request)) {
		r.Post(Path+path, c.WithFaults(Name, operation, signed(fn)))
	}
	post("/Init", "create", s.init)
	post("/GetQr", "qr", s.getQR)
	post("/GetState", "status", s.getState)
	post("/GetQrState", "status", s.getState)
	post("/CheckOrder", "status", s.checkOrder)
	post("/Cancel", "refund", s.cancel)
	post("/SbpPayTest", "test", s.payTest)
}

// Traits implements core.PaymentProtocol. An invoice cannot be paid before
// GetQr returned its code.
func (*Service) Traits() core.PaymentTraits {
	return core.PaymentTraits{
		Title: "Т-Банк: СБП", NotPayableYet: true, Refunds: true, AfterDecline: core.StatusDeclined,
	}
}

// PaymentID implements core.PaymentProtocol.
func (*Service) PaymentID(inv *core.Invoice, _ int64) string { return inv.ID }

// Acknowledged implements core.PaymentProtocol.
func (*Service) Acknowledged(status int, body []byte) bool {
	return status == http.StatusOK && string(body) == "OK"
}

// Refuse implements core.PaymentProtocol.
func (*Service) Refuse(w http.ResponseWriter) { writeError(w, "99", "Платёж отклонён") }

// Messages implements core.PaymentProtocol. A one-stage payment is reported as
// authorized and as confirmed at the same time, so either may arrive first.
func (*Service) Messages(inv *core.Invoice, e core.JournalEntry) []core.Message {
	m := core.Message{
		Reference: inv.Reference, Payment: inv.ID, Amount: e.Amount, Currency: "RUB", At: e.At, Reason: e.Reason, Shop: terminalOf(inv),
	}
	each := func(events ...string) (all []core.Message) {
		for _, event := range events {
			m.Event = event
			all = append(all, m)
		}
		return all
	}
	switch {
	case e.What == core.Paid:
		return each("AUTHORIZED", "CONFIRMED")
	case e.What == core.Declined:
		return each("REJECTED")
	case e.What == core.Refunded: // the amount is what the payment has become
		m.Amount = inv.Taken() - inv.Refunded()
		return each(statusOf(inv, e.At))
	case e.What == core.Closed && e.Reason == string(core.StatusExpired):
		m.Amount = inv.Amount
		return each("DEADLINE_EXPIRED")
	case e.What == core.Closed:
		m.Amount = inv.Amount
		return each("CANCELED")
	}
	return nil
}

// Compose implements core.PaymentProtocol.
func (*Service) Compose(m core.Message) core.WebhookRequest {
	ok := m.Event != "REJECTED" && m.Event != "DEADLINE_EXPIRED"
	code := "0"
	if m.Event == "REJECTED" {
		code = "1051"
	}
	id, err := strconv.ParseInt(m.Payment, 10, 64)
	if err != nil {
		panic(err) // our own numbers
	}
	body := map[string]any{
		"TerminalKey": cmp.Or(m.Shop, Terminal), "OrderId": m.Reference, "Success": ok, "Status": m.Event,
		"PaymentId": id, "ErrorCode": code, "Amount": int64(m.Amount),
	}
	scalars, err := rootScalars(core.MustJSON(body))
	if err != nil {
		panic(err) // our own JSON
	}
	signature := token(scalars, passwordOf(m.Shop))
	body["Token"] = signature
	return core.WebhookRequest{
		URL: m.URL, Body: core.MustJSON(body), Signature: signature,
		Header: http.Header{"Content-Type": {"application/json"}},
	}
}

// statusOf returns the bank's status of an invoice.
func statusOf(inv *core.Invoice, now time.Time) string {
	switch inv.StatusAt(now) {
	case core.StatusDeclined:
		return "REJECTED"
	case core.StatusClosed:
		return "CANCELED"
	case core.StatusExpired:
		return "DEADLINE_EXPIRED"
	case core.StatusPaid:
		if slices.ContainsFunc(inv.Payments, func(p *core.Payment) bool { return p.Voided }) {
			return "REVERSED"
		}
		switch refunded := inv.Refunded(); {
		case refunded == 0:
			return "CONFIRMED"
		case refunded < inv.Taken():
			return "PARTIAL_REFUNDED"
		}
		return "REFUNDED"
	}
	return "NEW"
}
