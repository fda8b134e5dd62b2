package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
)

type keysStatusCommand struct{}

// Run lists the keys in use. An old key may be removed from the settings once it is not
// in the list.
func (*keysStatusCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		uses, err := s.KeyUses(ctx)
		if err != nil {
			return err
		}
		old := int64(0)
		for _, u := range uses {
			state := "current"
			if !u.IsCurrent {
				state = "old"
				old += u.Values
			}
			_, _ = fmt.Fprintf(sh.out, "%-15s %-12s %9d  %s\n", u.Place, u.Key, u.Values, state)
		}
		_, err = fmt.Fprintf(sh.out, "%d values need an old key\n", old)
		return err
	})
}

type keysResealCommand struct{}

// Run seals values in batches while the shop runs. An interrupted run is continued by
// the next.
func (*keysResealCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		return s.Reseal(ctx, func(place string, values int64) error {
			word := "sealed again"
			if place == "workflows" {
				word = "asked to continue with the current key"
			}
			_, err := fmt.Fprintf(sh.out, "%-15s %9d  %s\n", place, values, word)
			return err
		})
	})
}

// withSecrets adds the settings of the file that LAREK_SECRETS_FILE names, one NAME=value a
// line, to those of the environment, which engines of containers show to anyone who may
// ask them. A setting that is in both places is an error: one of them is out of date.
func withSecrets(env func(string) string) (func(string) string, error) {
	name := env("LAREK_SECRETS_FILE")
	if name == "" {
		return env, nil
	}
	file, err := os.Open(name) //nolint:gosec // the operator's own
	if err != nil {
		return nil, fmt.Errorf("LAREK_SECRETS_FILE: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	secrets := map[string]string{}
	for lines, n := bufio.NewScanner(file), 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("LAREK_SECRETS_FILE: line %d is not NAME=value", n) // never the line itself
		}
		if env(key) != "" {
			return nil, fmt.Errorf("LAREK_SECRETS_FILE: %s is set in the environment too", key)
		}
		secrets[key] = value
	}
	return func(key string) string {
		if value, ok := secrets[key]; ok {
			return value
		}
		return env(key)
	}, nil
}
