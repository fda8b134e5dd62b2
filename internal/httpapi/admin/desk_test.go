package admin_test

import (
	"fmt"
	"strconv"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

const reason = `"reason":{"code":"other","text":"проверка"}`

var _ = rows(func() map[string]row {
	return map[string]row{
		"listQueue":        {call: at("/api/admin/queue/")},
		"getQueueItem":     {call: onOverdue("")},
		"takeQueueItem":    {call: onOverdue("take/"), action: "queue.take"},
		"releaseQueueItem": {call: onOverdue("release/"), action: "queue.release"},
		"resolveQueueItem": {call: onOverdue("resolve/", `"way":"wake"`, reason), action: "queue.resolve"},
		"takeNext": {action: "queue.take", call: func(f *fixture, _ caller) (string, string) {
			overdueOrder(f)
			return "/api/admin/queue/next/", `{"kind":"overdue"}`
		}},
		"runQueueBatch": {action: "queue.take", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/queue/batch/", fmt.Sprintf(`{"kind":"overdue","items":[%d],"action":"take","text":null,%s}`, overdueOrder(f), reason)
		}},
		"getShift":     {call: at("/api/admin/shift/")},
		"getDeadlines": {call: at("/api/admin/shift/deadlines/")},
		"setDuty":      {action: "shift.duty", call: at("/api/admin/shift/duty/", `{"is_on":true}`)},
		"handOver":     {action: "shift.hand_over", call: at("/api/admin/shift/hand_over/", `{"text":"Ждём банк по 4021.","to":null,"leave":false}`)},
		"runBatch": {action: "order.note", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/orders/batch/", fmt.Sprintf(`{"action":"order.note","orders":[%d],"text":"смотрю","kind":null,"dry_run":false,%s}`, paidOrder(f.Shop), reason)
		}},
		"getOrderActions": {call: onOrder(paidOrder, "actions/")},
		"askAboutOrder":   {call: onOrder(payingOrder, "ask/", reason), action: "order.ask"},
		"wakeOrder":       {call: onOrder(paidOrder, "wake/", reason), action: "order.wake"},
		"retryOrder":      {call: onOrder(queuedOrder, "retry/", reason, `"units":[]`), action: "order.retry"},
		"rerouteOrder": {action: "order.reroute", call: func(f *fixture, _ caller) (string, string) {
			id := queuedOrder(f.Shop)
			offer := f.Value(`select min(x.id)::text from offers x join order_lines l on l.product_id = x.product_id where l.order_id = $1 and x.is_active`, id)
			return act(f, id, "reroute/", reason, `"units":[],"exclude":[],"prefer":`+offer)
		}},
		"deliverOrder": {call: onOrder(paidOrder, "deliver/", reason, `"units":[],"proof":"пополнили сами","picture":null,"cost":null,"cost_currency":null,"codes":[],"force":false`), action: "order.deliver"},
		"correctOrder": {call: onOrder(wrongOrder, "correct/", reason, `"account":"5123456789","server_id":null,"server_custom":null`), action: "order.correct"},
		"pauseOrder":   {call: onOrder(paidOrder, "pause/", reason, `"hours":4`), action: "order.pause"},
		"resumeOrder":  {call: onOrder(pausedOrder, "resume/", reason), action: "order.resume"},
		"cancelOrder":  {call: onOrder(unpaidOrder, "cancel/", reason), action: "order.cancel"},
		"replaceCode": {action: "order.replace_code", call: func(f *fixture, _ caller) (string, string) {
			id, code := codeOrder(f)
			return act(f, id, "replace_code/", reason, `"is_unit":false,"new_code":null,"code_id":`+code)
		}},
		"giveGoodwill": {call: onOrder(accountOrder, "goodwill/", reason, `"amount":"100.00"`), action: "order.goodwill"},
		"correctCost": {action: "order.cost", call: func(f *fixture, _ caller) (string, string) {
			id := queuedOrder(f.Shop)
			f.Exec(`update delivery_units set state = 'delivered', supplier = 'operator', delivered_at = $2, cost = 90, cost_currency = 'RUB' where order_id = $1`, id, f.Clock.Now())
			return act(f, id, "cost/", reason, `"cost":"68.00","unit":`+f.Value(`select min(id)::text from delivery_units where order_id = $1`, id))
		}},
		"recordChargeback": {action: "order.chargeback", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/orders/%d/chargeback/", paidOrder(f.Shop)), `{"amount":"1.00","fee":"0.35","number":"case-1",` + reason + `}`
		}},
		"resendLetter": {call: onOrder(letterOrder, "letters/", reason, `"kind":"paid"`), action: "order.letter"},
		"blockBuyer": {action: "order.block", call: func(f *fixture, _ caller) (string, string) {
			id := paidOrder(f.Shop)
			f.Exec(`update orders set email = $2 where id = $1`, id, fmt.Sprintf("bad-%d@box.example", f.next()))
			return act(f, id, "block/", reason, `"what":"email","words":""`)
		}},
		"unblockBuyer": {action: "order.unblock", call: func(f *fixture, _ caller) (string, string) {
			id := paidOrder(f.Shop)
			address := fmt.Sprintf("good-%d@box.example", f.next())
			f.Exec(`update orders set email = $2 where id = $1`, id, address)
			f.Exec(`insert into blocked_buyers (kind, value, reason, blocked_by, blocked_at) select 'email', $1, '', min(id), $2 from staff`, address, f.Clock.Now())
			return act(f, id, "unblock/", reason, `"what":"email"`)
		}},
		"listNotes": {call: onOrder(paidOrder, "notes/")},
		"addNote": {action: "order.note", call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/orders/%d/notes/", paidOrder(f.Shop)), `{"text":"звонил","mentions":[]}`
		}},
		"quoteRefund": {call: func(f *fixture, _ caller) (string, string) {
			return fmt.Sprintf("/api/admin/orders/%d/refunds/quote/", paidOrder(f.Shop)), `{"parts":[],"destination":"method"}`
		}},
		"grantRefund":     {call: onOrder(paidOrder, "refunds/", reason, `"parts":[],"amount":null,"destination":"method","force":false,"send":false`), action: "order.refund"},
		"listRefunds":     {call: at("/api/admin/refunds/")},
		"listReceipts":    {call: at("/api/admin/receipts/")},
		"sendGrant":       {call: onGrant("send/"), action: "refund.send"},
		"declineGrant":    {call: onGrant("decline/"), action: "refund.decline"},
		"retryRefund":     {call: onRefund("retry/"), action: "refund.retry"},
		"refundToBalance": {call: onRefund("to_balance/"), action: "refund.to_balance"},
		"settleRefund":    {call: onRefund("settle/"), action: "refund.settle"},
	}
})

