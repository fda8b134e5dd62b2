package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/httperr"
)

func emailCall(s *httpapitest.Shop, path string, p *httpapitest.Tokens, token string) httpapitest.Response {
	h := httpapitest.WithJSON(nil)
	if p != nil {
		h = p.Header()
	}
	return s.Do("POST", "/api/auth/email/"+path, h, fmt.Sprintf(`{"token": %q}`, token))
}

func TestEmailIsConfirmedOnlyByTheAccountThatAsked(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	_, asker := s.CreateAccount("asker@example.test")
	_, other := s.CreateAccount("victim@example.test")
	if a := s.ChangeEmail(asker, "maria@example.test"); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	token := s.Emails.Token(t, "maria@example.test")
	// Maria reads the email: without a session, and with her own.
	emailCall(s, "confirm/", nil, token).WantRefusal(t, 401, "unauthorized")
	emailCall(s, "show/", nil, token).WantRefusal(t, 401, "unauthorized")
	emailCall(s, "confirm/", &other, token).WantRefusal(t, 403, "email.other_account")
	emailCall(s, "show/", &other, token).WantRefusal(t, 403, "email.other_account")
	if got := s.Value(`select count(*)::text from users where email = 'maria@example.test'`); got != "0" {
		t.Errorf("%s accounts have the address, want 0", got)
	}
	shown := emailCall(s, "show/", &asker, token)
	httpapitest.MatchesContract(t, doc, "showEmailChange", shown)
	shown.WantJSON(t, 200, fmt.Sprintf(`{"nickname": %q, "email": "maria@example.test"}`, s.Profile(asker).Nickname))
	if me := s.Profile(asker); *me.Email != "asker@example.test" {
		t.Errorf("showing changed the address to %s", *me.Email)
	}
	if a := emailCall(s, "confirm/", &asker, token); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	if me := s.Profile(asker); *me.Email != "maria@example.test" {
		t.Errorf("got %s, want maria@example.test", *me.Email)
	}
}

func TestOldAddressIsWarnedAndCanStopTheChange(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	m, p := s.CreateAccount("old@example.test")
	thief := s.LogIn("old@example.test", m.Password)
	if a := s.ChangeEmail(thief, "thief@example.test"); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	_, stop, found := strings.Cut(s.Emails.Link("changing to thief@example.test", "old@example.test"), "/ru/auth/stop?token=")
	if !found {
		t.Fatalf("no warning to the old address: %v", s.Emails.Links)
	}
	shown := emailCall(s, "stop/show/", nil, stop)
	httpapitest.MatchesContract(t, doc, "showEmailStop", shown)
	shown.WantJSON(t, 200, fmt.Sprintf(`{"nickname": %q}`, s.Profile(p).Nickname))
	if a := emailCall(s, "stop/", nil, stop); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	emailCall(s, "stop/", nil, stop).WantRefusal(t, 400, "email.stop_over")
	for _, p := range []httpapitest.Tokens{p, thief} {
		s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
		s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over")
	}
	again := s.LogIn("old@example.test", m.Password)
	s.ConfirmEmail(again, s.Emails.Token(t, "thief@example.test")).WantRefusal(t, 400, "email.link_over")
	if me := s.Profile(again); *me.Email != "old@example.test" || me.PendingEmail != nil {
		t.Errorf("%+v", me)
	}
}

func TestOldAddressIsToldOfTheChange(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	_, p := s.CreateAccount("old@example.test")
	if a := s.ChangeEmail(p, "new@example.test"); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	if a := s.ConfirmEmail(p, s.Emails.Token(t, "new@example.test")); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	link := s.Emails.Link("changed to new@example.test", "old@example.test")
	if link == "" {
		t.Fatalf("nothing was said to the old address: %v", s.Emails.Links)
	}
	s.Clock.Advance(8 * 24 * time.Hour)
	_, stop, _ := strings.Cut(link, "token=")
	emailCall(s, "stop/", nil, stop).WantRefusal(t, 400, "email.stop_over")
	s.Profile(httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh)))
}

// Accounts and orders are free, and the address in them may be a stranger's: letters are
// counted by who gets them.
func TestLettersToOneAddressAreCounted(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	const victim = "victim@example.test"
	for i := range 8 { // an account each
		_, asker := s.CreateAccount(fmt.Sprintf("asker%d@example.test", i))
		if a := s.ChangeEmail(asker, victim); (a.Status == 429) != (i >= 5) {
			t.Fatalf("account %d: got %d %s", i, a.Status, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from email_changes where email = $1`, victim); n != "5" {
		t.Errorf("%s letters, want 5", n)
	}
	for range 3 { // an order each
		o := s.CreateOrder("steam", nil, `{"amount": "500.00", "steam_account_id": "night_kiosk", "email": "Victim@example.test"}`)
		if a := s.Do("POST", "/api/orders/"+o.Hash+"/send_link/", nil, ""); a.Status != 204 {
			t.Fatalf("a link: got %d %s, want 204 as always", a.Status, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from letters where event = 'order_link'`); n != "0" {
		t.Errorf("%s links are sent, want none", n)
	}
}

// A sign-in is not refused because the address it names got many letters.
func TestSignInsDoNotFloodAnAddress(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	sent := 0
	s.Deps.Store.Accounts.SetLetterLimit(func(_ context.Context, to string) error {
		if sent++; sent > 2 || to != "victim@example.test" {
			return &httperr.TooMany{Wait: time.Minute}
		}
		return nil
	})
	for range 4 {
		b := s.Browser()
		if a := b.FinishSignIn(b.SignInAt("steam", "ivan"), "victim@example.test"); a.Status != 200 {
			t.Fatalf("got %d %s, want the sign-in", a.Status, a.Body)
		}
	}
	if n := s.Value(`select count(*)::text from email_changes where email = 'victim@example.test'`); sent != 4 || n == "0" {
		t.Errorf("counted %d letters, %s addresses wait, want 4 counted", sent, n)
	}
}
