package sandbox

import (
	"math/rand/v2"
	"sync"
	"time"
)

// autoRule is a buyer who pays every new invoice by himself: for load and
// chaos runs.
type autoRule struct {
	Provider     string  `json:"provider,omitempty"` // empty: every provider without a rule of its own
	Pay          bool    `json:"pay"`
	DelayMS      int64   `json:"delay_ms"`
	LosePercent  float64 `json:"webhook_lose_percent"`
	TwicePercent float64 `json:"webhook_twice_percent"`
}

type autoBuyer struct {
	mu    sync.Mutex
	rules map[string]autoRule
}

func (a *autoBuyer) set(r autoRule) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rules == nil {
		a.rules = map[string]autoRule{}
	}
	a.rules[r.Provider] = r
}

func (a *autoBuyer) clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rules = nil
}

func (a *autoBuyer) rule(provider string) autoRule {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r, ok := a.rules[provider]; ok {
		return r
	}
	return a.rules[""]
}

// promiseAuto lets the automatic buyer decide about an invoice. What he
// decides is on record, so a restart changes nothing.
func (s *Server) promiseAuto(b *book, inv *Invoice) {
	rule := s.auto.rule(inv.Provider)
	if !rule.Pay || inv.Promise != nil || inv.Status != StatusOpen {
		return
	}
	webhook := Webhook{Mode: Send}
	switch chance := rand.Float64() * 100; { //nolint:gosec // chance, not secrecy
	case chance < rule.LosePercent:
		webhook.Mode = Lose
	case chance < rule.LosePercent+rule.TwicePercent:
		webhook.Mode = Twice
	}
	due := s.now().Add(time.Duration(rule.DelayMS) * time.Millisecond)
	b.write(s, Entry{What: Promised, Due: &due, Webhook: &webhook}, inv)
}
