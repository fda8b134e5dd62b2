package payment

import (
	"slices"

	"larek/internal/partner"
)

// Account is our account with a provider.
type Account = partner.Account[Provider]

// Providers are the companies we have an account with, and those the shop knows.
type Providers struct {
	roster   partner.Roster[Provider]
	known    []Descriptor
	ofMethod map[string]string // the provider of each method
}

func newProviders(connected []Provider, known []Descriptor) *Providers {
	s := &Providers{known: known, ofMethod: map[string]string{Balance: Balance, Free: Free}}
	accounts := map[string][]Account{}
	for _, p := range connected {
		accounts[p.Name()] = []Account{{Adapter: p}}
	}
	s.roster.Set(accounts)
	for _, d := range known {
		for _, m := range d.Methods {
			s.ofMethod[m.Name] = d.Name
		}
	}
	return s
}

// SetAccounts replaces our accounts, by provider, the newest first. Calls that are under way
// end with what they began with.
func (s *Providers) SetAccounts(accounts map[string][]Account) { s.roster.Set(accounts) }

// Provider returns the provider with the name, with the account that new payments are made
// with.
func (s *Providers) Provider(name string) (Provider, bool) {
	a, ok := s.roster.Current(name)
	return a.Adapter, ok
}

// of returns the provider with the account that a payment was made with.
func (s *Providers) of(name, account string) (Provider, bool) {
	a, ok := s.roster.Of(name, account)
	return a.Adapter, ok
}

// Newest returns the provider with its newest account, also one that is switched off, for what
// is the same with all of them.
func (s *Providers) Newest(name string) (Provider, bool) {
	if all := s.roster.All(name); len(all) > 0 {
		return all[0].Adapter, true
	}
	return nil, false
}

// isQueried reports whether attempts at a provider are queried.
func (s *Providers) isQueried(name string) bool {
	return slices.ContainsFunc(s.known, func(d Descriptor) bool { return d.Name == name && d.Queries })
}

// KnownProvider is a provider the shop has an adapter for.
type KnownProvider struct {
	Name             string
	IsConfigured     bool // we have an account with it
	Queries, Refunds bool
	Methods          []string
}

// Known lists the providers that were described.
func (s *Providers) Known() []KnownProvider {
	list := make([]KnownProvider, len(s.known))
	for i, d := range s.known {
		_, has := s.roster.Current(d.Name)
		list[i] = KnownProvider{Name: d.Name, IsConfigured: has, Queries: d.Queries, Refunds: d.Refunds}
		for _, m := range d.Methods {
			list[i].Methods = append(list[i].Methods, m.Name)
		}
	}
	return list
}

// cancellers returns the providers that can cancel invoices.
func (s *Providers) cancellers() []string {
	var names []string
	for _, name := range s.roster.Names() {
		p, _ := s.Newest(name)
		if _, can := p.(Canceller); can {
			names = append(names, name)
		}
	}
	return names
}

func (s *Providers) remainingReporter(provider, account string) (RemainingReporter, bool) {
	p, _ := s.of(provider, account)
	t, ok := p.(RemainingReporter)
	return t, ok
}

// isKeyless reports whether a provider makes another refund of a repeated call.
func (s *Providers) isKeyless(provider string) bool {
	p, _ := s.Newest(provider)
	t, ok := p.(RemainingReporter)
	return ok && !t.OncePerKey()
}
