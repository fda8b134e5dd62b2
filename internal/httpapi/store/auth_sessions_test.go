package store_test

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // what authenticator apps speak
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

func TestPasswordSignsIn(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	m, p := s.CreateAccount("Kassa@example.test")
	a := s.Do("GET", "/api/auth/profile/", p.Header(), "")
	a.WantJSON(t, 200, fmt.Sprintf(`{"id": %d, "email": "Kassa@example.test", "pending_email": null, "nickname": %q, "avatar_img": null,
		"balance": "0.00", "active_promo_code": null, "socials": []}`, m.ID, s.Profile(p).Nickname))
	httpapitest.MatchesContract(t, doc, "getProfile", a)
	for name, body := range map[string]string{
		"wrong password": `{"email": "kassa@example.test", "password": "x"}`, "nobody": `{"email": "who@example.test", "password": "x"}`,
		"no password": `{"email": "buyer1@example.test", "password": "x"}`,
	} {
		if r := s.Post("/api/auth/jwt/create/", body).Refused(t, 400); r.Code != "signin.wrong_password" || r.Detail != "Почта или пароль не подходят." {
			t.Errorf("%s: %+v", name, r)
		}
	}
	s.LogIn("KASSA@example.test", m.Password)
}

func TestSecondFactorIsAskedForAndUsedOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	m, err := s.SignIns.CreateAccount(t.Context(), "staff@example.test", true)
	if err != nil {
		t.Fatal(err)
	}
	body := func(otp string) string {
		return fmt.Sprintf(`{"email": "staff@example.test", "password": %q, "otp": %q}`, m.Password, otp)
	}
	s.Post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "staff@example.test", "password": %q}`, m.Password)).WantRefusal(t, 400, "signin.code_required")
	s.Post("/api/auth/jwt/create/", body("000000")).WantRefusal(t, 400, "signin.wrong_code")
	code := codeNow(t, m.TOTP, s.Clock.Now())
	s.Post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "staff@example.test", "password": "x", "otp": %q}`, code)).WantRefusal(t, 400, "signin.wrong_password")
	if a := s.Post("/api/auth/jwt/create/", body(code)); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	s.Post("/api/auth/jwt/create/", body(code)).WantRefusal(t, 400, "signin.wrong_code")
}

func TestRefreshGivesANewPair(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	_, p := s.CreateAccount("kassa@example.test")
	for range 3 {
		s.Clock.Advance(20 * 24 * time.Hour) // each use is good for thirty days more
		s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
		a := s.RefreshToken(p.Refresh)
		if a.Status != 200 {
			t.Fatalf("got %d %s, want 200", a.Status, a.Body)
		}
		httpapitest.MatchesContract(t, doc, "refreshToken", a)
		next := httpapitest.Decode[httpapitest.Tokens](t, a)
		if next.Refresh == p.Refresh {
			t.Fatal("the same token again")
		}
		s.Profile(next)
		p = next
	}
	s.Clock.Advance(31 * 24 * time.Hour)
	s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over")
	s.RefreshToken("made-up").WantRefusal(t, 400, "session.over")
}

// A device that is used every month signs in again after half a year, and is not listed then.
func TestUsedSessionEnds(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	m, p := s.CreateAccount("kassa@example.test")
	for range 8 {
		s.Clock.Advance(20 * 24 * time.Hour)
		p = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	}
	s.Clock.Advance(20*24*time.Hour - time.Second)
	p = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	s.Profile(p)
	s.Clock.Advance(time.Second)
	s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over")
	again := s.LogIn("kassa@example.test", m.Password)
	if got := s.Do("GET", "/api/auth/sessions/", again.Header(), ""); strings.Count(string(got.Body), `"device"`) != 1 {
		t.Errorf("devices: %s, want the new one only", got.Body)
	}
}

func TestStolenRefreshTokenUsedTwiceKillsTheFamily(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	m, stolen := s.CreateAccount("kassa@example.test")
	other := s.LogIn("kassa@example.test", m.Password) // another device
	thief := httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(stolen.Refresh))
	s.Profile(thief)
	s.Clock.Advance(3 * time.Minute)                                   // longer than a lost answer is given again
	s.RefreshToken(stolen.Refresh).WantRefusal(t, 400, "session.over") // the owner comes with it
	s.RefreshToken(thief.Refresh).WantRefusal(t, 400, "session.over")
	for _, p := range []httpapitest.Tokens{stolen, thief} {
		s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
	}
	s.Profile(other)
	if a := s.RefreshToken(other.Refresh); a.Status != 200 {
		t.Errorf("the other device: got %d %s, want 200", a.Status, a.Body)
	}
}

