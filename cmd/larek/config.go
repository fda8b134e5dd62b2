package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"larek/internal/seal"
)

// config is everything the environment decides. Nothing else reads it.
type config struct {
	Env             string
	DatabaseURL     string
	ReadDatabaseURL string
	RedisURL        string
	HTTPAddr        string
	MetricsAddr     string
	WorkerAddr      string
	BlobURL         string
	PublicOrigin    string
	TraceEndpoint   string
	EdgePurgeURL    string
	EdgeSecret      string

	TemporalAddr      string
	TemporalNamespace string
	Secret            string
	CodeKeys          string
	RatesURL          string

	PayselectionWebformURL string
	PayselectionGatewayURL string
	PayselectionSiteID     string
	PayselectionSecretKey  string
	TBankURL               string
	TBankTerminal          string
	TBankPassword          string
	PayinURL               string
	PayinAgentID           string
	PayinSecret            string
	GetPayURL              string
	GetPayWallet           string
	GetPaySecret           string

	MooGoldURL       string
	MooGoldPartnerID string
	MooGoldSecret    string
	MooGoldHookToken string
	NSGiftsURL       string
	NSGiftsUserID    string
	NSGiftsLogin     string
	NSGiftsPassword  string
	NSGiftsSecret    string
	GamesDropURL     string
	GamesDropToken   string
	RokkyURL         string
	RokkyPartner     string
	RokkySecret      string

	SMTPURL  string
	MailFrom string

	TaxSystem string
	TaxVAT    string
	TaxINN    string
	TaxEmail  string

	Limits string
	signInConfig
}

const (
	development = "development"
	production  = "production"
)

// setting is one variable: where it goes and whether it may be missing.
type setting struct {
	name string
	into *string
	def  string
	must bool
	// secret values are not printed.
	secret bool
	// outside is the address of somebody else's service.
	outside bool
	check   func(string) error
}

