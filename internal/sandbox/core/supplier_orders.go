package core

import (
	"fmt"
	"time"
)

// Plan is how an order ends by itself.
type Plan struct {
	Due *time.Time         `json:"due,omitempty"` // nil: an operator decides
	End SupplierOrderState `json:"end"`
}

// SupplierOrderState is the state of an order at a supplier.
type SupplierOrderState string

// The states.
const (
	OrderCreated      SupplierOrderState = "created" // not paid yet
	OrderProcessing   SupplierOrderState = "processing"
	OrderCompleted    SupplierOrderState = "completed"
	OrderWrongDetails SupplierOrderState = "wrong_details"
	OrderRefunded     SupplierOrderState = "refunded"
	OrderCancelled    SupplierOrderState = "cancelled"
)

// SupplierOrder is an order at a supplier.
type SupplierOrder struct {
	Supplier string    `json:"supplier"`
	Key      string    `json:"key"` // the shop's
	ID       string    `json:"id"`  // the supplier's
	Opened   time.Time `json:"opened"`
	Goods
	State   SupplierOrderState `json:"state"`
	Plan    *Plan              `json:"plan,omitempty"`
	Ended   *time.Time         `json:"ended,omitempty"`
	Notices []*Notice          `json:"notices,omitempty"`
}

// supplierOrders is the part of the state about suppliers.
type supplierOrders struct {
	all     []*SupplierOrder
	byKey   map[string]*SupplierOrder
	byID    map[string]*SupplierOrder
	spent   map[string]USD
	planned []*SupplierOrder // to be run once their plan is on disk
}

func newSupplierOrders() supplierOrders {
	return supplierOrders{byKey: map[string]*SupplierOrder{}, byID: map[string]*SupplierOrder{}, spent: map[string]USD{}}
}

// Orders returns all orders at suppliers, oldest first.
func (st *State) Orders() []*SupplierOrder { return st.orders.all }

// Order returns an order by the shop's key, or nil.
func (st *State) Order(supplier, orderKey string) *SupplierOrder {
	return st.orders.byKey[key(supplier, orderKey)]
}

// OrderByID returns an order by the supplier's id, or nil.
func (st *State) OrderByID(supplier, id string) *SupplierOrder {
	return st.orders.byID[key(supplier, id)]
}

// Spent returns what was spent at a supplier, less refunds.
func (st *State) Spent(supplier string) USD { return st.orders.spent[supplier] }

// applyOrder changes the state by one entry about a supplier.
func (st *State) applyOrder(e JournalEntry) {
	if e.What == RuleChanged {
		return // written for readers of the journal: rules are lost at a restart
	}
	c := &st.orders
	ref := key(e.Provider, e.Reference)
	if e.What == Ordered {
		o := &SupplierOrder{
			Supplier: e.Provider, Key: e.Reference, ID: e.Invoice, Opened: e.At, Goods: *e.Goods, State: OrderCreated,
		}
		c.all = append(c.all, o)
		c.byKey[ref], c.byID[key(e.Provider, e.Invoice)] = o, o
	}
	o := c.byKey[ref]
	if o == nil {
		panic(fmt.Sprintf("sandbox: entry %d is about an unknown order", e.N))
	}
	if e.Plan != nil {
		o.State, o.Plan = OrderProcessing, e.Plan
		c.spent[o.Supplier] += o.Price
		c.planned = append(c.planned, o)
	}
	switch e.What {
	case Delivered:
		o.State, o.Ended = OrderCompleted, &e.At
		st.queueCallbacks(o, e)
	case NotDelivered:
		o.State, o.Ended = SupplierOrderState(e.Reason), &e.At
		c.spent[o.Supplier] -= o.Price
		st.queueCallbacks(o, e)
	case WebhookEnded:
		o.Notices[e.Notice].State = NoticeState(e.Reason)
	}
}
