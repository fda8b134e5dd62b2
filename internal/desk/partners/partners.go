// Package partners shows, tries and changes our accounts with payment providers and suppliers.
package partners

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/config"
	"larek/internal/desk"
	"larek/internal/partner"
	"larek/internal/problem"
	"larek/internal/provideraccount"
	"larek/internal/staff"
)

// Problems of accounts.
var (
	ErrNone      = problem.New(problem.NotFound, "partner.not_found", "Такого провайдера или поставщика нет.")
	ErrStale     = problem.New(problem.Conflict, "partner.stale", "Ключи тем временем изменили. Посмотрите ещё раз и повторите.")
	ErrSame      = problem.New(problem.Conflict, "partner.same", "Ключи те же: менять нечего.")
	errFixed     = "Задано в окружении сервера: здесь не меняется."
	errWrongForm = "Значение не того вида."
	errUnsafe    = "В настоящем магазине так нельзя: значение из песочницы, короткое или известное всем."
	errMissing   = "Без этого ключи не работают."
)

// Service shows, tries and changes accounts.
type Service struct {
	Desk     *desk.Desk
	Store    *provideraccount.Store
	Partners []provideraccount.Partner
	// IsOpen reports whether the shop sells: then a second person approves a change.
	IsOpen func(ctx context.Context, tx pgx.Tx) (bool, error)
	// IsProduction refuses keys of the sandbox and weak ones.
	IsProduction bool
}

// Account is what is known of an account, without its secrets.
type Account struct {
	Kind        provideraccount.Kind
	Name, Title string
	// Source is where its keys come from; Unset: it is off.
	Source    provideraccount.Source
	HasHook   bool // it notifies us
	Version   int32
	ChangedAt *time.Time
	ChangedBy *string
	TestedAt  *time.Time
	Fields    []Field
}

// Field is a setting of an account; Value is empty if it is secret.
type Field struct {
	config.Field
	Source provideraccount.Source
}

// All returns the accounts with all partners that the shop has an adapter for.
func (s *Service) All(ctx context.Context) ([]Account, error) {
	versions, err := s.Store.Versions(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Account, len(s.Partners))
	for i, p := range s.Partners {
		list[i] = describe(p, newest(versions, p))
	}
	return list, nil
}

// newest returns the version of an account in use; the zero Version if there is none.
func newest(versions []provideraccount.Version, p provideraccount.Partner) provideraccount.Version {
	i := slices.IndexFunc(versions, func(v provideraccount.Version) bool { return v.Kind == p.Kind && v.Name == p.Name })
	if i < 0 {
		return provideraccount.Version{Kind: p.Kind, Name: p.Name}
	}
	return versions[i]
}

func describe(p provideraccount.Partner, v provideraccount.Version) Account {
	g, _ := p.Fill(v.Get)
	a := Account{Kind: p.Kind, Name: p.Name, Title: p.Title, HasHook: p.HasHook, Version: v.Number, Source: provideraccount.Unset, TestedAt: v.TestedAt}
	if v.Number > 0 {
		a.ChangedAt, a.ChangedBy = &v.ChangedAt, &v.ChangedBy
	}
	isOn := len(p.Resolve([]provideraccount.Version{v})) > 0
	for _, f := range g.Fields() {
		field := Field{Field: f, Source: p.SourceOf(f, v)}
		if f.Secret {
			field.Value = ""
		}
		if isOn && f.Needed && f.Secret {
			a.Source = field.Source
		}
		a.Fields = append(a.Fields, field)
	}
	return a
}

