package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func (s *shop) emailCall(path string, p *pair, token string) answer {
	h := withType(nil)
	if p != nil {
		h = p.header()
	}
	return s.do("POST", "/api/auth/email/"+path, h, fmt.Sprintf(`{"token": %q}`, token))
}

func TestEmailIsConfirmedOnlyByTheAccountThatAsked(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	_, asker := s.made("asker@example.test")
	_, victim := s.made("victim@example.test")
	if a := s.wantEmail(asker, "maria@example.test"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	token := s.mail.token(t, "maria@example.test")
	// Maria reads the letter: without a session, and with her own.
	wantRefusal(t, s.emailCall("confirm/", nil, token), 401, "unauthorized")
	wantRefusal(t, s.emailCall("show/", nil, token), 401, "unauthorized")
	wantRefusal(t, s.emailCall("confirm/", &victim, token), 403, "email.other_account")
	wantRefusal(t, s.emailCall("show/", &victim, token), 403, "email.other_account")
	if got := s.value(`select count(*)::text from users where email = 'maria@example.test'`); got != "0" {
		t.Errorf("%s accounts have the address, want 0", got)
	}
	shown := s.emailCall("show/", &asker, token)
	keepsTo(t, doc, "showEmailChange", shown)
	wantJSON(t, shown, 200, fmt.Sprintf(`{"nickname": %q, "email": "maria@example.test"}`, s.profile(asker).Nickname))
	if me := s.profile(asker); *me.Email != "asker@example.test" {
		t.Errorf("showing changed the address to %s", *me.Email)
	}
	if a := s.emailCall("confirm/", &asker, token); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if me := s.profile(asker); *me.Email != "maria@example.test" {
		t.Errorf("got %s, want maria@example.test", *me.Email)
	}
}

func TestOldAddressIsWarnedAndCanStopTheChange(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	m, p := s.made("old@example.test")
	thief := s.login("old@example.test", m.Password)
	if a := s.wantEmail(thief, "thief@example.test"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	_, stop, found := strings.Cut(s.mail.link("changing to thief@example.test", "old@example.test"), "/ru/auth/stop?token=")
	if !found {
		t.Fatalf("no warning to the old address: %v", s.mail.links)
	}
	shown := s.emailCall("stop/show/", nil, stop)
	keepsTo(t, doc, "showEmailStop", shown)
	wantJSON(t, shown, 200, fmt.Sprintf(`{"nickname": %q}`, s.profile(p).Nickname))
	if a := s.emailCall("stop/", nil, stop); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.emailCall("stop/", nil, stop), 400, "email.stop_over")
	for _, p := range []pair{p, thief} {
		wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized")
		wantRefusal(t, s.refreshToken(p.Refresh), 400, "session.over")
	}
	again := s.login("old@example.test", m.Password)
	wantRefusal(t, s.confirm(again, s.mail.token(t, "thief@example.test")), 400, "email.link_over")
	if me := s.profile(again); *me.Email != "old@example.test" || me.PendingEmail != nil {
		t.Errorf("%+v", me)
	}
}

func TestOldAddressIsToldOfTheChange(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, p := s.made("old@example.test")
	if a := s.wantEmail(p, "new@example.test"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := s.confirm(p, s.mail.token(t, "new@example.test")); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	link := s.mail.link("changed to new@example.test", "old@example.test")
	if link == "" {
		t.Fatalf("nothing was said to the old address: %v", s.mail.links)
	}
	s.clock.advance(8 * 24 * time.Hour)
	_, stop, _ := strings.Cut(link, "token=")
	wantRefusal(t, s.emailCall("stop/", nil, stop), 400, "email.stop_over")
	s.profile(decode[pair](t, s.refreshToken(p.Refresh)))
}
