// Package settings changes what an owner decides without an engineer. Each value is a
// column of its domain, which reads it whenever it acts: a change needs no restart.
package settings

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Problems of changing settings.
var (
	ErrNoArea = problem.New(problem.NotFound, "setting.not_found", "Таких настроек нет.")
	ErrStale  = problem.New(problem.Conflict, "setting.stale", "Настройки тем временем изменили. Посмотрите ещё раз и повторите.")
	ErrSame   = problem.New(problem.Conflict, "setting.same", "Значения те же: менять нечего.")
)

// Setting is a value that the owner may change, with its bounds. Values of every unit are
// in hundredths.
type Setting struct {
	Key, Unit          string
	Least, Most, Value money.RUB
	// Costly says which change can cost the shop money, so that two people make it: "up" or
	// "down".
	Costly string
	title  string
}

// Area is a group of settings that are changed together.
type Area struct {
	Name      string
	Version   int32
	ChangedAt *time.Time
	ChangedBy *string
	Settings  []Setting
}

// Value is a new value of a setting.
type Value struct {
	Key   string    `json:"key"`
	Value money.RUB `json:"value"`
}

// Service shows and changes settings.
type Service struct {
	Desk     *desk.Desk
	SignIns  *account.SignIns
	Pictures *picture.Store // nil without a store
	Methods  *payment.Methods
	HasMail  bool // emails are sent
	Notify   desk.Notifier
}

// All returns the settings of every area. A game that nobody has set up has none.
func (s *Service) All(ctx context.Context) ([]Area, error) {
	return read(ctx, deskdb.New(s.Desk.Pool()))
}

func read(ctx context.Context, q *deskdb.Queries) ([]Area, error) {
	rows, err := q.SettingsOfAreas(ctx)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	var all []Area
	for _, d := range areas {
		a := Area{Name: d.name}
		for _, known := range d.settings {
			for _, r := range rows {
				if r.Area == d.name && r.Key == known.Key {
					known.Value = money.RUB(r.Hundredths)
					a.Version, a.ChangedAt, a.ChangedBy = r.Version, r.ChangedAt, r.ChangedName
					a.Settings = append(a.Settings, known)
				}
			}
		}
		if len(a.Settings) > 0 {
			all = append(all, a)
		}
	}
	return all, nil
}

// ChangeSettings replaces values of an area that still has the version the person saw. A change
// that can cost the shop money waits for a second person.
func (s *Service) ChangeSettings(ctx context.Context, a desk.Command, area string, version int32, values []Value) (desk.Saved, error) {
	at := slices.IndexFunc(areas, func(d definition) bool { return d.name == area })
	if at < 0 {
		return desk.Saved{}, ErrNoArea
	}
	object := audit.Object{Kind: "settings", ID: area}
	action := a.On(object, "settings.change", staff.SettingsWrite, []any{version, values})
	return desk.ChangeGoods(ctx, s.Desk, s.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		all, err := read(ctx, deskdb.New(tx))
		if err != nil {
			return desk.Outcome{}, err
		}
		now := slices.IndexFunc(all, func(x Area) bool { return x.Name == area })
		if now < 0 {
			return desk.Outcome{}, ErrNoArea
		}
		if all[now].Version != version {
			return desk.Outcome{}, ErrStale
		}
		c, err := compare(all[now], areas[at], values)
		if err != nil {
			return desk.Outcome{}, err
		}
		if len(c.costly) > 0 {
			subject := areas[at].title + ": " + strings.Join(c.costly, ", ")
			if err := s.Desk.Spend(ctx, tx, a.Actor, desk.Taking{Door: desk.DoorSettings, Subject: subject}); err != nil {
				return desk.Outcome{}, err
			}
		}
		done, err := areas[at].write(ctx, tx, c.values, stamp{version, s.Desk.Now(), a.Actor.ID})
		if err == nil && !done {
			err = ErrStale
		}
		return desk.Outcome{Before: c.before, After: c.after, Result: desk.Saved{Message: "Настройки сохранены."}}, err
	})
}

// ChangeSignInRule changes where a service may be used to sign in, if its rule still is was.
func (s *Service) ChangeSignInRule(ctx context.Context, a desk.Command, was, rule account.SignInRule) (desk.Saved, error) {
	action := a.On(audit.Object{Kind: "settings", ID: "sign_in"}, "settings.sign_in", staff.SettingsWrite, []any{rule.Provider, was, rule})
	return desk.ChangeGoods(ctx, s.Desk, s.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		err := s.SignIns.ChangeSignInRule(ctx, tx, was, rule)
		return desk.Outcome{
			Before: map[string]account.SignInRule{rule.Provider: was}, After: map[string]account.SignInRule{rule.Provider: rule},
			Result: desk.Saved{Message: "Правило входа сохранено."},
		}, err
	})
}

// changes are what becomes of the settings of an area.
type changes struct {
	values        map[string]money.RUB // all of the area
	before, after map[string]string    // those that change
	costly        []string
}

func compare(a Area, d definition, values []Value) (changes, error) {
	c := changes{values: map[string]money.RUB{}, before: map[string]string{}, after: map[string]string{}}
	given := map[string]money.RUB{}
	for _, v := range values {
		given[v.Key] = v.Value
	}
	for _, x := range a.Settings {
		c.values[x.Key] = x.Value
		value, is := given[x.Key]
		delete(given, x.Key)
		if !is || value == x.Value {
			continue
		}
		if value < x.Least || value > x.Most || x.isWhole() && value%100 != 0 {
			return c, wrong(x.Key, "От "+x.text(x.Least)+" до "+x.text(x.Most)+".")
		}
		c.values[x.Key], c.before[x.Key], c.after[x.Key] = value, x.text(x.Value), x.text(value)
		if x.Costly == "up" && value > x.Value || x.Costly == "down" && value < x.Value {
			c.costly = append(c.costly, x.title+" "+x.text(x.Value)+" → "+x.text(value))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		return c, wrong(key, "Такой настройки нет.")
	}
	if len(c.after) == 0 {
		return c, ErrSame
	}
	if d.check != nil {
		return c, d.check(c.values)
	}
	return c, nil
}

func wrong(key, why string) error {
	return problem.InvalidFields(problem.Field{Name: key, Code: "wrong_value", Detail: why})
}

// isWhole reports whether a setting has no hundredths.
func (x Setting) isWhole() bool {
	return x.Unit != "percent" && x.Unit != "rubles" || x.Key == "cost_limit"
}

// text returns a value as people write it.
func (x Setting) text(v money.RUB) string { return strings.TrimSuffix(v.String(), ".00") }
