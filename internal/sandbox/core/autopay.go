package core

import (
	"math/rand/v2"
	"sync"
	"time"
)

// AutopayRule makes every new invoice be paid by itself, for load and chaos
// runs.
type AutopayRule struct {
	Provider     string  `json:"provider,omitempty"` // empty: every provider without a rule of its own
	Pay          bool    `json:"pay"`
	DelayMS      int64   `json:"delay_ms"`
	LosePercent  float64 `json:"webhook_lose_percent"`
	TwicePercent float64 `json:"webhook_twice_percent"`
}

type autopay struct {
	mu    sync.Mutex
	rules map[string]AutopayRule
}

// SetAutopay sets the rule of a provider, or of all.
func (ps *Payments) SetAutopay(r AutopayRule) {
	a := &ps.autopay
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rules == nil {
		a.rules = map[string]AutopayRule{}
	}
	a.rules[r.Provider] = r
}

func (a *autopay) clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rules = nil
}

func (a *autopay) rule(provider string) AutopayRule {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r, ok := a.rules[provider]; ok {
		return r
	}
	return a.rules[""]
}

// ScheduleAutopay schedules the payment of an open invoice if a rule says so.
// The decision is in the journal, so a restart does not change it.
func (ps *Payments) ScheduleAutopay(st *State, inv *Invoice) {
	rule := ps.autopay.rule(inv.Provider)
	if !rule.Pay || inv.ScheduledAt != nil || inv.Status != StatusOpen {
		return
	}
	webhook := Webhook{Mode: Send}
	switch chance := rand.Float64() * 100; { //nolint:gosec // chance, not secrecy
	case chance < rule.LosePercent:
		webhook.Mode = Lose
	case chance < rule.LosePercent+rule.TwicePercent:
		webhook.Mode = Twice
	}
	due := ps.server.now().Add(time.Duration(rule.DelayMS) * time.Millisecond)
	ps.write(st, JournalEntry{What: Scheduled, Due: &due, Webhook: &webhook}, inv)
}
