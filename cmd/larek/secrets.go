package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

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
