package admin_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/publicid"
)

// newBuyer makes an account and returns its number.
func newBuyer(f *fixture) int64 {
	m, _ := f.CreateAccount(fmt.Sprintf("buyer-%d@box.example", f.next()))
	return m.ID
}

// onBuyer is a call about an account that was just made.
func onBuyer(verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		return fmt.Sprintf("/api/admin/customers/%d/%s", newBuyer(f), verb), fields
	}
}

// onRichBuyer is one about an account with a balance.
func onRichBuyer(verb, fields string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		id := newBuyer(f)
		f.Exec(`with g as (insert into ledger_groups (reason, ref) values ('goodwill', 'rich ' || $1::bigint) returning id)
			insert into ledger_postings (group_id, account, currency, amount)
			select g.id, p.account, 'RUB', p.amount from g, (values ('customer:' || $1::bigint, -100), ('goodwill', 100)) as p (account, amount)`, id)
		return fmt.Sprintf("/api/admin/customers/%d/%s", id, verb), fields
	}
}

var _ = rows(func() map[string]row {
	const only = "{" + reason + "}"
	return map[string]row{
		"findCustomers":         {call: at("/api/admin/customers/find/", `{"text":"nobody@box.example"}`)},
		"getCustomer":           {call: onBuyer("", "")},
		"listCustomerMovements": {call: onBuyer("movements/", "")},
		"noteCustomer":          {call: onBuyer("notes/", `{"text":"позвонил"}`), action: "customer.note"},
		"blockCustomer":         {call: onBuyer("block/", `{"words":"Нет","with_address":true,`+reason+"}"), action: "customer.bar"},
		"unblockCustomer":       {call: onBuyer("unblock/", only), action: "customer.unbar"},
		"debitCustomer":         {call: onRichBuyer("debit/", `{"amount":"10.00",`+reason+"}"), action: "customer.debit"},
		"payOutCustomer":        {call: onRichBuyer("pay_out/", `{"amount":"10.00","reference":"77",`+reason+"}"), action: "customer.pay_out"},
		"creditCustomer":        {call: onBuyer("credit/", `{"amount":"10.00",`+reason+"}"), action: "customer.credit"},
		"endCustomerSessions":   {call: onBuyer("sessions/end/", `{"session":null,`+reason+"}"), action: "customer.end_sessions"},
		"viewAsCustomer":        {call: onBuyer("view/", only), action: "customer.view"},
		"askToEraseCustomer":    {call: onBuyer("erasure/", only), action: "customer.ask_to_erase"},
		"exportCustomer": {action: "customer.export", call: func(f *fixture, who caller) (string, string) {
			f.AsOwner(`delete from console_exports`)
			return onBuyer("exports/", only)(f, who)
		}},
		"decideErasure": {action: "customer.erase", call: func(f *fixture, _ caller) (string, string) {
			id := newBuyer(f)
			// Asked for by a person who is not among the callers.
			f.Exec(`with s as (insert into staff (email, name, password, role_id, created, seen_at)
					select 'asker-' || $1::bigint || '@staff.example', 'Ася', 'x', min(id), now(), now() from staff_roles returning id)
				insert into user_erasures (user_id, reason, asked_by, asked_at) select $1::bigint, 'письмо', id, now() from s`, id)
			return fmt.Sprintf("/api/admin/customers/%d/erasure/decide/", id), `{"approve":true,` + reason + "}"
		}},
	}
})

