package core

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// StartingBalance is the prepaid balance at every supplier: a million dollars.
const StartingBalance USD = 1_000_000_0000

// SupplierRule is how a supplier behaves until it is changed.
type SupplierRule struct {
	Down        bool
	OutOfStock  map[string]bool
	PriceUp     int64         // percent, in lists and orders
	OrderUp     int64         // percent on top of it, in orders only: lists show the old price
	Processing  time.Duration // negative: an operator decides
	Callbacks   Mode
	CallbackURL string // instead of the supplier's own
	Deposit     USD    // the balance before anything was spent
}

// supplierRules holds the changed rules. Like faults they are lost at a restart.
type supplierRules struct {
	mu  sync.Mutex
	all map[string]SupplierRule
}

func (r *supplierRules) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = nil
}

// Suppliers are the played suppliers: what they sell, how they behave, and their orders.
type Suppliers struct {
	server *Server
	all    []Supplier
	rules  supplierRules
}

// All returns all suppliers, in the order of the pages.
func (ss *Suppliers) All() []Supplier { return ss.all }

// Named returns the supplier of a name.
func (ss *Suppliers) Named(name string) (Supplier, bool) {
	i := slices.IndexFunc(ss.all, func(one Supplier) bool { return one.Name() == name })
	if i < 0 {
		return nil, false
	}
	return ss.all[i], true
}

// Rule returns how a supplier behaves now.
func (ss *Suppliers) Rule(supplier string) SupplierRule {
	ss.rules.mu.Lock()
	defer ss.rules.mu.Unlock()
	return ss.ruleLocked(supplier)
}

func (ss *Suppliers) ruleLocked(name string) SupplierRule {
	if rule, ok := ss.rules.all[name]; ok {
		return rule
	}
	rule := SupplierRule{Callbacks: Send, Deposit: StartingBalance}
	if supplier, ok := ss.Named(name); ok {
		rule.Processing = supplier.Traits().Processing
	}
	return rule
}

// ChangeRule changes how a supplier behaves and writes the new rule to the
// journal.
func (ss *Suppliers) ChangeRule(st *State, supplier string, fn func(*SupplierRule)) RuleCommand {
	view := ss.changeRule(supplier, fn).view(supplier, ss.Balance(st, supplier))
	ss.writeOrder(st, JournalEntry{What: RuleChanged, Rule: &view}, &SupplierOrder{Supplier: supplier})
	return view
}

func (ss *Suppliers) changeRule(supplier string, fn func(*SupplierRule)) SupplierRule {
	ss.rules.mu.Lock()
	defer ss.rules.mu.Unlock()
	rule := ss.ruleLocked(supplier)
	fn(&rule)
	if ss.rules.all == nil {
		ss.rules.all = map[string]SupplierRule{}
	}
	ss.rules.all[supplier] = rule
	return rule
}

// Offer is an article as it is sold now.
type Offer struct {
	Article
	InStock bool
}

// Offer returns the offer of an SKU; ok is false if there is no such article.
func (ss *Suppliers) Offer(supplier Supplier, sku string) (offer Offer, ok bool) {
	a, ok := FindArticle(supplier, sku)
	return ss.OfferOf(supplier, a), ok
}

// OfferOf returns the offer of an article.
func (ss *Suppliers) OfferOf(supplier Supplier, a Article) Offer {
	rule := ss.Rule(supplier.Name())
	a.Price = a.Price.plus(rule.PriceUp)
	return Offer{Article: a, InStock: !rule.OutOfStock[a.SKU]}
}

// Balance returns what is left of our money at a supplier.
func (ss *Suppliers) Balance(st *State, supplier string) USD {
	return ss.Rule(supplier).Deposit - st.Spent(supplier)
}

// ReadBalance is Balance outside of Do.
func (ss *Suppliers) ReadBalance(supplier string) (balance USD, err error) {
	err = ss.server.Do(func(st *State) error {
		balance = ss.Balance(st, supplier)
		return nil
	})
	return balance, err
}

// Call serves one operation of a supplier that may be down or faulty.
func (ss *Suppliers) Call(supplier, operation string, next http.HandlerFunc) http.HandlerFunc {
	next = ss.server.WithFaults(supplier, operation, next)
	return func(w http.ResponseWriter, r *http.Request) {
		if ss.Rule(supplier).Down {
			http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
			return
		}
		next(w, r)
	}
}

// RuleCommand changes a rule; absent fields stay as they are. It is also how a
// rule is shown and stored.
type RuleCommand struct {
	Supplier       string   `json:"supplier"`
	Down           *bool    `json:"down,omitempty"`
	OutOfStock     []string `json:"out_of_stock,omitempty"` // the whole list; [] empties it
	PriceUpPercent *int64   `json:"price_up_percent,omitempty"`
	OrderUpPercent *int64   `json:"order_price_up_percent,omitempty"` // not shown in lists
	ProcessingMS   *int64   `json:"processing_ms,omitempty"`          // negative: an operator decides
	Callbacks      *Mode    `json:"callbacks,omitempty"`
	CallbackURL    *string  `json:"callback_url,omitempty"`
	Balance        *USD     `json:"balance,omitempty"`
}

// CheckRule validates a command.
func (ss *Suppliers) CheckRule(c RuleCommand) error {
	var names []string
	for _, one := range ss.all {
		names = append(names, one.Name())
	}
	switch {
	case !slices.Contains(names, c.Supplier):
		return fmt.Errorf("supplier must be one of %v", names)
	case c.Callbacks != nil && !slices.Contains([]Mode{Send, Lose, Twice, Early}, *c.Callbacks):
		return fmt.Errorf("callbacks must be send, lose, twice or early")
	case c.PriceUpPercent != nil && (*c.PriceUpPercent < -99 || *c.PriceUpPercent > 1000):
		return fmt.Errorf("price_up_percent must be between -99 and 1000")
	case c.OrderUpPercent != nil && (*c.OrderUpPercent < 0 || *c.OrderUpPercent > 1000):
		return fmt.Errorf("order_price_up_percent must be between 0 and 1000")
	}
	return nil
}

// Apply changes the rule; spent is what was spent at the supplier so far.
func (c RuleCommand) Apply(rule *SupplierRule, spent USD) {
	if c.Down != nil {
		rule.Down = *c.Down
	}
	if c.OutOfStock != nil {
		rule.OutOfStock = map[string]bool{}
		for _, sku := range c.OutOfStock {
			rule.OutOfStock[sku] = true
		}
	}
	if c.PriceUpPercent != nil {
		rule.PriceUp = *c.PriceUpPercent
	}
	if c.OrderUpPercent != nil {
		rule.OrderUp = *c.OrderUpPercent
	}
	if c.ProcessingMS != nil {
		rule.Processing = time.Duration(*c.ProcessingMS) * time.Millisecond
	}
	if c.Callbacks != nil {
		rule.Callbacks = *c.Callbacks
	}
	if c.CallbackURL != nil {
		rule.CallbackURL = *c.CallbackURL
	}
	if c.Balance != nil {
		rule.Deposit = *c.Balance + spent
	}
}

// view returns the whole rule as a command.
func (r SupplierRule) view(supplier string, balance USD) RuleCommand {
	return RuleCommand{
		Supplier: supplier, Down: &r.Down, OutOfStock: append([]string{}, slices.Sorted(maps.Keys(r.OutOfStock))...),
		PriceUpPercent: &r.PriceUp, OrderUpPercent: &r.OrderUp, ProcessingMS: new(r.Processing.Milliseconds()), Callbacks: &r.Callbacks,
		CallbackURL: &r.CallbackURL, Balance: &balance,
	}
}
