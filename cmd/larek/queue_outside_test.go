package main

import (
	"bytes"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// everything is every row that recording an outside refund writes.
const everything = `select md5(concat_ws('~',
	(select string_agg(x::text, '' order by x::text) from outside_refunds x), (select string_agg(x::text, '' order by x::text) from refunds x),
	(select string_agg(x::text, '' order by x::text) from ledger_groups x), (select string_agg(x::text, '' order by x::text) from ledger_postings x),
	(select string_agg(x::text, '' order by x::text) from order_events x), (select string_agg(x::text, '' order by x::text) from payment_tasks x),
	(select string_agg(x::text, '' order by x::text) from payments x), (select string_agg(x::text, '' order by x::text) from orders x),
	(select string_agg(x::text, '' order by x::text) from audit x)))`

// TestOutsideRefundNamesItsPayment records what left an order that was paid twice, by the
// command: which payment it left is not guessed, the same again is recorded once, and a
// command that records nothing changes nothing.
func TestOutsideRefundNamesItsPayment(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	env := queueEnv(url)
	order := factory.Order(t, pool, factory.With{"game_id": factory.Game(t, pool, nil), "status": "done"})
	factory.Line(t, pool, order, factory.With{"status": "completed"})
	pay := func(number int, method, provider, reference, use string) {
		attempt := factory.PaymentAttempt(t, pool, order, factory.With{"number": number, "status": "paid", "method": method, "provider": provider, "reference": reference})
		factory.PaymentFor(t, pool, attempt, use)
	}
	pay(1, "tbank_sbp", "tbank", "t1", "order")
	pay(2, "payselection", "payselection", "p1", "surplus")
	for i, c := range []struct {
		args, out, err string
		at             string // the payment that has it, if it is recorded
	}{
		{args: "100.00 --proof=a", err: "name the payment, more than one has enough left: tbank t1 (100.00 RUB), payselection p1 (100.00 RUB)"},
		{args: "100.00 --proof=a --provider=getpay", err: "no payment"},
		{args: "100.01 --proof=a --provider=tbank", err: "exceeds what is left"},
		{args: "100.00 --proof=a --provider=payselection", at: "p1 100.00"},
		{args: "100.00 --proof=a --provider=payselection", out: "recorded before: nothing was done\n"},
		{args: "100.00 --proof=a", out: "recorded before: nothing was done\n"},
		{args: "100.00 --proof=b --provider=payselection", err: "exceeds what is left"},
		{args: "100.00 --proof=a --payment=t1", at: "t1 100.00"}, // one proof, two payments
		{args: "100.00 --proof=a --payment=t1", out: "recorded before: nothing was done\n"},
		{args: "1.00 --proof=c", err: "exceeds what is left"},
	} {
		before := pgtest.One[string](t, pool, everything)
		var out bytes.Buffer
		args := append([]string{"queue", "refund", "outside", id(order)}, strings.Fields(c.args)...)
		err := run(t.Context(), append(args, "--kind", "refund", "--as", "анна"), func(name string) string { return env[name] }, &out)
		switch {
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)), c.err == "" && err != nil:
			t.Errorf("%d %s: got %v, want %q", i, c.args, err, c.err)
		case out.String() != c.out:
			t.Errorf("%d %s: said %q, want %q", i, c.args, out.String(), c.out)
		}
		if isSame := pgtest.One[string](t, pool, everything) == before; isSame != (c.at == "") {
			t.Errorf("%d %s: nothing changed is %v, want %v", i, c.args, isSame, c.at == "")
		}
		if c.at == "" {
			continue
		}
		if got := pgtest.One[string](t, pool, `select p.provider_id || ' ' || x.amount from outside_refunds x join payments p on p.id = x.payment_id order by x.id desc limit 1`); got != c.at {
			t.Errorf("%d %s: recorded at %s, want %s", i, c.args, got, c.at)
		}
	}
	booked := pgtest.All[string](t, pool, `select account || ' ' || sum(amount)::numeric(14, 2) from ledger_postings where account <> 'chargebacks' group by account order by account`)
	if got := strings.Join(booked, ", "); got != "provider:payselection -100.00, provider:tbank -100.00" {
		t.Errorf("booked %s", got)
	}
}

// TestProofOfAReportedRefundIsAudited names what a provider has reported before: it is the same
// money, which only gets the proof and the person.
func TestProofOfAReportedRefundIsAudited(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	env := queueEnv(url)
	order := factory.Order(t, pool, factory.With{"game_id": factory.Game(t, pool, nil), "status": "done"})
	factory.Line(t, pool, order, factory.With{"status": "completed"})
	paid := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid"}))
	pgtest.Exec(t, pool, `insert into outside_refunds (payment_id, order_id, kind, amount, currency, found_at) values ($1, $2, 'refund', 40, 'RUB', now())`, paid, order)
	outside := func() string {
		t.Helper()
		var out bytes.Buffer
		args := []string{"queue", "refund", "outside", id(order), "40.00", "--kind", "refund", "--proof", "реестр 7", "--as", "анна"}
		if err := run(t.Context(), args, func(name string) string { return env[name] }, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const recorded = `select concat_ws(' ', (select string_agg(concat_ws(' ', amount, recorded_by, proof), ', ') from outside_refunds), '|',
		(select string_agg(concat_ws(' ', actor, action, object_kind, object_id = order_id::text, reason_text), ', ') from audit))`
	want := "40.00 анна реестр 7 | командная строка: анна refund.outside order t реестр 7"
	for i, said := range []string{"", "recorded before: nothing was done\n"} {
		if got := outside(); got != said {
			t.Errorf("%d: said %q, want %q", i, got, said)
		}
		if got := pgtest.One[string](t, pool, recorded); got != want {
			t.Errorf("%d: recorded %s, want %s", i, got, want)
		}
	}
}
