package httpapitest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/account/social"
	"larek/internal/clock"
	"larek/internal/email"
	"larek/internal/publicid"
	"larek/internal/sandbox"
	"larek/internal/sandbox/signin"
)

// Origin is the shop's public address in these tests.
const Origin = "https://shop.test"

// SentEmails records the links of emails about addresses, and what was sent at once.
type SentEmails struct {
	mu    sync.Mutex
	Links map[string]string // of the newest email, by kind and address
	sent  []email.Message
	// Refuses makes the mail server refuse everything.
	Refuses bool
}

// Send implements email.Sender.
func (m *SentEmails) Send(_ context.Context, letter email.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Refuses {
		return email.ErrRefused
	}
	m.sent = append(m.sent, letter)
	return nil
}

// Sent returns what the mail server has taken.
func (m *SentEmails) Sent() []email.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.sent)
}

func (m *SentEmails) keep(kind, to, link string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Links == nil {
		m.Links = map[string]string{}
	}
	m.Links[kind+" "+to] = link
	return nil
}

// Confirm records the link that proves an address.
func (m *SentEmails) Confirm(_ context.Context, to, link string) error {
	return m.keep("confirm", to, link)
}

// EmailChanging records the link that stops a change.
func (m *SentEmails) EmailChanging(_ context.Context, to, wanted, stop string) error {
	return m.keep("changing to "+wanted, to, stop)
}

// EmailChanged records the link that reverses a change.
func (m *SentEmails) EmailChanged(_ context.Context, to, now, stop string) error {
	return m.keep("changed to "+now, to, stop)
}

// Link returns the link of the newest email of a kind to an address; empty without
// one.
func (m *SentEmails) Link(kind, to string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Links[kind+" "+to]
}

// Token returns the secret of the email that proves an address.
func (m *SentEmails) Token(t *testing.T, to string) string {
	t.Helper()
	_, token, found := strings.Cut(m.Link("confirm", to), Origin+"/ru/profile/settings?confirm=")
	if !found {
		t.Fatalf("no letter to %s: %v", to, m.Links)
	}
	return token
}

// socials returns all services at one address.
func socials(idp string, now clock.Clock) []social.Provider {
	client := &http.Client{Timeout: 5 * time.Second, Transport: new(http.Transport)}
	app := social.App{ID: signin.ClientID, Secret: signin.ClientSecret}
	at := func(name string) string { return idp + signin.Path + name }
	return []social.Provider{
		social.NewGoogle(app, at("google"), client, now),
		social.NewFacebook(app, at("facebook"), at("facebook/graph"), client),
		social.NewSteam(at("steam"), client, now),
		social.NewTelegram(social.App{ID: signin.TelegramClientID, Secret: signin.ClientSecret}, signin.TelegramBotToken, at("telegram"), client, now),
		social.NewVK(app, at("vk"), at("vk"), client),
		social.NewVKID(app, at("vk_id"), client),
		social.NewYandex(app, at("yandex"), at("yandex"), client),
	}
}

// SignInShop is a shop with the sign-in services of the sandbox.
type SignInShop struct {
	*Shop
	Box string
}

