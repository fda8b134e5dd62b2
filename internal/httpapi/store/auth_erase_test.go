package store_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

// Money that comes back, and answers that were promised, would reach no buyer any more.
func TestAccountIsErasedOnlyWhenNothingIsOwed(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	p := s.Browser().SignIn("yandex", "ivan")
	me := s.Profile(p)
	erase := func() httpapitest.Response {
		return s.Do("POST", "/api/auth/erase/", p.Header(), `{"confirm": "erase"}`)
	}
	order := factory.Order(t, s.Pool, factory.With{"user_id": me.ID, "game_id": 1, "status": "done", "refund_to": "balance"})
	line := factory.Line(t, s.Pool, order, factory.With{"product_id": 1, "status": "completed"})
	payment := factory.Payment(t, s.Pool, factory.PaymentAttempt(t, s.Pool, order, factory.With{"status": "paid"}))
	refund := factory.Refund(t, s.Pool, payment, factory.With{"status": "manual"})
	code := factory.Code(t, s.Pool, 1, factory.With{"state": "given", "line_id": line, "given_at": s.Clock.Now()})
	staff := strconv.FormatInt(s.HireOperator("admin").ID, 10)
	for _, owed := range []struct {
		name, opens, closes string
		id                  any
	}{
		{"a refund", ``, `update refunds set status = 'done', done_at = now() where id = $1`, refund},
		{"a grant", `insert into refund_grants (order_id, destination, amount, currency, rubles, reason, reason_code, granted_by, granted_at, expires_at)
			select $1, 'method', 1, 'RUB', 1, 'просит', 'buyer_asked', ` + staff + `, now(), now() + interval '1 day'`, `update refund_grants set state = 'expired', decided_at = now() where order_id = $1`, order},
		{"a complaint", `insert into code_complaints (order_id, line_id, code_id, text, created) select l.order_id, l.id, c.id, 'нет', now() from codes c join order_lines l on l.id = c.line_id where c.id = $1`,
			`update code_complaints set state = 'replaced', decided_at = now(), decided_by = ` + staff + ` where code_id = $1`, code},
		{"a chargeback", `insert into payment_tasks (order_id, kind, ref, amount, currency, note, created) values ($1, 'chargeback', 'x', 1, 'RUB', 'x', now())`,
			`update payment_tasks set closed_at = now(), closed_by = 'x', answer = 'x' where order_id = $1`, order},
		{"a difference", `insert into settlement_differences (party, day, our_day, kind, row_kind, payment_id, order_id, name, ours, theirs, currency, created)
			select 'tbank', '2020-01-01', '2020-01-01', 'ours_only', 'payment', id, order_id, 'x', 1, 0, 'RUB', now() from payments where id = $1`,
			`update settlement_differences set state = 'resolved', way = 'accept', reason = 'x', resolved_at = now() where payment_id = $1`, payment},
	} {
		if owed.opens != "" {
			s.Exec(owed.opens, owed.id)
		}
		if a := erase(); a.Status != 409 {
			t.Fatalf("%s: got %d %s, want 409", owed.name, a.Status, a.Body)
		}
		erase().WantRefusal(t, 409, "account.unsettled")
		s.Profile(p) // refused, so still signed in
		s.Exec(owed.closes, owed.id)
	}
	if a := erase(); a.Status != 204 {
		t.Fatalf("nothing owed: got %d %s, want 204", a.Status, a.Body)
	}
	if to := s.Value(`select refund_to from orders where id = $1`, order); to != "method" {
		t.Errorf("late money would go to %s, want it to go back the way it came", to)
	}
}

// books returns what a buyer has, what was given up, and what records it.
func books(s *httpapitest.Shop, user int64) string {
	s.T.Helper()
	return s.Value(`select concat_ws(' ',
		(select -coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = 'customer:' || $1),
		(select coalesce(sum(p.amount), 0)::numeric(14, 2) from ledger_postings p join ledger_groups g on g.id = p.group_id where g.reason = 'balance_given_up' and g.ref = $1 and p.account = 'writeoff'),
		(select count(*) from audit where action = 'customer.give_up' and object_id = $1),
		(select count(*) from users where id = $1::bigint and erased_at is not null))`, strconv.FormatInt(user, 10))
}

func giveUp(sum string) string { return fmt.Sprintf(`{"confirm": "erase", "give_up": %q}`, sum) }

