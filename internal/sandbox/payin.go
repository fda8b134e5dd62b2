package sandbox

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"larek/internal/money"
)

// payin: card transfers, a form of theirs, and invoices for terminals; forms
// signed with MD5. It cannot be asked and gives nothing back.
type payin struct{ account PayinAccount }

const (
	payinTime = "15:04:05 02.01.2006"
	payinAck  = `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>`
	payinLife = 24 * time.Hour
	// payinTransferLife is how long a card is kept ready for one transfer.
	payinTransferLife = 20 * time.Minute
)

// moscow is where all these services live. It has no summer time since 2014.
var moscow = time.FixedZone("MSK", 3*60*60)

// paymentID: transfers add up to one payment there; ours tell them apart.
func (payin) paymentID(inv *Invoice, _ int64) string {
	return inv.ID + "-" + strconv.Itoa(len(inv.Payments)+1)
}
func (payin) manyPayments() bool    { return false }
func (payin) partialPayments() bool { return true }
func (payin) payableAtOnce() bool   { return true }
func (payin) namesCurrency() bool   { return false }
func (payin) afterDecline() Status  { return StatusDeclined }

func (payin) acknowledged(status int, body []byte) bool {
	return status == http.StatusOK && string(body) == payinAck
}

func (payin) refuse(w http.ResponseWriter) { payinNo(w, "Операция отклонена") }

// messages: the amount is all that has come so far.
func (p payin) messages(inv *Invoice, e Entry) []message {
	m := message{
		url: p.account.NotifyURL, reference: inv.Reference, payment: inv.ID, currency: inv.Currency, at: e.At,
		amount: inv.Taken(), terms: inv.Terms,
	}
	switch {
	case e.What == Paid && e.Partial:
		m.event = "3"
	case e.What == Paid:
		m.event = "1"
	case e.What == Declined:
		m.event, m.amount = "2", inv.Amount
	default:
		return nil
	}
	return []message{m}
}

