package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
)

// config is everything the environment decides. Nothing else reads it.
type config struct {
	Env             string
	DatabaseURL     string
	ReadDatabaseURL string
	RedisURL        string
	HTTPAddr        string
	BlobURL         string
	PublicOrigin    string
	TraceEndpoint   string
	EdgePurgeURL    string
}

const (
	development = "development"
	production  = "production"
)

// setting is one variable: where it goes and whether it may be missing.
type setting struct {
	name  string
	into  *string
	def   string
	must  bool
	check func(string) error
}

func (c *config) settings() []setting {
	return []setting{
		{name: "LAREK_ENV", into: &c.Env, def: development, check: oneOf(development, production)},
		{name: "LAREK_DATABASE_URL", into: &c.DatabaseURL, must: true, check: isURL},
		{name: "LAREK_READ_DATABASE_URL", into: &c.ReadDatabaseURL, check: isURL},
		{name: "LAREK_REDIS_URL", into: &c.RedisURL, must: true, check: isURL},
		{name: "LAREK_HTTP_ADDR", into: &c.HTTPAddr, def: "127.0.0.1:8080"},
		{name: "LAREK_BLOB_URL", into: &c.BlobURL, must: true, check: isURL},
		{name: "LAREK_PUBLIC_ORIGIN", into: &c.PublicOrigin, def: "http://localhost:8080", check: isURL},
		{name: "LAREK_TRACE_ENDPOINT", into: &c.TraceEndpoint, check: isURL},
		{name: "LAREK_EDGE_PURGE_URL", into: &c.EdgePurgeURL, check: areURLs},
	}
}

// edgeCaches are the addresses of the caches that are told of changes.
func (c *config) edgeCaches() []string { return strings.FieldsFunc(c.EdgePurgeURL, isComma) }

func isComma(r rune) bool { return r == ',' }

// readConfig reads every variable and complains about all of them at once.
func readConfig(env func(string) string) (config, error) {
	var c config
	var errs []error
	for _, s := range c.settings() {
		*s.into = env(s.name)
		if *s.into == "" {
			*s.into = s.def
		}
		switch {
		case *s.into == "" && s.must:
			errs = append(errs, fmt.Errorf("%s is not set", s.name))
		case *s.into != "" && s.check != nil:
			if err := s.check(*s.into); err != nil {
				errs = append(errs, fmt.Errorf("%s %w", s.name, err))
			}
		}
	}
	if c.ReadDatabaseURL == "" {
		c.ReadDatabaseURL = c.DatabaseURL
	}
	if len(errs) > 0 {
		return config{}, fmt.Errorf("configuration (see .env.example):\n%w", errors.Join(errs...))
	}
	return c, nil
}

// print shows the configuration with its secrets masked.
func (c *config) print(w io.Writer) {
	for _, s := range c.settings() {
		_, _ = fmt.Fprintf(w, "%-26s %s\n", s.name, masked(*s.into))
	}
}

func masked(value string) string {
	u, err := url.Parse(value)
	if err != nil || u.User == nil {
		return value
	}
	return u.Redacted()
}

func oneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("must be %s", strings.Join(allowed, " or "))
		}
		return nil
	}
}

func isURL(v string) error {
	if u, err := url.Parse(v); err != nil || u.Scheme == "" {
		return errors.New("is not an address with a scheme") // the value may hold a password
	}
	return nil
}

func areURLs(v string) error {
	for u := range strings.SplitSeq(v, ",") {
		if err := isURL(u); err != nil {
			return errors.New("is not a list of addresses with a scheme, separated by commas")
		}
	}
	return nil
}