// fill returns the settings of a partner with values of an operator over those in use, and
// the version that they would make. Addresses are the engineer's: a key is never sent to one
// that was typed here.
func (s *Service) fill(p provideraccount.Partner, now provideraccount.Version, values provideraccount.Values) (config.Group, provideraccount.Version, error) {
	next := provideraccount.Version{Kind: p.Kind, Name: p.Name, Number: now.Number + 1, Settings: provideraccount.Values{}, Secrets: provideraccount.Values{}}
	var wrong []problem.Field
	refuse := func(name, code, detail string) {
		wrong = append(wrong, problem.Field{Name: name, Code: code, Detail: detail})
	}
	left := maps.Clone(values)
	empty := config.Group{Name: p.Name, Into: p.NewSettings()}
	for _, f := range empty.Fields() {
		value, given := left[f.Name]
		delete(left, f.Name)
		value = strings.TrimSpace(value)
		isFixed := f.External || p.Env(f.Name) != ""
		switch {
		case given && isFixed:
			refuse(f.Name, "fixed", errFixed)
		case isFixed:
		case f.Secret && value == "":
			value = now.Secrets[f.Name]
		case !given:
			value = now.Settings[f.Name]
		}
		if value != "" && f.Secret {
			next.Secrets[f.Name] = value
		} else if value != "" {
			next.Settings[f.Name] = value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		refuse(name, "unknown", "Такого поля нет.")
	}
	g, err := p.Fill(next.Get)
	for _, f := range g.Fields() {
		switch {
		case f.Value == "" && (f.Needed || f.External):
			refuse(f.Name, "required", errMissing)
		case err != nil && strings.Contains(err.Error(), f.Name+" "):
			refuse(f.Name, "wrong_format", errWrongForm)
		case s.IsProduction && isUnsafe(g, f.Name):
			refuse(f.Name, "unsafe", errUnsafe)
		}
	}
	if len(wrong) > 0 {
		return g, next, problem.InvalidFields(wrong...)
	}
	return g, next, nil
}

func isUnsafe(g config.Group, name string) bool {
	return slices.ContainsFunc(config.Unsafe(g), func(err error) bool { return strings.HasPrefix(err.Error(), name+" ") })
}

func (s *Service) find(kind, name string) (provideraccount.Partner, error) {
	i := slices.IndexFunc(s.Partners, func(p provideraccount.Partner) bool { return string(p.Kind) == kind && p.Name == name })
	if i < 0 {
		return provideraccount.Partner{}, ErrNone
	}
	return s.Partners[i], nil
}

// Tried is how a probe went.
type Tried struct {
	Passed bool
	Steps  []partner.ProbeStep
}

// Probe tries the keys of an account with values that are not saved yet, if any.
func (s *Service) Probe(ctx context.Context, a desk.Command, kind, name string, values provideraccount.Values) (Tried, error) {
	p, now, err := s.inUse(ctx, kind, name)
	if err != nil {
		return Tried{}, err
	}
	action := a.On(object(p), "partner.probe", staff.SettingsWrite, mark(p, values))
	if done, again, err := s.Desk.Replay(ctx, action); again || err != nil {
		return desk.Decode[Tried](done, err)
	}
	g, _, err := s.fill(p, now, values)
	if err != nil {
		return Tried{}, err
	}
	steps, err := probe(ctx, p, g)
	if err != nil {
		return Tried{}, err
	}
	tried := Tried{partner.IsPassed(steps), steps}
	return desk.Decode[Tried](s.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		if tried.Passed && len(values) == 0 && now.ID != 0 {
			err = s.Store.MarkTested(ctx, tx, now.ID, s.Desk.Now())
		}
		return desk.Outcome{After: tried, Result: tried}, err
	}))
}

func object(p provideraccount.Partner) audit.Object {
	return audit.Object{Kind: "partner", ID: string(p.Kind) + "/" + p.Name}
}

// mark recognises a request with these values and tells nothing of them.
func mark(p provideraccount.Partner, input any) string {
	return hex.EncodeToString(p.Key.MAC(fmt.Append(nil, p.Kind, p.Name, input))[:8])
}

func (s *Service) inUse(ctx context.Context, kind, name string) (provideraccount.Partner, provideraccount.Version, error) {
	p, err := s.find(kind, name)
	if err != nil {
		return p, provideraccount.Version{}, err
	}
	versions, err := s.Store.Versions(ctx)
	return p, newest(versions, p), err
}

func probe(ctx context.Context, p provideraccount.Partner, g config.Group) ([]partner.ProbeStep, error) {
	adapter, err := p.Build(g.Into)
	if err != nil { // a secret of a wrong form
		return []partner.ProbeStep{{State: partner.ProbeFailed, Text: "Ключи не того вида, в каком их выдают."}}, nil
	}
	return adapter.Probe(ctx)
}

