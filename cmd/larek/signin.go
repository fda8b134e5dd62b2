package main

import (
	"net/http"
	"runtime"

	"larek/internal/account"
	"larek/internal/account/social"
	"larek/internal/clock"
	"larek/internal/seal"
)

// signInConfig is our accounts at the services people sign in with. One
// without its secret is switched off.
type signInConfig struct {
	GoogleIssuer, GoogleID, GoogleSecret                            string
	FacebookDialogURL, FacebookGraphURL, FacebookID, FacebookSecret string
	SteamOpenIDURL                                                  string
	TelegramIssuer, TelegramID, TelegramSecret, TelegramBotToken    string
	VKOAuthURL, VKAPIURL, VKID, VKSecret                            string
	VKIDURL, VKIDID, VKIDSecret                                     string
	YandexOAuthURL, YandexLoginURL, YandexID, YandexSecret          string
}

func (c *signInConfig) settings() []setting {
	return []setting{
		{name: "LAREK_GOOGLE_ISSUER", into: &c.GoogleIssuer, def: social.GoogleIssuer, outside: true, check: isURL},
		{name: "LAREK_GOOGLE_CLIENT_ID", into: &c.GoogleID},
		{name: "LAREK_GOOGLE_CLIENT_SECRET", into: &c.GoogleSecret, secret: true},
		{name: "LAREK_FACEBOOK_DIALOG_URL", into: &c.FacebookDialogURL, def: social.FacebookDialog, outside: true, check: isURL},
		{name: "LAREK_FACEBOOK_GRAPH_URL", into: &c.FacebookGraphURL, def: social.FacebookGraph, outside: true, check: isURL},
		{name: "LAREK_FACEBOOK_CLIENT_ID", into: &c.FacebookID},
		{name: "LAREK_FACEBOOK_CLIENT_SECRET", into: &c.FacebookSecret, secret: true},
		// Steam knows no apps: the address itself switches it on.
		{name: "LAREK_STEAM_OPENID_URL", into: &c.SteamOpenIDURL, outside: true, check: isURL},
		{name: "LAREK_TELEGRAM_ISSUER", into: &c.TelegramIssuer, def: social.TelegramIssuer, outside: true, check: isURL},
		{name: "LAREK_TELEGRAM_CLIENT_ID", into: &c.TelegramID},
		{name: "LAREK_TELEGRAM_CLIENT_SECRET", into: &c.TelegramSecret, secret: true},
		{name: "LAREK_TELEGRAM_BOT_TOKEN", into: &c.TelegramBotToken, secret: true},
		{name: "LAREK_VK_OAUTH_URL", into: &c.VKOAuthURL, def: social.VKOAuth, outside: true, check: isURL},
		{name: "LAREK_VK_API_URL", into: &c.VKAPIURL, def: social.VKAPI, outside: true, check: isURL},
		{name: "LAREK_VK_CLIENT_ID", into: &c.VKID},
		{name: "LAREK_VK_CLIENT_SECRET", into: &c.VKSecret, secret: true},
		{name: "LAREK_VK_ID_URL", into: &c.VKIDURL, def: social.VKIDOrigin, outside: true, check: isURL},
		{name: "LAREK_VK_ID_CLIENT_ID", into: &c.VKIDID},
		{name: "LAREK_VK_ID_CLIENT_SECRET", into: &c.VKIDSecret, secret: true},
		{name: "LAREK_YANDEX_OAUTH_URL", into: &c.YandexOAuthURL, def: social.YandexOAuth, outside: true, check: isURL},
		{name: "LAREK_YANDEX_LOGIN_URL", into: &c.YandexLoginURL, def: social.YandexLogin, outside: true, check: isURL},
		{name: "LAREK_YANDEX_CLIENT_ID", into: &c.YandexID},
		{name: "LAREK_YANDEX_CLIENT_SECRET", into: &c.YandexSecret, secret: true},
	}
}

// socials are the services we have an account with.
func (c *signInConfig) socials(client *http.Client) []social.Provider {
	var list []social.Provider
	add := func(secret string, p social.Provider) {
		if secret != "" {
			list = append(list, p)
		}
	}
	app := func(id, secret string) social.App { return social.App{ID: id, Secret: secret} }
	add(c.GoogleSecret, social.NewGoogle(app(c.GoogleID, c.GoogleSecret), c.GoogleIssuer, client, clock.System))
	add(c.FacebookSecret, social.NewFacebook(app(c.FacebookID, c.FacebookSecret), c.FacebookDialogURL, c.FacebookGraphURL, client))
	add(c.SteamOpenIDURL, social.NewSteam(c.SteamOpenIDURL, client, clock.System))
	add(c.TelegramSecret, social.NewTelegram(app(c.TelegramID, c.TelegramSecret), c.TelegramBotToken, c.TelegramIssuer, client, clock.System))
	add(c.VKSecret, social.NewVK(app(c.VKID, c.VKSecret), c.VKOAuthURL, c.VKAPIURL, client))
	add(c.VKIDSecret, social.NewVKID(app(c.VKIDID, c.VKIDSecret), c.VKIDURL, client))
	add(c.YandexSecret, social.NewYandex(app(c.YandexID, c.YandexSecret), c.YandexOAuthURL, c.YandexLoginURL, client))
	return list
}

// accounts keep people; letters go to their addresses.
func (s *shop) accounts(cfg *config, tokens *account.Tokens, letters account.Letters) (*account.Service, error) {
	ring, err := seal.ParseRing(cfg.CodeKeys)
	if err != nil {
		return nil, err
	}
	return account.NewService(account.Config{
		Pool: s.writing, Secret: s.secret, Tokens: tokens, Ring: ring, Origin: cfg.PublicOrigin, Letters: letters, Clock: clock.System,
		Passwords: account.NewPasswords(account.StandardWork, int64(runtime.GOMAXPROCS(0))), Providers: cfg.socials(outside()),
	}), nil
}

const (
	limitsNormal   = "normal"
	limitsGenerous = "generous"
	// generous lets a load test on one machine through.
	generous = 1000
)

// limits bound how often one address may do a thing.
func (c *config) limits() float64 {
	if c.Limits == limitsNormal || c.Limits == "" && c.Env == production {
		return 1
	}
	return generous
}
