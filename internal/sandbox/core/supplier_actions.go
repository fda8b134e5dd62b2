package core

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"
)

// Why an order is not accepted; each supplier has its own words for it.
var (
	ErrNoArticle  = errors.New("no such goods")
	ErrOutOfStock = errors.New("out of stock")
	ErrNoFunds    = errors.New("the prepaid balance is too small")
	ErrDuplicate  = errors.New("this key has an order")
	ErrNoOrder    = errors.New("no such order")
)

// PriceError reports that the price differs from the expected one.
type PriceError struct{ Price USD }

// Error implements error.
func (e PriceError) Error() string { return "the price is " + e.Price.String() }

// OrderRequest is what the shop orders from a supplier.
type OrderRequest struct {
	Key, SKU        string
	Account, Server string
	Quantity        int
	Amount          USD  // for a Steam wallet
	Expected        *USD // the unit price the shop expects, where the protocol has it
	Unpaid          bool // paid by PayOrder
}

// PlaceOrder accepts an order. For a key that has an order it returns that
// order and ErrDuplicate.
func (ss *Suppliers) PlaceOrder(st *State, supplier Supplier, in OrderRequest) (*SupplierOrder, error) {
	name := supplier.Name()
	if known := st.Order(name, in.Key); known != nil {
		return known, ErrDuplicate
	}
	offer, ok := ss.Offer(supplier, in.SKU)
	offer.Price = offer.Price.plus(ss.Rule(name).OrderUp)
	price := offer.Price * USD(max(1, in.Quantity))
	if in.Amount > 0 {
		price = (offer.Price*in.Amount + 9_999) / 10_000
	}
	switch {
	case !ok:
		return nil, ErrNoArticle
	case !offer.InStock:
		return nil, ErrOutOfStock
	case in.Expected != nil && *in.Expected != offer.Price:
		return nil, PriceError{offer.Price}
	case !in.Unpaid && price > ss.Balance(st, name):
		return nil, ErrNoFunds
	}
	e := JournalEntry{What: Ordered, Goods: &Goods{
		SKU: in.SKU, Title: offer.Title, Account: in.Account, Server: in.Server, Quantity: max(1, in.Quantity),
		Price: price, Amount: in.Amount,
	}}
	o := &SupplierOrder{Supplier: name, Key: in.Key, ID: supplier.OrderID(st.Next()), Goods: *e.Goods}
	if !in.Unpaid {
		e.Plan = ss.plan(supplier, o)
	}
	ss.writeOrder(st, e, o)
	o = st.Order(name, in.Key)
	ss.settleDue(st, o)
	return o, nil
}

// PayOrder starts the delivery of an order that was placed unpaid.
func (ss *Suppliers) PayOrder(st *State, supplier Supplier, o *SupplierOrder) {
	ss.writeOrder(st, JournalEntry{What: Planned, Plan: ss.plan(supplier, o)}, o)
	ss.settleDue(st, o)
}

// plan decides how and when an order ends.
func (ss *Suppliers) plan(supplier Supplier, o *SupplierOrder) *Plan {
	rule := ss.Rule(o.Supplier)
	p := &Plan{End: supplier.PlannedOutcome(o.Account)}
	switch {
	case rule.Callbacks == Early:
		p.Due = new(ss.server.now())
	case rule.Processing >= 0:
		p.Due = new(ss.server.now().Add(rule.Processing))
	}
	return p
}

// settleDue ends an order whose plan is due.
func (ss *Suppliers) settleDue(st *State, o *SupplierOrder) {
	if o.State == OrderProcessing && o.Plan.Due != nil && !ss.server.now().Before(*o.Plan.Due) {
		ss.Settle(st, o, o.Plan.End, "")
	}
}

