package main

import (
	"slices"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/publicid"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/rokky"
)

// TestVerifyBooksDetectsChanges checks that verifyBooks detects every way in
// which correct books can be made wrong, and accepts the correct ones.
// bookChange is a change of the books or of the sandbox's journal that the
// verification must find.
type bookChange struct {
	name     string
	doctor   string
	args     []any
	undo     string
	undoArgs []any
	extra    []core.JournalEntry
	want     string
}

func bookChanges(paid shoptest.Attempt) []bookChange {
	taken := core.JournalEntry{What: core.Paid, Provider: paid.Provider, Reference: paid.Reference, Amount: 1, Currency: "RUB"}
	const post = `with g as (insert into ledger_groups (reason, ref, order_id) select 'doctored', $1, max(id) from orders returning id)
		insert into ledger_postings (group_id, account, currency, amount) select g.id, a, 'RUB', m from g, unnest(array[$2, 'fees'], array[$3::numeric, -$3::numeric]) as x (a, m)`
	return []bookChange{
		{name: "nothing"},
		{name: "a kopeck the bank took", extra: []core.JournalEntry{taken}, want: "the ledger has"},
		{
			name: "a chargeback that is not booked", want: "the ledger has",
			extra: []core.JournalEntry{{What: core.ChargedBack, Provider: paid.Provider, Reference: paid.Reference, Amount: 1, Currency: "RUB"}},
		},
		{
			name: "goods that are not booked", want: "the ledger has",
			extra: []core.JournalEntry{{What: core.Delivered, Provider: rokky.Name, Reference: "k", Goods: &core.Goods{Quantity: 1, Price: 100}}},
		},
		{
			name: "a final order that owes", want: "is over and owes something",
			doctor: post, args: []any{"1", "orders", 1}, undo: post, undoArgs: []any{"2", "orders", -1},
		},
		{
			name: "unapplied money", want: "is over and owes something",
			doctor: post, args: []any{"3", "unapplied", 1}, undo: post, undoArgs: []any{"4", "unapplied", -1},
		},
		{
			name: "a refund that did not end", want: "has a refund that is not made",
			doctor: `insert into refunds (payment_id, order_id, amount, currency, reason, destination, status, created)
				select id, order_id, 1, currency, 'excess', 'method', 'manual', now() from payments`,
			undo: `delete from refunds where reason = 'excess'`,
		},
		{
			name: "money that matches no order", want: "is a notice without an order",
			doctor: `insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency) values ('tbank', 'x', 'webhook', 'paid', 'x', 1, 'USD')`,
			undo:   `delete from payment_notices where order_id is null`,
		},
		{
			name: "a step that fails", want: "has a failing step",
			doctor: `insert into order_failing_steps (step, subject, order_id, reason, since, last_at) select 'deliver', max(id), max(id), 'no', now(), now() from orders`,
			undo:   `delete from order_failing_steps`,
		},
		{name: "nothing again"},
	}
}

func TestVerifyBooksDetectsChanges(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	pack := shoptest.One[int64](s, `select min(id) from products where kind = 'pubg'`)
	if _, _, err := s.Services().Stock.Load(t.Context(), pack, []string{publicid.New().String()}); err != nil {
		t.Fatal(err)
	}
	b := s.Order("pubg", "", shoptest.Fields{"products": []shoptest.Fields{{"product_id": pack, "quantity": 1}}})
	paid := b.PayByCard()
	b.WaitForStatus("done")
	s.Audit()
	record := s.Sandbox.Record().Entries
	for _, tc := range bookChanges(paid) {
		if tc.doctor != "" {
			s.Exec(tc.doctor, tc.args...)
		}
		v := &report{}
		v.verifyBooks(t.Context(), s.Pool, slices.Concat(record, tc.extra), nil)
		t.Run(tc.name, func(t *testing.T) { check(t, v, tc.want) }) //nolint:paralleltest // one shop, doctored in turn
		if tc.undo != "" {
			s.AsOwner(tc.undo, tc.undoArgs...)
		}
	}
}
