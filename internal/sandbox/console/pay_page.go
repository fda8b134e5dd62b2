package console

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// notifyLateMS is the webhook delay of the "notify_late" button.
const notifyLateMS = 15_000

func (c *console) homePage(w http.ResponseWriter, _ *http.Request) {
	page := struct {
		Title    string
		Invoices []invoiceView
	}{Title: "Песочница"}
	err := c.core.Do(func(st *core.State) error {
		for _, inv := range slices.Backward(newest(st.Invoices())) {
			page.Invoices = append(page.Invoices, c.viewInvoice(inv))
		}
		return nil
	})
	c.render(w, "home.html", page, err)
}

// newest returns the end of a list, as long as the pages show it.
func newest[T any](all []T) []T { return all[max(0, len(all)-core.ListLimit):] }

func (c *console) payPage(w http.ResponseWriter, r *http.Request) {
	var page invoiceView
	err := c.core.Do(func(st *core.State) error {
		inv := st.Find(core.URLParam(r, "provider"), core.URLParam(r, "reference"))
		if inv == nil {
			return core.ErrNoInvoice
		}
		page = c.viewInvoice(inv)
		return nil
	})
	c.render(w, "pay.html", page, err)
}

func (c *console) render(w http.ResponseWriter, name string, page any, err error) {
	switch {
	case errors.Is(err, core.ErrNoInvoice):
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
	case err != nil:
		c.core.InternalError(w, err)
	default:
		c.core.Render(w, pages, name, page)
	}
}

var errNoButton = errors.New("Такой кнопки нет.")

// amountOf reads the amount of a form; zero if there is none.
func amountOf(r *http.Request) (money.Minor, error) {
	amount, err := money.ParseMinor(strings.Replace(cmp.Or(r.PostFormValue("amount"), "0"), ",", ".", 1))
	if err != nil || amount < 0 {
		return 0, errors.New("Сумма написана неверно: нужны цифры, например 150.00.")
	}
	return amount, nil
}

// payAction returns the action of the button that was pressed.
func payAction(r *http.Request) (core.PayAction, error) {
	amount, err := amountOf(r)
	if err != nil {
		return core.PayAction{}, err
	}
	minutes, err := strconv.Atoi(cmp.Or(r.PostFormValue("minutes"), "0"))
	if err != nil || minutes < 0 {
		return core.PayAction{}, errors.New("Минуты написаны неверно: нужно целое число.")
	}
	switch r.PostFormValue("act") {
	case "pay":
		return core.PayAction{Action: core.Pay}, nil
	case "decline":
		return core.PayAction{Action: core.Decline}, nil
	case "other":
		return core.PayAction{Action: core.OtherAmount, Amount: amount}, nil
	case "partial":
		return core.PayAction{Action: core.PartOnly, Amount: amount}, nil
	case "twice":
		return core.PayAction{Action: core.PayTwice}, nil
	case "lose":
		return core.PayAction{Action: core.Pay, Webhook: core.Webhook{Mode: core.Lose}}, nil
	case "notify_twice":
		return core.PayAction{Action: core.Pay, Webhook: core.Webhook{Mode: core.Twice}}, nil
	case "notify_late":
		return core.PayAction{Action: core.Pay, Webhook: core.Webhook{Mode: core.Delay, DelayMS: notifyLateMS}}, nil
	case "late":
		// One nanosecond means now: zero would mean after the invoice expires.
		return core.PayAction{Action: core.PayLate, After: max(1, time.Duration(minutes)*time.Minute)}, nil
	}
	return core.PayAction{}, errNoButton
}

// payPressed performs the action of a button and redirects the buyer to the
// shop. If the action is not possible any more, it shows the page again.
func (c *console) payPressed(w http.ResponseWriter, r *http.Request) {
	a, err := payAction(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	to := r.URL.EscapedPath()
	err = c.core.Do(func(st *core.State) error {
		inv := st.Find(core.URLParam(r, "provider"), core.URLParam(r, "reference"))
		if inv == nil {
			return core.ErrNoInvoice
		}
		if err := c.core.Payments.Apply(st, inv, a); err != nil {
			return err
		}
		switch {
		case a.Action == core.Decline:
			to = cmp.Or(inv.FailURL, to)
		case inv.Status == core.StatusPaid:
			to = cmp.Or(inv.ReturnURL, to)
		}
		return nil
	})
	if r.URL.Query().Get("from") == "home" {
		to = "/"
	}
	c.redirect(w, r, to, err)
}

// redirect ends a pressed button. A refusal is not an error: the page shows the
// state.
func (c *console) redirect(w http.ResponseWriter, r *http.Request, to string, err error) {
	var refusal core.Refusal
	switch {
	case errors.Is(err, core.ErrNoInvoice):
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
	case errors.Is(err, core.ErrNoOrder):
		http.Error(w, "Такого заказа нет.", http.StatusNotFound)
	case errors.Is(err, errNoButton):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil && !errors.As(err, &refusal):
		c.core.InternalError(w, err)
	default:
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
