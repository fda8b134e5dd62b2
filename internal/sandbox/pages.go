package sandbox

import (
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"larek/internal/money"
)

//go:embed pages/*.html
var pageFiles embed.FS

var pageTemplates = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

const (
	homeLimit    = 50
	notifyLateMS = 15_000
	// lateMinutes is offered when the invoice itself never ends.
	lateMinutes = 30
)

var providerTitles = map[string]string{
	"payselection": "Payselection: карта", "tbank": "Т-Банк: СБП", "payin": "Payin-Payout", "getpay": "GetPay",
}

// pageView is an invoice in the words of the pages.
type pageView struct {
	Title, Provider, Reference, Path, Description, Card string
	Amount, Rest, Taken, Refunded                       string
	OtherAmount, HalfAmount                             string
	Expires, Promise, ReturnURL, Status, StatusText     string
	LateMinutes                                         int
	Payable, CanTwice, CanPartial, CanLate              bool
	Bank                                                bankView
}

// pageOf describes an invoice; the book must be held.
func (s *Server) pageOf(inv *Invoice) pageView {
	now := s.now()
	status, wire, rest := inv.statusAt(now), s.wire[inv.Provider], inv.Amount-inv.Taken()
	v := pageView{
		Title: "Оплата " + inv.Reference, Provider: providerTitles[inv.Provider], Reference: inv.Reference,
		Path: "/pay/" + inv.Provider + "/" + url.PathEscape(inv.Reference), Description: inv.Description,
		Amount: price(inv.Amount, inv.Currency), Rest: price(rest, inv.Currency),
		OtherAmount: max(1, rest-tenth(rest)).String(), HalfAmount: max(1, rest/2).String(),
		ReturnURL: inv.ReturnURL, Status: string(status), StatusText: statusText(status, inv),
		Payable:  status == StatusOpen || status == StatusPartial,
		CanTwice: wire.manyPayments(), CanPartial: wire.partialPayments(),
		CanLate: !inv.beyondPaying() && inv.Promise == nil, LateMinutes: lateMinutes, Bank: s.bankOf(inv),
	}
	if inv.Kind == "p2p" {
		v.Card = grouped(inv.Extra["cardNumber"])
	}
	if taken := inv.Taken(); taken > 0 {
		v.Taken = price(taken, inv.Currency)
	}
	if back := inv.Refunded(); back > 0 {
		v.Refunded = price(back, inv.Currency)
	}
	if !inv.ExpiresAt.IsZero() {
		v.Expires = moment(inv.ExpiresAt)
		v.LateMinutes = max(0, int(inv.ExpiresAt.Sub(now)/time.Minute)+1)
	}
	if inv.Promise != nil {
		v.Promise = moment(*inv.Promise)
	}
	return v
}

func statusText(status Status, inv *Invoice) string {
	switch status {
	case StatusPartial:
		return "Оплачено частично"
	case StatusPaid:
		if inv.Refunded() > 0 {
			return "Оплачено, есть возврат"
		}
		return "Оплачено"
	case StatusDeclined:
		return "Отклонено"
	case StatusClosed:
		return "Отменено магазином"
	case StatusExpired:
		return "Срок оплаты вышел"
	}
	return "Ждёт оплаты"
}

// price writes money the Russian way, with spaces that do not break.
func price(m money.Minor, currency string) string {
	whole, cents, _ := strings.Cut(m.String(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "\u00a0" + whole[i:]
	}
	if currency == "RUB" {
		currency = "₽"
	}
	return whole + "," + cents + "\u00a0" + currency
}

func moment(t time.Time) string { return t.In(moscow).Format("02.01 15:04:05") + " МСК" }

// grouped writes a card number by fours.
func grouped(card string) string {
	var out []string
	for ; len(card) > 4; card = card[4:] {
		out = append(out, card[:4])
	}
	return strings.Join(append(out, card), "\u00a0")
}

func (s *Server) homePage(w http.ResponseWriter, _ *http.Request) {
	page := struct {
		Title    string
		Invoices []pageView
	}{Title: "Песочница"}
	err := s.do(func(b *book) error {
		for i := len(b.invoices) - 1; i >= max(0, len(b.invoices)-homeLimit); i-- {
			page.Invoices = append(page.Invoices, s.pageOf(b.invoices[i]))
		}
		return nil
	})
	s.render(w, "home.html", page, err)
}

func (s *Server) payPage(w http.ResponseWriter, r *http.Request) {
	var page pageView
	err := s.do(func(b *book) error {
		inv := b.find(urlParam(r, "provider"), urlParam(r, "reference"))
		if inv == nil {
			return errNoInvoice
		}
		page = s.pageOf(inv)
		return nil
	})
	s.render(w, "pay.html", page, err)
}

func (s *Server) render(w http.ResponseWriter, name string, page any, err error) {
	if errors.Is(err, errNoInvoice) {
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
		return
	}
	if err != nil {
		s.broken(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if err := pageTemplates.ExecuteTemplate(w, name, page); err != nil {
		s.log.Error("page not drawn", "page", name, "error", err)
	}
}

// pressed reads which button it was.
func pressed(r *http.Request) (act, error) {
	amount, err := money.ParseMinor(strings.Replace(pickText(r.PostFormValue("amount"), "0"), ",", ".", 1))
	if err != nil || amount < 0 {
		return act{}, errors.New("Сумма написана неверно: нужны цифры, например 150.00.")
	}
	minutes, err := strconv.Atoi(pickText(r.PostFormValue("minutes"), "0"))
	if err != nil || minutes < 0 {
		return act{}, errors.New("Минуты написаны неверно: нужно целое число.")
	}
	switch r.PostFormValue("act") {
	case "pay":
		return act{action: Pay}, nil
	case "decline":
		return act{action: Decline}, nil
	case "other":
		return act{action: OtherAmount, amount: amount}, nil
	case "partial":
		return act{action: PartOnly, amount: amount}, nil
	case "twice":
		return act{action: PayTwice}, nil
	case "lose":
		return act{action: Pay, webhook: Webhook{Mode: Lose}}, nil
	case "notify_twice":
		return act{action: Pay, webhook: Webhook{Mode: Twice}}, nil
	case "notify_late":
		return act{action: Pay, webhook: Webhook{Mode: Delay, DelayMS: notifyLateMS}}, nil
	case "late":
		// One nanosecond is «now»: zero would mean «after the deadline».
		return act{action: PayLate, after: max(1, time.Duration(minutes)*time.Minute)}, nil
	}
	return act{}, errors.New("Такой кнопки нет.")
}

// payPressed does what the button says and sends the buyer back to the shop;
// when it cannot be done any more, the page shows why.
func (s *Server) payPressed(w http.ResponseWriter, r *http.Request) {
	a, err := pressed(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	back := r.URL.EscapedPath()
	err = s.do(func(b *book) error {
		inv := b.find(urlParam(r, "provider"), urlParam(r, "reference"))
		if inv == nil {
			return errNoInvoice
		}
		if err := s.perform(b, inv, a); err != nil {
			return err
		}
		switch {
		case a.action == Decline:
			back = pickText(inv.FailURL, back)
		case inv.Status == StatusPaid:
			back = pickText(inv.ReturnURL, back)
		}
		return nil
	})
	if r.URL.Query().Get("from") == "home" {
		back = "/"
	}
	var no refusal
	switch {
	case errors.Is(err, errNoInvoice):
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
	case err != nil && !errors.As(err, &no):
		s.broken(w, err)
	default:
		http.Redirect(w, r, back, http.StatusSeeOther)
	}
}
