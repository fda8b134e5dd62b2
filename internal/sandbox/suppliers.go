package sandbox

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Early: the callback comes before the answer to the order.
const Early Mode = "early"

// startingBalance is what we have with every supplier: a million dollars.
const startingBalance usd = 1_000_000_0000

// steamPrice is what a dollar on a Steam wallet costs.
const steamPrice usd = 1_0200

// supplierRule is how a supplier behaves until it is told otherwise.
type supplierRule struct {
	down        bool
	out         map[string]bool
	priceUp     int64
	orderUp     int64         // on top of it, and only in orders: the lists do not say so
	processing  time.Duration // negative: a person decides
	callbacks   Mode
	callbackURL string
	deposit     usd
}

// suppliers holds the rules. Like faults they are not kept over a restart.
type suppliers struct {
	mu    sync.Mutex
	rules map[string]supplierRule
}

var supplierNames = []string{MooGold, NSGifts, GamesDrop, Rokky}

var defaultProcessing = map[string]time.Duration{MooGold: time.Second, GamesDrop: time.Second}

func (s *suppliers) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = nil
}

func (s *suppliers) rule(supplier string) supplierRule {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current(supplier)
}

func (s *suppliers) current(supplier string) supplierRule {
	if rule, ok := s.rules[supplier]; ok {
		return rule
	}
	return supplierRule{processing: defaultProcessing[supplier], callbacks: Send, deposit: startingBalance}
}

func (s *suppliers) change(supplier string, fn func(*supplierRule)) supplierRule {
	s.mu.Lock()
	defer s.mu.Unlock()
	rule := s.current(supplier)
	fn(&rule)
	if s.rules == nil {
		s.rules = map[string]supplierRule{}
	}
	s.rules[supplier] = rule
	return rule
}

// offered is an article as it is sold now.
type offered struct {
	article
	inStock bool
}

func (s *Server) offer(supplier, sku string) (offered, bool) {
	a, ok := findArticle(supplier, sku)
	return s.sell(supplier, a), ok
}

func (s *Server) sell(supplier string, a article) offered {
	rule := s.suppliers.rule(supplier)
	a.price = a.price.plus(rule.priceUp)
	return offered{article: a, inStock: !rule.out[a.sku]}
}

// prepaid is what is left of our money there.
func (s *Server) prepaid(b *book, supplier string) usd {
	return s.suppliers.rule(supplier).deposit - b.supply.spent[supplier]
}

// supplierCall serves one operation of a supplier that may be down or faulty.
func (s *Server) supplierCall(supplier, operation string, next http.HandlerFunc) http.HandlerFunc {
	next = s.faulty(supplier, operation, next)
	return func(w http.ResponseWriter, r *http.Request) {
		if s.suppliers.rule(supplier).down {
			http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
			return
		}
		next(w, r)
	}
}

// supplierRefuse is a supplier's clear «no».
func supplierRefuse(w http.ResponseWriter, supplier string) {
	switch supplier {
	case MooGold:
		mooError(w, http.StatusOK, "400", "The request is refused")
	case NSGifts:
		nsError(w, http.StatusForbidden, "Operation is not allowed")
	case GamesDrop:
		gamesError(w, http.StatusBadRequest, "ORDER_NOT_PROCESSING", "The request is refused")
	case Rokky:
		rokkyError(w, http.StatusForbidden, "refused", "The request is refused")
	}
}

// supplierCommand changes a rule; what is absent stays.
type supplierCommand struct {
	Supplier       string   `json:"supplier"`
	Down           *bool    `json:"down,omitempty"`
	OutOfStock     []string `json:"out_of_stock,omitempty"` // the whole list; [] empties it
	PriceUpPercent *int64   `json:"price_up_percent,omitempty"`
	OrderUpPercent *int64   `json:"order_price_up_percent,omitempty"` // what lists do not tell yet
	ProcessingMS   *int64   `json:"processing_ms,omitempty"`          // negative: a person decides
	Callbacks      *Mode    `json:"callbacks,omitempty"`
	CallbackURL    *string  `json:"callback_url,omitempty"`
	Balance        *usd     `json:"balance,omitempty"`
}

func (c supplierCommand) check() error {
	switch {
	case !slices.Contains(supplierNames, c.Supplier):
		return fmt.Errorf("supplier must be one of %v", supplierNames)
	case c.Callbacks != nil && !slices.Contains([]Mode{Send, Lose, Twice, Early}, *c.Callbacks):
		return fmt.Errorf("callbacks must be send, lose, twice or early")
	case c.PriceUpPercent != nil && (*c.PriceUpPercent < -99 || *c.PriceUpPercent > 1000):
		return fmt.Errorf("price_up_percent must be between -99 and 1000")
	case c.OrderUpPercent != nil && (*c.OrderUpPercent < 0 || *c.OrderUpPercent > 1000):
		return fmt.Errorf("order_price_up_percent must be between 0 and 1000")
	}
	return nil
}

func (c supplierCommand) apply(rule *supplierRule, spent usd) {
	if c.Down != nil {
		rule.down = *c.Down
	}
	if c.OutOfStock != nil {
		rule.out = map[string]bool{}
		for _, sku := range c.OutOfStock {
			rule.out[sku] = true
		}
	}
	if c.PriceUpPercent != nil {
		rule.priceUp = *c.PriceUpPercent
	}
	if c.OrderUpPercent != nil {
		rule.orderUp = *c.OrderUpPercent
	}
	if c.ProcessingMS != nil {
		rule.processing = time.Duration(*c.ProcessingMS) * time.Millisecond
	}
	if c.Callbacks != nil {
		rule.callbacks = *c.Callbacks
	}
	if c.CallbackURL != nil {
		rule.callbackURL = *c.CallbackURL
	}
	if c.Balance != nil {
		rule.deposit = *c.Balance + spent
	}
}

// view is the whole rule in the words of the command.
func (r supplierRule) view(supplier string, balance usd) supplierCommand {
	return supplierCommand{
		Supplier: supplier, Down: &r.down, OutOfStock: append([]string{}, slices.Sorted(maps.Keys(r.out))...),
		PriceUpPercent: &r.priceUp, OrderUpPercent: &r.orderUp, ProcessingMS: new(r.processing.Milliseconds()), Callbacks: &r.callbacks,
		CallbackURL: &r.callbackURL, Balance: &balance,
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