// A balance is given up with the account, all of it and by its sum.
func TestBalanceIsGivenUpWithTheAccount(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewSignInShop(t)
	p := s.Browser().SignIn("yandex", "ivan")
	me := s.Profile(p)
	erase := func(body string) httpapitest.Response { return s.Do("POST", "/api/auth/erase/", p.Header(), body) }
	erase(giveUp("300.00")).WantRefusal(t, 409, "account.other_balance") // spent meanwhile
	grant(s.Shop, me.ID, "300.00")
	erase(`{"confirm": "erase"}`).WantRefusal(t, 409, "account.balance_left")
	for _, other := range []string{"299.99", "300.01", "0.00"} {
		erase(giveUp(other)).WantRefusal(t, 409, "account.other_balance")
	}
	s.Exec(`with g as (insert into ledger_groups (reason, ref) values ('balance_frozen', 'x') returning id) insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a, 'RUB', s from g, (values ('customer:' || $1::text, 100), ('customer:' || $1::text || '_frozen', -100)) v(a, s)`, strconv.FormatInt(me.ID, 10))
	if got := s.Do("GET", "/api/auth/profile/", p.Header(), ""); !strings.Contains(string(got.Body), `"balance":"200.00"`) || !strings.Contains(string(got.Body), `"frozen":"100.00"`) {
		t.Errorf("200.00 can be spent and 100.00 is frozen: %s", got.Body)
	}
	erase(giveUp("200.00")).WantRefusal(t, 409, "account.unsettled")
	s.Exec(`with g as (insert into ledger_groups (reason, ref) values ('balance_released', 'x') returning id) insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a, 'RUB', s from g, (values ('customer:' || $1::text, -100), ('customer:' || $1::text || '_frozen', 100)) v(a, s)`, strconv.FormatInt(me.ID, 10))
	s.Exec(`insert into ledger_requests (kind, door, subject, rubles, reason, asked_by, asked_at) values ('taking', 'balance', 'Выплата, покупатель ' || $1::text, 250, 'x', $2, now())`,
		strconv.FormatInt(me.ID, 10), s.HireOperator("finance").ID)
	erase(giveUp("300.00")).WantRefusal(t, 409, "account.unsettled") // the transfer may have been made
	s.Exec(`update ledger_requests set state = 'declined', decided_at = now(), decided_by = asked_by`)
	if got := books(s.Shop, me.ID); got != "300.00 0.00 0 0" {
		t.Fatalf("refused, but balance, given up, records and erasures are %s", got)
	}
	if a := erase(giveUp("300.00")); a.Status != 204 {
		t.Fatalf("got %d %s, want 204", a.Status, a.Body)
	}
	if got := books(s.Shop, me.ID); got != "0.00 -300.00 1 1" {
		t.Errorf("balance, given up, records and erasures are %s", got)
	}
}

// Two browsers give up one balance at the same moment: it is booked and recorded once.
func TestBalanceIsGivenUpOnceByTwoBrowsers(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for i := range 5 {
		email := fmt.Sprintf("person-%d@example.test", i)
		me, first := s.CreateAccount(email)
		browsers := []httpapitest.Tokens{first, s.LogIn(email, me.Password)}
		grant(s, me.ID, "300.00")
		var both sync.WaitGroup
		answers := make([]httpapitest.Response, len(browsers))
		for n, p := range browsers {
			both.Go(func() { answers[n] = s.Do("POST", "/api/auth/erase/", p.Header(), giveUp("300.00")) })
		}
		both.Wait()
		done := 0
		for _, a := range answers {
			switch a.Status {
			case 204:
				done++
			case 401: // the other one has ended all sessions
			default:
				t.Errorf("got %d %s, want 204 or 401", a.Status, a.Body)
			}
		}
		if got := books(s, me.ID); done == 0 || got != "0.00 -300.00 1 1" {
			t.Errorf("%d browsers were told it is done; balance, given up, records and erasures are %s", done, got)
		}
	}
}

// A buyer pays from the balance and gives it up at the same moment, for a new order and for one
// whose payment failed, which is no active one. Either happens, never both.
func TestBalanceIsSpentOrGivenUp(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	outcomes := map[string]int{}
	for i := range 10 {
		me, p := s.CreateAccount(fmt.Sprintf("person-%d@example.test", i))
		grant(s, me.ID, "5000.00")
		order := func() int64 {
			a := s.Do("POST", "/api/orders/steam/", httpapitest.WithJSON(p.Header()), `{"amount": "500.00", "steam_account_id": "night_kiosk"}`)
			if a.Status == 401 {
				return 0 // erased before
			}
			if a.Status != 201 {
				t.Errorf("order: got %d %s", a.Status, a.Body)
				return 0
			}
			return httpapitest.Decode[httpapitest.Order](t, a).ID
		}
		var failed int64
		if i%2 == 1 {
			failed = order()
			s.Exec(`update orders set status = 'failed', next_action = null, due_at = null, reject_reason = 'x' where id = $1`, failed)
		}
		var erased, paid httpapitest.Response
		var both sync.WaitGroup
		both.Go(func() { erased = s.Do("POST", "/api/auth/erase/", p.Header(), giveUp("5000.00")) })
		both.Go(func() {
			id := failed
			if id == 0 {
				id = order()
			}
			if id != 0 {
				paid = s.Do("POST", "/api/payments/balance/", httpapitest.WithJSON(p.Header()), fmt.Sprintf(`{"order_id": %d, "currency": "RUB", "email": "a@box.example"}`, id))
			}
		})
		both.Wait()
		isErased, isPaid := erased.Status == 204, paid.Status == 200
		if isErased && isPaid || erased.Status >= 500 || paid.Status >= 500 {
			t.Errorf("erased: %d %s, paid: %d %s", erased.Status, erased.Body, paid.Status, paid.Body)
		}
		outcomes[fmt.Sprint(isErased, isPaid)]++
		got := books(s, me.ID)
		left := s.Value(`select count(*)::text from orders where user_id = $1 and (status not in ('failed', 'done') or email is not null)`, me.ID)
		if isErased && (got != "0.00 -5000.00 1 1" || left != "0") || !isErased && !strings.HasSuffix(got, " 0.00 0 0") {
			t.Errorf("erased: %t, paid: %t; balance, given up, records and erasures are %s, open orders %s", isErased, isPaid, got, left)
		}
	}
	t.Log(outcomes)
}
