package store_test

import (
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/publicid"
)

// What could take an account from its owner needs a sign-in of the last ten
// minutes; a token that was only refreshed is not one.
func TestDangerousChangesNeedAFreshSignIn(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	p := b.SignIn("yandex", "ivan")
	s.Clock.Advance(9 * time.Minute)
	p = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	if a := b.Bind(p, b.SignInAt("steam", "ivan")); a.Status != 200 {
		t.Fatalf("within ten minutes: got %d %s, want 200", a.Status, a.Body)
	}
	s.Clock.Advance(2 * time.Minute)
	p = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	before := s.Value(snapshot)
	for name, a := range map[string]httpapitest.Response{
		"bind":   b.Bind(p, b.SignInAt("vk", "ivan")),
		"unbind": unbind(s.Shop, p, "steam", "KZ"),
		"email":  s.ChangeEmail(p, "new@example.test"),
		"erase":  s.Do("POST", "/api/auth/erase/", p.Header(), `{"confirm": "erase"}`),
		"export": s.Do("GET", "/api/auth/export/", p.Header(), ""),
	} {
		t.Log(name)
		a.WantRefusal(t, 403, "fresh_sign_in_required")
	}
	if after := s.Value(snapshot); after != before {
		t.Error("what was refused has changed something")
	}
	s.Profile(p) // all other calls still work
	p = b.SignIn("yandex", "ivan")
	if a := unbind(s.Shop, p, "steam", "KZ"); a.Status != 200 {
		t.Errorf("after signing in again: got %d %s, want 200", a.Status, a.Body)
	}
}

func TestStaffNeverComeInThroughASocialService(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	m, err := s.SignIns.CreateAccount(t.Context(), "ivan@yandex.ru", true) // the address Yandex vouches for
	if err != nil {
		t.Fatal(err)
	}
	before := s.Value(snapshot)
	b.FinishSignIn(b.SignInAt("yandex", "ivan"), "").WantRefusal(t, 403, "signin.staff")
	if after := s.Value(snapshot); after != before {
		t.Error("the refused sign-in has left something behind")
	}
	b.Bind(httpapitest.Tokens{Access: s.Tokens.IssueToken(publicid.ID{}, m.ID, s.Clock.Now(), s.Clock.Now())}, b.SignInAt("steam", "ivan")).WantRefusal(t, 403, "signin.staff")
	if n := s.Value(`select count(*)::text from sessions where user_id = $1`, m.ID); n != "0" {
		t.Errorf("%s sessions of staff, want 0", n)
	}
}

func TestPersonWhoBecomesStaffLosesTheirSocialWayIn(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	me := s.Profile(b.SignIn("yandex", "ivan"))
	s.Exec(`update users set is_staff = true where id = $1`, me.ID)
	b.FinishSignIn(b.SignInAt("yandex", "ivan"), "").WantRefusal(t, 403, "signin.staff")
	if n := s.Value(`select count(*)::text from sessions where user_id = $1`, me.ID); n != "1" {
		t.Errorf("got %s sessions, want the 1 from before", n)
	}
}

// The country of the sign-in rules is the one the edge reports; the country the
// buyer shops for and headers the buyer sends do not count.
func TestSignInRulesFollowTheCountryOfTheEdge(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	came := b.SignInAt("steam", "ivan")
	b.Cookie += "; country=KZ"
	h := b.Header(nil)
	h.Set("X-Country", "KZ")
	h.Set("X-Client-Country", "RU")
	s.Do("POST", "/api/auth/social/steam/auth/", h, came.Body("")).WantRefusal(t, 403, "signin.not_here")
	h.Del("X-Client-Country") // an edge that does not know: the rules of home
	s.Do("POST", "/api/auth/social/steam/auth/", h, came.Body("")).WantRefusal(t, 403, "signin.not_here")
	h.Set("X-Client-Country", "KZ")
	if a := s.Do("POST", "/api/auth/social/steam/auth/", h, came.Body("")); a.Status != 200 {
		t.Errorf("got %d %s, want 200", a.Status, a.Body)
	}
}
