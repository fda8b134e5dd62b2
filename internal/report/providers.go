package report

import (
	"context"
	"fmt"
	"time"

	"larek/internal/report/reportdb"
)

// What is known of a provider; zero if nothing is.
type (
	ProviderHealth   = reportdb.ProviderHealthRow
	ProviderChecks   = reportdb.ProviderChecksRow
	ProviderRegistry = reportdb.ProviderRegistriesRow
)

// Provider is how one provider does.
type Provider struct {
	Health   ProviderHealth
	Checks   ProviderChecks
	Refused  int64 // webhooks of a day that others sent in its name
	Registry ProviderRegistry
}

// answerTime is how long a provider may take to make an invoice.
const answerTime = time.Minute

// Providers returns how the named providers do, by their names.
func (s *Service) Providers(ctx context.Context, names []string, now time.Time) (map[string]Provider, error) {
	day, week := now.Add(-24*time.Hour), now.Add(-7*24*time.Hour)
	health, err := s.known.ProviderHealth(ctx, reportdb.ProviderHealthParams{
		Hour: now.Add(-time.Hour), Day: day, WeekStart: week.Add(-time.Hour), WeekEnd: week, AnsweredBy: now.Add(-answerTime),
	})
	if err != nil {
		return nil, fmt.Errorf("health of providers: %w", err)
	}
	checks, err := s.known.ProviderChecks(ctx)
	if err != nil {
		return nil, fmt.Errorf("checks of providers: %w", err)
	}
	refused, err := s.known.ProviderRefusals(ctx, reportdb.ProviderRefusalsParams{Providers: names, Day: day})
	if err != nil {
		return nil, fmt.Errorf("refused webhooks of providers: %w", err)
	}
	registries, err := s.known.ProviderRegistries(ctx, names)
	if err != nil {
		return nil, fmt.Errorf("registries of providers: %w", err)
	}
	all := map[string]Provider{}
	set := func(name string, change func(*Provider)) {
		p := all[name]
		change(&p)
		all[name] = p
	}
	for _, r := range health {
		set(r.Provider, func(p *Provider) { p.Health = r })
	}
	for _, r := range checks {
		set(r.Provider, func(p *Provider) { p.Checks = r })
	}
	for _, r := range refused {
		set(r.Provider, func(p *Provider) { p.Refused = r.Refused })
	}
	for _, r := range registries {
		set(r.Party, func(p *Provider) { p.Registry = r })
	}
	return all, nil
}
