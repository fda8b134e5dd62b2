package console

import (
	"net/http"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// What the buttons of the bank set for the next refund.
const (
	slowRefundMS  = 25_000 // longer than the shop waits
	noticeFirstMS = 3_000
	statusLag     = time.Minute
)

// bankView is what a bank can do with an invoice without its buyer.
type bankView struct {
	Action      string // the target of the buttons
	Left        string // empty when nothing can be refunded
	PartAmount  string
	Refunds     bool // the protocol has refunds
	Currency    bool // the webhooks name a currency
	ChargedBack string
}

func viewBank(provider core.PaymentProtocol, inv *core.Invoice) bankView {
	v := bankView{
		Action:   core.PayPath(inv.Provider, inv.Reference) + "/bank",
		Refunds:  provider.Traits().Refunds,
		Currency: provider.Traits().NamesCurrency,
	}
	if p := inv.PaymentWith(0); p != nil {
		v.Left, v.PartAmount = price(p.Left(), p.Currency), max(1, p.Left()/2).String()
	}
	if back := inv.ChargedBack(); back > 0 {
		v.ChargedBack = price(back, inv.Currency)
	}
	return v
}

// bankPressed performs the action of a button of the bank and shows the page
// again.
func (c *console) bankPressed(w http.ResponseWriter, r *http.Request) {
	provider, reference := core.URLParam(r, "provider"), core.URLParam(r, "reference")
	if _, known := c.core.Provider(provider); !known {
		http.Error(w, "Такого счёта нет.", http.StatusNotFound)
		return
	}
	amount, err := amountOf(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.redirect(w, r, core.PayPath(provider, reference), c.actAsBank(r, provider, reference, amount))
}

func (c *console) actAsBank(r *http.Request, provider, reference string, amount money.Minor) error {
	fault := core.Fault{Provider: provider, Operation: "refund", Count: 1}
	switch r.PostFormValue("act") {
	case "refund":
		return c.apply(provider, reference, core.PayAction{Action: core.RefundInCabinet, Amount: amount})
	case "refund_silently":
		return c.apply(provider, reference,
			core.PayAction{Action: core.RefundInCabinet, Amount: amount, Webhook: core.Webhook{Mode: core.Lose}})
	case "chargeback":
		return c.apply(provider, reference, core.PayAction{Action: core.ChargeBack, Amount: amount})
	case "refuse_refund":
		fault.Kind = core.Refuse
		return c.core.Faults.Add(fault)
	case "slow_refund":
		fault.Kind, fault.SlowMS = core.Slow, slowRefundMS
		return c.core.Faults.Add(fault)
	case "notice_first":
		fault.Kind, fault.SlowMS = core.NoticeFirst, noticeFirstMS
		return c.core.Faults.Add(fault)
	case "status_lags":
		c.core.SetStatusLag(provider, statusLag)
		return nil
	case "status_right":
		c.core.SetStatusLag(provider, 0)
		return nil
	case "other_currency", "other_shop":
		_, err := c.sendForged(r.Context(),
			forgeCommand{Provider: provider, Reference: reference, What: r.PostFormValue("act"), Signed: true})
		return err
	}
	return errNoButton
}

func (c *console) apply(provider, reference string, a core.PayAction) error {
	return c.core.Do(func(st *core.State) error {
		inv := st.Find(provider, reference)
		if inv == nil {
			return core.ErrNoInvoice
		}
		return c.core.Payments.Apply(st, inv, a)
	})
}