// A page with ten tabs, or a network that loses answers, must not end a session.
func TestRefreshesWithOneTokenAtOnceGetOneSuccessor(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for round := range 5 {
		_, p := s.CreateAccount(fmt.Sprintf("kassa%d@example.test", round))
		var wg sync.WaitGroup
		answers := make([]httpapitest.Response, 10)
		for i := range answers {
			wg.Go(func() { answers[i] = s.RefreshToken(p.Refresh) })
		}
		wg.Wait()
		successors := map[string]bool{}
		for _, a := range answers {
			if a.Status != 200 {
				t.Fatalf("got %d %s, want 200", a.Status, a.Body)
			}
			successors[httpapitest.Decode[httpapitest.Tokens](t, a).Refresh] = true
		}
		if len(successors) != 1 || successors[p.Refresh] {
			t.Errorf("got successors %v, want one and another than %s", successors, p.Refresh)
		}
		for next := range successors {
			if a := s.RefreshToken(next); a.Status != 200 {
				t.Errorf("the successor: got %d %s, want 200", a.Status, a.Body)
			}
		}
		if n := s.Value(`select count(*)::text from sessions where ended_at is not null`); n != "0" {
			t.Errorf("%s sessions were ended, want 0", n)
		}
	}
}

// Refresh is retried up to 5 times: it works when the first answers were lost.
func TestLostRefreshAnswerIsGivenAgainForAllFiveTries(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("kassa@example.test")
	next := httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh)) // the answer is lost
	var again httpapitest.Tokens
	for range 4 { // refresh is retried up to 5 times, each with 30 seconds for its answer
		s.Clock.Advance(30 * time.Second)
		if again = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh)); again.Refresh != next.Refresh {
			t.Errorf("got successor %s, want %s", again.Refresh, next.Refresh)
		}
	}
	s.Profile(again)
	third := httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(again.Refresh))
	// The successor was used, so the holder of the first token is not the user.
	s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over")
	s.RefreshToken(third.Refresh).WantRefusal(t, 400, "session.over")
	s.Do("GET", "/api/auth/profile/", third.Header(), "").WantRefusal(t, 401, "unauthorized")
}

func TestLostRefreshAnswerIsNotGivenToAnotherDevice(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("kassa@example.test")
	next := httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	thief := s.Do("POST", "/api/auth/jwt/refresh/", httpapitest.WithJSON(http.Header{"User-Agent": {"curl/8"}}), fmt.Sprintf(`{"refresh": %q}`, p.Refresh))
	thief.WantRefusal(t, 400, "session.over")
	s.RefreshToken(next.Refresh).WantRefusal(t, 400, "session.over")
}

