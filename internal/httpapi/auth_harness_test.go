package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/account/social"
	"larek/internal/clock"
	"larek/internal/ident"
	"larek/internal/sandbox"
)

// shopOrigin is the shop's public address in these tests.
const shopOrigin = "https://shop.test"

// mailbox keeps the links of letters about addresses.
type mailbox struct {
	mu    sync.Mutex
	links map[string]string // of the newest letter, by kind and address
}

func (m *mailbox) keep(kind, to, link string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.links == nil {
		m.links = map[string]string{}
	}
	m.links[kind+" "+to] = link
	return nil
}

func (m *mailbox) Confirm(_ context.Context, to, link string) error {
	return m.keep("confirm", to, link)
}

func (m *mailbox) EmailChanging(_ context.Context, to, wanted, stop string) error {
	return m.keep("changing to "+wanted, to, stop)
}

func (m *mailbox) EmailChanged(_ context.Context, to, now, stop string) error {
	return m.keep("changed to "+now, to, stop)
}

// link is of the newest letter of a kind to an address; empty without one.
func (m *mailbox) link(kind, to string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.links[kind+" "+to]
}

// token is the secret of the letter that proves an address.
func (m *mailbox) token(t *testing.T, to string) string {
	t.Helper()
	_, token, found := strings.Cut(m.link("confirm", to), shopOrigin+"/ru/profile/settings?confirm=")
	if !found {
		t.Fatalf("no letter to %s: %v", to, m.links)
	}
	return token
}

// socials are all services at one address.
func socials(idp string, now clock.Clock) []social.Provider {
	client := &http.Client{Timeout: 5 * time.Second}
	app := social.App{ID: sandbox.SignInClientID, Secret: sandbox.SignInSecret}
	at := func(name string) string { return idp + sandbox.SignInPath + name }
	return []social.Provider{
		social.NewGoogle(app, at("google"), client, now),
		social.NewFacebook(app, at("facebook"), at("facebook/graph"), client),
		social.NewSteam(at("steam"), client, now),
		social.NewTelegram(social.App{ID: sandbox.TelegramClientID, Secret: sandbox.SignInSecret}, sandbox.TelegramBotToken, at("telegram"), client, now),
		social.NewVK(app, at("vk"), at("vk"), client),
		social.NewVKID(app, at("vk_id"), client),
		social.NewYandex(app, at("yandex"), at("yandex"), client),
	}
}

// signInShop is a shop with the sandbox's services behind it.
type signInShop struct {
	*shop
	box string
}

