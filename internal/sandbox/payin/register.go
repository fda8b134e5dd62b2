package payin

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

var (
	currencyText = regexp.MustCompile(`^[A-Z]{3}$`)
	amountText   = regexp.MustCompile(`^\d+\.\d{2}$`)
	phoneText    = regexp.MustCompile(`^\+\d{10,15}$`)
)

// termsOf validates a registration. The text is empty, or says which field is
// wrong.
func termsOf(form url.Values, kind string, now time.Time) (core.Terms, string) {
	amount, err := money.ParseMinor(form.Get("amount"))
	_, timeErr := time.ParseInLocation(timeLayout, form.Get("agentTime"), core.Moscow)
	currency := strings.Replace(cmp.Or(form.Get("currency"), "RUR"), "RUR", "RUB", 1)
	ttl := invoiceTTL
	if kind == "p2p" {
		ttl = transferTTL
	}
	expires, limitErr := now.Add(ttl), error(nil)
	if limit := form.Get("limitTime"); limit != "" {
		var at time.Time
		if at, limitErr = time.ParseInLocation(timeLayout, limit, core.Moscow); at.Before(expires) {
			expires = at.UTC()
		}
	}
	switch {
	case form.Get("orderId") == "" || len(form.Get("orderId")) > 50:
		return core.Terms{}, "orderId: нужно от 1 до 50 символов"
	case err != nil || !amountText.MatchString(form.Get("amount")) || amount <= 0:
		return core.Terms{}, "amount: нужна сумма с копейками через точку"
	case timeErr != nil || limitErr != nil:
		return core.Terms{}, "agentTime, limitTime: нужен вид ЧЧ:мм:СС дд.ММ.гггг"
	case form.Get("goods") == "":
		return core.Terms{}, "goods: нужно описание"
	case form.Get("phone") != "" && !phoneText.MatchString(form.Get("phone")):
		return core.Terms{}, "phone: нужен вид +79001234567"
	case kind == "p2p" && form.Get("clientId") == "":
		return core.Terms{}, "clientId: для переводов нужен"
	case !currencyText.MatchString(currency):
		return core.Terms{}, "currency: нужны три буквы"
	}
	extra := map[string]string{"agentName": form.Get("agentName"), "preference": form.Get("preference")}
	for name := range form {
		if strings.HasPrefix(name, "addInfo_") {
			extra[name] = form.Get(name)
		}
	}
	return core.Terms{
		Kind: kind, Amount: amount, Currency: currency, Description: form.Get("goods"), Email: form.Get("email"),
		Phone: form.Get("phone"), ReturnURL: form.Get("successUrl"), FailURL: form.Get("failUrl"),
		ExpiresAt: expires, Extra: extra,
	}, ""
}

// register registers an order. It returns a card to transfer to, a number for
// terminals, or the page for a browser that posted the form.
func (s *Service) register(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, core.MaxBody)
	if err := r.ParseForm(); err != nil {
		writeError(w, "Запрос не прочитан")
		return
	}
	form := r.PostForm
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
	if form.Get("agentId") != AgentID || !core.SameSignature(form.Get("sign"), sign(Secret, parts...)) {
		writeError(w, "Неверная подпись")
		return
	}
	terms, wrong := termsOf(form, kind, s.core.Now())
	if wrong != "" {
		writeError(w, wrong)
		return
	}
	if shift, hit := s.core.Faults.TakeShift(Name, "create"); hit && kind == "p2p" {
		terms.Amount += money.Minor(shift.Shift)
	}
	var inv *core.Invoice
	repeated := false
	err := s.core.Do(func(st *core.State) error {
		inv = st.Find(Name, form.Get("orderId"))
		if repeated = inv != nil; !repeated {
			id := strconv.FormatInt(st.Next(), 10)
			terms.Extra["cardNumber"] = fmt.Sprintf("22007000%08d", st.Next()%1e8)
			inv = s.core.Payments.Issue(st, Name, form.Get("orderId"), id, terms)
		}
		return nil
	})
	switch {
	case err != nil:
		s.core.InternalError(w, err)
	case repeated && (kind != "form" || inv.Kind != "form" || inv.Amount != terms.Amount):
		writeError(w, "Заказ с таким номером уже существует")
	default:
		s.respond(w, r, inv, form.Get("p2p_type"))
	}
}

func (s *Service) respond(w http.ResponseWriter, r *http.Request, inv *core.Invoice, transfer string) {
	if inv.Kind == "terminal" {
		core.WriteJSON(w, http.StatusOK, map[string]any{
			"status": true, "result": map[string]string{"number": inv.ID, "payment_id": inv.ID},
		})
		return
	}
	if inv.Kind == "form" { // reloading the page shows the same invoice
		http.Redirect(w, r, s.core.Payments.PayURL(inv), http.StatusSeeOther)
		return
	}
	response := map[string]any{
		"amount": inv.Amount.String(), "orderId": inv.Reference, "number": inv.ID,
		"until": inv.ExpiresAt.In(core.Moscow).Format(timeLayout),
	}
	if transfer == "ANY" {
		response["cardNumber"] = inv.Extra["cardNumber"]
	} else {
		response["receiverName"], response["receiverBank"], response["receiverPhone"] = "Песочница П.", "Банк песочницы", "+79000000000"
	}
	core.WriteJSON(w, http.StatusOK, response)
}

func writeError(w http.ResponseWriter, message string) {
	core.WriteJSON(w, http.StatusOK, map[string]any{"status": false, "user_msg": message})
}