// POST /api/auth/jwt/create/ receives email and password; for a browser the refresh
// token is stored in a cookie that no script can read.
func TestPasswordSignsABrowserInWithACookie(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	m, err := s.SignIns.CreateAccount(t.Context(), "kassa@example.test", false)
	if err != nil {
		t.Fatal(err)
	}
	a := s.Post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "kassa@example.test", "password": %q, "in_cookie": true}`, m.Password))
	httpapitest.MatchesContract(t, doc, "createToken", a)
	cookie := a.Header.Get("Set-Cookie")
	if p := httpapitest.Decode[httpapitest.Tokens](t, a); p.Refresh != "" || p.Access == "" || !strings.HasPrefix(cookie, "refresh=") || !strings.Contains(cookie, "HttpOnly; SameSite=Strict") {
		t.Errorf("%s, cookie %q", a.Body, cookie)
	}
}

func TestDevicesAreListedAndSignedOut(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	m, first := s.CreateAccount("kassa@example.test")
	s.Clock.Advance(time.Second)
	second := s.LogIn("kassa@example.test", m.Password)
	a := s.Do("GET", "/api/auth/sessions/", second.Header(), "")
	httpapitest.MatchesContract(t, doc, "listSessions", a)
	list := httpapitest.Decode[[]httpapitest.Device](t, a)
	if len(list) != 2 || !list[0].IsCurrent || list[1].IsCurrent || list[0].Device != "Chrome, Windows" {
		t.Fatalf("%s", a.Body)
	}
	_, stranger := s.CreateAccount("other@example.test")
	s.Do("POST", "/api/auth/sessions/"+list[1].ID+"/end/", stranger.Header(), "").WantRefusal(t, 404, "session.not_found")
	s.Profile(first)
	if a := s.Do("POST", "/api/auth/sessions/"+list[1].ID+"/end/", second.Header(), ""); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Do("GET", "/api/auth/profile/", first.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.RefreshToken(first.Refresh).WantRefusal(t, 400, "session.over")
	if got := s.Devices(second); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	third := s.LogIn("kassa@example.test", m.Password)
	if a := s.Post("/api/auth/sessions/logout/", fmt.Sprintf(`{"refresh": %q}`, third.Refresh)); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Do("GET", "/api/auth/profile/", third.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.Profile(second)
	if a := s.Do("POST", "/api/auth/sessions/end_all/", s.LogIn("kassa@example.test", m.Password).Header(), ""); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Do("GET", "/api/auth/profile/", second.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.RefreshToken(second.Refresh).WantRefusal(t, 400, "session.over")
	s.Profile(stranger)
}

func TestOtherCopiesLearnWhoIsSignedOut(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("kassa@example.test")
	s.Exec(`update sessions set ended_at = $1`, s.Clock.Now()) // by another instance
	s.Profile(p)
	if err := s.Sessions.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
}

func TestKeyRotationSignsNobodyOut(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("kassa@example.test")
	turn, err := s.Sessions.RotateKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Sessions.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(turn.ActiveFrom.Sub(s.Clock.Now()))
	s.Profile(p)
	next := httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	s.Profile(next)
	s.Clock.Advance(14 * time.Minute)
	s.Profile(next)
}

func TestBarredPeopleAreSignedOutWithWords(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	m, p := s.CreateAccount("kassa@example.test")
	if err := s.Accounts.Ban(t.Context(), m.ID, "Аккаунт закрыт по вашей просьбе."); err != nil {
		t.Fatal(err)
	}
	s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized") // and the refresh states why
	for name, a := range map[string]httpapitest.Response{
		"refresh": s.RefreshToken(p.Refresh), "refresh again": s.RefreshToken(p.Refresh),
		"password": s.Post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "kassa@example.test", "password": %q}`, m.Password)),
	} {
		if r := a.Refused(t, 403); r.Code != "no_access" || r.Detail != "Аккаунт закрыт по вашей просьбе." {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
}

func TestBarredByHandIsSignedOutOfEveryCopy(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	m, p := s.CreateAccount("kassa@example.test")
	_, other := s.CreateAccount("other@example.test")
	s.Exec(`update users set barred = 'Нельзя.' where id = $1`, m.ID) // not by Bar
	if err := s.Sessions.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Do("GET", "/api/orders/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.RefreshToken(p.Refresh).WantRefusal(t, 403, "no_access")
	s.Profile(other)
	if err := s.Accounts.Unban(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over") // what was ended stays ended
	s.Profile(s.LogIn("kassa@example.test", m.Password))
}

// codeNow is what an authenticator app shows (RFC 6238).
func codeNow(t *testing.T, otpauth string, now time.Time) string {
	t.Helper()
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(query(t, otpauth).Get("secret"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, now.Unix()/30)
	sum := mac.Sum(nil)
	at := sum[19] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff%1_000_000)
}

var _ = accessRows(func(w *accessFixture, _ orders) map[string]access {
	return map[string]access{
		"createToken":  {body: `{"email": "owner@example.test", "password": "x"}`, want: all(400)},
		"refreshToken": {body: `{"refresh": "x"}`, want: all(400)},
		"listSessions": {want: signedIn(200, 200)},
		"signOut":      {body: `{"refresh": "x"}`, want: all(204)},
		"endSessions":  {want: signedIn(204, 204)},
		"endSession":   {path: "/api/auth/sessions/" + w.session + "/end/", want: signedIn(404, 204)},
	}
})
