package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"larek/internal/seal"
)

// check applies the check of a tag. Errors do not contain the value, which may hold
// a password.
func check(kind, value string) error {
	if allowed, ok := strings.CutPrefix(kind, "oneof "); ok {
		return oneOf(strings.Fields(allowed), value)
	}
	switch kind {
	case "url":
		return isURL(value)
	case "origin":
		return isOrigin(value)
	case "urls":
		return areURLs(value)
	case "networks":
		return areNetworks(value)
	case "key":
		_, err := seal.ParseKey(value)
		return err
	case "keys":
		_, err := seal.ParseKeys(value)
		return err
	case "keyring":
		_, err := seal.ParseKeyring(value)
		return err
	case "limits":
		_, err := ParseLimits(value)
		return err
	}
	panic("config: no check is called " + kind)
}

func oneOf(allowed []string, value string) error {
	if !slices.Contains(allowed, value) {
		return fmt.Errorf("must be %s", strings.Join(allowed, " or "))
	}
	return nil
}

func isURL(value string) error {
	if u, err := url.Parse(value); err != nil || u.Scheme == "" {
		return errors.New("is not an address with a scheme")
	}
	return nil
}

// isOrigin accepts what browsers call an origin, with a name: passkeys belong to a
// name, and none to an IP address.
func isOrigin(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" {
		return errors.New("is not like https://shop.example, without a path")
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return errors.New("must name the host: an IP address has no passkeys")
	}
	return nil
}

func areURLs(value string) error {
	for u := range strings.SplitSeq(value, ",") {
		if isURL(u) != nil {
			return errors.New("is not a list of addresses with a scheme, separated by commas")
		}
	}
	return nil
}

func areNetworks(value string) error {
	for n := range strings.SplitSeq(value, ",") {
		if _, err := netip.ParsePrefix(n); err != nil {
			return errors.New("is not a list of networks like 192.0.2.0/24, separated by commas")
		}
	}
	return nil
}
