// Package signin plays the services that buyers sign in with: OpenID Connect,
// OAuth 2.0, Steam's OpenID 2.0 and Telegram's widget.
package signin

import (
	"crypto/rand"
	"embed"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// The account of the shop at every service. It exists in the sandbox only, so it
// is no secret.
const (
	ClientID     = "larek"
	ClientSecret = "sandbox-signin-secret" //nolint:gosec // see above
	// TelegramClientID is the number of the bot.
	TelegramClientID = "7770001112"
	TelegramBotToken = TelegramClientID + ":sandbox-telegram-bot" //nolint:gosec // see above
	// Path is followed by the name of the service.
	Path = "/idp/"
)

// Fault is how a service misbehaves at the next sign-in.
type Fault string

// The faults.
const (
	WrongNonce      Fault = "wrong_nonce"
	WrongState      Fault = "wrong_state"
	NoEmail         Fault = "no_email"
	UnverifiedEmail Fault = "unverified_email"
	BadSignature    Fault = "bad_signature"
	// Replayable accepts a code or an assertion more than once.
	Replayable Fault = "replay"
)

var faultKinds = []Fault{WrongNonce, WrongState, NoEmail, UnverifiedEmail, BadSignature, Replayable}

var titles = map[string]string{
	"facebook": "Facebook", "google": "Google", "steam": "Steam", "telegram": "Telegram", "vk": "ВКонтакте", "vk_id": "VK ID", "yandex": "Яндекс ID",
}

//go:embed pages/*.html
var pageFiles embed.FS

var pages = core.NewPages(pageFiles)

// Service is the played sign-in services.
type Service struct {
	core   *core.Server
	memory memory
}

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return "signin" }

// Reset implements core.Resetter.
func (s *Service) Reset() { s.memory.clear() }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	env := map[string]string{
		"LAREK_GOOGLE_ISSUER":       origin + Path + "google",
		"LAREK_FACEBOOK_DIALOG_URL": origin + Path + "facebook",
		"LAREK_FACEBOOK_GRAPH_URL":  origin + Path + "facebook/graph",
		"LAREK_STEAM_OPENID_URL":    origin + Path + "steam",
		"LAREK_TELEGRAM_ISSUER":     origin + Path + "telegram",
		"LAREK_VK_OAUTH_URL":        origin + Path + "vk",
		"LAREK_VK_API_URL":          origin + Path + "vk",
		"LAREK_VK_ID_URL":           origin + Path + "vk_id",
		"LAREK_YANDEX_OAUTH_URL":    origin + Path + "yandex",
		"LAREK_YANDEX_LOGIN_URL":    origin + Path + "yandex",
		"LAREK_TELEGRAM_BOT_TOKEN":  TelegramBotToken,
	}
	for _, provider := range []string{"google", "facebook", "vk", "vk_id", "yandex", "telegram"} {
		prefix := "LAREK_" + strings.ToUpper(provider)
		env[prefix+"_CLIENT_ID"], env[prefix+"_CLIENT_SECRET"] = clientID(provider), ClientSecret
	}
	return env
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Route(Path+"{provider}", func(r chi.Router) {
		r.Get("/.well-known/openid-configuration", s.openIDConfiguration)
		r.Get("/jwks", s.openIDKeys)
		for _, path := range []string{"/auth", "/authorize", "/dialog/oauth", "/widget"} {
			r.Get(path, s.consentPage)
			r.Post(path, s.consentPressed)
		}
		for _, path := range []string{"/token", "/graph/oauth/access_token", "/access_token", "/oauth2/auth"} {
			r.Post(path, s.token)
		}
		r.Get("/graph/me", s.facebookMe)
		r.Get("/info", s.yandexInfo)
		r.Post("/method/users.get", s.vkUsers)
		r.Post("/oauth2/user_info", s.vkIDInfo)
		r.Get("/openid/login", s.consentPage)
		r.Post("/openid/login", s.steamLogin)
	})
}

// Control implements core.Controller.
func (s *Service) Control(r chi.Router) { r.Post("/signin", s.control) }

type command struct {
	Provider string  `json:"provider"`
	Fault    Fault   `json:"fault"`
	Auto     *string `json:"auto"` // a login; empty shows the page again
}

// control sets the fault of the next sign-in, or who signs in without a page.
func (s *Service) control(w http.ResponseWriter, r *http.Request) {
	var c command
	if !core.ReadCommand(w, r, &c) {
		return
	}
	if titles[c.Provider] == "" || c.Fault != "" && !slices.Contains(faultKinds, c.Fault) {
		core.ControlError(w, http.StatusBadRequest, fmt.Errorf("want a provider, and a fault of %v", faultKinds))
		return
	}
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	if s.memory.faults == nil {
		s.memory.faults = map[string]Fault{}
	}
	if s.memory.auto == nil {
		s.memory.auto = map[string]string{}
	}
	if c.Fault != "" {
		s.memory.faults[c.Provider] = c.Fault
	}
	if c.Auto != nil {
		s.memory.auto[c.Provider] = *c.Auto
	}
	w.WriteHeader(http.StatusNoContent)
}

