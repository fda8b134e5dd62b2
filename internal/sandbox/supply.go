package sandbox

import (
	"fmt"
	"time"
)

// What an entry about goods says.
const (
	Ordered   What = "ordered"    // an order was taken on
	Planned   What = "planned"    // an order taken on before is paid and under way
	Handed    What = "handed"     // the goods are with the buyer
	NotHanded What = "not_handed" // they never will be; our money is back
	Behaves   What = "behaves"    // a supplier was told to behave otherwise from now on
)

// Goods is what an order at a supplier is about.
type Goods struct {
	SKU      string `json:"sku"`
	Title    string `json:"title,omitempty"`
	Account  string `json:"account,omitempty"`
	Server   string `json:"server,omitempty"`
	Quantity int    `json:"quantity"`
	Price    usd    `json:"price"`            // of the whole order
	Amount   usd    `json:"amount,omitempty"` // what reaches a Steam wallet
}

// Plan is how an order ends by itself.
type Plan struct {
	Due *time.Time  `json:"due,omitempty"` // nil: a person decides
	End SupplyState `json:"end"`
}

// SupplyState is how an order at a supplier stands.
type SupplyState string

// The states.
const (
	SupplyCreated    SupplyState = "created" // NS.Gifts: not paid yet
	SupplyProcessing SupplyState = "processing"
	SupplyCompleted  SupplyState = "completed"
	SupplyWrong      SupplyState = "wrong_details"
	SupplyRefunded   SupplyState = "refunded"
	SupplyCancelled  SupplyState = "cancelled"
)

// Supply is an order at a supplier.
type Supply struct {
	Supplier string    `json:"supplier"`
	Key      string    `json:"key"` // ours
	ID       string    `json:"id"`  // theirs
	Opened   time.Time `json:"opened"`
	Goods
	State   SupplyState `json:"state"`
	Plan    *Plan       `json:"plan,omitempty"`
	Ended   *time.Time  `json:"ended,omitempty"`
	Notices []*Notice   `json:"notices,omitempty"`
}

// codes are the activation keys of a completed order; no two orders share one.
func (o *Supply) codes() []string {
	list := []string{}
	if o.State != SupplyCompleted || o.Supplier != Rokky {
		return list
	}
	for i := range o.Quantity {
		text := fmt.Sprintf("%09d%09d", number(o.ID, o.Key, fmt.Sprint(i)), number(o.Key, o.ID, fmt.Sprint(i)))
		list = append(list, text[0:6]+"-"+text[6:12]+"-"+text[12:18])
	}
	return list
}

// counter is the part of the book about suppliers.
type counter struct {
	orders []*Supply
	byKey  map[string]*Supply
	byID   map[string]*Supply
	spent  map[string]usd
	plans  []*Supply // to be kept once they are on the disk
}

func newCounter() counter {
	return counter{byKey: map[string]*Supply{}, byID: map[string]*Supply{}, spent: map[string]usd{}}
}

// applySupply changes the state by one entry, deciding nothing.
func (b *book) applySupply(e Entry) {
	if e.What == Behaves {
		return // for whoever reads the record: behaviour is forgotten at a restart
	}
	c := &b.supply
	ref := key(e.Provider, e.Reference)
	if e.What == Ordered {
		o := &Supply{
			Supplier: e.Provider, Key: e.Reference, ID: e.Invoice, Opened: e.At, Goods: *e.Goods, State: SupplyCreated,
		}
		c.orders = append(c.orders, o)
		c.byKey[ref], c.byID[key(e.Provider, e.Invoice)] = o, o
	}
	o := c.byKey[ref]
	if o == nil {
		panic(fmt.Sprintf("sandbox: entry %d is about an unknown order", e.N))
	}
	if e.Plan != nil {
		o.State, o.Plan = SupplyProcessing, e.Plan
		c.spent[o.Supplier] += o.Price
		c.plans = append(c.plans, o)
	}
	switch e.What {
	case Handed:
		o.State, o.Ended = SupplyCompleted, &e.At
		b.tellSupply(o, e)
	case NotHanded:
		o.State, o.Ended = SupplyState(e.Reason), &e.At
		c.spent[o.Supplier] -= o.Price
		b.tellSupply(o, e)
	case Told:
		o.Notices[e.Notice].State = NoticeState(e.Reason)
	}
}

// tellSupply adds the callbacks an ending gives rise to.
func (b *book) tellSupply(o *Supply, e Entry) {
	if e.NotifyURL == "" || e.Webhook == nil {
		return
	}
	copies := 1
	if e.Webhook.Mode == Twice {
		copies = 2
	}
	for range copies {
		n := &Notice{
			Index: len(o.Notices), Event: string(o.State), State: Pending, supply: o, tried: make(chan struct{}),
			message: message{url: e.NotifyURL}, notBefore: e.At, giveUp: e.At.Add(patience),
		}
		if e.Webhook.Mode == Lose {
			n.State = Lost
		}
		o.Notices = append(o.Notices, n)
		b.fresh = append(b.fresh, n)
	}
}
