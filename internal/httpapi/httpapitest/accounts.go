package httpapitest

import (
	"fmt"
	"net/http"

	"larek/internal/account"
	"larek/internal/password"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// chromeOnWindows is the browser of the accounts.
const chromeOnWindows = "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36"

// Tokens are what a signed-in device holds.
type Tokens struct {
	Access     string `json:"access"`
	Refresh    string `json:"refresh"`
	IsSignedUp bool   `json:"is_signed_up"`
}

// Header returns the headers of a request with the access token.
func (p Tokens) Header() http.Header {
	return WithJSON(http.Header{"Authorization": {"Bearer " + p.Access}})
}

// addAccounts adds accounts that sign in by a stand-in for their providers.
func (s *Shop) addAccounts(secret seal.Key, hasher *password.Hasher, idp string) {
	s.Sessions = account.NewSessions(s.Pool, s.Tokens, secret, s.Clock.Now)
	s.Accounts = account.NewService(s.Pool, s.Sessions, s.Emails, Origin, s.Clock.Now)
	s.SignIns = account.NewSignIns(account.SignInConfig{
		Pool: s.Pool, Secret: secret, Ring: seal.NewKeyring("t", seal.NewKey()), Origin: Origin, Users: s.Accounts, Sessions: s.Sessions,
		Passwords: hasher, Clock: s.Clock.Now, Providers: socials(idp, s.Clock.Now),
	})
}

// CreateAccount creates an account with a password and signs it in.
func (s *Shop) CreateAccount(email string) (account.CreatedAccount, Tokens) {
	s.T.Helper()
	m, err := s.SignIns.CreateAccount(s.T.Context(), email, false)
	if err != nil {
		s.T.Fatal(err)
	}
	return m, s.LogIn(email, m.Password)
}

// LogIn signs in with a password.
func (s *Shop) LogIn(email, password string) Tokens {
	s.T.Helper()
	a := s.Do(http.MethodPost, "/api/auth/jwt/create/", WithJSON(http.Header{"User-Agent": {chromeOnWindows}}),
		fmt.Sprintf(`{"email": %q, "password": %q}`, email, password))
	if a.Status != http.StatusOK {
		s.T.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	return Decode[Tokens](s.T, a)
}

// SignedIn returns the headers of a caller with an account.
func (s *Shop) SignedIn(userID int64) http.Header {
	return http.Header{"Authorization": {"Bearer " + s.Tokens.IssueToken(publicid.ID{}, userID, s.Clock.Now(), s.Clock.Now())}, "Content-Type": {"application/json"}}
}

// CallAs makes a call with a service token of a user.
func (s *Shop) CallAs(user int64, method, path, body string) Response {
	s.T.Helper()
	return s.Do(method, path, http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer " + s.Tokens.IssueServiceToken(user, s.Clock.Now())},
	}, body)
}

// Profile is the profile of an account.
type Profile struct {
	ID           int64    `json:"id"`
	Email        *string  `json:"email"`
	PendingEmail *string  `json:"pending_email"`
	Nickname     string   `json:"nickname"`
	Balance      string   `json:"balance"`
	Socials      []string `json:"socials"`
}

// Profile reads the profile of an account.
func (s *Shop) Profile(p Tokens) Profile {
	s.T.Helper()
	a := s.Do(http.MethodGet, "/api/auth/profile/", p.Header(), "")
	if a.Status != http.StatusOK {
		s.T.Fatalf("profile: got %d %s, want 200", a.Status, a.Body)
	}
	return Decode[Profile](s.T, a)
}

// RefreshToken exchanges a refresh token.
func (s *Shop) RefreshToken(token string) Response {
	s.T.Helper()
	return s.Do(http.MethodPost, "/api/auth/jwt/refresh/", WithJSON(http.Header{"User-Agent": {chromeOnWindows}}), fmt.Sprintf(`{"refresh": %q}`, token))
}

// Device is a signed-in device of an account.
type Device struct {
	ID        string `json:"id"`
	Device    string `json:"device"`
	IsCurrent bool   `json:"is_current"`
}

// Devices lists the signed-in devices of an account.
func (s *Shop) Devices(p Tokens) []Device {
	s.T.Helper()
	return Decode[[]Device](s.T, s.Do("GET", "/api/auth/sessions/", p.Header(), ""))
}

// ChangeEmail requests another email address for an account.
func (s *Shop) ChangeEmail(p Tokens, email string) Response {
	return s.Do("POST", "/api/auth/email/change/", p.Header(), fmt.Sprintf(`{"email": %q}`, email))
}

// ConfirmEmail proves the requested address.
func (s *Shop) ConfirmEmail(p Tokens, token string) Response {
	return s.Do("POST", "/api/auth/email/confirm/", p.Header(), fmt.Sprintf(`{"token": %q}`, token))
}
