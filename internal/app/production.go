package app

import (
	"fmt"
	"slices"
	"strings"

	"larek/internal/config"
)

// unsafe returns a problem for every setting that is allowed on a developer's
// machine and not in a shop that takes real money. Only what the tags cannot say is
// checked here.
func (c *Config) unsafe() []error {
	problems := config.Unsafe(c.Groups()...)
	complain := func(name, problem string) { problems = append(problems, fmt.Errorf("%s %s", name, problem)) }
	if !config.SecureURL(c.PublicOrigin) {
		complain("LAREK_PUBLIC_ORIGIN", "must be the https address in the buyer's browser")
	}
	if c.Limits == limitsGenerous {
		complain("LAREK_LIMITS", "must not be "+limitsGenerous)
	}
	if strings.HasPrefix(c.BlobURL, "mem:") {
		complain("LAREK_BLOB_URL", "must not be memory: pictures would be lost")
	}
	if strings.Contains(c.MailFrom, ".example>") {
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
