package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func (s *shop) wantEmail(p pair, email string) answer {
	return s.do("POST", "/api/auth/email/change/", p.header(), fmt.Sprintf(`{"email": %q}`, email))
}

func (s *shop) confirm(p pair, token string) answer {
	return s.do("POST", "/api/auth/email/confirm/", p.header(), fmt.Sprintf(`{"token": %q}`, token))
}

func TestEmailIsProvenByTheLink(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	a := b.enter(b.visit("steam", "anya"), "anya@example.test") // the page asked for it
	p := decode[pair](t, a)
	if me := s.profile(p); me.Email != nil || me.PendingEmail == nil || *me.PendingEmail != "anya@example.test" {
		t.Fatalf("%+v", me)
	}
	old := s.mail.token(t, "anya@example.test")
	if a := s.wantEmail(p, "anna@example.test"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.confirm(p, old), 400, "email.link_over")
	token := s.mail.token(t, "anna@example.test")
	if a := s.confirm(p, token); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.confirm(p, token), 400, "email.link_over")
	if me := s.profile(p); me.Email == nil || *me.Email != "anna@example.test" || me.PendingEmail != nil {
		t.Errorf("%+v", me)
	}
	if a := s.wantEmail(p, "late@example.test"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	s.clock.advance(25 * time.Hour)
	p = decode[pair](t, s.refreshToken(p.Refresh))
	wantRefusal(t, s.confirm(p, s.mail.token(t, "late@example.test")), 400, "email.link_over")
	wantRefusal(t, s.confirm(p, "x"), 400, "email.link_over")
}

func TestEmailOfAnotherIsNotToldUntilProven(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.made("taken@example.test")
	_, p := s.made("mine@example.test")
	free, taken := s.wantEmail(p, "free@example.test"), s.wantEmail(p, "TAKEN@example.test")
	if free.status != taken.status || string(free.body) != string(taken.body) {
		t.Errorf("the answers differ: %d %s, %d %s", free.status, free.body, taken.status, taken.body)
	}
	wantRefusal(t, s.confirm(p, s.mail.token(t, "TAKEN@example.test")), 409, "email.taken")
	if me := s.profile(p); *me.Email != "mine@example.test" {
		t.Errorf("%+v", me)
	}
}

func TestGuestOrdersAreClaimedWithTheProvenAddress(t *testing.T) {
	t.Parallel()
	s, doc := newSignInShop(t), contract(t)
	guest := s.order("pubg", nil, `{"products": [{"product_id": 3, "quantity": 1}], "email": "Ivan@Yandex.ru"}`)
	s.order("pubg", nil, pubgBody)
	b := s.browser()
	noMail := b.signIn("steam", "anya")
	wantRefusal(t, s.do("POST", "/api/auth/orders/claim/", noMail.header(), ""), 409, "email.not_proven")
	p := b.signIn("yandex", "ivan")
	a := s.do("POST", "/api/auth/orders/claim/", p.header(), "")
	wantJSON(t, a, 200, `{"count": 1}`)
	keepsTo(t, doc, "claimOrders", a)
	wantJSON(t, s.do("POST", "/api/auth/orders/claim/", p.header(), ""), 200, `{"count": 0}`)
	if list := decode[page](t, s.do("GET", "/api/orders/", p.header(), "")); list.Count != 1 {
		t.Errorf("%+v", list)
	}
	wantRefusal(t, s.do("GET", fmt.Sprintf("/api/orders/status/%d/", guest.ID), guest.byCookie(), ""), 404, "order.not_found") // it is the account's now
}

func TestConsentsAreRecordedWithTheirText(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	_, p := s.made("kassa@example.test")
	wantJSON(t, s.do("GET", "/api/auth/consents/", p.header(), ""), 200, `[]`)
	for _, given := range []bool{true, false} {
		a := s.do("POST", "/api/auth/consents/set/", p.header(), fmt.Sprintf(`{"kind": "mailing", "given": %t}`, given))
		revision := s.value(`select left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 16) from articles where slug = 'personal-data-consent'`)
		wantJSON(t, a, 200, fmt.Sprintf(`[{"kind": "mailing", "given": %t, "revision": %q, "at": "2026-11-15T12:00:00Z"}]`, given, revision))
		keepsTo(t, doc, "setConsent", a)
	}
	if n := s.value(`select count(*)::text from consents`); n != "2" {
		t.Errorf("%s words kept", n)
	}
}

