// Package providerhealth reads how payment providers perform: conversion, response times,
// unanswered checks, refused webhooks and registries.
package providerhealth

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/providerhealth/providerhealthdb"
)

// Parts of what is known about a provider; zero if nothing is.
type (
	Health   = providerhealthdb.ProviderHealthRow
	Checks   = providerhealthdb.ProviderChecksRow
	Registry = providerhealthdb.ProviderRegistriesRow
)

// Provider is the health of one provider.
type Provider struct {
	Health   Health
	Checks   Checks
	Refused  int64 // forged webhooks of a day
	Registry Registry
}

// answerTime is how long a provider may take to make an invoice.
const answerTime = time.Minute

// Service reads the health of providers.
type Service struct{ q *providerhealthdb.Queries }

// NewService returns a Service that reads from pool.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: providerhealthdb.New(pool)} }

// Of returns the health of the named providers, by name.
func (s *Service) Of(ctx context.Context, names []string, now time.Time) (map[string]Provider, error) {
	day, week := now.Add(-24*time.Hour), now.Add(-7*24*time.Hour)
	health, err := s.q.ProviderHealth(ctx, providerhealthdb.ProviderHealthParams{
		Hour: now.Add(-time.Hour), Day: day, WeekStart: week.Add(-time.Hour), WeekEnd: week, AnsweredBy: now.Add(-answerTime),
	})
	if err != nil {
		return nil, fmt.Errorf("health of providers: %w", err)
	}
	checks, err := s.q.ProviderChecks(ctx)
	if err != nil {
		return nil, fmt.Errorf("checks of providers: %w", err)
	}
	refused, err := s.q.ProviderRefusals(ctx, providerhealthdb.ProviderRefusalsParams{Providers: names, Day: day})
	if err != nil {
		return nil, fmt.Errorf("refused webhooks of providers: %w", err)
	}
	registries, err := s.q.ProviderRegistries(ctx, names)
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
