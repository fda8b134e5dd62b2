package core

import (
	"fmt"
	"slices"
	"time"
)

// State is what the journal adds up to. It is used inside Server.Do only.
type State struct {
	n         int64
	entries   []JournalEntry
	invoices  []*Invoice
	byID      map[string]*Invoice
	byRef     map[string][]*Invoice
	byRequest map[string]*Invoice // by the request id in their terms
	payments  map[string]*Payment
	refunds   map[string]JournalEntry // by the shop's idempotency key
	providers map[string]PaymentProtocol
	suppliers []Supplier
	notices   []*Notice  // to be sent once their cause is on disk
	scheduled []*Invoice // to be paid later
	orders    supplierOrders
	letters   []*Letter
}

func newState(providers map[string]PaymentProtocol, suppliers []Supplier) *State {
	return &State{
		byID: map[string]*Invoice{}, byRef: map[string][]*Invoice{}, byRequest: map[string]*Invoice{},
		payments: map[string]*Payment{}, refunds: map[string]JournalEntry{}, providers: providers, suppliers: suppliers,
		orders: newSupplierOrders(),
	}
}

func key(provider, id string) string { return provider + "/" + id }

// Next returns a number that no entry has yet.
func (st *State) Next() int64 { return st.n + 1 }

// Entries returns the journal. The slice stays valid after Do.
func (st *State) Entries() []JournalEntry { return slices.Clip(st.entries) }

// Invoices returns all invoices, oldest first.
func (st *State) Invoices() []*Invoice { return st.invoices }

// Invoice returns the invoice with the provider's own id, or nil.
func (st *State) Invoice(provider, id string) *Invoice { return st.byID[key(provider, id)] }

// InvoicesOf returns the invoices of a reference, oldest first.
func (st *State) InvoicesOf(provider, reference string) []*Invoice {
	return st.byRef[key(provider, reference)]
}

// InvoiceByRequest returns the invoice whose Terms.Extra has this request_id,
// or nil.
func (st *State) InvoiceByRequest(id string) *Invoice { return st.byRequest[id] }

// Payment returns a payment by its id, or nil.
func (st *State) Payment(provider, id string) *Payment { return st.payments[key(provider, id)] }

// RefundByKey returns the refund made under an idempotency key.
func (st *State) RefundByKey(refundKey string) (JournalEntry, bool) {
	e, ok := st.refunds[refundKey]
	return e, ok
}

// Letters returns all emails, oldest first.
func (st *State) Letters() []*Letter { return st.letters }

// Find returns the newest payable invoice of a reference, else the newest, else
// nil.
func (st *State) Find(provider, reference string) *Invoice {
	all := st.byRef[key(provider, reference)]
	for _, inv := range slices.Backward(all) {
		if inv.Status == StatusOpen || inv.Status == StatusPartial {
			return inv
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

func (st *State) isSupplier(name string) bool {
	return slices.ContainsFunc(st.suppliers, func(s Supplier) bool { return s.Name() == name })
}

// apply changes the state by one entry. It decides nothing, so that a replay
// produces the same state.
func (st *State) apply(e JournalEntry) {
	st.n = e.N
	st.entries = append(st.entries, e)
	switch {
	case e.What == Opened:
		st.open(e)
		return
	case e.Letter != nil:
		st.letters = append(st.letters, e.Letter)
		return
	case st.isSupplier(e.Provider):
		st.applyOrder(e)
		return
	}
	inv := st.byID[key(e.Provider, e.Invoice)]
	if inv == nil {
		panic(fmt.Sprintf("sandbox: entry %d is about an unknown invoice", e.N))
	}
	switch e.What {
	case Scheduled:
		inv.ScheduledAt, inv.scheduled = e.Due, e
		st.scheduled = append(st.scheduled, inv)
	case Paid:
		st.addPayment(inv, e)
		inv.ScheduledAt = nil
		inv.Status = StatusPaid
		if e.Partial {
			inv.Status = StatusPartial
		}
	case Declined:
		st.addPayment(inv, e)
		inv.Status = st.providers[e.Provider].Traits().AfterDecline
	case Refunded:
		p := st.payments[key(e.Provider, e.Payment)]
		p.Refunded, p.Voided = p.Refunded+e.Amount, p.Voided || e.Voided
		if e.RefundKey != "" {
			st.refunds[e.RefundKey] = e
		}
	case ChargedBack:
		st.payments[key(e.Provider, e.Payment)].ChargedBack += e.Amount
	case Closed:
		inv.Status = Status(e.Reason)
	case WebhookEnded:
		inv.Notices[e.Notice].State = NoticeState(e.Reason)
		return
	}
	st.queueWebhooks(inv, e)
}

func (st *State) open(e JournalEntry) {
	inv := &Invoice{
		Provider: e.Provider, Reference: e.Reference, ID: e.Invoice, Opened: e.At,
		Terms: *e.Terms, Status: StatusOpen,
	}
	st.invoices = append(st.invoices, inv)
	st.byID[key(e.Provider, e.Invoice)] = inv
	ref := key(e.Provider, e.Reference)
	st.byRef[ref] = append(st.byRef[ref], inv)
	if id := e.Terms.Extra["request_id"]; id != "" {
		st.byRequest[id] = inv
	}
}

func (st *State) addPayment(inv *Invoice, e JournalEntry) {
	p := &Payment{
		ID: e.Payment, At: e.At, Declined: e.What == Declined, Amount: e.Amount, Currency: e.Currency,
		Reason: e.Reason, invoice: inv,
	}
	inv.Payments = append(inv.Payments, p)
	st.payments[key(e.Provider, e.Payment)] = p
}

// asOf replays the journal up to a time. Invoices are there from the start:
// providers show a new one at once.
func (st *State) asOf(t time.Time) *State {
	old := newState(st.providers, st.suppliers)
	for _, e := range st.entries {
		if e.What == Opened || !e.At.After(t) && e.What != WebhookEnded {
			old.apply(e)
		}
	}
	return old
}