func (p payin) compose(m message) hook {
	agent, date := pickText(m.shop, p.account.AgentID), m.at.In(moscow).Format(payinTime)
	signature := payinSign(p.account.Secret, agent, m.reference, m.payment, m.amount.String(), m.terms.Phone, m.event, date)
	form := url.Values{
		"agentId": {agent}, "orderId": {m.reference}, "paymentId": {m.payment}, "amount": {m.amount.String()},
		"phone": {m.terms.Phone}, "preference": {m.terms.Extra["preference"]}, "paymentStatus": {m.event},
		"paymentDate": {date}, "goods": {m.terms.Description}, "agentName": {m.terms.Extra["agentName"]},
		"sign": {signature},
	}
	for name, value := range m.terms.Extra {
		if strings.HasPrefix(name, "addInfo_") {
			form.Set(name, value)
		}
	}
	return hook{
		url: m.url, body: []byte(form.Encode()), signature: signature,
		header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
}

var (
	payinAmount = regexp.MustCompile(`^\d+\.\d{2}$`)
	payinPhone  = regexp.MustCompile(`^\+\d{10,15}$`)
)

// payinTerms checks a registration; only a signed one gets this far.
func payinTerms(form url.Values, kind string, now time.Time) (Terms, string) {
	amount, err := money.ParseMinor(form.Get("amount"))
	_, timeErr := time.ParseInLocation(payinTime, form.Get("agentTime"), moscow)
	currency := strings.Replace(pickText(form.Get("currency"), "RUR"), "RUR", "RUB", 1)
	life := payinLife
	if kind == "p2p" {
		life = payinTransferLife
	}
	switch {
	case form.Get("orderId") == "" || len(form.Get("orderId")) > 50:
		return Terms{}, "orderId: нужно от 1 до 50 символов"
	case err != nil || !payinAmount.MatchString(form.Get("amount")) || amount <= 0:
		return Terms{}, "amount: нужна сумма с копейками через точку"
	case timeErr != nil:
		return Terms{}, "agentTime: нужен вид ЧЧ:мм:СС дд.ММ.гггг"
	case form.Get("goods") == "":
		return Terms{}, "goods: нужно описание"
	case form.Get("phone") != "" && !payinPhone.MatchString(form.Get("phone")):
		return Terms{}, "phone: нужен вид +79001234567"
	case kind == "p2p" && form.Get("clientId") == "":
		return Terms{}, "clientId: для переводов нужен"
	case !currencyISO.MatchString(currency):
		return Terms{}, "currency: нужны три буквы"
	}
	extra := map[string]string{"agentName": form.Get("agentName"), "preference": form.Get("preference")}
	for name := range form {
		if strings.HasPrefix(name, "addInfo_") {
			extra[name] = form.Get(name)
		}
	}
	return Terms{
		Kind: kind, Amount: amount, Currency: currency, Description: form.Get("goods"), Email: form.Get("email"),
		Phone: form.Get("phone"), ReturnURL: form.Get("successUrl"), FailURL: form.Get("failUrl"),
		ExpiresAt: now.Add(life), Extra: extra,
	}, ""
}

// payinShop registers an order: a card to transfer to, a number for terminals,
// or a page for a browser that posted the form.
func (s *Server) payinShop(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		payinNo(w, "Запрос не прочитан")
		return
	}
	form, account := r.PostForm, s.cfg.Accounts.Payin
	kind := "form"
	switch {
	case form.Get("json") == "1" && form.Get("p2p_type") != "":
		kind = "p2p"
	case form.Get("format") == "json":
		kind = "terminal"
	}
	parts := []string{form.Get("agentId"), form.Get("orderId"), form.Get("agentTime"), form.Get("amount"), form.Get("phone")}
	if token := form.Get("token"); token != "" {
		parts = append(parts, token)
	}
	if form.Get("agentId") != account.AgentID || !same(form.Get("sign"), payinSign(account.Secret, parts...)) {
		payinNo(w, "Неверная подпись")
		return
	}
	terms, wrong := payinTerms(form, kind, s.now())
	if wrong != "" {
		payinNo(w, wrong)
		return
	}
	if shift, hit := s.faults.take("payin", "create", true); hit && kind == "p2p" {
		terms.Amount += money.Minor(shift.Shift)
	}
	var inv *Invoice
	repeated := false
	err := s.do(func(b *book) error {
		inv = b.find("payin", form.Get("orderId"))
		if repeated = inv != nil; !repeated {
			id := strconv.FormatInt(b.n+1, 10)
			terms.Extra["cardNumber"] = fmt.Sprintf("22007000%08d", (b.n+1)%1e8)
			inv = s.issue(b, "payin", form.Get("orderId"), id, terms)
		}
		return nil
	})
	switch {
	case err != nil:
		s.broken(w, err)
	case repeated && (kind != "form" || inv.Kind != "form" || inv.Amount != terms.Amount):
		payinNo(w, "Заказ с таким номером уже существует")
	default:
		s.payinOpened(w, r, inv, form.Get("p2p_type"))
	}
}

func (s *Server) payinOpened(w http.ResponseWriter, r *http.Request, inv *Invoice, transfer string) {
	if inv.Kind == "terminal" {
		answerJSON(w, http.StatusOK, map[string]any{
			"status": true, "result": map[string]string{"number": inv.ID, "payment_id": inv.ID},
		})
		return
	}
	if inv.Kind == "form" { // a buyer who reloads the page finds his invoice again
		http.Redirect(w, r, s.payURL(inv), http.StatusSeeOther)
		return
	}
	answer := map[string]any{
		"amount": inv.Amount.String(), "orderId": inv.Reference, "number": inv.ID,
		"until": inv.ExpiresAt.In(moscow).Format(payinTime),
	}
	if transfer == "ANY" {
		answer["cardNumber"] = inv.Extra["cardNumber"]
	} else {
		answer["receiverName"], answer["receiverBank"], answer["receiverPhone"] = "Песочница П.", "Банк песочницы", "+79000000000"
	}
	answerJSON(w, http.StatusOK, answer)
}

func payinNo(w http.ResponseWriter, why string) {
	answerJSON(w, http.StatusOK, map[string]any{"status": false, "user_msg": why})
}
