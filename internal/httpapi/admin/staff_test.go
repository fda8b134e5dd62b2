package admin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

const because = `"reason": {"code": "other", "text": "проверка"}`

var _ = rows(func() map[string]row {
	// about is a call on a new operator.
	about := func(verb string) func(*fixture, caller) (string, string) {
		return func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/staff/%d/%s/", f.HireOperator("operator").ID, verb), "{" + because + "}"
		}
	}
	return map[string]row{
		"listColleagues": {call: at("/api/admin/colleagues/")},
		"listStaff":      {call: at("/api/admin/staff/")},
		"getStaff": {call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/staff/%d/", f.HireOperator("operator").ID), ""
		}},
		"updateStaff": {call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/staff/%d/update/", f.HireOperator("operator").ID), fmt.Sprintf(`{"version": 1, "name": "Анна", "role_id": %s, %s}`, f.role("senior"), because)
		}, action: "staff.update"},
		"suspendStaff":     {call: about("suspend"), action: "staff.suspend"},
		"resetFactors":     {call: about("reset_factors"), action: "staff.reset_factors"},
		"endStaffSessions": {call: about("end_sessions"), action: "staff.end_sessions"},
		"restoreStaff": {call: func(f *fixture, _ caller) (string, string) {
			o := f.HireOperator("operator")
			f.Exec(`update staff set suspended_at = created, suspended_for = 'test' where id = $1`, o.ID)
			return fmt.Sprintf("/api/admin/staff/%d/restore/", o.ID), "{" + because + "}"
		}, action: "staff.restore"},
		"listInvitations": {call: at("/api/admin/invitations/")},
		"invite": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/invitations/", fmt.Sprintf(`{"email": "guest%d@staff.test", "role_id": %s}`, f.next(), f.role("operator"))
		}, action: "staff.invite"},
		"revokeInvitation": {call: func(f *fixture, _ caller) (string, string) {
			invite(f.T, f.Shop, fmt.Sprintf("guest%d@staff.test", f.next()), "operator")
			return "/api/admin/invitations/" + f.Value(`select max(id)::text from staff_invitations`) + "/revoke/", "{" + because + "}"
		}, action: "staff.revoke_invitation"},
		"listRoles": {call: at("/api/admin/roles/")},
		"createRole": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/roles/", fmt.Sprintf(`{"name": "night%s", "title": "Ночь", "grants": [{"permission": "orders.read"}]}`, letters(f.next()))
		}, action: "role.create"},
		"updateRole": {call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`insert into staff_roles (name, title) values ($1, 'Ночь')`, "day"+letters(f.next()))
			return "/api/admin/roles/" + f.Value(`select max(id)::text from staff_roles`) + "/update/",
				`{"version": 1, "title": "День", "grants": [{"permission": "refund.send", "limit": "10.00"}], ` + because + `}`
		}, action: "role.update"},
		"listAudit":      {call: at("/api/admin/audit/?action=staff.join&order=1&since=2026-01-01T00:00:00Z")},
		"getAuditSeal":   {call: at("/api/admin/audit/seal/")},
		"listOwnActions": {call: at("/api/admin/me/actions/")},
	}
})

// role returns the number of a role as text.
func (f *fixture) role(name string) string {
	return f.Value(`select id::text from staff_roles where name = $1`, name)
}

// letters writes a number without digits, which names of roles do not have.
func letters(n int) string {
	text := ""
	for ; n > 0; n /= 26 {
		text += string(rune('a' + n%26))
	}
	return text
}

func TestSuspendedPersonIsOutAtOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	boss, o := s.HireOperator("admin"), s.HireOperator("operator")
	path := fmt.Sprintf("/api/admin/staff/%d/", o.ID)
	a := s.Do("POST", path+"suspend/", boss.Header(), "{"+because+"}")
	if a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	s.Do("GET", "/api/admin/me/", o.Header(), "").WantRefusal(t, 401, "console.session")
	s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), signInBody(o.Email, httpapitest.StaffPassword)).WantRefusal(t, 403, "console.suspended")
	if a := s.Do("POST", path+"restore/", boss.Header(), "{"+because+"}"); a.Status != 200 {
		t.Fatalf("restore: got %d %s, want 200", a.Status, a.Body)
	}
	s.Do("GET", "/api/admin/me/", o.Header(), "").WantRefusal(t, 401, "console.session") // the old session stays ended
	if x, _ := signIn(t, s, o.Email); x.State != "factor" {
		t.Errorf("got %+v, want to come in again", x)
	}
}

