// Package payin plays Payin-Payout: card transfers, a payment form and invoices
// for terminals; forms signed with MD5. It has no status call and no refunds.
package payin

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the provider in faults, control calls and the journal.
const Name = "payin"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	AgentID = "8686"
	Secret  = "sandbox-payin-secret" //nolint:gosec // see above
)

// Path replaces the host of the provider.
const Path = "/payin"

const (
	timeLayout      = "15:04:05 02.01.2006"
	acknowledgement = `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>`
	invoiceTTL      = 24 * time.Hour
	// transferTTL is how long a card is reserved for one transfer.
	transferTTL = 20 * time.Minute
)

// Service is the played provider.
type Service struct {
	core      *core.Server
	notifyURL string
}

// The address of webhooks is a setting of the account: the protocol does not carry it.
func init() {
	core.Register(func(shop string) core.Service { return &Service{notifyURL: core.HookURL(shop, Name)} })
}

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_PAYIN_URL":      origin + Path,
		"LAREK_PAYIN_AGENT_ID": AgentID,
		"LAREK_PAYIN_SECRET":   Secret,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Post(Path+"/api/shop", c.WithFaults(Name, "create", s.register))
}

// Traits implements core.PaymentProtocol.
func (*Service) Traits() core.PaymentTraits {
	return core.PaymentTraits{Title: "Payin-Payout", PartialPayments: true, AfterDecline: core.StatusDeclined}
}

// PaymentID implements core.PaymentProtocol. The provider adds transfers up to
// one payment; the sandbox counts them.
func (*Service) PaymentID(inv *core.Invoice, _ int64) string {
	return inv.ID + "-" + strconv.Itoa(len(inv.Payments)+1)
}

// Acknowledged implements core.PaymentProtocol.
func (*Service) Acknowledged(status int, body []byte) bool {
	return status == http.StatusOK && string(body) == acknowledgement
}

// Refuse implements core.PaymentProtocol.
func (*Service) Refuse(w http.ResponseWriter) { writeError(w, "Операция отклонена") }

// Messages implements core.PaymentProtocol. The amount is the sum of all
// transfers so far.
func (s *Service) Messages(inv *core.Invoice, e core.JournalEntry) []core.Message {
	m := core.Message{
		URL: s.notifyURL, Reference: inv.Reference, Payment: inv.ID, Currency: inv.Currency, At: e.At,
		Amount: inv.Taken(), Terms: inv.Terms,
	}
	switch {
	case e.What == core.Paid && e.Partial:
		m.Event = "3"
	case e.What == core.Paid:
		m.Event = "1"
	case e.What == core.Declined:
		m.Event, m.Amount = "2", inv.Amount
	default:
		return nil
	}
	return []core.Message{m}
}

// Compose implements core.PaymentProtocol.
func (*Service) Compose(m core.Message) core.WebhookRequest {
	agent, date := cmp.Or(m.Shop, AgentID), m.At.In(core.Moscow).Format(timeLayout)
	signature := sign(Secret, agent, m.Reference, m.Payment, m.Amount.String(), m.Terms.Phone, m.Event, date)
	form := url.Values{
		"agentId": {agent}, "orderId": {m.Reference}, "paymentId": {m.Payment}, "amount": {m.Amount.String()},
		"phone": {m.Terms.Phone}, "preference": {m.Terms.Extra["preference"]}, "paymentStatus": {m.Event},
		"paymentDate": {date}, "goods": {m.Terms.Description}, "agentName": {m.Terms.Extra["agentName"]},
		"sign": {signature},
	}
	for name, value := range m.Terms.Extra {
		if strings.HasPrefix(name, "addInfo_") {
			form.Set(name, value)
		}
	}
	return core.WebhookRequest{
		URL: m.URL, Body: []byte(form.Encode()), Signature: signature,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
}

// sign returns the MD5 of the parts and the MD5 of the secret, separated by #.
func sign(secret string, parts ...string) string {
	return core.MD5Hex(strings.Join(append(parts, core.MD5Hex(secret)), "#"))
}
