package admin_test

import (
	"encoding/base32"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/staff"
	"larek/internal/totp"
)

// digits returns what the caller's app shows, if there is one.
func (f *fixture) digits(who caller) string {
	if who.operator == nil {
		return "000000"
	}
	return who.operator.Digits()
}

// invite makes an invitation and returns the secret of its link.
func invite(t testing.TB, s *httpapitest.Shop, email, role string) string {
	t.Helper()
	nonce := staff.NewNonce()
	err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		r, err := s.Staff.RoleNamed(t.Context(), role)
		if err != nil {
			return err
		}
		_, err = s.Staff.Invite(t.Context(), tx, nil, email, r.ID, nonce)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(s.Staff.InvitationLink(nonce), "#")
	return token
}

func acceptBody(token string) string {
	return fmt.Sprintf(`{"token": %q, "name": "Марина Орлова", "password": %q}`, token, httpapitest.StaffPassword)
}

var _ = rows(func() map[string]row {
	newToken := func(f *fixture) string {
		return invite(f.T, f.Shop, fmt.Sprintf("new%d@staff.test", f.next()), "operator")
	}
	// beginTOTP makes the caller's session wait for digits and returns them.
	beginTOTP := func(f *fixture, who caller) string {
		a := f.Do("POST", "/api/admin/me/totp/begin/", who.header(), "")
		if a.Status != 200 {
			return "000000"
		}
		return digitsOf(f.T, a, f.Clock.Now())
	}
	return map[string]row{
		"showInvitation": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/invitations/show/", fmt.Sprintf(`{"token": %q}`, newToken(f))
		}},
		"acceptInvitation": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/invitations/accept/", acceptBody(newToken(f))
		}, action: "staff.join"},
		"beginTotp": {call: at("/api/admin/me/totp/begin/")},
		"confirmTotp": {call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/me/totp/confirm/", fmt.Sprintf(`{"digits": %q}`, beginTOTP(f, who))
		}, action: "factor.add"},
		"beginPasskey": {call: at("/api/admin/me/passkeys/begin/")},
		"addPasskey": {call: func(f *fixture, who caller) (string, string) {
			a := f.Do("POST", "/api/admin/me/passkeys/begin/", who.header(), "")
			if a.Status != 200 {
				return "/api/admin/me/passkeys/add/", `{"name": "Ключ", "credential": "{}"}`
			}
			return "/api/admin/me/passkeys/add/", addBody(f.T, newAuthenticator(f.T), a)
		}, action: "factor.add"},
	}
})

// digitsOf returns the first digits of a secret that is being enrolled.
func digitsOf(t testing.TB, a httpapitest.Response, now time.Time) string {
	t.Helper()
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(httpapitest.Decode[struct {
		Secret string `json:"secret"`
	}](t, a).Secret)
	if err != nil {
		t.Fatal(err)
	}
	return totp.Code(secret, now.Unix()/30)
}

// join accepts an invitation and returns the cookie of the session, which can only enrol.
func join(t *testing.T, s *httpapitest.Shop, email, role string) string {
	t.Helper()
	a := s.Do("POST", "/api/admin/invitations/accept/", httpapitest.ConsolePage(), acceptBody(invite(t, s, email, role)))
	if a.Status != 200 || httpapitest.Decode[state](t, a).State != "enrolment" {
		t.Fatalf("join: got %d %s, want a session that has to enrol", a.Status, a.Body)
	}
	return httpapitest.CookieOf(a)
}

type enrolled struct {
	Session       state    `json:"session"`
	RecoveryCodes []string `json:"recovery_codes"`
}

func TestInvitedPersonEnrolsAnAppAndRecovers(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	cookie := join(t, s, "marina@staff.test", "senior")
	s.Do("GET", "/api/admin/me/", with(cookie), "").WantRefusal(t, 403, "console.enrolment")
	digits := digitsOf(t, s.Do("POST", "/api/admin/me/totp/begin/", with(cookie), ""), s.Clock.Now())
	s.Do("POST", "/api/admin/me/totp/confirm/", with(cookie), `{"digits": "000000"}`).WantRefusal(t, 400, "signin.wrong_proof")
	a := s.Do("POST", "/api/admin/me/totp/confirm/", with(cookie), fmt.Sprintf(`{"digits": %q}`, digits))
	done := httpapitest.Decode[enrolled](t, a)
	if a.Status != 200 || done.Session.State != "open" || len(done.RecoveryCodes) != 10 {
		t.Fatalf("got %d %s, want an open session and ten codes", a.Status, a.Body)
	}
	if a := s.Do("GET", "/api/admin/me/", with(httpapitest.CookieOf(a)), ""); a.Status != 200 {
		t.Fatalf("me: got %d %s, want 200", a.Status, a.Body)
	}
	_, lost := signIn(t, s, "marina@staff.test")
	prove := func(cookie string) httpapitest.Response {
		return s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("recovery", " "+strings.ToUpper(done.RecoveryCodes[3])))
	}
	if a := prove(lost); a.Status != 200 || httpapitest.Decode[state](t, a).State != "open" {
		t.Fatalf("recovery: got %d %s, want an open session", a.Status, a.Body)
	}
	_, again := signIn(t, s, "marina@staff.test")
	prove(again).WantRefusal(t, 400, "signin.wrong_proof")
}