func (c *config) settings() []setting {
	return append([]setting{
		// Without a default: a machine that forgot it must not run as a developer's.
		{name: "LAREK_ENV", into: &c.Env, must: true, check: oneOf(development, production)},
		{name: "LAREK_DATABASE_URL", into: &c.DatabaseURL, must: true, check: isURL},
		{name: "LAREK_READ_DATABASE_URL", into: &c.ReadDatabaseURL, check: isURL},
		{name: "LAREK_REDIS_URL", into: &c.RedisURL, must: true, check: isURL},
		{name: "LAREK_HTTP_ADDR", into: &c.HTTPAddr, def: "127.0.0.1:8080"},
		// Where the API shows its metrics and what it depends on, and the worker its
		// metrics; without them nowhere. Never an address the public can reach.
		{name: "LAREK_METRICS_ADDR", into: &c.MetricsAddr},
		{name: "LAREK_WORKER_ADDR", into: &c.WorkerAddr},
		{name: "LAREK_BLOB_URL", into: &c.BlobURL, must: true, check: isURL},
		{name: "LAREK_PUBLIC_ORIGIN", into: &c.PublicOrigin, def: "http://localhost:8080", check: isURL},
		{name: "LAREK_TRACE_ENDPOINT", into: &c.TraceEndpoint, check: isURL},
		{name: "LAREK_EDGE_PURGE_URL", into: &c.EdgePurgeURL, check: areURLs},
		// Proves that a request came through nginx, and so what it says about the visitor.
		{name: "LAREK_EDGE_SECRET", into: &c.EdgeSecret, secret: true},
		{name: "LAREK_TEMPORAL_ADDR", into: &c.TemporalAddr, def: "127.0.0.1:7233"},
		{name: "LAREK_TEMPORAL_NAMESPACE", into: &c.TemporalNamespace, def: "larek"},
		{name: "LAREK_SECRET", into: &c.Secret, must: true, secret: true, check: isKey},
		{name: "LAREK_CODE_KEYS", into: &c.CodeKeys, must: true, secret: true, check: isKeyRing},
		{name: "LAREK_RATES_URL", into: &c.RatesURL, def: "https://www.cbr.ru", outside: true, check: isURL},
		// A provider without its secret is switched off.
		{name: "LAREK_PAYSELECTION_WEBFORM_URL", into: &c.PayselectionWebformURL, def: "https://webform.payselection.com", outside: true, check: isURL},
		{name: "LAREK_PAYSELECTION_GATEWAY_URL", into: &c.PayselectionGatewayURL, def: "https://gw.payselection.com", outside: true, check: isURL},
		{name: "LAREK_PAYSELECTION_SITE_ID", into: &c.PayselectionSiteID},
		{name: "LAREK_PAYSELECTION_SECRET_KEY", into: &c.PayselectionSecretKey, secret: true},
		{name: "LAREK_TBANK_URL", into: &c.TBankURL, def: "https://securepay.tinkoff.ru/v2", outside: true, check: isURL},
		{name: "LAREK_TBANK_TERMINAL", into: &c.TBankTerminal},
		{name: "LAREK_TBANK_PASSWORD", into: &c.TBankPassword, secret: true},
		{name: "LAREK_PAYIN_URL", into: &c.PayinURL, def: "https://lk.payin-payout.net", outside: true, check: isURL},
		{name: "LAREK_PAYIN_AGENT_ID", into: &c.PayinAgentID},
		{name: "LAREK_PAYIN_SECRET", into: &c.PayinSecret, secret: true},
		{name: "LAREK_GETPAY_URL", into: &c.GetPayURL, def: "https://getpay.io", outside: true, check: isURL},
		{name: "LAREK_GETPAY_WALLET", into: &c.GetPayWallet},
		{name: "LAREK_GETPAY_SECRET", into: &c.GetPaySecret, secret: true},
		// So is a supplier; what only it sells then waits for an operator.
		{name: "LAREK_MOOGOLD_URL", into: &c.MooGoldURL, def: "https://moogold.com/wp-json/v1/api", outside: true, check: isURL},
		{name: "LAREK_MOOGOLD_PARTNER_ID", into: &c.MooGoldPartnerID},
		{name: "LAREK_MOOGOLD_SECRET", into: &c.MooGoldSecret, secret: true},
		{name: "LAREK_MOOGOLD_HOOK_TOKEN", into: &c.MooGoldHookToken, secret: true},
		{name: "LAREK_NSGIFTS_URL", into: &c.NSGiftsURL, def: "https://api.ns.gifts", outside: true, check: isURL},
		{name: "LAREK_NSGIFTS_USER_ID", into: &c.NSGiftsUserID},
		{name: "LAREK_NSGIFTS_LOGIN", into: &c.NSGiftsLogin},
		{name: "LAREK_NSGIFTS_PASSWORD", into: &c.NSGiftsPassword, secret: true},
		{name: "LAREK_NSGIFTS_SECRET", into: &c.NSGiftsSecret, secret: true},
		{name: "LAREK_GAMESDROP_URL", into: &c.GamesDropURL, def: "https://partner.gamesdrop.io/api/v1", outside: true, check: isURL},
		{name: "LAREK_GAMESDROP_TOKEN", into: &c.GamesDropToken, secret: true},
		{name: "LAREK_ROKKY_URL", into: &c.RokkyURL, outside: true, check: isURL},
		{name: "LAREK_ROKKY_PARTNER", into: &c.RokkyPartner},
		{name: "LAREK_ROKKY_SECRET", into: &c.RokkySecret, secret: true},
		// Without a tax system no fiscal receipts are asked for.
		{name: "LAREK_TAX_SYSTEM", into: &c.TaxSystem},
		{name: "LAREK_TAX_VAT", into: &c.TaxVAT, def: "none"},
		{name: "LAREK_TAX_INN", into: &c.TaxINN},
		{name: "LAREK_TAX_EMAIL", into: &c.TaxEmail},
		// Without a mail server letters wait.
		{name: "LAREK_SMTP_URL", into: &c.SMTPURL, check: isURL},
		{name: "LAREK_MAIL_FROM", into: &c.MailFrom, def: "Ларёк <shop@larek.example>"},
		// How often one address may sign in, order and so on; the default is the environment's.
		{name: "LAREK_LIMITS", into: &c.Limits, check: oneOf(limitsNormal, limitsGenerous)},
	}, c.signInConfig.settings()...)
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
	if c.Env == production {
		errs = append(errs, c.unfit()...)
	}
	if len(errs) > 0 {
		return config{}, fmt.Errorf("configuration (see .env.example):\n%w", errors.Join(errs...))
	}
	return c, nil
}

// print shows the configuration with its secrets masked.
func (c *config) print(w io.Writer) {
	for _, s := range c.settings() {
		shown := masked(*s.into)
		if s.secret && shown != "" {
			shown = "(set)"
		}
		_, _ = fmt.Fprintf(w, "%-32s %s\n", s.name, shown)
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

func isKey(v string) error {
	_, err := seal.ParseKey(v)
	return err
}

func isKeyRing(v string) error {
	_, err := seal.ParseRing(v)
	return err
}