func newSignInShop(t *testing.T) *signInShop {
	t.Helper()
	var box *sandbox.Server
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { box.ServeHTTP(w, r) }))
	t.Cleanup(srv.Close)
	s := &signInShop{shop: openShop(t, srv.URL), box: srv.URL}
	var err error
	box, err = sandbox.New(sandbox.Config{Origin: srv.URL, StateDir: t.TempDir(), Accounts: sandbox.DevelopmentAccounts(""), Clock: s.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return s
}

// fault makes the next sign-in with a service go wrong.
func (s *signInShop) fault(provider string, fault sandbox.SignInFault) {
	s.t.Helper()
	s.control(fmt.Sprintf(`{"provider": %q, "fault": %q}`, provider, fault))
}

func (s *signInShop) control(command string) {
	s.t.Helper()
	res, err := http.Post(s.box+"/control/signin", "application/json", strings.NewReader(command))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusNoContent {
		b, _ := io.ReadAll(res.Body)
		s.t.Fatalf("%d %s", res.StatusCode, b)
	}
}

// browser is somebody with a cookie jar, somewhere.
type browser struct {
	s       *signInShop
	cookie  string
	country string
}

func (s *signInShop) browser() *browser { return &browser{s: s, country: "KZ"} }

func (b *browser) header(more http.Header) http.Header {
	h := withType(more)
	h.Set("X-Client-Country", b.country)
	if b.cookie != "" {
		h.Set("Cookie", b.cookie)
	}
	return h
}

// returned is what the shop's page sends on from the address somebody came
// back to.
type returned struct {
	provider, code, state, device string
}

func (r returned) body(email string) string {
	extra := ""
	if email != "" {
		extra = fmt.Sprintf(`, "email": %q`, email)
	}
	if r.device != "" {
		extra += fmt.Sprintf(`, "device_id": %q`, r.device)
	}
	return fmt.Sprintf(`{"code": %q, "state": %q, "redirect_uri": %q%s}`, r.code, r.state, backTo(r.provider), extra)
}

func backTo(provider string) string { return shopOrigin + "/auth/" + provider + "/redirect/" }

// leave asks for the address of a service, and keeps the cookie.
func (b *browser) leave(provider string) string {
	b.s.t.Helper()
	a := b.s.do(http.MethodGet, "/api/auth/social/"+provider+"/url/?redirect_uri="+url.QueryEscape(backTo(provider)), b.header(nil), "")
	if a.status != http.StatusOK {
		b.s.t.Fatalf("%s: %d %s", provider, a.status, a.body)
	}
	b.cookie, _, _ = strings.Cut(a.header.Get("Set-Cookie"), ";")
	return decode[struct{ URL string }](b.s.t, a).URL
}

// visit goes to a service and comes back as a person.
func (b *browser) visit(provider, person string) returned {
	b.s.t.Helper()
	return b.come(provider, b.press(b.leave(provider), person))
}

// press chooses a person on the service's page and gives the way back.
func (b *browser) press(page, person string) *url.URL {
	b.s.t.Helper()
	res, err := b.s.client.PostForm(page, url.Values{"person": {person}})
	if err != nil {
		b.s.t.Fatal(err)
	}
	_ = res.Body.Close()
	back, err := res.Location()
	if err != nil {
		b.s.t.Fatalf("%s: status %d", page, res.StatusCode)
	}
	return back
}

func (b *browser) come(provider string, back *url.URL) returned {
	q := back.Query()
	r := returned{provider: provider, code: q.Get("code"), state: q.Get("state"), device: q.Get("device_id")}
	if r.code == "" { // Steam and the widget sign the whole of it
		r.code = back.RawQuery
	}
	return r
}

// enter finishes a sign-in.
func (b *browser) enter(r returned, email string) answer {
	b.s.t.Helper()
	return b.s.do(http.MethodPost, "/api/auth/social/"+r.provider+"/auth/", b.header(nil), r.body(email))
}

// pair is what a signed-in device holds.
type pair struct {
	Access     string `json:"access"`
	Refresh    string `json:"refresh"`
	IsSignedUp bool   `json:"is_signed_up"`
}

func (p pair) header() http.Header {
	return withType(http.Header{"Authorization": {"Bearer " + p.Access}})
}

// signIn is the whole way, which must succeed.
func (b *browser) signIn(provider, person string) pair {
	b.s.t.Helper()
	a := b.enter(b.visit(provider, person), "")
	if a.status != http.StatusOK {
		b.s.t.Fatalf("%s as %s: %d %s", provider, person, a.status, a.body)
	}
	return decode[pair](b.s.t, a)
}

// bind links a service to the account of a device.
func (b *browser) bind(p pair, r returned) answer {
	b.s.t.Helper()
	return b.s.do(http.MethodPost, "/api/auth/social/"+r.provider+"/bind/", b.header(p.header()), r.body(""))
}

type profile struct {
	ID           int64    `json:"id"`
	Email        *string  `json:"email"`
	PendingEmail *string  `json:"pending_email"`
	Nickname     string   `json:"nickname"`
	Balance      string   `json:"balance"`
	Socials      []string `json:"socials"`
}

func (s *shop) profile(p pair) profile {
	s.t.Helper()
	a := s.do(http.MethodGet, "/api/auth/profile/", p.header(), "")
	if a.status != http.StatusOK {
		s.t.Fatalf("profile: %d %s", a.status, a.body)
	}
	return decode[profile](s.t, a)
}

func (s *shop) refreshToken(token string) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/api/auth/jwt/refresh/", withType(http.Header{"User-Agent": {chromeOnWindows}}), fmt.Sprintf(`{"refresh": %q}`, token))
}

// browserOf is the name inside a browser's cookie.
func browserOf(t *testing.T, b *browser) ident.Hash {
	t.Helper()
	name, _, _ := strings.Cut(strings.TrimPrefix(b.cookie, "signin="), ".")
	h, err := ident.ParseHash(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
