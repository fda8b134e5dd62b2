package store_test

import (
	"net/http"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// ours is what a page of the shop sends along.
func ours(cookie string) http.Header {
	h := httpapitest.WithJSON(http.Header{"Sec-Fetch-Site": {"same-origin"}, "X-Forwarded-Proto": {"https"}})
	if cookie != "" {
		h.Set("Cookie", cookie)
	}
	return h
}

// refreshCookieOf returns the cookie an answer sets, and its attributes.
func refreshCookieOf(t *testing.T, a httpapitest.Response) (cookie, attributes string) {
	t.Helper()
	cookie, attributes, _ = strings.Cut(a.Header.Get("Set-Cookie"), "; ")
	return cookie, attributes
}

func enterInCookie(b *httpapitest.Browser, r httpapitest.Callback) httpapitest.Response {
	h := b.Header(nil)
	h.Set("X-Forwarded-Proto", "https")
	return b.Shop.Do(http.MethodPost, "/api/auth/social/"+r.Provider+"/auth/", h, strings.Replace(r.Body(""), "{", `{"in_cookie": true, `, 1))
}

func TestRefreshTokenOfABrowserIsInACookieNoScriptReads(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	b := s.Browser()
	in := enterInCookie(b, b.SignInAt("steam", "ivan"))
	httpapitest.MatchesContract(t, doc, "signInWithSocial", in)
	cookie, attributes := refreshCookieOf(t, in)
	if !strings.HasPrefix(cookie, "__Host-refresh=") || attributes != "Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict" {
		t.Fatalf("got %s; %s", cookie, attributes)
	}
	first := httpapitest.Decode[httpapitest.Tokens](t, in)
	if first.Refresh != "" || first.Access == "" {
		t.Fatalf("got %s, want an access token alone", in.Body)
	}
	again := s.Do("POST", "/api/auth/jwt/refresh/", ours(cookie), `{}`)
	httpapitest.MatchesContract(t, doc, "refreshToken", again)
	next, _ := refreshCookieOf(t, again)
	if again.Status != 200 || next == cookie || httpapitest.Decode[httpapitest.Tokens](t, again).Refresh != "" {
		t.Fatalf("got %d %s with %q", again.Status, again.Body, next)
	}
	s.Profile(httpapitest.Decode[httpapitest.Tokens](t, again))
	out := s.Do("POST", "/api/auth/sessions/logout/", ours(next), `{}`)
	gone, attributes := refreshCookieOf(t, out)
	if out.Status != 204 || gone != "__Host-refresh=" || !strings.Contains(attributes, "Max-Age=0") {
		t.Errorf("got %d with %s; %s", out.Status, gone, attributes)
	}
	s.Do("GET", "/api/auth/profile/", first.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.Do("POST", "/api/auth/jwt/refresh/", ours(next), `{}`).WantRefusal(t, 400, "session.over")
	if a := s.Do("POST", "/api/auth/sessions/logout/", ours(""), `{}`); a.Status != 204 {
		t.Errorf("signed out already: got %d %s, want 204", a.Status, a.Body)
	}
}

func TestAnotherSiteCannotUseTheCookie(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	cookie, _ := refreshCookieOf(t, enterInCookie(b, b.SignInAt("steam", "ivan")))
	for name, h := range map[string]http.Header{
		"another site":   {"Sec-Fetch-Site": {"cross-site"}},
		"a neighbour":    {"Sec-Fetch-Site": {"same-site"}},
		"another origin": {"Origin": {"https://evil.example"}},
		"no headers":     {},
	} {
		for _, path := range []string{"/api/auth/jwt/refresh/", "/api/auth/sessions/logout/"} {
			h := httpapitest.WithJSON(h)
			h.Set("X-Forwarded-Proto", "https")
			h.Set("Cookie", cookie)
			t.Log(name, path)
			s.Do("POST", path, h, `{}`).WantRefusal(t, 403, "cross_site")
		}
	}
	h := httpapitest.WithJSON(http.Header{"Origin": {httpapitest.Origin}, "X-Forwarded-Proto": {"https"}, "Cookie": {cookie}}) // an older browser
	if a := s.Do("POST", "/api/auth/jwt/refresh/", h, `{}`); a.Status != 200 {
		t.Errorf("our own origin: got %d %s, want 200", a.Status, a.Body)
	}
}

func TestSigningInAgainEndsTheSessionOfTheBrowserBefore(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	in := enterInCookie(b, b.SignInAt("steam", "ivan"))
	cookie, _ := refreshCookieOf(t, in)
	came := b.SignInAt("steam", "ivan")
	b.Cookie += "; " + cookie
	again := enterInCookie(b, came)
	if again.Status != 200 {
		t.Fatalf("got %d %s, want 200", again.Status, again.Body)
	}
	s.Do("GET", "/api/auth/profile/", httpapitest.Decode[httpapitest.Tokens](t, in).Header(), "").WantRefusal(t, 401, "unauthorized")
	if got := s.Devices(httpapitest.Decode[httpapitest.Tokens](t, again)); len(got) != 1 {
		t.Errorf("got %d devices, want 1", len(got))
	}
}
