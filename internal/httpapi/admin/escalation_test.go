package admin_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/publicid"
)

// newEscalation returns a shop with a role that may manage people but has no money.
func newEscalation(t *testing.T) (*fixture, httpapitest.Operator) {
	t.Helper()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	f.Exec(`insert into staff_roles (name, title) values ('keeper', 'Кадры')`)
	f.Exec(`insert into staff_role_permissions (role_id, permission, has_limit, alone_limit)
		select id, p, p = 'refund.send', case when p = 'refund.send' then 500 end from staff_roles, unnest('{staff.write,role.write,orders.read,refund.send}'::text[]) p where name = 'keeper'`)
	return f, f.HireOperator("keeper")
}

// refused makes a call that must be refused and must change nothing.
func (f *fixture) refused(who http.Header, path, body string, status int, code string) {
	f.T.Helper()
	before := f.snapshot()
	a := f.Do("POST", path, who, body)
	if got := httpapitest.Decode[httpapitest.Refusal](f.T, a); a.Status != status || got.Code != code {
		f.T.Errorf("%s %s: got %d %s, want %d %s", path, body, a.Status, a.Body, status, code)
	}
	if f.snapshot() != before {
		f.T.Errorf("%s: refused, but data has changed", path)
	}
}

func TestNobodyGrantsMoreThanTheirOwn(t *testing.T) {
	t.Parallel()
	f, keeper := newEscalation(t)
	operator := f.HireOperator("operator")
	create := func(grants string) string {
		return fmt.Sprintf(`{"name": "night", "title": "Ночь", "grants": [%s]}`, grants)
	}
	f.refused(keeper.Header(), "/api/admin/roles/", create(`{"permission": "code.reveal"}`), 403, "role.too_much")
	f.refused(keeper.Header(), "/api/admin/roles/", create(`{"permission": "refund.send", "limit": "500.01"}`), 403, "role.too_much")
	f.refused(keeper.Header(), "/api/admin/roles/", create(`{"permission": "refund.send"}`), 400, "invalid")
	f.refused(keeper.Header(), "/api/admin/roles/", create(`{"permission": "orders.read", "limit": "1.00"}`), 400, "invalid")
	f.refused(keeper.Header(), "/api/admin/roles/", create(`{"permission": "orders.read"}, {"permission": "orders.read"}`), 400, "invalid")
	f.refused(keeper.Header(), "/api/admin/invitations/", fmt.Sprintf(`{"email": "x@staff.test", "role_id": %s}`, f.role("admin")), 403, "role.too_much")
	f.refused(keeper.Header(), fmt.Sprintf("/api/admin/staff/%d/update/", operator.ID), fmt.Sprintf(`{"version": 1, "name": "Анна", "role_id": %s, %s}`, f.role("admin"), because), 403, "role.too_much")
	f.refused(keeper.Header(), "/api/admin/roles/"+f.role("operator")+"/update/", `{"version": 1, "title": "Оператор", "grants": [], `+because+`}`, 403, "role.too_much")
	if a := f.Do("POST", "/api/admin/roles/", keeper.Header(), create(`{"permission": "refund.send", "limit": "500.00"}`)); a.Status != 200 {
		t.Errorf("what they have: got %d %s, want 200", a.Status, a.Body)
	}
}

func TestNobodyTouchesWhoHasMoreRights(t *testing.T) {
	t.Parallel()
	f, keeper := newEscalation(t)
	boss := f.HireOperator("admin")
	for _, verb := range []string{"suspend", "reset_factors", "end_sessions"} {
		f.refused(keeper.Header(), fmt.Sprintf("/api/admin/staff/%d/%s/", boss.ID, verb), "{"+because+"}", 403, "role.too_much")
	}
}

func TestNobodyEditsTheirOwnRole(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	boss := f.HireOperator("admin")
	f.refused(boss.Header(), "/api/admin/roles/"+f.role("admin")+"/update/", `{"version": 1, "title": "Бог", "grants": [{"permission": "home"}], `+because+`}`, 403, "role.own")
	f.refused(boss.Header(), fmt.Sprintf("/api/admin/staff/%d/update/", boss.ID), fmt.Sprintf(`{"version": 1, "name": "Я", "role_id": %s, %s}`, f.role("senior"), because), 403, "staff.self")
	for _, verb := range []string{"suspend", "restore", "reset_factors", "end_sessions"} {
		f.refused(boss.Header(), fmt.Sprintf("/api/admin/staff/%d/%s/", boss.ID, verb), "{"+because+"}", 403, "staff.self")
	}
}

func TestEndedSessionIsNotReplayed(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	if a := s.Do("POST", "/api/admin/session/end/", o.Header(), ""); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Do("GET", "/api/admin/me/", o.Header(), "").WantRefusal(t, 401, "console.session")
	s.Do("POST", "/api/admin/session/prove/", o.Header(), proofBody("totp", o.Digits())).WantRefusal(t, 401, "console.session")
}

