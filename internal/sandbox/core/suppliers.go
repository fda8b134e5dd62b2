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

// Suppliers returns all suppliers, in the order of the pages.
func (s *Server) Suppliers() []Supplier { return s.suppliers }

// Supplier returns the supplier of a name.
func (s *Server) Supplier(name string) (Supplier, bool) {
	i := slices.IndexFunc(s.suppliers, func(one Supplier) bool { return one.Name() == name })
	if i < 0 {
		return nil, false
	}
	return s.suppliers[i], true
}

// Rule returns how a supplier behaves now.
func (s *Server) Rule(supplier string) SupplierRule {
	s.rules.mu.Lock()
	defer s.rules.mu.Unlock()
	return s.ruleLocked(supplier)
}

func (s *Server) ruleLocked(name string) SupplierRule {
	if rule, ok := s.rules.all[name]; ok {
		return rule
	}
	rule := SupplierRule{Callbacks: Send, Deposit: StartingBalance}
	if supplier, ok := s.Supplier(name); ok {
		rule.Processing = supplier.Traits().Processing
	}
	return rule
}

// ChangeRule changes how a supplier behaves and writes the new rule to the
// journal.
func (s *Server) ChangeRule(st *State, supplier string, fn func(*SupplierRule)) RuleCommand {
	view := s.changeRule(supplier, fn).view(supplier, s.Balance(st, supplier))
	s.writeOrder(st, JournalEntry{What: RuleChanged, Rule: &view}, &SupplierOrder{Supplier: supplier})
	return view
}

func (s *Server) changeRule(supplier string, fn func(*SupplierRule)) SupplierRule {
	s.rules.mu.Lock()
	defer s.rules.mu.Unlock()
	rule := s.ruleLocked(supplier)
	fn(&rule)
	if s.rules.all == nil {
		s.rules.all = map[string]SupplierRule{}
	}
	s.rules.all[supplier] = rule
	return rule
}

// Offer is an article as it is sold now.
type Offer struct {
	Article
	InStock bool
}

// Offer returns the offer of an SKU; ok is false if there is no such article.
func (s *Server) Offer(supplier Supplier, sku string) (offer Offer, ok bool) {
	a, ok := FindArticle(supplier, sku)
	return s.OfferOf(supplier, a), ok
}

// OfferOf returns the offer of an article.
func (s *Server) OfferOf(supplier Supplier, a Article) Offer {
	rule := s.Rule(supplier.Name())
	a.Price = a.Price.plus(rule.PriceUp)
	return Offer{Article: a, InStock: !rule.OutOfStock[a.SKU]}
}

// Balance returns what is left of our money at a supplier.
func (s *Server) Balance(st *State, supplier string) USD {
	return s.Rule(supplier).Deposit - st.Spent(supplier)
}

// ReadBalance is Balance outside of Do.
func (s *Server) ReadBalance(supplier string) (balance USD, err error) {
	err = s.Do(func(st *State) error {
		balance = s.Balance(st, supplier)
		return nil
	})
	return balance, err
}

// SupplierCall serves one operation of a supplier that may be down or faulty.
func (s *Server) SupplierCall(supplier, operation string, next http.HandlerFunc) http.HandlerFunc {
	next = s.WithFaults(supplier, operation, next)
	return func(w http.ResponseWriter, r *http.Request) {
		if s.Rule(supplier).Down {
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
func (s *Server) CheckRule(c RuleCommand) error {
	var names []string
	for _, one := range s.suppliers {
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
