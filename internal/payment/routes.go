package payment

import (
	"context"
	"fmt"

	"larek/internal/payment/paymentdb"
)

// KnownProvider is a provider the shop has an adapter for.
type KnownProvider struct {
	Name             string
	IsConfigured     bool // we have an account with it
	Queries, Refunds bool
	Methods          []string
}

// KnownProviders lists the providers that were described.
func (s *Service) KnownProviders() []KnownProvider {
	list := make([]KnownProvider, len(s.known))
	for i, d := range s.known {
		_, has := s.providers[d.Name]
		list[i] = KnownProvider{Name: d.Name, IsConfigured: has, Queries: d.Queries, Refunds: d.Refunds}
		for _, m := range d.Methods {
			list[i].Methods = append(list[i].Methods, m.Name)
		}
	}
	return list
}

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
func (s *Service) Routes(ctx context.Context) ([]Route, error) {
	rows, err := s.w.Routes(ctx)
	if err != nil {
		return nil, fmt.Errorf("routes: %w", err)
	}
	routes := make([]Route, len(rows))
	for i, r := range rows {
		provider := s.methods[r.Name]
		_, has := s.providers[provider]
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

// RateRow is a currency in use, and how its rate is set.
type RateRow = paymentdb.RatesTableRow

// PastRate is a rate that was set.
type PastRate = paymentdb.RateHistoryRow

// rateHistory bounds how many rates of a currency are shown.
const rateHistory = 30

// RatesTable returns the currencies in use.
func (s *Service) RatesTable(ctx context.Context) ([]RateRow, error) {
	rows, err := s.w.RatesTable(ctx)
	if err != nil {
		return nil, fmt.Errorf("rates: %w", err)
	}
	return rows, nil
}

// RateHistory returns the newest rates of a currency, the newest first.
func (s *Service) RateHistory(ctx context.Context, currency string) ([]PastRate, error) {
	rows, err := s.w.RateHistory(ctx, paymentdb.RateHistoryParams{Currency: currency, PageLimit: rateHistory})
	if err != nil {
		return nil, fmt.Errorf("rates of %s: %w", currency, err)
	}
	return rows, nil
}
