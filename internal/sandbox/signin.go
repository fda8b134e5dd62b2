package sandbox

import (
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// The shop's apps at the services people sign in with.
const (
	SignInClientID = "larek"
	SignInSecret   = "sandbox-signin-secret" //nolint:gosec // see credentials.go
	// Telegram names apps by the number of their bot.
	TelegramClientID = "7770001112"
	TelegramBotToken = TelegramClientID + ":sandbox-telegram-bot" //nolint:gosec // see credentials.go
	// SignInPath is followed by the name of the service.
	SignInPath = "/idp/"
)

// SignInFault is one way in which a service misbehaves at the next sign-in.
type SignInFault string

// The faults.
const (
	WrongNonce      SignInFault = "wrong_nonce"
	WrongState      SignInFault = "wrong_state"
	NoEmail         SignInFault = "no_email"
	UnverifiedEmail SignInFault = "unverified_email"
	BadSignature    SignInFault = "bad_signature"
	// Replayable: what should work once works again.
	Replayable SignInFault = "replay"
)

var signInFaults = []SignInFault{WrongNonce, WrongState, NoEmail, UnverifiedEmail, BadSignature, Replayable}

var signInTitles = map[string]string{
	"facebook": "Facebook", "google": "Google", "steam": "Steam", "telegram": "Telegram", "vk": "ВКонтакте", "vk_id": "VK ID", "yandex": "Яндекс ID",
}

// dummy is somebody to be. The number is the same at every service, as far as
// its kind of number allows.
type dummy struct {
	Login, First, Last string
	Number             int64
	Mailless           bool
}

func (d dummy) Name() string { return strings.TrimSpace(d.First + " " + d.Last) }

// email is the box somebody has at a service, or tells it.
func (d dummy) email(provider string) string {
	switch {
	case d.Mailless:
		return ""
	case provider == "yandex":
		return d.Login + "@yandex.ru"
	}
	return d.Login + "@example.test"
}

var dummies = []dummy{
	{Login: "ivan", First: "Иван", Last: "Ковалёв", Number: 1001},
	{Login: "maria", First: "Мария", Last: "Лебедева", Number: 1002},
	{Login: "timur", First: "Тимур", Last: "Сафин", Number: 1003},
	{Login: "anya", First: "Аня", Number: 1004, Mailless: true},
}

func dummyBy(login string) (dummy, bool) {
	i := slices.IndexFunc(dummies, func(d dummy) bool { return d.Login == login })
	if i < 0 {
		return dummy{}, false
	}
	return dummies[i], true
}

// grant is a code, or a token, and all it stands for.
type grant struct {
	provider  string
	who       dummy
	fault     SignInFault
	redirect  string
	challenge string
	nonce     string
	state     string
	device    string
	uses      int
}

// signIns is what the services people sign in with remember, until they are
// restarted.
type signIns struct {
	mu     sync.Mutex
	grants map[string]*grant // by code, token or Steam's nonce
	faults map[string]SignInFault
	auto   map[string]string // who answers without being asked
	key    *rsa.PrivateKey
	forged *rsa.PrivateKey // what a bad signature is made with
}

func (s *signIns) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.grants, s.faults, s.auto = nil, nil, nil
}

func (s *signIns) keep(key string, g *grant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grants == nil {
		s.grants = map[string]*grant{}
	}
	s.grants[key] = g
}

// use finds a grant and counts its uses; once is for those that work once.
func (s *signIns) use(provider, key string, once bool) (*grant, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.grants[key]
	if g == nil || g.provider != provider {
		return nil, false
	}
	g.uses++
	return g, !once || g.uses == 1 || g.fault == Replayable
}

// takeFault is the fault this sign-in meets.
func (s *signIns) takeFault(provider string) SignInFault {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults[provider]
	delete(s.faults, provider)
	return f
}