// act returns the address and the body of an action on an order as it is now.
func act(f *fixture, id int64, verb string, fields ...string) (path, body string) {
	path = fmt.Sprintf("/api/admin/orders/%d/%s", id, verb)
	if len(fields) == 0 {
		return path, ""
	}
	body = `{"version":"` + f.Value(`select order_version($1)`, id) + `"`
	for _, x := range fields {
		body += "," + x
	}
	return path, body + "}"
}

// onOrder is an action on an order that was just made.
func onOrder(order func(*httpapitest.Shop) int64, verb string, fields ...string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) { return act(f, order(f.Shop), verb, fields...) }
}

// overdueOrder inserts an order that stands still past its deadline.
func overdueOrder(f *fixture) int64 {
	id := paidOrder(f.Shop)
	f.Exec(`update orders set due_at = $2 where id = $1`, id, f.Clock.Now().Add(-time.Hour))
	return id
}

// onOverdue is a call about an overdue order in the queue, which the caller holds.
func onOverdue(verb string, fields ...string) func(*fixture, caller) (string, string) {
	return func(f *fixture, who caller) (string, string) {
		id := overdueOrder(f)
		if who.role != "" {
			f.Exec(`insert into queue_claims (kind, id, staff_id, until) values ('overdue', $1, $2, $3)`, id, who.id, f.Clock.Now().Add(time.Minute))
		}
		body := ""
		for i, x := range fields {
			body += map[bool]string{true: "{", false: ","}[i == 0] + x
		}
		if body != "" {
			body += "}"
		}
		return fmt.Sprintf("/api/admin/queue/overdue/%d/%s", id, verb), body
	}
}

func unpaidOrder(s *httpapitest.Shop) int64 {
	id := factory.Order(s.T, s.Pool, factory.With{"game_id": 1, "email": "b@box.example", "due_at": s.Clock.Now().Add(time.Hour)})
	factory.Line(s.T, s.Pool, id, nil)
	return id
}

// payingOrder inserts an order with an open attempt.
func payingOrder(s *httpapitest.Shop) int64 {
	id := unpaidOrder(s)
	s.Exec(`update orders set status = 'waiting_for_payment' where id = $1`, id)
	factory.PaymentAttempt(s.T, s.Pool, id, nil)
	return id
}

