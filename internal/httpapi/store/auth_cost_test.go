package store_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

// TestKnowingWhoCallsCostsLittle compares the profile with what it would cost
// without authentication: the same handler minus the check of a token. It prints
// the ratio; the bound leaves room for a busy machine.
func TestKnowingWhoCallsCostsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("kassa@example.test")
	const calls = 400
	measure := func(fn func()) time.Duration {
		fn()
		started := time.Now()
		for range calls {
			fn()
		}
		return time.Since(started) / calls
	}
	best := 0.0
	for range 5 {
		whole := measure(func() {
			if a := s.Do(http.MethodGet, "/api/auth/profile/", p.Header(), ""); a.Status != 200 {
				t.Fatalf("got %d %s, want 200", a.Status, a.Body)
			}
		})
		check := measure(func() {
			b, err := s.Tokens.Verify(p.Access, s.Clock.Now())
			if err != nil || s.Sessions.IsRevoked(b.Session) {
				t.Fatal("not recognised")
			}
		})
		best = max(best, float64(whole-check)/float64(whole))
	}
	t.Logf("profile with a token is %.3f of the same without one", best)
	if best < 0.85 {
		t.Errorf("%.3f, less than 0.85", best)
	}
}

func TestSignInsLeaveNothingPrivateInTheLog(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	var secrets []string
	for _, provider := range everyService {
		r := b.SignInAt(provider, "ivan")
		p := httpapitest.Decode[httpapitest.Tokens](t, b.FinishSignIn(r, "private@example.test"))
		secrets = append(secrets, r.Code, r.State, p.Access, p.Refresh)
		b.FinishSignIn(r, "")
	}
	m, p := s.CreateAccount("kassa@example.test")
	s.ChangeEmail(p, "private@example.test")
	s.ConfirmEmail(p, s.Emails.Token(t, "private@example.test"))
	s.RefreshToken(p.Refresh)
	s.RefreshToken(p.Refresh)
	secrets = append(secrets, m.Password, p.Access, p.Refresh, "private@example.test", "kassa@example.test", "ivan@yandex.ru", "ivan@example.test", "Ковалёв", s.Emails.Token(t, "private@example.test"))
	s.Stop()
	notIn(t, s.Logs.String(), secrets)
	if stored := s.Value(`select string_agg(concat_ws(' ', encode(digest, 'escape')), ' ') from sessions`); stored != "" {
		notIn(t, stored, secrets)
	}
}

func notIn(t *testing.T, text string, secrets []string) {
	t.Helper()
	if len(text) == 0 {
		t.Fatal("nothing was written")
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(text, secret) {
			t.Errorf("%.12s… is written down", secret)
		}
	}
}