func TestSessionOfAnotherIsNotEnded(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	mine, theirs := f.HireOperator("admin"), f.HireOperator("operator")
	f.refused(mine.Header(), "/api/admin/me/sessions/"+theirs.Session.String()+"/end/", "", 404, "session.not_found")
	f.refused(mine.Header(), "/api/admin/me/sessions/"+publicid.New().String()+"/end/", "", 404, "session.not_found")
	key := f.addKey(caller{operator: &theirs})
	f.refused(mine.Header(), fmt.Sprintf("/api/admin/me/passkeys/%d/remove/", key), "", 404, "factor.not_found")
}

func TestAnswersOfAnotherAreNotReplayed(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	mine, theirs := s.HireOperator("admin").Header(), s.HireOperator("admin").Header()
	theirs["Idempotency-Key"] = mine["Idempotency-Key"]
	first, second := s.Do("POST", "/api/admin/me/recovery_codes/", mine, ""), s.Do("POST", "/api/admin/me/recovery_codes/", theirs, "")
	if first.Status != 200 || second.Status != 200 || string(first.Body) == string(second.Body) {
		t.Errorf("got %d %s and %d %s, want codes of their own", first.Status, first.Body, second.Status, second.Body)
	}
}

func TestBuyersAndSocialTokensOpenNothing(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	// A buyer with the address, and even the password, of a member of staff.
	buyer, tokens := s.CreateAccount(o.Email)
	for name, value := range map[string]string{"access": tokens.Access, "refresh": tokens.Refresh, "service": s.Tokens.IssueServiceToken(o.ID, s.Clock.Now())} {
		h := httpapitest.ConsolePage()
		h.Set("Authorization", "Bearer "+value)
		h.Set("Cookie", "console="+value+"; __Host-console="+value+"; refresh="+value)
		s.Do("GET", "/api/admin/me/", h, "").WantRefusal(t, 401, "console.session")
		if a := s.Do("GET", "/api/admin/session/", h, ""); httpapitest.Decode[state](t, a).State != "none" {
			t.Errorf("%s: got %s, want nobody", name, a.Body)
		}
	}
	s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), signInBody(o.Email, buyer.Password)).WantRefusal(t, 400, "signin.wrong_password")
	// And the other way: the console's cookie is nothing to the shop.
	h := o.Header()
	h.Set("Authorization", "Bearer "+strings.TrimPrefix(o.Cookie, "console="))
	if a := s.Do("GET", "/api/auth/profile/", h, ""); a.Status != 401 {
		t.Errorf("profile with the console's secret: got %d, want 401", a.Status)
	}
}

func TestCallsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	o := f.HireOperator("admin")
	for name, change := range map[string]func(http.Header){
		"a form cannot set the header": func(h http.Header) { h.Del("X-Console") },
		"another origin":               func(h http.Header) { h.Set("Origin", "https://evil.test") },
		"no origin":                    func(h http.Header) { h.Del("Origin") },
		"an opaque origin":             func(h http.Header) { h.Set("Origin", "null") },
		"a neighbouring site":          func(h http.Header) { h.Set("Sec-Fetch-Site", "same-site") },
		"another site":                 func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") },
	} {
		h := o.Header()
		change(h)
		f.refused(h, "/api/admin/me/recovery_codes/", "", 403, "console.cross_site")
		delete(h, "Cookie")
		f.refused(h, "/api/admin/session/", signInBody(o.Email, httpapitest.StaffPassword), 403, "console.cross_site")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestConsoleIsClosedToOtherNetworks(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	s.Deps.Admin.Networks = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	from := func(address string) httpapitest.Response {
		h := o.Header()
		h.Set("X-Forwarded-For", address)
		return s.Do("GET", "/api/admin/me/", h, "")
	}
	from("198.51.100.7").WantRefusal(t, 403, "console.network")
	from("192.0.2.7, 198.51.100.7").WantRefusal(t, 403, "console.network")
	if a := from("198.51.100.7, 192.0.2.7"); a.Status != 200 {
		t.Errorf("from the network: got %d %s, want 200", a.Status, a.Body)
	}
}

func TestOneKeyAddsNoSecondFactorToAnEnrolledPerson(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	first := join(t, s, "marina@staff.test", "operator")
	_, second := signIn(t, s, "marina@staff.test") // a thief with the password
	begun := s.Do("POST", "/api/admin/me/totp/begin/", with(second), "")
	digits := digitsOf(t, s.Do("POST", "/api/admin/me/totp/begin/", with(first), ""), s.Clock.Now())
	if a := s.Do("POST", "/api/admin/me/totp/confirm/", with(first), fmt.Sprintf(`{"digits": %q}`, digits)); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	s.Clock.Advance(time.Minute)
	a := s.Do("POST", "/api/admin/me/totp/confirm/", with(second), fmt.Sprintf(`{"digits": %q}`, digitsOf(t, begun, s.Clock.Now())))
	a.WantRefusal(t, 403, "console.factor")
}
