package sandbox

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"larek/internal/money"
)

// What the bank's buttons set until they have worked once.
const (
	slowRefundMS  = 25_000 // longer than the shop waits
	noticeFirstMS = 3_000
	statusLag     = time.Minute
)

// bankView is what a bank can do with an invoice by itself, beside its buyer.
type bankView struct {
	Action       string // where the buttons go
	Left         string // empty when nothing can be given back
	PartAmount   string
	TellsRefunds bool // the protocol has refunds of its own
	Currency     bool // the protocol's messages name a currency
	ChargedBack  string
}

func (s *Server) bankOf(inv *Invoice) bankView {
	v := bankView{
		Action:       "/pay/" + inv.Provider + "/" + url.PathEscape(inv.Reference) + "/bank",
		TellsRefunds: inv.Provider == "payselection" || inv.Provider == "tbank",
		Currency:     s.wire[inv.Provider].namesCurrency(),
	}
	if p := inv.paymentWith(0); p != nil {
		v.Left, v.PartAmount = price(p.left(), p.Currency), max(1, p.left()/2).String()
	}
	if back := inv.ChargedBack(); back > 0 {
		v.ChargedBack = price(back, inv.Currency)
	}
	return v
}

// bankPressed does what a button of the bank says and shows the page again.
func (s *Server) bankPressed(w http.ResponseWriter, r *http.Request) {
	provider, reference := urlParam(r, "provider"), urlParam(r, "reference")
	if _, known := s.wire[provider]; !known {
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
		return
	}
	amount, err := money.ParseMinor(strings.Replace(pickText(r.PostFormValue("amount"), "0"), ",", ".", 1))
	if err != nil || amount < 0 {
		http.Error(w, "Сумма написана неверно: нужны цифры, например 150.00.", http.StatusBadRequest)
		return
	}
	err = s.bank(r, provider, reference, amount)
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
	case errors.Is(err, errNoButton):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil && !errors.As(err, &no):
		s.broken(w, err)
	default:
		http.Redirect(w, r, "/pay/"+provider+"/"+url.PathEscape(reference), http.StatusSeeOther)
	}
}

var errNoButton = errors.New("Такой кнопки нет.")

func (s *Server) bank(r *http.Request, provider, reference string, amount money.Minor) error {
	once := Fault{Provider: provider, Operation: "refund", Count: 1}
	switch r.PostFormValue("act") {
	case "refund":
		return s.actOn(provider, reference, act{action: RefundInCabinet, amount: amount})
	case "refund_silently":
		return s.actOn(provider, reference, act{action: RefundInCabinet, amount: amount, webhook: Webhook{Mode: Lose}})
	case "chargeback":
		return s.actOn(provider, reference, act{action: ChargeBack, amount: amount})
	case "refuse_refund":
		once.Kind = Refuse
		return s.faults.add(once)
	case "slow_refund":
		once.Kind, once.SlowMS = Slow, slowRefundMS
		return s.faults.add(once)
	case "notice_first":
		once.Kind, once.SlowMS = NoticeFirst, noticeFirstMS
		return s.faults.add(once)
	case "status_lags":
		s.lags.set(provider, statusLag)
		return nil
	case "status_right":
		s.lags.set(provider, 0)
		return nil
	case "other_currency", "other_shop":
		_, err := s.sendForged(r.Context(), forgeCommand{Provider: provider, Reference: reference, What: r.PostFormValue("act"), Signed: true})
		return err
	}
	return errNoButton
}

func (s *Server) actOn(provider, reference string, a act) error {
	return s.do(func(b *book) error {
		inv := b.find(provider, reference)
		if inv == nil {
			return errNoInvoice
		}
		return s.perform(b, inv, a)
	})
}
