package pg_test

import (
	"slices"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// addOnly are the tables the running shop adds to and never changes. A new one has to be
// named here, with a trigger refuse_change and `revoke update, delete` in its migration.
var addOnly = []string{
	"audit", "audit_seals", "code_reveals", "consents", "ledger_checkpoint_sums", "ledger_checkpoints", "ledger_groups", "ledger_periods", "ledger_postings", "letter_texts",
	"order_events", "order_notes", "refund_grant_lines", "staff_sign_ins",
}

// readOnly are the tables the running shop only reads.
var readOnly = []string{"goose_db_version"}

// TestPrivilegesOfTheRunningShop compares every table with what its kind allows.
func TestPrivilegesOfTheRunningShop(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	type privileges struct {
		Table      string
		AppendOnly bool // by its trigger
		May        []string
	}
	tables := pgtest.All[privileges](t, pool, `select c.relname::text,
			exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = c.oid and f.proname = 'refuse_change'),
			array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p where has_table_privilege(c.oid, p))
		from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`)
	if len(tables) < 100 {
		t.Fatalf("%d tables: the list is not whole", len(tables))
	}
	for _, x := range tables {
		want := "select insert update delete"
		switch {
		case slices.Contains(addOnly, x.Table):
			want = "select insert"
		case slices.Contains(readOnly, x.Table):
			want = "select"
		}
		if got := strings.Join(x.May, " "); got != want {
			t.Errorf("%s: the shop may %s, want %s", x.Table, got, want)
		}
		if x.AppendOnly != slices.Contains(addOnly, x.Table) {
			t.Errorf("%s: a trigger refuses changes: %t, which the list of this test does not say", x.Table, x.AppendOnly)
		}
	}
}

// TestLaterTablesAreGranted makes a table as a later migration does.
func TestLaterTablesAreGranted(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	pgtest.Exec(t, pgtest.Owner(t, pool), `create table later (id bigint generated always as identity primary key, n int)`)
	pgtest.Exec(t, pool, `insert into later (n) values (1)`)
	pgtest.Exec(t, pool, `update later set n = 2`)
	pgtest.Exec(t, pool, `delete from later`)
	if _, err := pool.Exec(t.Context(), `truncate later`); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("truncate: got %v, want permission denied", err)
	}
	if _, err := pool.Exec(t.Context(), `create table mine (id bigint)`); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("create table: got %v, want permission denied", err)
	}
}

func TestCheckRole(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	owner := pgtest.Owner(t, pool)
	check := func(what string, e pg.Excess, err error, want string) {
		t.Helper()
		got := ""
		if err != nil {
			t.Fatal(err)
		}
		if x := e.Err(); x != nil {
			got = x.Error()
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	e, err := pg.CheckRole(t.Context(), pool)
	check("the shop", e, err, "")
	e, err = pg.CheckRole(t.Context(), owner)
	check("the owner", e, err, "larek_migrate owns ")
	pgtest.Exec(t, owner, `grant update (amount) on ledger_postings to larek_app`)
	pgtest.Exec(t, owner, `grant delete on audit to larek_app`)
	e, err = pg.CheckRole(t.Context(), pool)
	check("granted too much", e, err, "larek_app may change append-only tables: [audit ledger_postings]")
}

func TestSameRole(t *testing.T) {
	t.Parallel()
	const app = "postgres://larek_app:a@db/larek"
	for other, want := range map[string]bool{app: true, "postgres://larek_app:b@other/larek": true, "postgres://larek_migrate:a@db/larek": false, "postgres://%": true} {
		if got := pg.SameRole(other, app); got != want {
			t.Errorf("%s: got %t, want %t", other, got, want)
		}
	}
}
