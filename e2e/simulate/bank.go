package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

// bank is a payment provider with a record of its own: invoices, what buyers paid, and
// what was returned to them. It takes every fault that the protocols allow.
type bank struct {
	w            *world
	name         string
	isQueryable  bool // it has a status call
	refunds      bool // it has a refund call
	isOncePerKey bool // two refund calls with one key make one refund
	takesTwice   bool // one invoice can be paid twice
	invoices     []*invoice
	captures     []*capture
	keys         map[string]bool // of the refunds that were made
	deliver      func(hook payment.Webhook)
}

type invoice struct {
	reference string
	amount    money.Money
	declined  bool
}

// capture is money a buyer has paid.
type capture struct {
	id      string
	invoice *invoice
	amount  money.Minor
	ours    money.Minor // returned because the shop asked for it
	outside money.Minor // returned in the cabinet or by the buyer's bank
	shownAt time.Time   // from when on the status call knows it
}

func (c *capture) left() money.Minor { return c.amount - c.ours - c.outside }

// Name implements payment.Provider.
func (b *bank) Name() string { return b.name }

// CanQuery implements payment.Provider.
func (b *bank) CanQuery() bool { return b.isQueryable }

// OncePerKey implements payment.RemainingReporter.
func (b *bank) OncePerKey() bool { return b.isOncePerKey }

func (b *bank) find(reference string) *invoice {
	for _, i := range b.invoices {
		if i.reference == reference {
			return i
		}
	}
	return nil
}

// CreateInvoice implements payment.Provider.
func (b *bank) CreateInvoice(_ context.Context, in payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	switch {
	case b.w.chance(3, "an invoice is refused"):
		return payment.OpenedInvoice{}, payment.ErrRefused
	case b.w.chance(3, "a call for an invoice is lost"):
		return payment.OpenedInvoice{}, payment.ErrOutcomeUnknown
	}
	if b.find(in.Reference) == nil {
		b.invoices = append(b.invoices, &invoice{reference: in.Reference, amount: in.Amount})
	}
	if b.w.chance(2, "the process is killed after an invoice was opened") {
		b.w.kill()
	}
	if b.w.chance(4, "an invoice is opened after we hung up") {
		return payment.OpenedInvoice{}, payment.ErrOutcomeUnknown
	}
	return payment.OpenedInvoice{ProviderID: "p" + in.Reference, Scenario: payment.Scenario{Type: payment.Redirect, URL: "https://bank.example/" + in.Reference}}, nil
}

// pay is a buyer who pays an invoice. It returns nil if the bank takes no more.
func (b *bank) pay(i *invoice, amount money.Minor) *capture {
	n := 0
	for _, c := range b.captures {
		if c.invoice == i {
			n++
		}
	}
	if n > 0 && !b.takesTwice {
		return nil
	}
	c := &capture{id: fmt.Sprintf("p%s", i.reference), invoice: i, amount: amount, shownAt: b.w.now}
	if n > 0 {
		c.id += fmt.Sprintf("-%d", n+1)
	}
	if b.w.chance(10, "the status call lags behind the webhook") {
		c.shownAt = b.w.now.Add(b.w.between(time.Second, 40*time.Second))
	}
	b.captures = append(b.captures, c)
	b.w.note("%s: %s of %s are paid", b.name, amount, i.amount.Minor)
	b.tell(paidNotice(c), true)
	return c
}

func (b *bank) decline(i *invoice) {
	i.declined = true
	b.tell(declinedNotice(i), b.isQueryable)
}

func paidNotice(c *capture) payment.Notice {
	return payment.Notice{
		DedupeKey: c.id + ":paid", Kind: payment.NoticePaid, Reference: c.invoice.reference, ProviderID: c.id,
		Amount: money.Of(c.amount, c.invoice.amount.Currency),
	}
}

func declinedNotice(i *invoice) payment.Notice {
	return payment.Notice{
		DedupeKey: i.reference + ":declined", Kind: payment.NoticeDeclined, Reference: i.reference, ProviderID: "p" + i.reference, Amount: i.amount,
	}
}

// tell sends a webhook: lost, twice, late and therefore in another order, or as it should.
func (b *bank) tell(n payment.Notice, canBeLost bool) {
	copies := 1
	switch {
	case canBeLost && b.w.chance(20, "a webhook is lost"):
		return
	case b.w.chance(20, "a webhook comes twice"):
		copies = 2
	}
	body, err := json.Marshal(n)
	if err != nil {
		panic(err) // a notice has no cycles
	}
	for range copies {
		delay := b.w.between(0, 3*time.Second)
		switch {
		case b.w.chance(15, "a webhook is late"):
			delay = b.w.between(time.Minute, 2*time.Hour)
		case b.w.chance(2, "a webhook is a day late"):
			delay = b.w.between(20*time.Hour, 60*time.Hour)
		}
		b.w.after(delay, fmt.Sprintf("%s sends a webhook: %s %s", b.name, n.Kind, n.Amount.Minor), func() { b.deliver(payment.Webhook{Body: body}) })
	}
}

// QueryAttempt implements payment.Provider.
func (b *bank) QueryAttempt(_ context.Context, a payment.AttemptRef) (payment.AttemptReport, error) {
	if !b.isQueryable {
		return payment.AttemptReport{}, payment.ErrQueryUnsupported
	}
	if b.w.chance(10, "a status call fails") {
		return payment.AttemptReport{}, payment.ErrOutcomeUnknown
	}
	var r payment.AttemptReport
	i := b.find(a.Reference)
	if i == nil {
		return r, nil
	}
	for _, c := range b.captures {
		if c.invoice == i && !c.shownAt.After(b.w.now) {
			r.Notices = append(r.Notices, paidNotice(c))
			switch {
			case c.left() == c.amount:
			case b.isOncePerKey && c.left() > 0:
				r.PartRefunded = append(r.PartRefunded, c.id) // as T-Bank: its status has no amount
			default:
				r.Notices = append(r.Notices, payment.RefundNotice(c.invoice.reference, c.id, c.left(), c.invoice.amount.Currency))
			}
		}
	}
	if len(r.Notices) == 0 && i.declined {
		r.Notices = append(r.Notices, declinedNotice(i))
	}
	return r, nil
}

// ParseWebhook implements payment.Provider.
func (b *bank) ParseWebhook(hook payment.Webhook) (n payment.Notice, err error) {
	err = json.Unmarshal(hook.Body, &n)
	return n, err
}

// Acknowledge implements payment.Provider.
func (b *bank) Acknowledge(http.ResponseWriter) {}