func TestABlockedBuyerCannotOrder(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	boss := f.HireOperator("admin")
	m, tokens := f.CreateAccount("Olga@box.example")
	path := fmt.Sprintf("/api/admin/customers/%d/", m.ID)
	if a := f.Do("POST", "/api/admin/customers/find/", boss.Header(), `{"text":"olga@box.example"}`); !strings.Contains(string(a.Body), fmt.Sprintf(`"id":%d`, m.ID)) {
		t.Fatalf("not found: %s", a.Body)
	}
	body := `{"words":"Пишите в поддержку","with_address":true,` + reason + "}"
	header := boss.Header()
	for range 2 { // the same key has one effect and one answer
		if a := f.Do("POST", path+"block/", header, body); a.Status != http.StatusOK {
			t.Fatalf("block: %d %s", a.Status, a.Body)
		}
	}
	if a := f.RefreshToken(tokens.Refresh); a.Status == http.StatusOK {
		t.Error("a blocked buyer stays signed in")
	}
	order := regexp.MustCompile(`"email": ?"[^"]*"`).ReplaceAllString(httpapitest.PubgBody, `"email":"olga@box.example"`)
	before := f.Value(`select count(*)::text from orders`)
	if a := f.Post("/api/orders/pubg/", order); a.Status != http.StatusForbidden || !strings.Contains(string(a.Body), "order.blocked") {
		t.Errorf("a guest with the address orders: %d %s", a.Status, a.Body)
	}
	if f.Value(`select count(*)::text from orders`) != before {
		t.Error("a refused order is there")
	}
	if a := f.Do("POST", path+"unblock/", boss.Header(), "{"+reason+"}"); a.Status != http.StatusOK {
		t.Fatalf("unblock: %d %s", a.Status, a.Body)
	}
	if n := f.Value(`select count(*)::text from blocked_buyers where lifted_at is null`); n != "0" {
		t.Errorf("%s addresses stay blocked", n)
	}
}

func TestErasingNeedsAnotherPersonAndNoDebts(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, boris := f.HireOperator("admin"), f.HireOperator("admin")
	m, _ := f.CreateAccount("olga@box.example")
	path := fmt.Sprintf("/api/admin/customers/%d/", m.ID)
	ask := func() { t.Helper(); wantOK(t, f.Do("POST", path+"erasure/", anna.Header(), "{"+reason+"}")) }
	decide := func(who httpapitest.Operator, wantCode string) {
		t.Helper()
		before := f.snapshot()
		a := f.Do("POST", path+"erasure/decide/", who.Header(), `{"approve":true,`+reason+"}")
		if wantCode == "" {
			wantOK(t, a)
			return
		}
		if a.Status != http.StatusConflict || !strings.Contains(string(a.Body), wantCode) {
			t.Errorf("got %d %s, want %s", a.Status, a.Body, wantCode)
		}
		if f.snapshot() != before {
			t.Errorf("%s: a refused erasure changed data", wantCode)
		}
	}
	wantOK(t, f.Do("POST", path+"notes/", anna.Header(), `{"text":"любит кошек"}`))
	wantOK(t, f.Do("POST", path+"credit/", anna.Header(), `{"amount":"100.00",`+reason+"}"))
	ask()
	decide(anna, "user.same_person")
	decide(boris, "account.balance_left")
	f.Exec(`with g as (insert into ledger_groups (reason, ref) values ('manual', 'spent') returning id)
		insert into ledger_postings (group_id, account, currency, amount) select id, a, 'RUB', n from g, (values ('customer:` + fmt.Sprint(m.ID) + `', 100.00), ('bank', -100.00)) v (a, n)`)
	f.Exec(`insert into orders (id, hash, kind, status, user_id, email, game_id, total, created, next_action, due_at) overriding system value
		select 900001, gen_random_uuid(), 'pubg', 'paid', $1, 'olga@box.example', min(id), 100, now(), 'deliver', now() from games`, m.ID)
	decide(boris, "account.unfinished_orders")
	f.Exec(`update orders set status = 'done', done_at = now(), next_action = null, due_at = null where id = 900001`)
	decide(boris, "")
	got := f.Value(`select coalesce(u.email, '-') || ' ' || u.nickname || ' ' || coalesce(o.email, '-') || ' ' || o.total || ' ' || (select count(*) from user_notes) || ' ' || (select count(*) from ledger_groups where reason = 'goodwill')
		from users u join orders o on o.user_id = u.id where u.id = $1`, m.ID)
	if want := "- Удалённый профиль - 100.00 0 1"; got != want {
		t.Errorf("after erasing: %s, want %s", got, want)
	}
}

