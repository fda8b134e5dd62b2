package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

// ours is what a page of the shop sends along.
func ours(cookie string) http.Header {
	h := withType(http.Header{"Sec-Fetch-Site": {"same-origin"}, "X-Forwarded-Proto": {"https"}})
	if cookie != "" {
		h.Set("Cookie", cookie)
	}
	return h
}

// kept is the cookie an answer sets, and its attributes.
func kept(t *testing.T, a answer) (cookie, attributes string) {
	t.Helper()
	cookie, attributes, _ = strings.Cut(a.header.Get("Set-Cookie"), "; ")
	return cookie, attributes
}

func (b *browser) enterInCookie(r returned) answer {
	h := b.header(nil)
	h.Set("X-Forwarded-Proto", "https")
	return b.s.do(http.MethodPost, "/api/auth/social/"+r.provider+"/auth/", h, strings.Replace(r.body(""), "{", `{"in_cookie": true, `, 1))
}

func TestRefreshTokenOfABrowserIsInACookieNoScriptReads(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	b := s.browser()
	in := b.enterInCookie(b.visit("steam", "ivan"))
	keepsTo(t, doc, "signInWithSocial", in)
	cookie, attributes := kept(t, in)
	if !strings.HasPrefix(cookie, "__Host-refresh=") || attributes != "Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict" {
		t.Fatalf("got %s; %s", cookie, attributes)
	}
	first := decode[pair](t, in)
	if first.Refresh != "" || first.Access == "" {
		t.Fatalf("got %s, want an access token alone", in.body)
	}
	again := s.do("POST", "/api/auth/jwt/refresh/", ours(cookie), `{}`)
	keepsTo(t, doc, "refreshToken", again)
	next, _ := kept(t, again)
	if again.status != 200 || next == cookie || decode[pair](t, again).Refresh != "" {
		t.Fatalf("got %d %s with %q", again.status, again.body, next)
	}
	s.profile(decode[pair](t, again))
	out := s.do("POST", "/api/auth/sessions/logout/", ours(next), `{}`)
	gone, attributes := kept(t, out)
	if out.status != 204 || gone != "__Host-refresh=" || !strings.Contains(attributes, "Max-Age=0") {
		t.Errorf("got %d with %s; %s", out.status, gone, attributes)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", first.header(), ""), 401, "unauthorized")
	wantRefusal(t, s.do("POST", "/api/auth/jwt/refresh/", ours(next), `{}`), 400, "session.over")
	if a := s.do("POST", "/api/auth/sessions/logout/", ours(""), `{}`); a.status != 204 {
		t.Errorf("signed out already: got %d %s, want 204", a.status, a.body)
	}
}

func TestAnotherSiteCannotUseTheCookie(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	cookie, _ := kept(t, b.enterInCookie(b.visit("steam", "ivan")))
	for name, h := range map[string]http.Header{
		"another site":    {"Sec-Fetch-Site": {"cross-site"}},
		"a neighbour":     {"Sec-Fetch-Site": {"same-site"}},
		"another origin":  {"Origin": {"https://evil.example"}},
		"nobody in words": {},
	} {
		for _, path := range []string{"/api/auth/jwt/refresh/", "/api/auth/sessions/logout/"} {
			h := withType(h)
			h.Set("X-Forwarded-Proto", "https")
			h.Set("Cookie", cookie)
			t.Log(name, path)
			wantRefusal(t, s.do("POST", path, h, `{}`), 403, "cross_site")
		}
	}
	h := withType(http.Header{"Origin": {shopOrigin}, "X-Forwarded-Proto": {"https"}, "Cookie": {cookie}}) // an older browser
	if a := s.do("POST", "/api/auth/jwt/refresh/", h, `{}`); a.status != 200 {
		t.Errorf("our own origin: got %d %s, want 200", a.status, a.body)
	}
}

func TestSigningInAgainEndsTheSessionOfTheBrowserBefore(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	in := b.enterInCookie(b.visit("steam", "ivan"))
	cookie, _ := kept(t, in)
	came := b.visit("steam", "ivan")
	b.cookie += "; " + cookie
	again := b.enterInCookie(came)
	if again.status != 200 {
		t.Fatalf("%d %s", again.status, again.body)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", decode[pair](t, in).header(), ""), 401, "unauthorized")
	if got := s.devices(decode[pair](t, again)); len(got) != 1 {
		t.Errorf("got %d devices, want 1", len(got))
	}
}