// Change is a change of an account.
type Change struct {
	Kind, Name string
	Version    int32
	Values     provideraccount.Values
	Off        bool // switch the partner off; Values are not used
	Untested   bool // save keys that could not be tried
}

// ChangeAccount replaces the keys of an account. They are tried first. Once the shop was paid, a
// second person approves: whoever has the keys of a provider has the money of its buyers.
func (s *Service) ChangeAccount(ctx context.Context, a desk.Command, c Change) (desk.Saved, error) {
	p, now, err := s.inUse(ctx, c.Kind, c.Name)
	if err != nil {
		return desk.Saved{}, err
	}
	fingerprint := mark(p, []any{c.Off, c.Values})
	action := a.On(object(p), "partner.change", staff.SettingsWrite, []any{c.Version, c.Untested, fingerprint})
	if done, again, err := s.Desk.Replay(ctx, action); again || err != nil {
		return desk.Decode[desk.Saved](done, err)
	}
	if now.Number != c.Version {
		return desk.Saved{}, ErrStale
	}
	next, err := s.next(ctx, p, now, c)
	if err != nil {
		return desk.Saved{}, err
	}
	return desk.Decode[desk.Saved](s.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		open, err := s.IsOpen(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		if open {
			subject := fmt.Sprintf("Ключи: %s, %s, отпечаток %s", p.Title, summary(p, next), fingerprint)
			if err := s.Desk.Spend(ctx, tx, a.Actor, desk.Taking{Door: desk.DoorSettings, Subject: subject}); err != nil {
				return desk.Outcome{}, err
			}
		}
		saved, err := s.Store.Save(ctx, tx, next, a.Actor.ID)
		if err == nil && !saved {
			err = ErrStale
		}
		return desk.Outcome{Before: public(now), After: changed(now, next), Result: desk.Saved{Message: "Ключи сохранены. Магазин берёт их через пару секунд."}}, err
	}))
}

// next returns the version that a change makes, with its keys tried.
func (s *Service) next(ctx context.Context, p provideraccount.Partner, now provideraccount.Version, c Change) (provideraccount.Version, error) {
	if c.Off {
		if now.IsOff() {
			return now, ErrSame
		}
		return provideraccount.Version{Kind: p.Kind, Name: p.Name, Number: now.Number + 1, ChangedAt: s.Desk.Now(), Settings: provideraccount.Values{}}, nil
	}
	g, next, err := s.fill(p, now, c.Values)
	if err != nil {
		return next, err
	}
	if maps.Equal(next.Settings, now.Settings) && maps.Equal(next.Secrets, now.Secrets) {
		return next, ErrSame
	}
	next.ChangedAt = s.Desk.Now()
	if c.Untested {
		if _, err := p.Build(g.Into); err != nil {
			return next, problem.New(problem.Invalid, "partner.form", "Ключи не того вида, в каком их выдают.")
		}
		return next, nil
	}
	steps, err := probe(ctx, p, g)
	if err != nil {
		return next, err
	}
	if !partner.IsPassed(steps) {
		return next, problem.New(problem.Conflict, "partner.refused", "Ключи не сохранены. "+steps[len(steps)-1].Text)
	}
	next.TestedAt = &next.ChangedAt
	return next, nil
}

// summary describes a version to the person who approves it.
func summary(p provideraccount.Partner, v provideraccount.Version) string {
	if v.IsOff() {
		return "выключить"
	}
	g, _ := p.Fill(v.Get)
	return "счёт " + p.ID(g)
}

// public is what the audit keeps of a version: no secret.
func public(v provideraccount.Version) map[string]any {
	return map[string]any{"version": v.Number, "settings": v.Settings, "sealed": slices.Sorted(maps.Keys(v.Secrets))}
}

// changed is public with the names of the secrets that are others.
func changed(now, next provideraccount.Version) map[string]any {
	after, names := public(next), []string{}
	for name, secret := range next.Secrets {
		if now.Secrets[name] != secret {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	after["changed"] = names
	return after
}
