package admin_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/publicid"
)

// otherSession adds a second session of the caller and returns its name.
func (f *fixture) otherSession(who caller) string {
	name := publicid.New()
	if who.operator != nil {
		sum := sha256.Sum256(name[:])
		f.Exec(`insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at)
			values ($1, $2, $3, 'test', '', $4, $4, $5)`, name, who.operator.ID, sum[:], f.Clock.Now(), f.Clock.Now().Add(time.Hour))
	}
	return name.String()
}

// addKey adds a passkey to the caller by hand and returns its number.
func (f *fixture) addKey(who caller) int64 {
	if who.refusal != 0 { // a key would change who they are
		return 1
	}
	f.Exec(`insert into staff_passkeys (staff_id, credential_id, credential, name, created) values ($1, $2, '{}', 'Ключ', $3)`,
		who.operator.ID, fmt.Appendf(nil, "key %d", f.next()), f.Clock.Now())
	return httpapitest.QueryAll[int64](f.Shop, `select max(id) from staff_passkeys`)[0]
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listFactors": {call: at("/api/admin/me/factors/")},
		"removeTotp": {call: func(f *fixture, who caller) (string, string) {
			f.addKey(who)
			return "/api/admin/me/totp/remove/", ""
		}, action: "factor.remove"},
		"removePasskey": {call: func(f *fixture, who caller) (string, string) {
			return fmt.Sprintf("/api/admin/me/passkeys/%d/remove/", f.addKey(who)), ""
		}, action: "factor.remove"},
		"replaceRecoveryCodes": {call: at("/api/admin/me/recovery_codes/"), action: "factor.renew"},
		"changePassword": {call: at("/api/admin/me/password/", fmt.Sprintf(`{"current": %q, "password": "дневной ларёк у реки"}`, httpapitest.StaffPassword)),
			want: 204, action: "staff.change_password"},
		"listOwnSessions": {call: at("/api/admin/me/sessions/")},
		"endOneSession": {call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/me/sessions/" + f.otherSession(who) + "/end/", ""
		}, action: "session.end"},
		"endOtherSessions": {call: func(f *fixture, who caller) (string, string) {
			f.otherSession(who)
			return "/api/admin/me/sessions/end_others/", ""
		}, action: "session.end"},
		"listOwnSignIns": {call: at("/api/admin/me/sign_ins/")},
	}
})

func TestLastFactorStays(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	s.Do("POST", "/api/admin/me/totp/remove/", o.Header(), "").WantRefusal(t, 409, "factor.last")
	if got := s.Value(`select (totp_key is not null)::text from staff where id = $1`, o.ID); got != "true" {
		t.Errorf("got the app removed, want it kept")
	}
}

func TestRepeatedRequestGetsTheSameRecoveryCodes(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	h := o.Header()
	first := s.Do("POST", "/api/admin/me/recovery_codes/", h, "")
	if again := s.Do("POST", "/api/admin/me/recovery_codes/", h, ""); string(again.Body) != string(first.Body) {
		t.Errorf("got %s, want %s", again.Body, first.Body)
	}
	if got := s.Value(`select count(*)::text from audit`); got != "1" {
		t.Errorf("got %s audit rows, want 1", got)
	}
	codes := httpapitest.Decode[enrolled](t, first).RecoveryCodes
	if got := s.Value(`select count(*)::text from desk_requests where answer::text like '%' || $1 || '%'`, codes[0][:8]); got != "0" {
		t.Error("a code is stored with the answer")
	}
}

// The letters of a name of a session may be right and the name still impossible.
func TestNoSessionHasAnImpossibleName(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	for _, name := range []string{"aaaaaaaaaaaaaaaaaaaaaaaaaa", "00000000000000000000000000"} {
		s.Do("POST", "/api/admin/me/sessions/"+name+"/end/", o.Header(), "").WantRefusal(t, 404, "session.not_found")
	}
	if n := s.Value(`select count(*)::text from staff_sessions where ended_at is not null`); n != "0" {
		t.Errorf("%s sessions ended, want none", n)
	}
}
