package account

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/problem"
)

// Problems of changing where a provider may be used.
var (
	ErrSignInRuleStale = problem.New(problem.Conflict, "signin.rule_stale", "Правило тем временем изменили. Посмотрите ещё раз и повторите.")
	ErrSignInRuleSame  = problem.New(problem.Conflict, "signin.rule_same", "Правило то же: менять нечего.")
	ErrNoSignInLeft    = problem.New(problem.Conflict, "signin.none_left", "Так в одной из стран не останется ни одного способа входа.")
)

// everywhere is the country of the rule for countries without their own.
const everywhere = "**"

// SignInRule says in which countries a provider may be used for sign-in.
type SignInRule struct {
	Provider string `json:"-"`
	// Configured is whether the shop has keys of the provider.
	Configured bool `json:"-"`
	// Allowed is the rule of all countries but those of Except, which are sorted.
	Allowed bool     `json:"allowed"`
	Except  []string `json:"except"`
}

// NewSignInRule returns a rule with its exceptions sorted.
func NewSignInRule(provider string, allowed bool, except []string) SignInRule {
	return SignInRule{Provider: provider, Allowed: allowed, Except: slices.Compact(slices.Sorted(slices.Values(except)))}
}

// allows reports whether the provider may be used in a country.
func (r SignInRule) allows(country string) bool {
	return r.Allowed != slices.Contains(r.Except, country)
}

func (r SignInRule) equal(other SignInRule) bool {
	return r.Allowed == other.Allowed && slices.Equal(r.Except, other.Except)
}

// SignInRules returns the rule of every provider.
func (s *SignIns) SignInRules(ctx context.Context) ([]SignInRule, error) {
	rows, err := s.q.ListMethods(ctx)
	if err != nil {
		return nil, fmt.Errorf("list sign-in rules: %w", err)
	}
	return s.rules(rows), nil
}

// rules joins the rows of each provider, the first of which is the rule of all countries.
func (s *SignIns) rules(rows []accountdb.SignInMethod) (rules []SignInRule) {
	for _, r := range rows {
		if r.Country == everywhere {
			rules = append(rules, SignInRule{Provider: r.Provider, Configured: s.providers[r.Provider] != nil, Allowed: r.Allowed, Except: []string{}})
			continue
		}
		if last := &rules[len(rules)-1]; r.Allowed != last.Allowed {
			last.Except = append(last.Except, r.Country)
		}
	}
	return rules
}

// ChangeSignInRule replaces the rule of a provider that still is was. Each country keeps a provider to sign in with.
func (s *SignIns) ChangeSignInRule(ctx context.Context, tx pgx.Tx, was, rule SignInRule) error {
	q := accountdb.New(tx)
	rows, err := q.LockMethods(ctx)
	if err != nil {
		return fmt.Errorf("lock sign-in rules: %w", err)
	}
	rules := s.rules(rows)
	at := slices.IndexFunc(rules, func(r SignInRule) bool { return r.Provider == rule.Provider })
	switch {
	case at < 0:
		return ErrUnknownProvider
	case !rules[at].equal(was):
		return ErrSignInRuleStale
	case rule.equal(was):
		return ErrSignInRuleSame
	}
	rules[at].Allowed, rules[at].Except = rule.Allowed, rule.Except
	countries := append([]string{everywhere}, rule.Except...)
	for _, r := range rows {
		if !slices.Contains(countries, r.Country) {
			countries = append(countries, r.Country)
		}
	}
	for _, country := range countries {
		if !slices.ContainsFunc(rules, func(r SignInRule) bool { return r.Configured && r.allows(country) }) {
			return ErrNoSignInLeft
		}
		// A row that repeats the rule of all countries is no exception; rows are not deleted.
		if err := q.SetMethod(ctx, accountdb.SetMethodParams{Provider: rule.Provider, Country: country, Allowed: rule.allows(country)}); err != nil {
			return fmt.Errorf("set sign-in rule of %s: %w", rule.Provider, err)
		}
	}
	return nil
}
