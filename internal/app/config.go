package app

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"larek/internal/account/social"
	"larek/internal/config"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/payment"
	"larek/internal/payment/providers"
)

// Values of LAREK_ENV.
const (
	Development = "development"
	Production  = "production"
)

// Config holds all settings of the shop. Providers, suppliers and sign-in services
// have theirs in the order of their lists.
type Config struct {
	ProcessSettings
	StorageSettings
	FlowSettings
	KeySettings
	EdgeSettings
	ConsoleSettings
	MailSettings
	PushSettings
	RateSettings
	LateSettings
	RegistrySettings
	Fiscal    payment.FiscalSettings
	Books     BooksSettings
	Providers []payment.Settings
	Suppliers []delivery.Settings
	SignIn    []social.Settings

	env func(string) string // what was loaded
}

// getenv returns what the environment says of a setting.
func (c *Config) getenv(name string) string {
	if c.env == nil {
		return ""
	}
	return c.env(name)
}

// ProcessSettings are the settings of the API and the worker themselves.
type ProcessSettings struct {
	// Env has no default: a production machine without the setting must not run as a
	// developer's.
	Env           string `env:"LAREK_ENV" need:"always" check:"oneof development production" example:"development" doc:"development or production, which refuses accounts of the sandbox, weak secrets and http."`
	HTTPAddr      string `env:"LAREK_HTTP_ADDR" default:"127.0.0.1:8080" doc:"Where the API listens."`
	MetricsAddr   string `env:"LAREK_METRICS_ADDR" example:"127.0.0.1:8070" doc:"Where the API serves its metrics and health details; never an address the public can reach. Empty serves none."`
	WorkerAddr    string `env:"LAREK_WORKER_ADDR" doc:"Where the worker serves its metrics; never an address the public can reach. Empty serves none."`
	PublicOrigin  string `env:"LAREK_PUBLIC_ORIGIN" default:"http://localhost:8080" check:"origin" doc:"The address in the buyer's browser, with the name of a host."`
	TraceEndpoint string `env:"LAREK_TRACE_ENDPOINT" check:"url" example:"http://127.0.0.1:4318" doc:"Where traces are sent, by OTLP over HTTP. Empty sends none."`
	Demo          string `env:"LAREK_DEMO" check:"oneof 1 container" example:"1" doc:"A shop to try: a link of larek demo signs its visitor in to the console, from this machine only (container: also from the gateway that published ports come through)."`
	Limits        string `env:"LAREK_LIMITS" check:"oneof normal generous" example:"generous" doc:"How often one address may sign in, order and so on: normal, the default in production, or generous."`
}

// StorageSettings are the addresses of what stores data.
type StorageSettings struct {
	DatabaseURL        string `env:"LAREK_DATABASE_URL" need:"always" check:"url" example:"postgres://larek_app:larek@127.0.0.1:25432/larek?sslmode=disable" doc:"PostgreSQL, as the role that reads and writes rows and owns nothing."`
	MigrateDatabaseURL string `env:"LAREK_MIGRATE_DATABASE_URL" check:"url" example:"postgres://larek_migrate:larek@127.0.0.1:25432/larek?sslmode=disable" doc:"The same database as the role that owns the tables: migrate and seed need it, the API and the worker must not have it."`
	ReadDatabaseURL    string `env:"LAREK_READ_DATABASE_URL" check:"url" doc:"A replica for lists and pages; the same as LAREK_DATABASE_URL if empty."`
	RedisURL           string `env:"LAREK_REDIS_URL" need:"always" check:"url" example:"redis://127.0.0.1:26379/0" doc:"Redis."`
	BlobURL            string `env:"LAREK_BLOB_URL" need:"always" check:"url" example:"file:///absolute/folder?no_tmp_dir=true" doc:"Pictures: a folder, or s3://bucket?region=…"`
	TemporalAddr       string `env:"LAREK_TEMPORAL_ADDR" default:"127.0.0.1:7233" doc:"The workflow engine."`
	TemporalNamespace  string `env:"LAREK_TEMPORAL_NAMESPACE" default:"larek" doc:"Its namespace; one for each database."`
	TemporalPages      string `env:"LAREK_TEMPORAL_PAGES" check:"url" example:"http://127.0.0.1:8233" doc:"The engine's own pages, which the console links to. Empty links to none."`
}

