package httpapi_test

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // what authenticator apps speak
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"larek/internal/account"
)

const chromeOnWindows = "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36"

// made is an account with a password.
func (s *shop) made(email string) (account.Made, pair) {
	s.t.Helper()
	m, err := s.accounts.Make(s.t.Context(), email, false)
	if err != nil {
		s.t.Fatal(err)
	}
	return m, s.login(email, m.Password)
}

func (s *shop) login(email, password string) pair {
	s.t.Helper()
	a := s.do(http.MethodPost, "/api/auth/jwt/create/", withType(http.Header{"User-Agent": {chromeOnWindows}}),
		fmt.Sprintf(`{"email": %q, "password": %q}`, email, password))
	if a.status != http.StatusOK {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
	return decode[pair](s.t, a)
}

func TestPasswordSignsIn(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	m, p := s.made("Kassa@example.test")
	a := s.do("GET", "/api/auth/profile/", p.header(), "")
	wantJSON(t, a, 200, fmt.Sprintf(`{"id": %d, "email": "Kassa@example.test", "pending_email": null, "nickname": %q, "avatar_img": null,
		"balance": "0.00", "active_promo_code": null, "socials": []}`, m.ID, s.profile(p).Nickname))
	keepsTo(t, doc, "getProfile", a)
	for name, body := range map[string]string{
		"wrong password": `{"email": "kassa@example.test", "password": "x"}`, "nobody": `{"email": "who@example.test", "password": "x"}`,
		"no password": `{"email": "buyer1@example.test", "password": "x"}`,
	} {
		if r := refused(t, s.post("/api/auth/jwt/create/", body), 400); r.Code != "signin.wrong_password" || r.Detail != "Почта или пароль не подходят." {
			t.Errorf("%s: %+v", name, r)
		}
	}
	s.login("KASSA@example.test", m.Password)
}

func TestSecondFactorIsAskedForAndUsedOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	m, err := s.accounts.Make(t.Context(), "staff@example.test", true)
	if err != nil {
		t.Fatal(err)
	}
	body := func(otp string) string {
		return fmt.Sprintf(`{"email": "staff@example.test", "password": %q, "otp": %q}`, m.Password, otp)
	}
	wantRefusal(t, s.post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "staff@example.test", "password": %q}`, m.Password)), 400, "signin.code_required")
	wantRefusal(t, s.post("/api/auth/jwt/create/", body("000000")), 400, "signin.wrong_code")
	code := codeNow(t, m.TOTP, s.clock.now())
	wantRefusal(t, s.post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "staff@example.test", "password": "x", "otp": %q}`, code)), 400, "signin.wrong_password")
	if a := s.post("/api/auth/jwt/create/", body(code)); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.post("/api/auth/jwt/create/", body(code)), 400, "signin.wrong_code")
}

func TestRefreshGivesANewPair(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	_, p := s.made("kassa@example.test")
	for range 3 {
		s.clock.advance(20 * 24 * time.Hour) // each use is good for thirty days more
		wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized")
		a := s.refreshToken(p.Refresh)
		if a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		keepsTo(t, doc, "refreshToken", a)
		next := decode[pair](t, a)
		if next.Refresh == p.Refresh {
			t.Fatal("the same token again")
		}
		s.profile(next)
		p = next
	}
	s.clock.advance(31 * 24 * time.Hour)
	wantRefusal(t, s.refreshToken(p.Refresh), 400, "session.over")
	wantRefusal(t, s.refreshToken("made-up"), 400, "session.over")
}

func TestStolenRefreshTokenUsedTwiceKillsTheFamily(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	m, stolen := s.made("kassa@example.test")
	other := s.login("kassa@example.test", m.Password) // another device
	thief := decode[pair](t, s.refreshToken(stolen.Refresh))
	s.profile(thief)
	s.clock.advance(time.Minute)
	wantRefusal(t, s.refreshToken(stolen.Refresh), 400, "session.over") // the owner comes with it
	wantRefusal(t, s.refreshToken(thief.Refresh), 400, "session.over")
	for _, p := range []pair{stolen, thief} {
		wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized")
	}
	s.profile(other)
	if a := s.refreshToken(other.Refresh); a.status != 200 {
		t.Errorf("the other device: %d %s", a.status, a.body)
	}
}

// A page with ten tabs, or a network that loses answers, must not sign anybody out.
func TestRefreshesWithOneTokenAtOnceGetOneSuccessor(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for round := range 5 {
		_, p := s.made(fmt.Sprintf("kassa%d@example.test", round))
		var wg sync.WaitGroup
		answers := make([]answer, 10)
		for i := range answers {
			wg.Go(func() { answers[i] = s.refreshToken(p.Refresh) })
		}
		wg.Wait()
		successors := map[string]bool{}
		for _, a := range answers {
			if a.status != 200 {
				t.Fatalf("got %d %s, want 200", a.status, a.body)
			}
			successors[decode[pair](t, a).Refresh] = true
		}
		if len(successors) != 1 || successors[p.Refresh] {
			t.Errorf("got successors %v, want one and another than %s", successors, p.Refresh)
		}
		for next := range successors {
			if a := s.refreshToken(next); a.status != 200 {
				t.Errorf("the successor: got %d %s, want 200", a.status, a.body)
			}
		}
		if n := s.value(`select count(*)::text from sessions where ended_at is not null`); n != "0" {
			t.Errorf("%s sessions were ended, want 0", n)
		}
	}
}

