package ledger

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// credit adds balanced postings to the entry of a ref: a buyer could spend them at once.
const credit = `insert into ledger_postings (group_id, account, currency, amount)
	select g.id, x.account, 'RUB', x.amount from ledger_groups g, (values ('customer:7', -100000.00), ('writeoff', 100000.00)) x (account, amount)
	where g.reason = 'surplus' and g.ref = $1`

func wantRefusal(t *testing.T, what string, err error, constraint string) {
	t.Helper()
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.ConstraintName != constraint {
		t.Errorf("%s: got %v, want %s", what, err, constraint)
	}
}

// TestAnEntryGetsItsPostingsInItsOwnTransaction plays the running shop, whose role may insert
// postings: those of an entry that was posted before, of a closed month or not, are refused.
func TestAnEntryGetsItsPostingsInItsOwnTransaction(t *testing.T) {
	t.Parallel()
	c := newClosing(t)
	c.close("2026-09")
	ctx, pool := t.Context(), c.s.pool
	books := `select coalesce(string_agg(concat_ws(' ', group_id, account, currency, amount), ',' order by group_id, account), '') from ledger_postings`
	before := pgtest.One[string](t, pool, books)
	for what, ref := range map[string]string{"an entry of a closed month": "1", "an entry of an open month": "2"} {
		_, err := pool.Exec(ctx, credit, ref)
		wantRefusal(t, what, err, "ledger_postings_entry_check")
	}
	// A transaction cannot prepare an entry for a later one either.
	if _, err := pool.Exec(ctx, `insert into ledger_groups (reason, ref, xid) values ('surplus', '3', (pg_current_xact_id()::text::bigint + 1)::text::xid8)`); err != nil {
		t.Fatal(err)
	}
	_, err := pool.Exec(ctx, credit, "3")
	wantRefusal(t, "an entry of the transaction before", err, "ledger_postings_entry_check")
	if after := pgtest.One[string](t, pool, books); after != before {
		t.Errorf("got postings %s, want %s", after, before)
	}
	if spendable, err := c.s.CustomerBalance(ctx, 7); err != nil || spendable != 0 {
		t.Errorf("buyer 7 can spend %s, %v, want nothing", spendable, err)
	}
}

// A savepoint has a number of its own, and is of the same transaction.
func TestAnEntryGetsItsPostingsAcrossASavepoint(t *testing.T) {
	t.Parallel()
	c := newClosing(t)
	err := pg.InTx(t.Context(), c.s.pool, func(tx pgx.Tx) error {
		if err := pgx.BeginFunc(t.Context(), tx, func(inner pgx.Tx) error {
			_, err := inner.Exec(t.Context(), `insert into ledger_groups (reason, ref) values ('surplus', '4')`)
			return err
		}); err != nil {
			return err
		}
		return pgx.BeginFunc(t.Context(), tx, func(inner pgx.Tx) error { return execCredit(t.Context(), inner, "4") })
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := pgtest.One[int](t, c.s.pool, `select count(*) from ledger_postings where account = 'customer:7'`); n != 1 {
		t.Errorf("%d postings, want 1", n)
	}
}

func execCredit(ctx context.Context, tx pgx.Tx, ref string) error {
	_, err := tx.Exec(ctx, credit, ref)
	return err
}
