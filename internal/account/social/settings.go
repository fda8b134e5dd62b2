package social

import (
	"net/http"

	"larek/internal/clock"
)

// Settings are our credentials at one provider; config fills them by their tags.
type Settings interface {
	// Enabled reports whether users may be sent to the provider.
	Enabled() bool
	// New returns the provider.
	New(client *http.Client, now clock.Clock) Provider
}

// Descriptor describes a provider that the shop knows.
type Descriptor struct {
	Name        string
	NewSettings func() Settings
}

// All lists the providers. A new one is added here.
var All = []Descriptor{
	{"google", func() Settings { return &googleSettings{} }},
	{"facebook", func() Settings { return &facebookSettings{} }},
	{"steam", func() Settings { return &steamSettings{} }},
	{"telegram", func() Settings { return &telegramSettings{} }},
	{"vk", func() Settings { return &vkSettings{} }},
	{"vk_id", func() Settings { return &vkIDSettings{} }},
	{"yandex", func() Settings { return &yandexSettings{} }},
}

type googleSettings struct {
	Issuer string `env:"LAREK_GOOGLE_ISSUER" default:"https://accounts.google.com" external:"true" check:"url" doc:"Issuer of the ID tokens."`
	ID     string `env:"LAREK_GOOGLE_CLIENT_ID" need:"together" doc:"Our application."`
	Secret string `env:"LAREK_GOOGLE_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on."`
}

func (s *googleSettings) Enabled() bool { return s.Secret != "" }

func (s *googleSettings) New(client *http.Client, now clock.Clock) Provider {
	return NewGoogle(App{s.ID, s.Secret}, s.Issuer, client, now)
}

type facebookSettings struct {
	DialogURL string `env:"LAREK_FACEBOOK_DIALOG_URL" default:"https://www.facebook.com/v22.0" external:"true" check:"url" doc:"Where users agree; the version expires."`
	GraphURL  string `env:"LAREK_FACEBOOK_GRAPH_URL" default:"https://graph.facebook.com/v22.0" external:"true" check:"url" doc:"Address of the API; the version expires."`
	ID        string `env:"LAREK_FACEBOOK_CLIENT_ID" need:"together" doc:"Our application."`
	Secret    string `env:"LAREK_FACEBOOK_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on."`
}

func (s *facebookSettings) Enabled() bool { return s.Secret != "" }

func (s *facebookSettings) New(client *http.Client, _ clock.Clock) Provider {
	return NewFacebook(App{s.ID, s.Secret}, s.DialogURL, s.GraphURL, client)
}

type steamSettings struct {
	OpenIDURL string `env:"LAREK_STEAM_OPENID_URL" external:"true" check:"url" example:"https://steamcommunity.com" doc:"Steam has no registered applications: the address itself switches it on."`
}

func (s *steamSettings) Enabled() bool { return s.OpenIDURL != "" }

func (s *steamSettings) New(client *http.Client, now clock.Clock) Provider {
	return NewSteam(s.OpenIDURL, client, now)
}

type telegramSettings struct {
	Issuer   string `env:"LAREK_TELEGRAM_ISSUER" default:"https://oauth.telegram.org" external:"true" check:"url" doc:"Issuer of the ID tokens."`
	ID       string `env:"LAREK_TELEGRAM_CLIENT_ID" need:"together" sandbox:"7770001112" doc:"Our bot."`
	Secret   string `env:"LAREK_TELEGRAM_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on."`
	BotToken string `env:"LAREK_TELEGRAM_BOT_TOKEN" secret:"true" doc:"Token of the bot, for the older widget, whose answers are bound to no browser; without it only OpenID is accepted."`
}

func (s *telegramSettings) Enabled() bool { return s.Secret != "" }

func (s *telegramSettings) New(client *http.Client, now clock.Clock) Provider {
	return NewTelegram(App{s.ID, s.Secret}, s.BotToken, s.Issuer, client, now)
}

type vkSettings struct {
	OAuthURL string `env:"LAREK_VK_OAUTH_URL" default:"https://oauth.vk.com" external:"true" check:"url" doc:"Where users agree."`
	APIURL   string `env:"LAREK_VK_API_URL" default:"https://api.vk.com" external:"true" check:"url" doc:"Address of the API."`
	ID       string `env:"LAREK_VK_CLIENT_ID" need:"together" doc:"Our application."`
	Secret   string `env:"LAREK_VK_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on. It has no PKCE: prefer VK ID, and leave this one off."`
}

func (s *vkSettings) Enabled() bool { return s.Secret != "" }

func (s *vkSettings) New(client *http.Client, _ clock.Clock) Provider {
	return NewVK(App{s.ID, s.Secret}, s.OAuthURL, s.APIURL, client)
}

type vkIDSettings struct {
	URL    string `env:"LAREK_VK_ID_URL" default:"https://id.vk.ru" external:"true" check:"url" doc:"Address of the provider."`
	ID     string `env:"LAREK_VK_ID_CLIENT_ID" need:"together" doc:"Our application."`
	Secret string `env:"LAREK_VK_ID_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on."`
}

func (s *vkIDSettings) Enabled() bool { return s.Secret != "" }

func (s *vkIDSettings) New(client *http.Client, _ clock.Clock) Provider {
	return NewVKID(App{s.ID, s.Secret}, s.URL, client)
}

type yandexSettings struct {
	OAuthURL string `env:"LAREK_YANDEX_OAUTH_URL" default:"https://oauth.yandex.ru" external:"true" check:"url" doc:"Where users agree."`
	LoginURL string `env:"LAREK_YANDEX_LOGIN_URL" default:"https://login.yandex.ru" external:"true" check:"url" doc:"Address of the API."`
	ID       string `env:"LAREK_YANDEX_CLIENT_ID" need:"together" doc:"Our application."`
	Secret   string `env:"LAREK_YANDEX_CLIENT_SECRET" secret:"true" need:"together" doc:"Its secret; switches the provider on."`
}

func (s *yandexSettings) Enabled() bool { return s.Secret != "" }

func (s *yandexSettings) New(client *http.Client, _ clock.Clock) Provider {
	return NewYandex(App{s.ID, s.Secret}, s.OAuthURL, s.LoginURL, client)
}
