package main

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// unfit lists everything that a developer's machine may have and a shop that
// takes real money may not. It is asked for in production only.
func (c *config) unfit() (errs []error) {
	complain := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s %s", name, fmt.Sprintf(format, args...)))
	}
	for _, s := range c.settings() {
		value := *s.into
		switch {
		case value == "":
		case fromSandbox(s.name, value):
			complain(s.name, "is the sandbox's: it opens nothing real")
		case s.secret && weak(value):
			complain(s.name, "is too weak: it is short or well known")
		case s.outside && !secureURL(value):
			complain(s.name, "must be an https address of another machine")
		}
	}
	if !secureURL(c.PublicOrigin) {
		complain("LAREK_PUBLIC_ORIGIN", "must be the https address in the buyer's browser")
	}
	if c.Limits == limitsGenerous {
		complain("LAREK_LIMITS", "must not be %s", limitsGenerous)
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
	for name, address := range map[string]string{"LAREK_DATABASE_URL": c.DatabaseURL, "LAREK_READ_DATABASE_URL": c.ReadDatabaseURL, "LAREK_SMTP_URL": c.SMTPURL} {
		if weakPassword(address) {
			complain(name, "has a password that is short or well known")
		}
	}
	errs = append(errs, c.missing()...)
	slices.SortStableFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return slices.CompactFunc(errs, func(a, b error) bool { return a.Error() == b.Error() })
}

// part is a piece of the shop that is switched on by some settings and does
// not work without the others.
type part struct {
	name  string
	on    bool
	needs map[string]string
}

func (c *config) parts() []part {
	app := func(name, id, secret string) part {
		return part{strings.ToLower(name), id != "" || secret != "", map[string]string{"LAREK_" + name + "_CLIENT_ID": id, "LAREK_" + name + "_CLIENT_SECRET": secret}}
	}
	return []part{
		{"the shop", true, map[string]string{"LAREK_SMTP_URL": c.SMTPURL, "LAREK_EDGE_SECRET": c.EdgeSecret}},
		{"payselection", c.PayselectionSiteID != "" || c.PayselectionSecretKey != "", map[string]string{
			"LAREK_PAYSELECTION_SITE_ID": c.PayselectionSiteID, "LAREK_PAYSELECTION_SECRET_KEY": c.PayselectionSecretKey,
		}},
		{"tbank", c.TBankTerminal != "" || c.TBankPassword != "", map[string]string{"LAREK_TBANK_TERMINAL": c.TBankTerminal, "LAREK_TBANK_PASSWORD": c.TBankPassword}},
		{"payin", c.PayinAgentID != "" || c.PayinSecret != "", map[string]string{"LAREK_PAYIN_AGENT_ID": c.PayinAgentID, "LAREK_PAYIN_SECRET": c.PayinSecret}},
		{"getpay", c.GetPayWallet != "" || c.GetPaySecret != "", map[string]string{"LAREK_GETPAY_WALLET": c.GetPayWallet, "LAREK_GETPAY_SECRET": c.GetPaySecret}},
		{"moogold", c.MooGoldPartnerID != "" || c.MooGoldSecret != "", map[string]string{
			"LAREK_MOOGOLD_PARTNER_ID": c.MooGoldPartnerID, "LAREK_MOOGOLD_SECRET": c.MooGoldSecret, "LAREK_MOOGOLD_HOOK_TOKEN": c.MooGoldHookToken,
		}},
		{"nsgifts", c.NSGiftsUserID+c.NSGiftsLogin+c.NSGiftsPassword+c.NSGiftsSecret != "", map[string]string{
			"LAREK_NSGIFTS_USER_ID": c.NSGiftsUserID, "LAREK_NSGIFTS_LOGIN": c.NSGiftsLogin,
			"LAREK_NSGIFTS_PASSWORD": c.NSGiftsPassword, "LAREK_NSGIFTS_SECRET": c.NSGiftsSecret,
		}},
		{"rokky", c.RokkyPartner != "" || c.RokkySecret != "", map[string]string{
			"LAREK_ROKKY_URL": c.RokkyURL, "LAREK_ROKKY_PARTNER": c.RokkyPartner, "LAREK_ROKKY_SECRET": c.RokkySecret,
		}},
		{"fiscal receipts", c.TaxSystem != "", map[string]string{"LAREK_TAX_INN": c.TaxINN, "LAREK_TAX_EMAIL": c.TaxEmail}},
		app("GOOGLE", c.GoogleID, c.GoogleSecret), app("FACEBOOK", c.FacebookID, c.FacebookSecret), app("TELEGRAM", c.TelegramID, c.TelegramSecret),
		app("VK", c.VKID, c.VKSecret), app("VK_ID", c.VKIDID, c.VKIDSecret), app("YANDEX", c.YandexID, c.YandexSecret),
	}
}

func (c *config) missing() (errs []error) {
	for _, p := range c.parts() {
		for name, value := range p.needs {
			if p.on && value == "" {
				errs = append(errs, fmt.Errorf("%s is not set: %s needs it", name, p.name))
			}
		}
	}
	return errs
}

// sandboxAccounts are the shop's names at the sandbox; its secrets say so
// themselves. dev/sandbox.env has the same, and a test compares them.
var sandboxAccounts = map[string]string{
	"LAREK_PAYSELECTION_SITE_ID": "20003", "LAREK_TBANK_TERMINAL": "LAREKDEMO", "LAREK_PAYIN_AGENT_ID": "8686", "LAREK_GETPAY_WALLET": "27000",
	"LAREK_MOOGOLD_PARTNER_ID": "larek-demo", "LAREK_NSGIFTS_USER_ID": "1207", "LAREK_TELEGRAM_CLIENT_ID": "7770001112",
}

func fromSandbox(name, value string) bool {
	decoded, _ := base64.StdEncoding.DecodeString(value) // one of them is encoded
	return sandboxAccounts[name] == value || strings.Contains(strings.ToLower(value+string(decoded)), "sandbox")
}

// wellKnown are passwords everybody tries first.
var wellKnown = []string{"password", "secret", "changeme", "change-me", "larek", "admin", "postgres", "qwerty", "123456", "example", "test", "demo"}

// weak reports whether a secret can be guessed: it is short, well known, or
// one letter or byte over and over.
func weak(secret string) bool {
	if decoded, err := base64.StdEncoding.DecodeString(secret[strings.LastIndexByte(secret, ':')+1:]); err == nil && len(decoded) >= 16 {
		return monotonous(string(decoded))
	}
	plain := strings.TrimRight(strings.ToLower(secret), "0123456789!")
	return len(secret) < 8 || slices.Contains(wellKnown, plain) || monotonous(secret)
}

func monotonous(s string) bool { return strings.Count(s, s[:1]) == len(s) }

func weakPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return false
	}
	password, has := u.User.Password()
	return has && weak(password)
}

// secureURL reports whether an address is https and not on this machine.
func secureURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost") {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err != nil || !ip.IsLoopback() && !ip.IsUnspecified()
}
