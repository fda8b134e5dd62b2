package payment

import (
	"context"
	"fmt"

	"larek/internal/payment/paymentdb"
)

// Route is which provider serves a method in a country, and what a buyer is left with if it
// does not. A method has one provider: there is no other way to the same money.
type Route struct {
	paymentdb.RoutesRow
	Provider     string
	IsConfigured bool   // or needs no account
	Next         string // the title of the method shown next that works; empty if none is
}

// IsUsable reports whether a buyer without a balance can pay this way.
func (r Route) IsUsable() bool { return r.IsActive && r.IsConfigured && r.Name != Balance }

// Routes lists the methods of all countries in the order buyers see them.
func (s *Methods) Routes(ctx context.Context) ([]Route, error) {
	rows, err := s.q.Routes(ctx)
	if err != nil {
		return nil, fmt.Errorf("routes: %w", err)
	}
	routes := make([]Route, len(rows))
	for i, r := range rows {
		provider := s.providers.ofMethod[r.Name]
		_, has := s.providers.Provider(provider)
		routes[i] = Route{RoutesRow: r, Provider: provider, IsConfigured: has || provider == Balance || provider == Free}
	}
	for i := range routes {
		routes[i].Next = nextRoute(routes, i)
	}
	return routes, nil
}

// nextRoute returns the title of the method of the same country that a buyer sees first
// besides one.
func nextRoute(routes []Route, of int) string {
	for i, r := range routes {
		if i != of && r.Iso == routes[of].Iso && r.IsUsable() {
			return r.Title
		}
	}
	return ""
}