func TestPasskeySignsIn(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	cookie, k := join(t, s, "marina@staff.test", "admin"), newAuthenticator(t)
	foreign := newAuthenticator(t)
	foreign.origin = "https://larek.example.evil.test"
	body := addBody(t, foreign, s.Do("POST", "/api/admin/me/passkeys/begin/", with(cookie), ""))
	s.Do("POST", "/api/admin/me/passkeys/add/", with(cookie), body).WantRefusal(t, 400, "signin.wrong_proof")
	body = addBody(t, k, s.Do("POST", "/api/admin/me/passkeys/begin/", with(cookie), ""))
	if a := s.Do("POST", "/api/admin/me/passkeys/add/", with(cookie), body); a.Status != 200 || httpapitest.Decode[enrolled](t, a).Session.State != "open" {
		t.Fatalf("add: got %d %s, want an open session", a.Status, a.Body)
	}
	x, cookie := signIn(t, s, "marina@staff.test")
	if x.State != "factor" || x.Methods[0] != "passkey" {
		t.Fatalf("got %+v, want a passkey due", x)
	}
	challenge := func() httpapitest.Response { return s.Do("POST", "/api/admin/session/challenge/", with(cookie), "") }
	prove := func(body string) httpapitest.Response {
		return s.Do("POST", "/api/admin/session/prove/", with(cookie), body)
	}
	prove(signBody(t, foreign, challenge())).WantRefusal(t, 400, "signin.wrong_proof") // another key
	old := signBody(t, k, challenge())
	challenge() // replaces the challenge
	prove(old).WantRefusal(t, 400, "signin.wrong_proof")
	good := signBody(t, k, challenge())
	if a := prove(good); a.Status != 200 || httpapitest.Decode[state](t, a).State != "open" {
		t.Fatalf("prove: got %d %s, want an open session", a.Status, a.Body)
	} else {
		cookie = httpapitest.CookieOf(a)
	}
	prove(good).WantRefusal(t, 400, "signin.wrong_proof") // the same answer again
}

func TestInvitationWorksOnceAndForTwoDays(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	accept := func(token string) httpapitest.Response {
		return s.Do("POST", "/api/admin/invitations/accept/", httpapitest.ConsolePage(), acceptBody(token))
	}
	used, late := invite(t, s, "first@staff.test", "operator"), invite(t, s, "second@staff.test", "operator")
	if a := accept(used); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	accept(used).WantRefusal(t, 404, "invitation.not_found")
	accept(strings.Repeat("A", 43)).WantRefusal(t, 404, "invitation.not_found")
	s.Clock.Advance(48*time.Hour + time.Second)
	accept(late).WantRefusal(t, 404, "invitation.not_found")
	if got := s.Value(`select string_agg(email, ' ') from staff`); got != "first@staff.test" {
		t.Errorf("staff: got %s, want the first alone", got)
	}
	if a := accept(invite(t, s, "second@staff.test", "operator")); a.Status != 200 { // the expired one is not in the way
		t.Errorf("invited again: got %d %s, want 200", a.Status, a.Body)
	}
}

// Whoever tries second factors knows the password: its owner has to learn of it.
func TestGuessedSecondFactorsWarnTheirOwner(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	o := s.HireOperator("operator")
	body := fmt.Sprintf(`{"email": %q, "password": %q}`, o.Email, httpapitest.StaffPassword)
	a := s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), body)
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	for i := range 8 {
		s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("totp", "000000")).WantRefusal(t, 400, "signin.wrong_proof")
		if n := len(s.Emails.Sent()); (n == 1) != (i >= 4) {
			t.Fatalf("after %d refused tries there are %d letters", i+1, n)
		}
	}
	if m := s.Emails.Sent()[0]; m.To != o.Email || m.Subject != "Кто-то подбирает ваш второй фактор" {
		t.Errorf("%s to %s", m.Subject, m.To)
	}
}
