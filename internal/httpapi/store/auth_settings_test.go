package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

func TestEmailIsProvenByTheLink(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	a := b.FinishSignIn(b.SignInAt("steam", "anya"), "anya@example.test") // the page requested it
	p := httpapitest.Decode[httpapitest.Tokens](t, a)
	if me := s.Profile(p); me.Email != nil || me.PendingEmail == nil || *me.PendingEmail != "anya@example.test" {
		t.Fatalf("%+v", me)
	}
	old := s.Emails.Token(t, "anya@example.test")
	if a := s.ChangeEmail(p, "anna@example.test"); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.ConfirmEmail(p, old).WantRefusal(t, 400, "email.link_over")
	token := s.Emails.Token(t, "anna@example.test")
	if a := s.ConfirmEmail(p, token); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.ConfirmEmail(p, token).WantRefusal(t, 400, "email.link_over")
	if me := s.Profile(p); me.Email == nil || *me.Email != "anna@example.test" || me.PendingEmail != nil {
		t.Errorf("%+v", me)
	}
	if a := s.ChangeEmail(p, "late@example.test"); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Clock.Advance(25 * time.Hour)
	p = httpapitest.Decode[httpapitest.Tokens](t, s.RefreshToken(p.Refresh))
	s.ConfirmEmail(p, s.Emails.Token(t, "late@example.test")).WantRefusal(t, 400, "email.link_over")
	s.ConfirmEmail(p, "x").WantRefusal(t, 400, "email.link_over")
}

func TestEmailOfAnotherIsNotToldUntilProven(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.CreateAccount("taken@example.test")
	_, p := s.CreateAccount("mine@example.test")
	free, taken := s.ChangeEmail(p, "free@example.test"), s.ChangeEmail(p, "TAKEN@example.test")
	if free.Status != taken.Status || string(free.Body) != string(taken.Body) {
		t.Errorf("the answers differ: %d %s, %d %s", free.Status, free.Body, taken.Status, taken.Body)
	}
	s.ConfirmEmail(p, s.Emails.Token(t, "TAKEN@example.test")).WantRefusal(t, 409, "email.taken")
	if me := s.Profile(p); *me.Email != "mine@example.test" {
		t.Errorf("%+v", me)
	}
}

func TestGuestOrdersAreClaimedWithTheProvenAddress(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewSignInShop(t), httpapitest.Contract(t)
	guest := s.CreateOrder("pubg", nil, `{"products": [{"product_id": 3, "quantity": 1}], "email": "Ivan@Yandex.ru"}`)
	s.CreateOrder("pubg", nil, httpapitest.PubgBody)
	b := s.Browser()
	noMail := b.SignIn("steam", "anya")
	s.Do("POST", "/api/auth/orders/claim/", noMail.Header(), "").WantRefusal(t, 409, "email.not_proven")
	p := b.SignIn("yandex", "ivan")
	a := s.Do("POST", "/api/auth/orders/claim/", p.Header(), "")
	a.WantJSON(t, 200, `{"count": 1}`)
	httpapitest.MatchesContract(t, doc, "claimOrders", a)
	s.Do("POST", "/api/auth/orders/claim/", p.Header(), "").WantJSON(t, 200, `{"count": 0}`)
	if list := httpapitest.Decode[httpapitest.Page](t, s.Do("GET", "/api/orders/", p.Header(), "")); list.Count != 1 {
		t.Errorf("%+v", list)
	}
	s.Do("GET", fmt.Sprintf("/api/orders/status/%d/", guest.ID), guest.ByCookie(), "").WantRefusal(t, 404, "order.not_found") // it is the account's now
}

func TestConsentsAreRecordedWithTheirText(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	_, p := s.CreateAccount("kassa@example.test")
	s.Do("GET", "/api/auth/consents/", p.Header(), "").WantJSON(t, 200, `[]`)
	for _, given := range []bool{true, false} {
		a := s.Do("POST", "/api/auth/consents/set/", p.Header(), fmt.Sprintf(`{"kind": "mailing", "given": %t}`, given))
		revision := s.Value(`select left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 16) from articles where slug = 'personal-data-consent'`)
		a.WantJSON(t, 200, fmt.Sprintf(`[{"kind": "mailing", "given": %t, "revision": %q, "at": "2026-11-15T12:00:00Z"}]`, given, revision))
		httpapitest.MatchesContract(t, doc, "setConsent", a)
	}
	if n := s.Value(`select count(*)::text from consents`); n != "2" {
		t.Errorf("got %s reviews left, want 0", n)
	}
}

