package config

import (
	"errors"
	"strconv"
	"strings"
)

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
