package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestKnowingWhoCallsCostsLittle compares the profile with what it would cost
// if nobody had to be recognised: the same handler minus the check of a token.
// It prints the ratio; the bound leaves room for a busy machine.
func TestKnowingWhoCallsCostsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	s := newShop(t)
	_, p := s.made("kassa@example.test")
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
			if a := s.do(http.MethodGet, "/api/auth/profile/", p.header(), ""); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		})
		check := measure(func() {
			b, err := s.tokens.Verify(p.Access, s.clock.now())
			if err != nil || s.accounts.SignedOut(b.Session) {
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
	s := newSignInShop(t)
	b := s.browser()
	var secrets []string
	for _, provider := range everyService {
		r := b.visit(provider, "ivan")
		p := decode[pair](t, b.enter(r, "private@example.test"))
		secrets = append(secrets, r.code, r.state, p.Access, p.Refresh)
		b.enter(r, "")
	}
	m, p := s.made("kassa@example.test")
	s.wantEmail(p, "private@example.test")
	s.confirm(p, s.mail.token(t, "private@example.test"))
	s.refreshToken(p.Refresh)
	s.refreshToken(p.Refresh)
	secrets = append(secrets, m.Password, p.Access, p.Refresh, "private@example.test", "kassa@example.test", "ivan@yandex.ru", "ivan@example.test", "Ковалёв", s.mail.token(t, "private@example.test"))
	s.stop()
	notIn(t, s.logs.String(), secrets)
	if kept := s.value(`select string_agg(concat_ws(' ', encode(digest, 'escape')), ' ') from sessions`); kept != "" {
		notIn(t, kept, secrets)
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