func TestExportHoldsAllOfAPerson(t *testing.T) {
	t.Parallel()
	s, doc := httpapitest.NewShop(t), httpapitest.Contract(t)
	m, p := s.CreateAccount("kassa@example.test")
	s.CreateOrder("pubg", p.Header(), `{"products": [{"product_id": 3, "quantity": 1}]}`)
	grant(s, m.ID, "150.00")
	a := s.Do("GET", "/api/auth/export/", p.Header(), "")
	httpapitest.MatchesContract(t, doc, "exportData", a)
	e := httpapitest.Decode[struct {
		Profile             httpapitest.Profile
		Sessions, Movements []map[string]any
		Orders              []map[string]any
	}](t, a)
	if e.Profile.ID != m.ID || e.Profile.Balance != "150.00" || len(e.Sessions) != 1 || len(e.Orders) != 1 || len(e.Movements) != 1 {
		t.Errorf("%s", a.Body)
	}
	list := s.Do("GET", "/api/auth/balance/", p.Header(), "")
	httpapitest.MatchesContract(t, doc, "listMovements", list)
	got := httpapitest.Decode[httpapitest.Page](t, list)
	if got.Count != 1 || got.Results[0]["title"] != "Пополнение баланса" || got.Results[0]["amount"] != "150.00" || got.Results[0]["is_income"] != true {
		t.Errorf("%s", list.Body)
	}
}

// grant credits a balance without a payment.
func grant(s *httpapitest.Shop, userID int64, amount string) {
	s.T.Helper()
	s.Exec(`with g as (insert into ledger_groups (reason, ref) values ('test', gen_random_uuid()::text) returning id)
		insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a, 'RUB', s from g, (values ('customer:' || $1::text, -($2::numeric)), ('unapplied', $2::numeric)) v(a, s)`, fmt.Sprint(userID), amount)
}

func TestErasedPersonIsForgottenAndTheBooksStay(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	b := s.Browser()
	p := b.SignIn("yandex", "ivan")
	me := s.Profile(p)
	erase := func() httpapitest.Response {
		return s.Do("POST", "/api/auth/erase/", p.Header(), `{"confirm": "erase"}`)
	}
	s.Do("POST", "/api/auth/erase/", p.Header(), `{"confirm": "yes"}`).WantRefusal(t, 400, "invalid")
	o := s.CreateOrder("steam", p.Header(), `{"amount": "500.00", "steam_account_id": "night_kiosk"}`)
	erase().WantRefusal(t, 409, "account.unfinished_orders")
	s.Profile(p) // refused, so still signed in
	s.Exec(`update orders set status = 'failed', next_action = null, due_at = null, reject_reason = 'x' where id = $1`, o.ID)
	grant(s.Shop, me.ID, "1.00")
	erase().WantRefusal(t, 409, "account.balance_left")
	grant(s.Shop, me.ID, "-1.00")
	if a := erase(); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	s.Do("GET", "/api/auth/profile/", p.Header(), "").WantRefusal(t, 401, "unauthorized")
	s.RefreshToken(p.Refresh).WantRefusal(t, 400, "session.over")
	got := s.Value(`select concat_ws('|', u.nickname, u.email is null, o.total, o.email is null, o.detail::text, (select count(*) from identities where user_id = u.id))
		from users u join orders o on o.user_id = u.id where u.id = $1`, me.ID)
	if !strings.HasPrefix(got, "Удалённый профиль|t|500.00|t|") || strings.Contains(got, "night_kiosk") || !strings.HasSuffix(got, "|0") {
		t.Errorf("left: %s", got)
	}
	if again := b.SignIn("yandex", "ivan"); !again.IsSignedUp || s.Profile(again).ID == me.ID {
		t.Error("the erased account opens again")
	}
}

var _ = accessRows(func(_ *accessFixture, _ orders) map[string]access {
	return map[string]access{
		"getProfile":      {want: signedIn(200, 200)},
		"listMovements":   {want: signedIn(200, 200)},
		"changeEmail":     {body: `{"email": "new@example.test"}`, want: signedIn(204, 204)},
		"confirmEmail":    {body: `{"token": "x"}`, want: signedIn(400, 400)},
		"showEmailChange": {body: `{"token": "x"}`, want: signedIn(400, 400)},
		"showEmailStop":   {body: `{"token": "x"}`, want: all(400)},
		"stopEmailChange": {body: `{"token": "x"}`, want: all(400)},
		"listConsents":    {want: signedIn(200, 200)},
		"setConsent":      {body: `{"kind": "mailing", "given": true}`, want: signedIn(200, 200)},
		"claimOrders":     {want: signedIn(200, 200)},
		"exportData":      {want: signedIn(200, 200)},
		"eraseAccount":    {body: `{"confirm": "erase"}`, want: signedIn(409, 409)},
	}
})