func TestLostRefreshAnswerIsGivenAgainForAWhile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, p := s.made("kassa@example.test")
	next := decode[pair](t, s.refreshToken(p.Refresh)) // the answer is lost
	s.clock.advance(30 * time.Second)
	again := decode[pair](t, s.refreshToken(p.Refresh))
	if again.Refresh != next.Refresh {
		t.Errorf("got successor %s, want %s", again.Refresh, next.Refresh)
	}
	s.profile(again)
	third := decode[pair](t, s.refreshToken(again.Refresh))
	// The successor was used, so whoever still holds the first token is a stranger.
	wantRefusal(t, s.refreshToken(p.Refresh), 400, "session.over")
	wantRefusal(t, s.refreshToken(third.Refresh), 400, "session.over")
	wantRefusal(t, s.do("GET", "/api/auth/profile/", third.header(), ""), 401, "unauthorized")
}

func TestLostRefreshAnswerIsNotGivenToAnotherDevice(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, p := s.made("kassa@example.test")
	next := decode[pair](t, s.refreshToken(p.Refresh))
	thief := s.do("POST", "/api/auth/jwt/refresh/", withType(http.Header{"User-Agent": {"curl/8"}}), fmt.Sprintf(`{"refresh": %q}`, p.Refresh))
	wantRefusal(t, thief, 400, "session.over")
	wantRefusal(t, s.refreshToken(next.Refresh), 400, "session.over")
}

type device struct {
	ID        string `json:"id"`
	Device    string `json:"device"`
	IsCurrent bool   `json:"is_current"`
}

func (s *shop) devices(p pair) []device {
	s.t.Helper()
	return decode[[]device](s.t, s.do("GET", "/api/auth/sessions/", p.header(), ""))
}

func TestDevicesAreListedAndSignedOut(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	m, first := s.made("kassa@example.test")
	s.clock.advance(time.Second)
	second := s.login("kassa@example.test", m.Password)
	a := s.do("GET", "/api/auth/sessions/", second.header(), "")
	keepsTo(t, doc, "listSessions", a)
	list := decode[[]device](t, a)
	if len(list) != 2 || !list[0].IsCurrent || list[1].IsCurrent || list[0].Device != "Chrome, Windows" {
		t.Fatalf("%s", a.body)
	}
	_, stranger := s.made("other@example.test")
	wantRefusal(t, s.do("POST", "/api/auth/sessions/"+list[1].ID+"/end/", stranger.header(), ""), 404, "session.not_found")
	s.profile(first)
	if a := s.do("POST", "/api/auth/sessions/"+list[1].ID+"/end/", second.header(), ""); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", first.header(), ""), 401, "unauthorized")
	wantRefusal(t, s.refreshToken(first.Refresh), 400, "session.over")
	if got := s.devices(second); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	third := s.login("kassa@example.test", m.Password)
	if a := s.post("/api/auth/sessions/logout/", fmt.Sprintf(`{"refresh": %q}`, third.Refresh)); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", third.header(), ""), 401, "unauthorized")
	s.profile(second)
	if a := s.do("POST", "/api/auth/sessions/end_all/", s.login("kassa@example.test", m.Password).header(), ""); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", second.header(), ""), 401, "unauthorized")
	wantRefusal(t, s.refreshToken(second.Refresh), 400, "session.over")
	s.profile(stranger)
}

func TestOtherCopiesLearnWhoIsSignedOut(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, p := s.made("kassa@example.test")
	s.exec(`update sessions set ended_at = $1`, s.clock.now()) // by another copy
	s.profile(p)
	if err := s.accounts.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized")
}

func TestKeyRotationSignsNobodyOut(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, p := s.made("kassa@example.test")
	turn, err := s.accounts.RotateKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.accounts.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.clock.advance(turn.From.Sub(s.clock.now()))
	s.profile(p)
	next := decode[pair](t, s.refreshToken(p.Refresh))
	s.profile(next)
	s.clock.advance(14 * time.Minute)
	s.profile(next)
}

func TestBarredPeopleAreSignedOutWithWords(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	m, p := s.made("kassa@example.test")
	if err := s.accounts.Bar(t.Context(), m.ID, "Аккаунт закрыт по вашей просьбе."); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized") // and the refresh says why
	for name, a := range map[string]answer{
		"refresh": s.refreshToken(p.Refresh), "refresh again": s.refreshToken(p.Refresh),
		"password": s.post("/api/auth/jwt/create/", fmt.Sprintf(`{"email": "kassa@example.test", "password": %q}`, m.Password)),
	} {
		if r := refused(t, a, 403); r.Code != "no_access" || r.Detail != "Аккаунт закрыт по вашей просьбе." {
			t.Errorf("%s: %s", name, a.body)
		}
	}
}

func TestBarredByHandIsSignedOutOfEveryCopy(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	m, p := s.made("kassa@example.test")
	_, other := s.made("other@example.test")
	s.exec(`update users set barred = 'Нельзя.' where id = $1`, m.ID) // not by Bar
	if err := s.accounts.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, s.do("GET", "/api/orders/", p.header(), ""), 401, "unauthorized")
	wantRefusal(t, s.refreshToken(p.Refresh), 403, "no_access")
	s.profile(other)
	if err := s.accounts.Unbar(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, s.refreshToken(p.Refresh), 400, "session.over") // what was ended stays ended
	s.profile(s.login("kassa@example.test", m.Password))
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