func (s *Server) signInRoutes(r chi.Router) {
	r.Route(SignInPath+"{provider}", func(r chi.Router) {
		r.Get("/.well-known/openid-configuration", s.openIDConfiguration)
		r.Get("/jwks", s.openIDKeys)
		for _, path := range []string{"/auth", "/authorize", "/dialog/oauth"} {
			r.Get(path, s.consentPage)
			r.Post(path, s.consentPressed)
		}
		r.Get("/widget", s.consentPage)
		r.Post("/widget", s.consentPressed)
		for _, path := range []string{"/token", "/graph/oauth/access_token", "/access_token", "/oauth2/auth"} {
			r.Post(path, s.signInToken)
		}
		r.Get("/graph/me", s.facebookMe)
		r.Get("/info", s.yandexInfo)
		r.Post("/method/users.get", s.vkUsers)
		r.Post("/oauth2/user_info", s.vkIDInfo)
		r.Get("/openid/login", s.consentPage)
		r.Post("/openid/login", s.steamLogin)
	})
}

type signInCommand struct {
	Provider string      `json:"provider"`
	Fault    SignInFault `json:"fault"`
	Auto     *string     `json:"auto"` // a login; empty asks again
}

// controlSignIn plays a fault at the next sign-in, or answers for a person.
func (s *Server) controlSignIn(w http.ResponseWriter, r *http.Request) {
	var c signInCommand
	if !readCommand(w, r, &c) {
		return
	}
	if signInTitles[c.Provider] == "" || c.Fault != "" && !slices.Contains(signInFaults, c.Fault) {
		controlError(w, http.StatusBadRequest, fmt.Errorf("want a provider, and a fault of %v", signInFaults))
		return
	}
	s.signIns.mu.Lock()
	defer s.signIns.mu.Unlock()
	if s.signIns.faults == nil {
		s.signIns.faults = map[string]SignInFault{}
	}
	if s.signIns.auto == nil {
		s.signIns.auto = map[string]string{}
	}
	if c.Fault != "" {
		s.signIns.faults[c.Provider] = c.Fault
	}
	if c.Auto != nil {
		s.signIns.auto[c.Provider] = *c.Auto
	}
	w.WriteHeader(http.StatusNoContent)
}

// asked is what a visitor was sent with.
type asked struct {
	provider, redirect, state, nonce, challenge string
}

// readAsked checks what the service itself would: the app, the address to
// return to, and the challenge where it is a must.
func (s *Server) readAsked(r *http.Request) (asked, error) {
	q, a := r.URL.Query(), asked{provider: chi.URLParam(r, "provider")}
	switch {
	case signInTitles[a.provider] == "":
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
	return SignInClientID
}

// consentPage lets somebody choose whom to be.
func (s *Server) consentPage(w http.ResponseWriter, r *http.Request) {
	a, err := s.readAsked(r)
	if err != nil {
		http.Error(w, "Песочница: "+err.Error()+".", http.StatusBadRequest)
		return
	}
	s.signIns.mu.Lock()
	login := s.signIns.auto[a.provider]
	s.signIns.mu.Unlock()
	if who, ok := dummyBy(login); ok {
		http.Redirect(w, r, s.answer(r, a, who), http.StatusSeeOther)
		return
	}
	s.render(w, "signin.html", struct {
		Title, Service, Action string
		People                 []dummy
	}{"Вход: " + signInTitles[a.provider], signInTitles[a.provider], r.URL.RequestURI(), dummies}, nil)
}

func (s *Server) consentPressed(w http.ResponseWriter, r *http.Request) {
	a, err := s.readAsked(r)
	if err != nil {
		http.Error(w, "Песочница: "+err.Error()+".", http.StatusBadRequest)
		return
	}
	who, ok := dummyBy(r.PostFormValue("person"))
	if !ok {
		http.Redirect(w, r, withQuery(a.redirect, url.Values{"error": {"access_denied"}, "state": {a.state}}), http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, s.answer(r, a, who), http.StatusSeeOther)
}

// answer is the address the visitor goes back with.
func (s *Server) answer(r *http.Request, a asked, who dummy) string {
	g := &grant{
		provider: a.provider, who: who, fault: s.signIns.takeFault(a.provider), redirect: a.redirect,
		challenge: a.challenge, nonce: a.nonce, state: a.state,
	}
	switch {
	case a.provider == "steam":
		return withQuery(a.redirect, s.steamAnswer(g))
	case strings.HasSuffix(r.URL.Path, "/widget"):
		return withQuery(a.redirect, widgetAnswer(g, s.now()))
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
	s.signIns.keep(code, g)
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
