package provideraccount

import (
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"larek/internal/config"
	"larek/internal/partner"
	"larek/internal/seal"
)

// Partner is a provider or supplier that the shop has an adapter for.
type Partner struct {
	Kind        Kind
	Name, Title string
	HasHook     bool // it notifies us
	// NewSettings returns a pointer to its settings, whose tags make the form.
	NewSettings func() any
	// Build returns the adapter with settings, or nil if they switch it off.
	Build func(settings any) (partner.Prober, error)
	// Env has what the environment says, which wins over what was saved.
	Env func(name string) string
	// Key makes the number of accounts that have none.
	Key seal.Key
	// Started is since when the environment is as it is.
	Started time.Time
}

// Source is where the value of a setting comes from.
type Source string

// Sources of values.
const (
	FromEnvironment Source = "environment"
	FromConsole     Source = "console"
	FromDefault     Source = "default"
	Unset           Source = "unset"
)

// SourceOf returns where a field has its value from.
func (p Partner) SourceOf(f config.Field, v Version) Source {
	switch {
	case p.Env(f.Name) != "":
		return FromEnvironment
	case v.Get(f.Name) != "":
		return FromConsole
	case f.Default != "":
		return FromDefault
	}
	return Unset
}

// Fill returns settings with the values of the environment, then of get, then their defaults.
// The error names fields whose values have a wrong form.
func (p Partner) Fill(get func(name string) string) (config.Group, error) {
	g := config.Group{Name: p.Name, Into: p.NewSettings()}
	err := config.Load(func(name string) string {
		if value := p.Env(name); value != "" {
			return value
		}
		return get(name)
	}, g)
	return g, err
}

// saved returns settings of a version alone, as they were in use.
func (p Partner) saved(v Version) config.Group {
	g := config.Group{Name: p.Name, Into: p.NewSettings()}
	_ = config.Load(func(name string) string { // checked when they were saved
		if value := v.Get(name); value != "" {
			return value
		}
		return p.external(name)
	}, g)
	return g
}

// external returns an address of the environment: it is no part of an account.
func (p Partner) external(name string) string {
	for _, f := range (config.Group{Name: p.Name, Into: p.NewSettings()}).Fields() {
		if f.Name == name && f.External {
			return p.Env(name)
		}
	}
	return ""
}

// IsComplete reports whether a group has all that its partner needs.
func IsComplete(g config.Group) bool {
	return !slices.ContainsFunc(g.Fields(), func(f config.Field) bool { return f.Needed && f.Value == "" })
}

// ID returns what tells our accounts with a partner apart: the numbers among the settings, or a
// MAC of the secrets where a partner has no numbers.
func (p Partner) ID(g config.Group) string {
	var numbers, secrets []string
	for _, f := range g.Fields() {
		switch {
		case f.IsNumber:
			numbers = append(numbers, f.Value)
		case f.Secret && f.Needed:
			secrets = append(secrets, f.Value)
		}
	}
	if len(numbers) > 0 {
		return strings.Join(numbers, "/")
	}
	return hex.EncodeToString(p.Key.MAC([]byte(strings.Join(secrets, "\n")))[:8])
}

// Resolved are settings that an adapter is built of.
type Resolved struct {
	Settings   any
	ID         string
	ReplacedAt time.Time
}

// Resolve returns the accounts with the partner, the newest first, from all versions of them:
// what is in use, if it is complete, and what was. Versions replaced by the environment keep
// their payments unless they are of the same account: there the keys of the environment count.
func (p Partner) Resolve(versions []Version) []Resolved {
	var list []Resolved
	newest := Version{}
	if len(versions) > 0 {
		newest = versions[0]
	}
	now, _ := p.Fill(newest.Get)
	fromEnv, current := p.hasEnv(now), ""
	if IsComplete(now) || p.isEnabledByEnv(now) {
		current = p.ID(now)
		list = append(list, Resolved{Settings: now.Into, ID: current})
	}
	for i, v := range versions {
		if v.IsOff() || i == 0 && !fromEnv {
			continue
		}
		g := p.saved(v)
		replaced := p.Started
		if i > 0 {
			replaced = versions[i-1].ChangedAt
		}
		if id := p.ID(g); IsComplete(g) && (id != current || !fromEnv) {
			list = append(list, Resolved{Settings: g.Into, ID: id, ReplacedAt: replaced})
		}
	}
	return list
}

func (p Partner) hasEnv(g config.Group) bool {
	return slices.ContainsFunc(g.Fields(), func(f config.Field) bool { return f.Needed && p.Env(f.Name) != "" })
}

// isEnabledByEnv reports whether the environment alone switches the partner on, complete or not:
// its settings say so, as they did before there were accounts.
func (p Partner) isEnabledByEnv(g config.Group) bool {
	on, is := g.Into.(interface{ Enabled() bool })
	return is && on.Enabled() && p.hasEnv(g)
}