// FlowSettings are those of the worker's task queues and builds.
type FlowSettings struct {
	WorkerQueues  string `env:"LAREK_WORKER_QUEUES" example:"refunds,supplier:rokky" doc:"Which task queues this worker serves: orders, refunds, periodic (emails, files, sums, rates) and supplier:name, separated by commas. Empty serves all."`
	SupplierSlots string `env:"LAREK_SUPPLIER_SLOTS" default:"32" check:"limits" example:"32,rokky:4" doc:"Concurrent deliveries of one worker per supplier; name:number sets one supplier."`
	SupplierRate  string `env:"LAREK_SUPPLIER_RATE" default:"100" check:"limits" example:"100,rokky:5" doc:"Delivery steps a second that all workers together start per supplier."`
	RefundSlots   string `env:"LAREK_REFUND_SLOTS" default:"16" check:"limits" doc:"Concurrent refunds of one worker."`
	RefundAsk     string `env:"LAREK_REFUND_ASK_MINUTES" default:"360" check:"limits" doc:"Minutes to query a provider without idempotency keys about a refund that it did not answer; then a person decides."`
	RefundRate    string `env:"LAREK_REFUND_RATE" default:"50" check:"limits" doc:"Refunds a second of all workers together."`
	RetentionDays string `env:"LAREK_FLOW_RETENTION_DAYS" default:"30" check:"limits" doc:"Days to keep the history of an ended order in the workflow engine; larek migrate sets it. 3 from 100 000 orders a day on."`
	Promotion     string `env:"LAREK_FLOW_PROMOTION" default:"start" check:"oneof start command" doc:"When this worker's build gets new orders: start (running orders follow) or command (by larek flows promote; running orders stay)."`
}

// KeySettings are the keys that all others are derived from.
type KeySettings struct {
	Secret     string `env:"LAREK_SECRET" need:"always" secret:"true" check:"key" doc:"32 random bytes in base64; make up makes some for a clone."`
	OldSecrets string `env:"LAREK_OLD_SECRETS" secret:"true" check:"keys" doc:"Secrets that LAREK_SECRET has replaced, newest first, separated by commas; only to check old seals of books and audit."`
	CodeKeys   string `env:"LAREK_CODE_KEYS" need:"always" secret:"true" check:"keyring" example:"name:base64" doc:"Keys that seal sold codes and second factors; the first seals, all open."`
	FlowKeys   string `env:"LAREK_FLOW_KEYS" secret:"true" check:"keyring" example:"name:base64" doc:"Keys that encrypt what the workflow engine stores; the first encrypts, all decrypt. Empty: one derived from LAREK_SECRET, which always decrypts."`
}

// EdgeSettings are those of the caches before the API.
type EdgeSettings struct {
	EdgePurgeURL string `env:"LAREK_EDGE_PURGE_URL" check:"urls" example:"http://127.0.0.1:6081" doc:"Caches that are notified of changed data, separated by commas."`
	EdgeSecret   string `env:"LAREK_EDGE_SECRET" secret:"true" need:"production" doc:"Proves that a request came through nginx or the page server, so that its headers about the visitor are accepted."`
}

// ConsoleSettings are those of the operator console.
type ConsoleSettings struct {
	ConsoleNetworks string `env:"LAREK_CONSOLE_NETWORKS" check:"networks" example:"192.0.2.0/24,2001:db8::/32" doc:"Networks the console may be used from, separated by commas. Empty allows every network."`
}

// MailSettings are those of the mail server.
type MailSettings struct {
	SMTPURL  string `env:"LAREK_SMTP_URL" check:"url" doc:"The mail server. Without one emails wait, and the shop cannot be opened the first time."`
	MailFrom string `env:"LAREK_MAIL_FROM" default:"shop@larek.example" doc:"Sender; without a name, the shop's."`
}

// PushSettings are those of messages to browsers of staff.
type PushSettings struct {
	PushKey     string `env:"LAREK_PUSH_KEY" secret:"true" check:"key" doc:"32 random bytes in base64 that sign messages to browsers of staff. A new key ends all subscriptions. Empty sends none."`
	PushService string `env:"LAREK_PUSH_SERVICE" external:"true" check:"url" doc:"Address of a push service that need not be public: the sandbox's."`
}

// RateSettings are those of the exchange rates.
type RateSettings struct {
	RatesURL string `env:"LAREK_RATES_URL" default:"https://www.cbr.ru" external:"true" check:"url" doc:"The bank whose rates are used."`
}

// LateSettings are those of payments that arrive late.
type LateSettings struct {
}

// BooksSettings are those of accounting.
type BooksSettings struct {
	Advances string `env:"LAREK_ADVANCES" default:"as_paid" check:"oneof as_paid revalued" doc:"Value of advances to suppliers in other currencies: as_paid (ПБУ 3/2006, 9 and 10) or revalued daily, if an accountant treats these wallets as money."`
}

// RegistrySettings are those of the files that the worker fetches daily.
type RegistrySettings struct {
	RegistryURL   string `env:"LAREK_REGISTRY_URL" external:"true" doc:"Where the worker fetches the registry or statement of a day, with {party} and {day} (2026-11-14) in it. Empty: files are loaded by hand."`
	RegistryToken string `env:"LAREK_REGISTRY_TOKEN" secret:"true" doc:"Sent as a bearer token with it."`
}

// NewConfig returns a configuration that nothing was read into yet.
func NewConfig() *Config {
	c := &Config{}
	for _, d := range providers.All {
		c.Providers = append(c.Providers, d.NewSettings())
	}
	for _, d := range suppliers.All {
		c.Suppliers = append(c.Suppliers, d.NewSettings())
	}
	for _, d := range social.All {
		c.SignIn = append(c.SignIn, d.NewSettings())
	}
	return c
}