// authRequest is the request of a shop that sends a buyer to a service.
type authRequest struct {
	provider, redirect, state, nonce, challenge string
}

// readRequest validates what the service itself would: the app, the return
// address, and the challenge where it is required.
func (s *Service) readRequest(r *http.Request) (authRequest, error) {
	q, a := r.URL.Query(), authRequest{provider: chi.URLParam(r, "provider")}
	switch {
	case titles[a.provider] == "":
		return a, fmt.Errorf("такого сервиса нет")
	case a.provider == "steam":
		a.redirect = q.Get("openid.return_to")
		if q.Get("openid.mode") != "checkid_setup" || q.Get("openid.ns") == "" || !strings.HasPrefix(a.redirect, q.Get("openid.realm")) {
			return a, fmt.Errorf("это не вопрос OpenID 2.0")
		}
	case strings.HasSuffix(r.URL.Path, "/widget"):
		a.redirect = q.Get("return_to")
	default:
		a.redirect, a.state, a.nonce, a.challenge = q.Get("redirect_uri"), q.Get("state"), q.Get("nonce"), q.Get("code_challenge")
		if q.Get("client_id") != clientID(a.provider) || q.Get("response_type") != "code" || a.state == "" {
			return a, fmt.Errorf("приложение или вопрос неизвестны")
		}
		if a.provider == "vk_id" && (a.challenge == "" || q.Get("code_challenge_method") != "S256") {
			return a, fmt.Errorf("нет code_challenge")
		}
	}
	to, err := url.Parse(a.redirect)
	if err != nil || !strings.HasSuffix(to.Path, "/auth/"+a.provider+"/redirect/") {
		return a, fmt.Errorf("адрес возврата не зарегистрирован")
	}
	return a, nil
}

func clientID(provider string) string {
	if provider == "telegram" {
		return TelegramClientID
	}
	return ClientID
}

// consentPage lets the buyer choose a person to sign in as.
func (s *Service) consentPage(w http.ResponseWriter, r *http.Request) {
	a, err := s.readRequest(r)
	if err != nil {
		http.Error(w, "Песочница: "+err.Error()+".", http.StatusBadRequest)
		return
	}
	s.memory.mu.Lock()
	login := s.memory.auto[a.provider]
	s.memory.mu.Unlock()
	if who, ok := personBy(login); ok {
		http.Redirect(w, r, s.returnURL(r, a, who), http.StatusSeeOther)
		return
	}
	s.core.Render(w, pages, "signin.html", struct {
		Title, Service, Action string
		People                 []TestPerson
	}{"Вход: " + titles[a.provider], titles[a.provider], r.URL.RequestURI(), testPeople})
}

func (s *Service) consentPressed(w http.ResponseWriter, r *http.Request) {
	a, err := s.readRequest(r)
	if err != nil {
		http.Error(w, "Песочница: "+err.Error()+".", http.StatusBadRequest)
		return
	}
	who, ok := personBy(r.PostFormValue("person"))
	if !ok {
		http.Redirect(w, r, withQuery(a.redirect, url.Values{"error": {"access_denied"}, "state": {a.state}}), http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, s.returnURL(r, a, who), http.StatusSeeOther)
}

// returnURL returns the address that the buyer is redirected to.
func (s *Service) returnURL(r *http.Request, a authRequest, who TestPerson) string {
	g := &grant{
		provider: a.provider, who: who, fault: s.memory.takeFault(a.provider), redirect: a.redirect,
		challenge: a.challenge, nonce: a.nonce, state: a.state,
	}
	switch {
	case a.provider == "steam":
		return withQuery(a.redirect, s.steamAnswer(g))
	case strings.HasSuffix(r.URL.Path, "/widget"):
		return withQuery(a.redirect, widgetAnswer(g, s.core.Now()))
	}
	code := rand.Text()
	q := url.Values{"code": {code}, "state": {a.state}}
	if a.provider == "vk_id" {
		g.device = rand.Text()
		q.Set("device_id", g.device)
	}
	if g.fault == WrongState {
		q.Set("state", rand.Text())
	}
	s.memory.store(code, g)
	return withQuery(a.redirect, q)
}

func withQuery(address string, more url.Values) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	q := u.Query()
	for k, v := range more {
		q[k] = v
	}
	u.RawQuery = q.Encode()
	return u.String()
}

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