// NewSignInShop opens a shop and a sandbox.
func NewSignInShop(t *testing.T) *SignInShop {
	t.Helper()
	var box *sandbox.Server
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { box.ServeHTTP(w, r) }))
	t.Cleanup(srv.Close)
	s := &SignInShop{Shop: openShop(t, srv.URL), Box: srv.URL}
	var err error
	box, err = sandbox.New(sandbox.Config{Origin: srv.URL, StateDir: t.TempDir(), Clock: s.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return s
}

// Fault makes the next sign-in with a service go wrong.
func (s *SignInShop) Fault(provider string, fault signin.Fault) {
	s.T.Helper()
	s.control(fmt.Sprintf(`{"provider": %q, "fault": %q}`, provider, fault))
}

func (s *SignInShop) control(command string) {
	s.T.Helper()
	res, err := (&http.Client{Transport: new(http.Transport)}).Post(s.Box+"/control/signin", "application/json", strings.NewReader(command))
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusNoContent {
		b, _ := io.ReadAll(res.Body)
		s.T.Fatalf("%d %s", res.StatusCode, b)
	}
}

// Browser is a client with its own cookie jar and address.
type Browser struct {
	Shop    *SignInShop
	Cookie  string
	Country string
}

// Browser returns a new browser.
func (s *SignInShop) Browser() *Browser { return &Browser{Shop: s, Country: "KZ"} }

// Header returns the headers the browser sends, with more.
func (b *Browser) Header(more http.Header) http.Header {
	h := WithJSON(more)
	h.Set("X-Client-Country", b.Country)
	if b.Cookie != "" {
		h.Set("Cookie", b.Cookie)
	}
	return h
}

// Callback is what the shop's page sends on from the address the browser was
// redirected to.
type Callback struct {
	Provider, Code, State, Device string
}

// Body returns the body of the request that finishes a sign-in.
func (r Callback) Body(email string) string {
	extra := ""
	if email != "" {
		extra = fmt.Sprintf(`, "email": %q`, email)
	}
	if r.Device != "" {
		extra += fmt.Sprintf(`, "device_id": %q`, r.Device)
	}
	return fmt.Sprintf(`{"code": %q, "state": %q, "redirect_uri": %q%s}`, r.Code, r.State, RedirectURI(r.Provider), extra)
}

// RedirectURI returns the address a provider redirects to.
func RedirectURI(provider string) string { return Origin + "/auth/" + provider + "/redirect/" }

// BeginSignIn requests the sign-in address of a provider.
func (b *Browser) BeginSignIn(provider string, more http.Header) Response {
	b.Shop.T.Helper()
	return b.Shop.Do(http.MethodGet, "/api/auth/social/"+provider+"/url/?redirect_uri="+url.QueryEscape(RedirectURI(provider)), b.Header(more), "")
}

// RequestSignIn requests the sign-in address of a provider and stores the cookie.
func (b *Browser) RequestSignIn(provider string) string {
	b.Shop.T.Helper()
	a := b.BeginSignIn(provider, nil)
	if a.Status != http.StatusOK {
		b.Shop.T.Fatalf("%s: got %d %s, want 200", provider, a.Status, a.Body)
	}
	b.Cookie, _, _ = strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return Decode[struct{ URL string }](b.Shop.T, a).URL
}

// SignInAt signs in at a provider as a test person and returns the callback.
func (b *Browser) SignInAt(provider, person string) Callback {
	b.Shop.T.Helper()
	return b.ParseCallback(provider, b.ChoosePerson(b.RequestSignIn(provider), person))
}

// ChoosePerson chooses a test person on the provider's page and returns the address the
// browser is redirected to.
func (b *Browser) ChoosePerson(page, person string) *url.URL {
	b.Shop.T.Helper()
	res, err := b.Shop.client.PostForm(page, url.Values{"person": {person}})
	if err != nil {
		b.Shop.T.Fatal(err)
	}
	_ = res.Body.Close()
	back, err := res.Location()
	if err != nil {
		b.Shop.T.Fatalf("%s: status %d", page, res.StatusCode)
	}
	return back
}

// ParseCallback reads the address a provider redirected to.
func (b *Browser) ParseCallback(provider string, back *url.URL) Callback {
	q := back.Query()
	r := Callback{Provider: provider, Code: q.Get("code"), State: q.Get("state"), Device: q.Get("device_id")}
	if r.Code == "" { // Steam and the widget sign the whole of it
		r.Code = back.RawQuery
	}
	return r
}

// FinishSignIn finishes a sign-in.
func (b *Browser) FinishSignIn(r Callback, email string) Response {
	b.Shop.T.Helper()
	return b.Shop.Do(http.MethodPost, "/api/auth/social/"+r.Provider+"/auth/", b.Header(nil), r.Body(email))
}

// SignIn signs in with a provider, which must succeed.
func (b *Browser) SignIn(provider, person string) Tokens {
	b.Shop.T.Helper()
	a := b.FinishSignIn(b.SignInAt(provider, person), "")
	if a.Status != http.StatusOK {
		b.Shop.T.Fatalf("%s as %s: got %d %s, want 200", provider, person, a.Status, a.Body)
	}
	return Decode[Tokens](b.Shop.T, a)
}

// Bind links a service to the account of a device.
func (b *Browser) Bind(p Tokens, r Callback) Response {
	b.Shop.T.Helper()
	return b.Shop.Do(http.MethodPost, "/api/auth/social/"+r.Provider+"/bind/", b.Header(p.Header()), r.Body(""))
}

// BrowserID returns the ID inside a browser's cookie.
func BrowserID(t *testing.T, b *Browser) publicid.ID {
	t.Helper()
	name, _, _ := strings.Cut(strings.TrimPrefix(b.Cookie, "signin="), ".")
	h, err := publicid.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