func TestPeopleWhoStayAwayAreSuspended(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	away, here := s.HireOperator("operator"), s.HireOperator("senior")
	s.Exec(`update staff set seen_at = $2 where id = $1`, away.ID, s.Clock.Now().Add(-31*24*time.Hour))
	s.Exec(`update staff set seen_at = $2 where id = $1`, here.ID, s.Clock.Now().Add(-29*24*time.Hour))
	if err := s.Desk.SuspendIdle(t.Context(), s.Staff); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%d idle staff.suspend", away.ID)
	if got := s.Value(`select string_agg(object_id || ' ' || reason_code || ' ' || action, ';') from audit`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.Do("GET", "/api/admin/me/", away.Header(), "").WantRefusal(t, 401, "console.session")
	if a := s.Do("GET", "/api/admin/me/", here.Header(), ""); a.Status != 200 {
		t.Errorf("got %d, want the other to stay", a.Status)
	}
}

func TestResetFactorsLeaveOnlyEnrolment(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	boss, o := s.HireOperator("admin"), s.HireOperator("operator")
	if a := s.Do("POST", fmt.Sprintf("/api/admin/staff/%d/reset_factors/", o.ID), boss.Header(), "{"+because+"}"); a.Status != 200 {
		t.Fatalf("got %d %s, want 200", a.Status, a.Body)
	}
	x, cookie := signIn(t, s, o.Email)
	if x.State != "enrolment" {
		t.Errorf("got %+v, want only enrolment", x)
	}
	s.Do("GET", "/api/admin/me/", with(cookie), "").WantRefusal(t, 403, "console.enrolment")
}

func TestAuditListIsPagedAndItsCursorBelongsToItsFilter(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	for range 5 {
		s.Do("POST", "/api/admin/me/recovery_codes/", o.Header(), "")
	}
	type page struct {
		Next    *string `json:"next"`
		Results []struct {
			ID     int64  `json:"id"`
			Action string `json:"action"`
		} `json:"results"`
	}
	read := func(query string) page {
		return httpapitest.Decode[page](t, s.Do("GET", "/api/admin/audit/?limit=2"+query, o.Header(), ""))
	}
	var ids []int64
	p := read("&action=factor.renew")
	for {
		for _, r := range p.Results {
			ids = append(ids, r.ID)
		}
		if p.Next == nil {
			break
		}
		s.Do("GET", "/api/admin/audit/?limit=2&action=role.create&cursor="+*p.Next, o.Header(), "").WantRefusal(t, 400, "invalid")
		p = read("&action=factor.renew&cursor=" + *p.Next)
	}
	if fmt.Sprint(ids) != "[5 4 3 2 1]" {
		t.Errorf("got rows %v, want 5 to 1", ids)
	}
	if p := read("&action=role.create"); len(p.Results) != 0 {
		t.Errorf("got %+v, want nothing", p)
	}
}

// TestInvitationGoesToItsAddressOnly invites a person: the inviter gets no link, and the
// address a letter in which it is.
func TestInvitationGoesToItsAddressOnly(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	boss := f.HireOperator("admin")
	a := f.Do("POST", "/api/admin/invitations/", boss.Header(), fmt.Sprintf(`{"email":"nina@staff.test","role_id":%s}`, f.role("admin")))
	if a.Status != 200 || strings.Contains(string(a.Body), "invitation#") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	sent := f.Emails.Sent()
	if len(sent) != 1 || sent[0].To != "nina@staff.test" {
		t.Fatalf("letters: %+v", sent)
	}
	_, token, _ := strings.Cut(sent[0].Text, "/console/invitation#")
	token, _, _ = strings.Cut(token, "\n")
	if a := f.Do("POST", "/api/admin/invitations/show/", boss.Header(), fmt.Sprintf(`{"token":%q}`, strings.TrimSpace(token))); a.Status != 200 {
		t.Errorf("its link: %d %s", a.Status, a.Body)
	}
}
