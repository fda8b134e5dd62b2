package httpapi_test

import (
	"testing"
	"time"

	"larek/internal/ident"
)

// What could take an account from its owner needs a sign-in of the last ten
// minutes; a token that was only refreshed is not one.
func TestDangerousChangesNeedAFreshSignIn(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	p := b.signIn("yandex", "ivan")
	s.clock.advance(9 * time.Minute)
	p = decode[pair](t, s.refreshToken(p.Refresh))
	if a := b.bind(p, b.visit("steam", "ivan")); a.status != 200 {
		t.Fatalf("within ten minutes: got %d %s, want 200", a.status, a.body)
	}
	s.clock.advance(2 * time.Minute)
	p = decode[pair](t, s.refreshToken(p.Refresh))
	before := s.value(snapshot)
	for name, a := range map[string]answer{
		"bind":   b.bind(p, b.visit("vk", "ivan")),
		"unbind": unbind(s.shop, p, "steam", "KZ"),
		"email":  s.wantEmail(p, "new@example.test"),
		"erase":  s.do("POST", "/api/auth/erase/", p.header(), `{"confirm": "erase"}`),
		"export": s.do("GET", "/api/auth/export/", p.header(), ""),
	} {
		t.Log(name)
		wantRefusal(t, a, 403, "fresh_sign_in_required")
	}
	if after := s.value(snapshot); after != before {
		t.Error("what was refused has changed something")
	}
	s.profile(p) // everything else goes on
	p = b.signIn("yandex", "ivan")
	if a := unbind(s.shop, p, "steam", "KZ"); a.status != 200 {
		t.Errorf("after signing in again: got %d %s, want 200", a.status, a.body)
	}
}

func TestStaffNeverComeInThroughASocialService(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	m, err := s.accounts.Make(t.Context(), "ivan@yandex.ru", true) // the address Yandex vouches for
	if err != nil {
		t.Fatal(err)
	}
	before := s.value(snapshot)
	wantRefusal(t, b.enter(b.visit("yandex", "ivan"), ""), 403, "signin.staff")
	if after := s.value(snapshot); after != before {
		t.Error("the refused sign-in has left something behind")
	}
	wantRefusal(t, b.bind(pair{Access: s.tokens.AccessIn(ident.Hash{}, m.ID, s.clock.now(), s.clock.now())}, b.visit("steam", "ivan")), 403, "signin.staff")
	if n := s.value(`select count(*)::text from sessions where user_id = $1`, m.ID); n != "0" {
		t.Errorf("%s sessions of staff, want 0", n)
	}
}

func TestPersonWhoBecomesStaffLosesTheirSocialWayIn(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	me := s.profile(b.signIn("yandex", "ivan"))
	s.exec(`update users set is_staff = true where id = $1`, me.ID)
	wantRefusal(t, b.enter(b.visit("yandex", "ivan"), ""), 403, "signin.staff")
	if n := s.value(`select count(*)::text from sessions where user_id = $1`, me.ID); n != "1" {
		t.Errorf("got %s sessions, want the 1 from before", n)
	}
}

// The country of the sign-in rules is the edge's word; what the buyer shops for
// and what they send themselves do not count.
func TestSignInRulesFollowTheCountryOfTheEdge(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	b.country = "RU"
	came := b.visit("steam", "ivan")
	b.cookie += "; country=KZ"
	h := b.header(nil)
	h.Set("X-Country", "KZ")
	wantRefusal(t, s.do("POST", "/api/auth/social/steam/auth/", h, came.body("")), 403, "signin.not_here")
	h.Del("X-Client-Country") // an edge that does not know: the rules of home
	wantRefusal(t, s.do("POST", "/api/auth/social/steam/auth/", h, came.body("")), 403, "signin.not_here")
	h.Set("X-Client-Country", "KZ")
	if a := s.do("POST", "/api/auth/social/steam/auth/", h, came.body("")); a.status != 200 {
		t.Errorf("got %d %s, want 200", a.status, a.body)
	}
}
