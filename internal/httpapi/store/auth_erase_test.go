package store_test

import (
	"strconv"
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
