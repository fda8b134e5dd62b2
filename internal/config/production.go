package config

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Unsafe returns a problem for every setting that is allowed on a developer's
// machine and not in a shop that takes real money: accounts at the sandbox, weak
// secrets, plain http, and groups that are only half set up.
func Unsafe(groups ...Group) []error {
	var problems []error
	for _, g := range groups {
		settings := g.settings()
		on := slices.ContainsFunc(settings, func(s setting) bool { return s.need == needTogether && s.get() != "" })
		for _, s := range settings {
			if problem := s.unsafe(on); problem != "" {
				problems = append(problems, fmt.Errorf("%s %s", s.name, problem))
			}
		}
	}
	return problems
}

// unsafe returns what is wrong with a setting, or "". on reports whether its group
// is in use.
func (s *setting) unsafe(on bool) string {
	value := s.get()
	switch {
	case value == "" && s.need == needProduction:
		return "is not set: the shop needs it"
	case value == "" && on && (s.need == needTogether || s.need == needAlso):
		return "is not set: " + s.group + " needs it"
	case value == "":
		return ""
	case s.ofSandbox():
		return "is the sandbox's: it opens nothing real"
	case s.secret && Weak(value):
		return "is too weak: it is short or well known"
	case s.external && !SecureURL(value):
		return "must be an https address of another machine"
	}
	return ""
}

// ofSandbox reports whether the value belongs to the sandbox: accounts are named in
// the tag, secrets and addresses are recognised by their text.
func (s *setting) ofSandbox() bool {
	value := s.get()
	decoded, _ := base64.StdEncoding.DecodeString(value) // one of them is encoded
	return value == s.sandbox || strings.Contains(strings.ToLower(value+string(decoded)), "sandbox")
}

// wellKnown are passwords that attackers try first.
var wellKnown = []string{"password", "secret", "changeme", "change-me", "larek", "admin", "postgres", "qwerty", "123456", "example", "test", "demo"}

// Weak reports whether a secret can be guessed: it is short, well known, or one
// letter or byte repeated.
func Weak(secret string) bool {
	if decoded, err := base64.StdEncoding.DecodeString(secret[strings.LastIndexByte(secret, ':')+1:]); err == nil && len(decoded) >= 16 {
		return monotonous(string(decoded))
	}
	plain := strings.TrimRight(strings.ToLower(secret), "0123456789!")
	return len(secret) < 8 || slices.Contains(wellKnown, plain) || monotonous(secret)
}

func monotonous(s string) bool { return strings.Count(s, s[:1]) == len(s) }

// WeakPassword reports whether an address contains a password that is Weak.
func WeakPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return false
	}
	password, has := u.User.Password()
	return has && Weak(password)
}

// SecureURL reports whether an address is https and not on this machine.
func SecureURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost") {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err != nil || !ip.IsLoopback() && !ip.IsUnspecified()
}
