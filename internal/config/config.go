// Package config reads settings from the environment into structs. The fields say
// all that is known of a setting in their tags:
//
//	env       its name
//	default   its value if it is not set
//	doc       what it is, in one sentence
//	label     what a form of the console calls it, in Russian
//	where     where an operator finds it, in Russian
//	example   a value for .env.example if there is no default
//	secret    "true": its value is not printed and must not be weak in production
//	external  "true": the address of a service outside; https in production
//	check     url, urls, key, keyring, or "oneof a b"
//	need      when it must be set; see the constants below
//	sandbox   its value at the sandbox, which production refuses
package config

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strconv"
	"strings"
)

// Values of the tag need.
const (
	needAlways     = "always"     // nothing starts without it
	needProduction = "production" // the shop does not open without it
	// In production either all settings of a group with needTogether are set or none;
	// if one is, those with needAlso must be set too.
	needTogether = "together"
	needAlso     = "also"
)

// Group is the settings of one part of the shop.
type Group struct {
	Name string // as problems name it
	Doc  string // what is common to its settings; may be empty
	Into any    // a pointer to a struct with tagged string fields
}

// setting is one tagged field.
type setting struct {
	group, name, def, doc, example string
	check, need, sandbox           string
	label, where                   string
	secret, external               bool
	value                          reflect.Value
}

func (s *setting) get() string { return s.value.String() }

// settings returns the tagged fields of a group in their order. It panics if the
// group is not what Group demands: that is a mistake in the program.
func (g Group) settings() []setting {
	v := reflect.ValueOf(g.Into).Elem()
	var list []setting
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name, ok := tag.Lookup("env")
		if !ok {
			continue
		}
		if v.Field(i).Kind() != reflect.String {
			panic("config: " + name + " is not a string")
		}
		list = append(list, setting{
			group: g.Name, name: name, def: tag.Get("default"), doc: tag.Get("doc"), example: tag.Get("example"),
			check: tag.Get("check"), need: tag.Get("need"), sandbox: tag.Get("sandbox"), label: tag.Get("label"), where: tag.Get("where"),
			secret: tag.Get("secret") == "true", external: tag.Get("external") == "true", value: v.Field(i),
		})
	}
	return list
}

func all(groups []Group) []setting {
	var list []setting
	for _, g := range groups {
		list = append(list, g.settings()...)
	}
	return list
}

// Field is a setting for those who make a form of it.
type Field struct {
	Name, Label, Where, Default, Value string
	// Secret ones are never shown, External ones are addresses, IsNumber ones tell accounts
	// apart, and Needed ones make the group complete.
	Secret, External, IsNumber, Needed bool
}

// Fields returns the settings of the group.
func (g Group) Fields() []Field {
	var list []Field
	for _, s := range g.settings() {
		together := s.need == needTogether
		list = append(list, Field{
			Name: s.name, Label: s.label, Where: s.where, Default: s.def, Value: s.get(), Secret: s.secret, External: s.external,
			IsNumber: together && !s.secret, Needed: together || s.secret && s.need == "",
		})
	}
	return list
}

// Load fills every group from env and returns the problems of all settings at once.
func Load(env func(string) string, groups ...Group) error {
	var problems []error
	for _, s := range all(groups) {
		value := env(s.name)
		if value == "" {
			value = s.def
		}
		s.value.SetString(value)
		switch {
		case value == "" && s.need == needAlways:
			problems = append(problems, fmt.Errorf("%s is not set", s.name))
		case value != "" && s.check != "":
			if err := check(s.check, value); err != nil {
				problems = append(problems, fmt.Errorf("%s %w", s.name, err))
			}
		}
	}
	return errors.Join(problems...)
}

// Print writes the settings with secrets masked, one a line.
func Print(w io.Writer, groups ...Group) {
	for _, s := range all(groups) {
		_, _ = fmt.Fprintf(w, "%-32s %s\n", s.name, s.shown())
	}
}

// shown returns the value as it may be printed.
func (s *setting) shown() string {
	value := s.get()
	if s.secret && value != "" {
		return "(set)"
	}
	if u, err := url.Parse(value); err == nil && u.User != nil {
		return u.Redacted()
	}
	return value
}

// Limits is a positive number for everyone, and other ones for some by name.
type Limits struct {
	all    int
	byName map[string]int
}

// ParseLimits parses "32" or "32,rokky:4".
func ParseLimits(s string) (Limits, error) {
	l := Limits{byName: map[string]int{}}
	for part := range strings.SplitSeq(s, ",") {
		name, number, named := strings.Cut(strings.TrimSpace(part), ":")
		if !named {
			name, number = "", name
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || named == (l.all == 0) {
			return Limits{}, errors.New("is not a positive number, then name:number for others, separated by commas")
		}
		if named {
			l.byName[name] = n
			continue
		}
		l.all = n
	}
	return l, nil
}

// Of returns the limit of one.
func (l Limits) Of(name string) int {
	if n, ok := l.byName[name]; ok {
		return n
	}
	return l.all
}