func TestExportHoldsAllOfAPerson(t *testing.T) {
	t.Parallel()
	s, doc := newShop(t), contract(t)
	m, p := s.made("kassa@example.test")
	s.order("pubg", p.header(), `{"products": [{"product_id": 3, "quantity": 1}]}`)
	s.grant(m.ID, "150.00")
	a := s.do("GET", "/api/auth/export/", p.header(), "")
	keepsTo(t, doc, "exportData", a)
	e := decode[struct {
		Profile             profile
		Sessions, Movements []map[string]any
		Orders              []map[string]any
	}](t, a)
	if e.Profile.ID != m.ID || e.Profile.Balance != "150.00" || len(e.Sessions) != 1 || len(e.Orders) != 1 || len(e.Movements) != 1 {
		t.Errorf("%s", a.body)
	}
	list := s.do("GET", "/api/auth/balance/", p.header(), "")
	keepsTo(t, doc, "listMovements", list)
	got := decode[page](t, list)
	if got.Count != 1 || got.Results[0]["title"] != "Пополнение баланса" || got.Results[0]["amount"] != "150.00" || got.Results[0]["is_income"] != true {
		t.Errorf("%s", list.body)
	}
}

// grant puts money on a balance, out of nowhere.
func (s *shop) grant(userID int64, amount string) {
	s.t.Helper()
	s.exec(`with g as (insert into ledger_groups (reason, ref) values ('test', gen_random_uuid()::text) returning id)
		insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a, 'RUB', s from g, (values ('customer:' || $1::text, -($2::numeric)), ('unapplied', $2::numeric)) v(a, s)`, fmt.Sprint(userID), amount)
}

func TestErasedPersonIsForgottenAndTheBooksStay(t *testing.T) {
	t.Parallel()
	s := newSignInShop(t)
	b := s.browser()
	p := b.signIn("yandex", "ivan")
	me := s.profile(p)
	erase := func() answer { return s.do("POST", "/api/auth/erase/", p.header(), `{"confirm": "erase"}`) }
	wantRefusal(t, s.do("POST", "/api/auth/erase/", p.header(), `{"confirm": "yes"}`), 400, "invalid")
	o := s.order("steam", p.header(), `{"amount": "500.00", "steam_account_id": "night_kiosk"}`)
	wantRefusal(t, erase(), 409, "account.unfinished_orders")
	s.profile(p) // refused, so still signed in
	s.exec(`update orders set status = 'failed', next_action = null, due_at = null, reject_reason = 'x' where id = $1`, o.ID)
	s.grant(me.ID, "1.00")
	wantRefusal(t, erase(), 409, "account.balance_left")
	s.grant(me.ID, "-1.00")
	if a := erase(); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wantRefusal(t, s.do("GET", "/api/auth/profile/", p.header(), ""), 401, "unauthorized")
	wantRefusal(t, s.refreshToken(p.Refresh), 400, "session.over")
	got := s.value(`select concat_ws('|', u.nickname, u.email is null, o.total, o.email is null, o.detail::text, (select count(*) from identities where user_id = u.id))
		from users u join orders o on o.user_id = u.id where u.id = $1`, me.ID)
	if !strings.HasPrefix(got, "Удалённый профиль|t|500.00|t|") || strings.Contains(got, "night_kiosk") || !strings.HasSuffix(got, "|0") {
		t.Errorf("left: %s", got)
	}
	if again := b.signIn("yandex", "ivan"); !again.IsSignedUp || s.profile(again).ID == me.ID {
		t.Error("the erased account opens again")
	}
}
