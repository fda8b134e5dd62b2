package payment

// Providers are the companies we have an account with, and those the shop knows.
type Providers struct {
	connected map[string]Provider
	known     []Descriptor
	ofMethod  map[string]string // the provider of each method
}

func newProviders(connected []Provider, known []Descriptor) *Providers {
	s := &Providers{connected: map[string]Provider{}, known: known, ofMethod: map[string]string{Balance: Balance, Free: Free}}
	for _, p := range connected {
		s.connected[p.Name()] = p
	}
	for _, d := range known {
		for _, m := range d.Methods {
			s.ofMethod[m.Name] = d.Name
		}
	}
	return s
}

// Provider returns the connected provider with the name.
func (s *Providers) Provider(name string) (Provider, bool) {
	p, ok := s.connected[name]
	return p, ok
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
		_, has := s.connected[d.Name]
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
	for name, p := range s.connected {
		if _, can := p.(Canceller); can {
			names = append(names, name)
		}
	}
	return names
}

func (s *Providers) remainingReporter(provider string) (RemainingReporter, bool) {
	t, ok := s.connected[provider].(RemainingReporter)
	return t, ok
}

// isKeyless reports whether a provider makes another refund of a repeated call.
func (s *Providers) isKeyless(provider string) bool {
	t, ok := s.remainingReporter(provider)
	return ok && !t.OncePerKey()
}
