package sandbox

import (
	"fmt"
	"slices"
	"time"

	"larek/internal/money"
)

// What an entry of the record says.
type What string

// The entries.
const (
	Opened   What = "opened"
	Promised What = "promised" // the buyer will pay later
	Paid     What = "paid"     // money taken
	Declined What = "declined"
	Refunded What = "refunded" // money given back
	// ChargedBack is money the buyer's bank took back.
	ChargedBack What = "charged_back"
	Closed      What = "closed" // cancelled or out of time: no money any more
	Told        What = "told"   // a webhook was acknowledged, or given up
)

// Entry is one line of the record.
type Entry struct {
	N         int64     `json:"n"`
	At        time.Time `json:"at"`
	What      What      `json:"what"`
	Provider  string    `json:"provider"`
	Reference string    `json:"reference"`
	Invoice   string    `json:"invoice"`
	Terms     *Terms    `json:"terms,omitempty"`
	Payment   string    `json:"payment,omitempty"`
	Refund    string    `json:"refund,omitempty"`
	// RefundKey is the shop's own name for a refund: asked again, it is not made again.
	RefundKey string `json:"refund_key,omitempty"`
	// Outside marks a refund made in the provider's cabinet.
	Outside  bool        `json:"outside,omitempty"`
	Amount   money.Minor `json:"amount,omitempty"`
	Currency string      `json:"currency,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Partial  bool        `json:"partial,omitempty"`
	// NotifyURL is where this one event is told, if not where the invoice says.
	NotifyURL string     `json:"notify_url,omitempty"`
	Webhook   *Webhook   `json:"webhook,omitempty"`
	Due       *time.Time `json:"due,omitempty"`
	Notice    int        `json:"notice,omitempty"`
	Goods     *Goods     `json:"goods,omitempty"`
	Plan      *Plan      `json:"plan,omitempty"`
	Letter    *Letter    `json:"letter,omitempty"`
	// Rule is how a supplier behaves from this entry on.
	Rule *supplierCommand `json:"rule,omitempty"`
}

// Terms is what an invoice was opened with.
type Terms struct {
	Kind        string            `json:"kind"`
	Amount      money.Minor       `json:"amount"`
	Currency    string            `json:"currency"`
	Description string            `json:"description,omitempty"`
	Email       string            `json:"email,omitempty"`
	Phone       string            `json:"phone,omitempty"`
	ReturnURL   string            `json:"return_url,omitempty"`
	FailURL     string            `json:"fail_url,omitempty"`
	WebhookURL  string            `json:"webhook_url,omitempty"`
	ExpiresAt   time.Time         `json:"expires_at,omitzero"`
	Extra       map[string]string `json:"extra,omitempty"`
}

// Webhook is how an event is told.
type Webhook struct {
	Mode    Mode  `json:"mode,omitempty"`
	DelayMS int64 `json:"delay_ms,omitempty"`
}

// Mode is one way of telling.
type Mode string

// The modes; empty means Send.
const (
	Send  Mode = "send"
	Lose  Mode = "lose"
	Twice Mode = "twice"
	Delay Mode = "delay"
)

// Invoice is what a buyer can pay.
type Invoice struct {
	Provider  string    `json:"provider"`
	Reference string    `json:"reference"`
	ID        string    `json:"id"`
	Opened    time.Time `json:"opened"`
	Terms
	Status   Status     `json:"status"`
	Payments []*Payment `json:"payments"`
	Notices  []*Notice  `json:"notices"`
	Promise  *time.Time `json:"promise,omitempty"`

	promised Entry
}

// Status is how an invoice stands.
type Status string

// The statuses.
const (
	StatusOpen     Status = "open"
	StatusPartial  Status = "partial"
	StatusPaid     Status = "paid"
	StatusDeclined Status = "declined"
	StatusClosed   Status = "closed"
	StatusExpired  Status = "expired"
)

// Payment is one try of the buyer; Amount was taken unless it was declined.
type Payment struct {
	ID       string      `json:"id"`
	At       time.Time   `json:"at"`
	Declined bool        `json:"declined,omitempty"`
	Amount   money.Minor `json:"amount"`
	Currency string      `json:"currency"`
	Refunded money.Minor `json:"refunded"`
	// ChargedBack is what the buyer's bank took back of it.
	ChargedBack money.Minor `json:"charged_back,omitempty"`
	Reason      string      `json:"reason,omitempty"`

	invoice *Invoice
}

// Taken is all the money that came for the invoice.
func (i *Invoice) Taken() (sum money.Minor) {
	for _, p := range i.Payments {
		if !p.Declined {
			sum += p.Amount
		}
	}
	return sum
}

// Refunded is all the money that went back.
func (i *Invoice) Refunded() (sum money.Minor) {
	for _, p := range i.Payments {
		sum += p.Refunded
	}
	return sum
}

func (i *Invoice) statusAt(now time.Time) Status {
	if (i.Status == StatusOpen || i.Status == StatusPartial) && !i.ExpiresAt.IsZero() && now.After(i.ExpiresAt) {
		return StatusExpired
	}
	return i.Status
}

// beyondPaying: not even a late buyer can pay it.
func (i *Invoice) beyondPaying() bool { return i.Status == StatusPaid || i.Status == StatusClosed }

// book is the state that the record adds up to.
type book struct {
	n        int64
	entries  []Entry
	invoices []*Invoice
	byID     map[string]*Invoice
	byRef    map[string][]*Invoice
	payments map[string]*Payment
	requests map[string]*Invoice // Payselection's request ids
	refunds  map[string]Entry    // T-Bank's refunds by the shop's own name for them
	wire     map[string]protocol
	fresh    []*Notice // to be sent once their cause is on the disk
	promises []*Invoice
	supply   counter
	letters  []*Letter
}

func newBook(wire map[string]protocol) *book {
	return &book{
		byID: map[string]*Invoice{}, byRef: map[string][]*Invoice{}, payments: map[string]*Payment{},
		requests: map[string]*Invoice{}, refunds: map[string]Entry{}, wire: wire, supply: newCounter(),
	}
}

func key(provider, id string) string { return provider + "/" + id }

// apply changes the state by one entry. It decides nothing: replaying gives
// the same state again.
func (b *book) apply(e Entry) {
	b.n = e.N
	b.entries = append(b.entries, e)
	switch {
	case e.What == Opened:
		b.open(e)
		return
	case e.Letter != nil:
		b.letters = append(b.letters, e.Letter)
		return
	case slices.Contains(supplierNames, e.Provider):
		b.applySupply(e)
		return
	}
	inv := b.byID[key(e.Provider, e.Invoice)]
	if inv == nil {
		panic(fmt.Sprintf("sandbox: entry %d is about an unknown invoice", e.N))
	}
	switch e.What {
	case Promised:
		inv.Promise, inv.promised = e.Due, e
		b.promises = append(b.promises, inv)
	case Paid:
		b.addPayment(inv, e)
		inv.Promise = nil
		inv.Status = StatusPaid
		if e.Partial {
			inv.Status = StatusPartial
		}
	case Declined:
		b.addPayment(inv, e)
		inv.Status = b.wire[e.Provider].afterDecline()
	case Refunded:
		b.payments[key(e.Provider, e.Payment)].Refunded += e.Amount
		b.keepRefundKey(e)
	case ChargedBack:
		b.payments[key(e.Provider, e.Payment)].ChargedBack += e.Amount
	case Closed:
		inv.Status = Status(e.Reason)
	case Told:
		inv.Notices[e.Notice].State = NoticeState(e.Reason)
		return
	}
	b.tell(inv, e)
}

func (b *book) open(e Entry) {
	inv := &Invoice{
		Provider: e.Provider, Reference: e.Reference, ID: e.Invoice, Opened: e.At,
		Terms: *e.Terms, Status: StatusOpen,
	}
	b.invoices = append(b.invoices, inv)
	b.byID[key(e.Provider, e.Invoice)] = inv
	ref := key(e.Provider, e.Reference)
	b.byRef[ref] = append(b.byRef[ref], inv)
	if id := e.Terms.Extra["request_id"]; id != "" {
		b.requests[id] = inv
	}
}

func (b *book) addPayment(inv *Invoice, e Entry) {
	p := &Payment{
		ID: e.Payment, At: e.At, Declined: e.What == Declined, Amount: e.Amount, Currency: e.Currency,
		Reason: e.Reason, invoice: inv,
	}
	inv.Payments = append(inv.Payments, p)
	b.payments[key(e.Provider, e.Payment)] = p
}

// find returns the invoice a reference means: the newest that can be paid,
// else the newest.
func (b *book) find(provider, reference string) *Invoice {
	all := b.byRef[key(provider, reference)]
	for i := len(all) - 1; i >= 0; i-- {
		if s := all[i].Status; s == StatusOpen || s == StatusPartial {
			return all[i]
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}
