package pg_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"larek/db"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// addOnly are the tables the running shop adds to and never changes. A new one has to be
// named here, with a trigger refuse_change and `revoke update, delete` in its migration.
var addOnly = []string{
	"audit", "audit_seals", "code_reveals", "consents", "ledger_checkpoint_sums", "ledger_checkpoints", "ledger_groups", "ledger_periods", "ledger_postings", "letter_texts",
	"order_events", "order_notes", "refund_grant_lines", "shop_brand", "shop_states", "staff_sign_ins", "staff_takings",
}

// partly are the tables of which the running shop changes some columns alone.
var partly = []string{"provider_accounts"}

// deletable are the tables the running shop deletes from. A new one has to be named here, with
// `grant delete` in its migration.
var deletable = []string{
	"alert_facts", "article_plans", "attempt_checks", "console_views", "delivery_pauses", "delivery_pictures", "desk_requests", "email_changes", "email_stops", "figures", "figures_pending",
	"figures_products", "figures_waits", "identities", "ledger_unsummed", "method_pauses", "method_switches", "order_failing_steps", "order_lines",
	"order_proofs", "periodic_leases", "promo_active", "promo_uses", "push_subscriptions", "queue_claims", "sessions", "sign_in_answers", "sign_in_states", "staff_messages", "staff_passkeys",
	"staff_recovery_codes", "staff_role_permissions", "staff_sessions", "supplier_switches", "token_keys", "unavailable_goods", "user_notes",
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
		want := "select insert update"
		switch {
		case slices.Contains(deletable, x.Table):
			want = "select insert update delete"
		case slices.Contains(addOnly, x.Table), slices.Contains(partly, x.Table):
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
	for _, sql := range []string{`delete from later`, `truncate later`, `create table mine (id bigint)`} {
		if _, err := pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: got %v, want permission denied", sql, err)
		}
	}
}

// A temporary table that shadows a real one would feed made-up rows to the checks of
// triggers.
func TestTemporaryTablesDoNotSwitchChecksOff(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	owner := pgtest.Owner(t, pool)
	hide := []string{`create temporary table ledger_postings (group_id bigint, account text, currency text, amount numeric)`, `create temporary table ledger_periods (month date)`}
	for _, sql := range hide {
		if _, err := pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "permission denied to create temporary tables") {
			t.Errorf("%s: got %v, want permission denied", sql, err)
		}
	}
	// The triggers hold also where the privilege is granted again.
	pgtest.Exec(t, owner, `do $$ begin execute format('grant temporary on database %I to larek_app', current_database()); end $$`)
	pgtest.Exec(t, owner, `insert into staff (email, name, role_id, password, created, seen_at) select n || '@larek.test', 'Staff', (select min(id) from staff_roles), '', now(), now() from generate_series(1, 2) n`)
	pgtest.Exec(t, owner, `insert into ledger_periods (month, closed_at, asked_by, closed_by, summary, digest) select '2026-09-01', '2026-10-05', min(id), max(id), '', sha256('') from staff`)
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range hide {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for want, sql := range map[string]string{
		"ledger_postings_zero_check": `with g as (insert into ledger_groups (reason, ref) values ('surplus', '1') returning id)
			insert into public.ledger_postings (group_id, account, currency, amount) select id, 'customer:7', 'RUB', -1000000 from g`,
		"ledger_groups_month_closed": `insert into ledger_groups (reason, ref, at) values ('surplus', '2', '2026-09-15')`,
	} {
		_, err := conn.Exec(t.Context(), sql)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.ConstraintName != want {
			t.Errorf("%s: got %v, want %s", sql, err, want)
		}
	}
	if n := pgtest.One[int](t, owner, `select count(*) from ledger_groups`); n != 0 {
		t.Errorf("%d entries were posted, want none", n)
	}
}

// The trial balance of a closed month is read from sums that the shop's role adds to.
func TestSumsOfAClosedMonthDoNotChange(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	owner := pgtest.Owner(t, pool)
	pgtest.Exec(t, pool, `insert into ledger_daily (day, account, currency, debit, credit) values ('2026-09-30', 'bank', 'RUB', 5, 0), ('2026-10-01', 'bank', 'RUB', 7, 0)`)
	pgtest.Exec(t, owner, `insert into staff (email, name, role_id, password, created, seen_at) select n || '@larek.test', 'Staff', (select min(id) from staff_roles), '', now(), now() from generate_series(1, 2) n`)
	pgtest.Exec(t, owner, `insert into ledger_periods (month, closed_at, asked_by, closed_by, summary, digest) select '2026-09-01', '2026-10-05', min(id), max(id), '', sha256('') from staff`)
	for _, sql := range []string{
		`update ledger_daily set debit = 6 where day = '2026-09-30'`,
		`update ledger_daily set day = '2026-10-02' where day = '2026-09-30'`,
		`update ledger_daily set day = '2026-09-29' where day = '2026-10-01'`,
		`insert into ledger_daily (day, account, currency, debit, credit) values ('2026-09-15', 'bank', 'RUB', 1, 0)`,
	} {
		_, err := pool.Exec(t.Context(), sql)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.ConstraintName != "ledger_daily_month_closed" {
			t.Errorf("%s: got %v, want ledger_daily_month_closed", sql, err)
		}
	}
	pgtest.Exec(t, pool, `update ledger_daily set debit = 8 where day = '2026-10-01'`)
	const want = "2026-09-30 5.00, 2026-10-01 8.00"
	if got := pgtest.One[string](t, pool, `select string_agg(day || ' ' || debit::numeric(9, 2), ', ' order by day) from ledger_daily`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Without its own search_path a trigger function uses its caller's, where pg_temp comes
// first unless it is named elsewhere.
func TestTriggersReadTheTablesOfTheShop(t *testing.T) {
	t.Parallel()
	const path = "search_path=pg_catalog, public, pg_temp"
	type function struct {
		Name   string
		Config []string
	}
	functions := pgtest.All[function](t, pgtest.New(t), `select p.proname::text, coalesce(p.proconfig, '{}') from pg_proc p
		where p.pronamespace = 'public'::regnamespace and p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) order by 1`)
	if len(functions) < 20 {
		t.Fatalf("%d functions: the list is not whole", len(functions))
	}
	for _, f := range functions {
		if !slices.Contains(f.Config, path) {
			t.Errorf("%s has the settings %q, want %q: its migration says `set search_path = pg_catalog, public, pg_temp`", f.Name, f.Config, path)
		}
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
	pgtest.Exec(t, owner, `revoke update (amount) on ledger_postings from larek_app`)
	pgtest.Exec(t, owner, `revoke delete on audit from larek_app`)
	pgtest.Exec(t, owner, `do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`)
	e, err = pg.CheckRole(t.Context(), pool)
	check("temporary tables", e, err, "larek_app may create temporary tables")
	migrations, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pg.Migrate(t.Context(), pgtest.OwnerURL(t, pool.Config().ConnConfig.Database), migrations); err != nil {
		t.Fatal(err)
	}
	e, err = pg.CheckRole(t.Context(), pool)
	check("temporary tables after migrate", e, err, "")
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