// Groups returns all settings, grouped as they are documented.
func (c *Config) Groups() []config.Group {
	groups := []config.Group{
		{Name: "process", Into: &c.ProcessSettings},
		{Name: "storage", Into: &c.StorageSettings},
		{Name: "workflows", Into: &c.FlowSettings},
		{Name: "keys", Into: &c.KeySettings},
		{Name: "edge", Into: &c.EdgeSettings},
		{Name: "console", Into: &c.ConsoleSettings},
		{Name: "mail", Into: &c.MailSettings},
		{Name: "push", Into: &c.PushSettings},
		{Name: "exchange rates", Into: &c.RateSettings},
		{Name: "late payments", Into: &c.LateSettings},
		{Name: "fiscal receipts", Into: &c.Fiscal},
		{Name: "books", Into: &c.Books},
		{Name: "registries", Into: &c.RegistrySettings},
	}
	for i, d := range providers.All {
		groups = append(groups, config.Group{Name: d.Name, Doc: "Payment provider; off without its secret.", Into: c.Providers[i]})
	}
	for i, d := range suppliers.All {
		groups = append(groups, config.Group{Name: d.Name, Doc: "Supplier; without its secret, what only it sells waits for an operator.", Into: c.Suppliers[i]})
	}
	for i, d := range social.All {
		groups = append(groups, config.Group{Name: d.Name, Doc: "Sign-in service; off without its secret.", Into: c.SignIn[i]})
	}
	return groups
}

// LoadConfig reads all settings and returns the problems of all of them at once. If
// there are any, the configuration is good for printing only.
func LoadConfig(env func(string) string) (*Config, error) {
	c := NewConfig()
	c.env = env
	err := config.Load(env, c.Groups()...)
	_, unknown := c.queues()
	err = errors.Join(err, unknown)
	if c.ReadDatabaseURL == "" {
		c.ReadDatabaseURL = c.DatabaseURL
	}
	c.Fiscal.Address = c.PublicOrigin
	if c.Env == Production {
		err = errors.Join(err, errors.Join(c.unsafe()...))
	}
	if err != nil {
		return c, fmt.Errorf("configuration (see docs/settings.md):\n%w", err)
	}
	return c, nil
}

// Print writes the settings with secrets masked.
func (c *Config) Print(w io.Writer) { config.Print(w, c.Groups()...) }

// edgeCaches returns the addresses of the caches that are notified of changes.
func (c *Config) edgeCaches() []string {
	return slices.DeleteFunc(strings.Split(c.EdgePurgeURL, ","), func(s string) bool { return s == "" })
}

const (
	limitsNormal   = "normal"
	limitsGenerous = "generous"
	// generous is the factor that allows a load test from one machine.
	generous = 1000
)

// limitFactor returns the factor by which rate limits are multiplied.
func (c *Config) limitFactor() float64 {
	if c.Limits == limitsNormal || c.Limits == "" && c.Env == Production {
		return 1
	}
	return generous
}

// unsafe returns a problem for every setting that is allowed on a developer's
// machine and not in a shop that takes real money. Only what the tags cannot say is
// checked here.
func (c *Config) unsafe() []error {
	problems := config.Unsafe(c.Groups()...)
	complain := func(name, problem string) { problems = append(problems, fmt.Errorf("%s %s", name, problem)) }
	if !config.SecureURL(c.PublicOrigin) {
		complain("LAREK_PUBLIC_ORIGIN", "must be the https address in the buyer's browser")
	}
	if c.Demo != "" {
		complain("LAREK_DEMO", "must not be set: its link opens the console without a password")
	}
	if c.Limits == limitsGenerous {
		complain("LAREK_LIMITS", "must not be "+limitsGenerous)
	}
	if strings.HasPrefix(c.BlobURL, "mem:") {
		complain("LAREK_BLOB_URL", "must not be memory: pictures would be lost")
	}
	if strings.HasSuffix(strings.TrimSuffix(c.MailFrom, ">"), ".example") {
		complain("LAREK_MAIL_FROM", "must be an address of ours")
	}
	for name, address := range map[string]string{"LAREK_METRICS_ADDR": c.MetricsAddr, "LAREK_WORKER_ADDR": c.WorkerAddr} {
		if address != "" && address == c.HTTPAddr {
			complain(name, "must not be LAREK_HTTP_ADDR: the public can reach that")
		}
	}
	for name, address := range map[string]string{
		"LAREK_DATABASE_URL": c.DatabaseURL, "LAREK_READ_DATABASE_URL": c.ReadDatabaseURL,
		"LAREK_MIGRATE_DATABASE_URL": c.MigrateDatabaseURL, "LAREK_SMTP_URL": c.SMTPURL,
	} {
		if config.WeakPassword(address) {
			complain(name, "has a password that is short or well known")
		}
	}
	slices.SortStableFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return slices.CompactFunc(problems, func(a, b error) bool { return a.Error() == b.Error() })
}