// queuedOrder inserts a paid order whose units wait for an operator.
func queuedOrder(s *httpapitest.Shop) int64 {
	id := paidOrder(s)
	s.Exec(`update order_lines set product_id = (select x.product_id from offers x join products p on p.id = x.product_id where p.kind = 'supply' and x.is_active order by x.id limit 1) where order_id = $1`, id)
	s.Exec(`update delivery_units set state = 'queued' where order_id = $1`, id)
	return id
}

// wrongOrder inserts a paid order whose details its buyer has to correct.
func wrongOrder(s *httpapitest.Shop) int64 {
	id := queuedOrder(s)
	s.Exec(`update delivery_units set state = 'wrong_details' where order_id = $1`, id)
	s.Exec(`update order_lines set status = 'incorrect-details' where order_id = $1`, id)
	s.Exec(`update orders set next_action = 'correct', due_at = $2, game_id = (select min(id) from games where kind = 'supply' and not is_server_needed) where id = $1`, id, s.Clock.Now().Add(time.Hour))
	return id
}

func pausedOrder(s *httpapitest.Shop) int64 {
	id := paidOrder(s)
	s.Exec(`insert into delivery_pauses (order_id, paused_at, until, paused_by) select $1, $2, $3, min(id) from staff`, id, s.Clock.Now(), s.Clock.Now().Add(time.Hour))
	return id
}

func accountOrder(s *httpapitest.Shop) int64 {
	id := paidOrder(s)
	s.Exec(`update orders set user_id = $2 where id = $1`, id, factory.User(s.T, s.Pool, nil))
	return id
}

func letterOrder(s *httpapitest.Shop) int64 {
	id := paidOrder(s)
	s.Exec(`insert into letters (order_id, event, state, created, sent_at) values ($1, 'paid', 'sent', now(), now())`, id)
	return id
}

// codeOrder inserts a delivered order with a code, and another free code of its product.
func codeOrder(f *fixture) (id int64, code string) {
	id = factory.Order(f.T, f.Pool, factory.With{"status": "done", "kind": "pubg", "game_id": 1})
	product := f.Value(`select min(id)::text from products where kind = 'pubg'`)
	line := factory.Line(f.T, f.Pool, id, factory.With{"product_id": product, "status": "completed"})
	insert := `insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at) values ($1, 'x', 't', $2, $3, $4, $5) returning id::text`
	f.Value(insert, product, []byte("free-"+strconv.Itoa(f.next())), "free", nil, nil)
	return id, f.Value(insert, product, []byte("given-"+strconv.Itoa(f.next())), "given", line, f.Clock.Now())
}

// onGrant is a call about a grant of the caller's own, or of another person if they are none
// of the staff.
func onGrant(verb string) func(*fixture, caller) (string, string) {
	return func(f *fixture, who caller) (string, string) {
		id := paidOrder(f.Shop)
		grant := f.Value(`insert into refund_grants (order_id, destination, amount, currency, rubles, reason_code, reason, granted_by, granted_at, expires_at)
			select $1, 'method', 100, 'RUB', 100, 'other', 'проверка', coalesce((select s.id from staff s where s.id = $2 and $3), (select min(s.id) from staff s)), $4, $5 returning id::text`,
			id, who.id, who.role != "", f.Clock.Now(), f.Clock.Now().Add(time.Hour))
		f.Exec(`insert into refund_grant_lines (grant_id, line_id, is_delivered, units, amount)
			select $1, l.id, false, (select array_agg(u.id order by u.id) from delivery_units u where u.line_id = l.id), 100 from order_lines l where l.order_id = $2`, grant, id)
		return "/api/admin/refund_grants/" + grant + "/" + verb, "{" + reason + "}"
	}
}

// onRefund is a call about a refund that waits for an operator.
func onRefund(verb string) func(*fixture, caller) (string, string) {
	return func(f *fixture, _ caller) (string, string) {
		id := accountOrder(f.Shop)
		paid := f.Value(`select id::text from payments where order_id = $1`, id)
		n, _ := strconv.ParseInt(paid, 10, 64)
		refund := factory.Refund(f.T, f.Pool, n, factory.With{"status": "manual"})
		body := `{"reference":"перевод 7",` + reason + `}`
		if verb == "settle/" {
			body = `{"paid_from":"bank",` + body[1:]
		}
		return fmt.Sprintf("/api/admin/refunds/%d/%s", refund, verb), body
	}
}