// Settle ends an order and reports it to the shop, in the given mode or in that
// of the supplier's rule.
func (ss *Suppliers) Settle(st *State, o *SupplierOrder, end SupplierOrderState, mode Mode) {
	e := JournalEntry{
		What: NotDelivered, Reason: string(end), NotifyURL: ss.CallbackURL(o.Supplier),
		Webhook: &Webhook{Mode: cmp.Or(mode, ss.Rule(o.Supplier).Callbacks)},
	}
	if end == OrderCompleted {
		e.What, e.Reason, e.Goods = Delivered, "", &o.Goods
	}
	ss.writeOrder(st, e, o)
}

// CallbackURL returns where a supplier sends order updates; empty if it sends
// none.
func (ss *Suppliers) CallbackURL(name string) string {
	supplier, ok := ss.Named(name)
	if !ok || !supplier.Traits().Callbacks {
		return ""
	}
	return cmp.Or(ss.Rule(name).CallbackURL, supplier.Traits().CallbackURL)
}

// writeOrder completes an entry about an order, appends it to the journal and
// applies it.
func (ss *Suppliers) writeOrder(st *State, e JournalEntry, o *SupplierOrder) {
	e.Provider, e.Reference, e.Invoice = o.Supplier, o.Key, o.ID
	ss.server.append(st, e)
}

// runPlan waits until the plan of an order is due and ends the order.
func (ss *Suppliers) runPlan(life context.Context, o *SupplierOrder) {
	ss.server.mu.Lock()
	plan, over := o.Plan, o.State != OrderProcessing
	ss.server.mu.Unlock()
	if over || plan.Due == nil || !pause(life, plan.Due.Sub(ss.server.now())) {
		return
	}
	err := ss.server.doWithin(life, func(st *State) error {
		if o.State == OrderProcessing {
			ss.Settle(st, o, o.Plan.End, "")
		}
		return nil
	})
	if err != nil && life.Err() == nil {
		ss.server.log.Error("end an order at a supplier", "error", err)
	}
}

// OrderAction is what an operator of a supplier does with an order.
type OrderAction string

// The actions.
const (
	DeliverOrder         OrderAction = "deliver"
	RefuseOrder          OrderAction = "refuse"
	RejectOrderDetails   OrderAction = "wrong_details"
	DeliverOrderSilently OrderAction = "deliver_silently"
)

// OrderCommand ends an order that is in progress.
type OrderCommand struct {
	Supplier string      `json:"supplier"`
	Key      string      `json:"key"`
	Action   OrderAction `json:"action"`
	Callback Mode        `json:"callback"`
}

// ApplyOrderCommand ends an order as an operator decided. It returns ErrNoOrder
// or a Refusal if that is not possible.
func (ss *Suppliers) ApplyOrderCommand(st *State, c OrderCommand) (*SupplierOrder, error) {
	o := st.Order(c.Supplier, c.Key)
	end := map[OrderAction]SupplierOrderState{
		DeliverOrder: OrderCompleted, DeliverOrderSilently: OrderCompleted, RefuseOrder: OrderRefunded,
		RejectOrderDetails: OrderWrongDetails,
	}[c.Action]
	switch {
	case o == nil:
		return nil, ErrNoOrder
	case end == "":
		return nil, Refusal("unknown action " + string(c.Action))
	case o.State != OrderProcessing:
		return nil, Refusal("the order is " + string(o.State))
	case c.Action == DeliverOrderSilently:
		c.Callback = Lose
	}
	ss.Settle(st, o, end, c.Callback)
	return o, nil
}

// earlyCallbackTimeout bounds how long a response waits for its callback.
const earlyCallbackTimeout = 3 * time.Second

// WaitForEarlyCallback returns after the callbacks of an order were tried, if
// the rule of its supplier is that they arrive before the response.
func (ss *Suppliers) WaitForEarlyCallback(r *http.Request, o *SupplierOrder) {
	if ss.Rule(o.Supplier).Callbacks != Early {
		return
	}
	ss.server.mu.Lock()
	notices := o.Notices
	ss.server.mu.Unlock()
	timeout := time.NewTimer(earlyCallbackTimeout)
	defer timeout.Stop()
	for _, n := range notices {
		select {
		case <-n.tried:
		case <-timeout.C:
		case <-r.Context().Done():
		}
	}
}