func wantOK(t *testing.T, a httpapitest.Response) {
	t.Helper()
	if a.Status != http.StatusOK {
		t.Fatalf("got %d %s", a.Status, a.Body)
	}
}

func TestApologiesToABuyerAddUpToTheLimit(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	oleg := f.HireOperator("operator") // 300 rubles
	buyer := newBuyer(f)
	path := fmt.Sprintf("/api/admin/customers/%d/credit/", buyer)
	wantOK(t, f.Do("POST", path, oleg.Header(), `{"amount":"200.00",`+reason+"}"))
	if a := f.Do("POST", path, oleg.Header(), `{"amount":"100.01",`+reason+"}"); a.Status != http.StatusConflict || !strings.Contains(string(a.Body), "осталось 100.00 ₽") {
		t.Errorf("more than is left: %d %s", a.Status, a.Body)
	}
	if given := f.Value(`select sum(amount)::text from ledger_postings where account = 'goodwill'`); given != "200.0000" {
		t.Errorf("%s was given, want 200.0000", given)
	}
	periods := string(f.Do("GET", "/api/admin/books/periods/", f.HireOperator("finance").Header(), "").Body)
	if want := fmt.Sprintf("Начисление на баланс. Покупатель %d, 100.01 ₽", buyer); !strings.Contains(periods, want) {
		t.Errorf("%q is not among the requests: %s", want, periods)
	}
	wantOK(t, f.Do("POST", path, oleg.Header(), `{"amount":"100.00",`+reason+"}"))
}

func TestOneDeviceIsSignedOutAlone(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	boss := f.HireOperator("admin")
	m, tokens := f.CreateAccount("olga@box.example")
	lost := publicid.New()
	f.Exec(`insert into sessions (name, user_id, device, digest, created, used_at, expires_at)
		values ($2, $1, 'Телефон', sha256('lost'), now(), now(), now() + interval '1 day')`, m.ID, lost)
	wantOK(t, f.Do("POST", fmt.Sprintf("/api/admin/customers/%d/sessions/end/", m.ID), boss.Header(), `{"session":"`+lost.String()+`",`+reason+"}"))
	if left := f.Value(`select string_agg(device, ',') from sessions where user_id = $1 and ended_at is null`, m.ID); left == "" || strings.Contains(left, "Телефон") {
		t.Errorf("signed in on %q", left)
	}
	if a := f.RefreshToken(tokens.Refresh); a.Status != http.StatusOK {
		t.Errorf("the other device: %d %s", a.Status, a.Body)
	}
}

func TestACopyOfPersonalDataIsForItsAsker(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, boris := f.HireOperator("admin"), f.HireOperator("admin")
	m, _ := f.CreateAccount("olga@box.example")
	f.Exec(`update sessions set device = 'Firefox, Linux' where user_id = $1`, m.ID)
	f.Exec(`insert into consents (user_id, kind, given, revision, at) values ($1, 'mailing', true, 'v1', '2020-11-01'), ($1, 'mailing', false, 'v2', '2020-11-02')`, m.ID)
	file := httpapitest.Decode[struct{ ID int64 }](t, f.Do("POST", fmt.Sprintf("/api/admin/customers/%d/exports/", m.ID), anna.Header(), "{"+reason+"}")).ID
	x := exports.Worker{Pool: f.Pool, Exports: f.Deps.Admin.Exports, Orders: f.Deps.Admin.Search, Log: f.Deps.Log}
	if made, err := x.MakeNext(t.Context()); !made || err != nil {
		t.Fatal(made, err)
	}
	path := fmt.Sprintf("/api/admin/exports/%d/file/", file)
	text := string(f.Do("GET", path, anna.Header(), "").Body)
	for _, want := range []string{"Профиль;;Почта;olga@box.example\n", ";Firefox, Linux;последний раз ", ";Рассылка;дано, отпечаток текста v1\n", ";Рассылка;отозвано, отпечаток текста v2\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the file: %s", want, text)
		}
	}
	if a := f.Do("GET", path, boris.Header(), ""); a.Status != http.StatusNotFound {
		t.Errorf("another person: %d", a.Status)
	}
}
