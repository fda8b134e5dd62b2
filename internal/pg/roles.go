package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// SameRole reports whether two addresses sign in as the same role. Addresses that
// cannot be read do.
func SameRole(a, b string) bool {
	x, err := pgx.ParseConfig(a)
	if err != nil {
		return true
	}
	y, err := pgx.ParseConfig(b)
	return err != nil || x.User == y.User
}

// Excess is what the role of a connection may do and a running shop must not.
type Excess struct {
	Role      string
	Superuser bool
	Owned     []string // tables it owns
	Changes   []string // append-only tables it may change or delete from
	Temporary bool     // it may create temporary tables
}

// Err says in words what is too much, or returns nil.
func (e Excess) Err() error {
	switch {
	case e.Superuser:
		return fmt.Errorf("%s is a superuser: LAREK_DATABASE_URL must name a role that owns nothing (larek_app, see db/roles.sql)", e.Role)
	case len(e.Owned) > 0:
		return fmt.Errorf("%s owns %d tables, first %s: LAREK_DATABASE_URL must name a role that owns nothing (larek_app, see db/roles.sql)", e.Role, len(e.Owned), e.Owned[0])
	case len(e.Changes) > 0:
		return fmt.Errorf("%s may change append-only tables: %v", e.Role, e.Changes)
	case e.Temporary:
		return fmt.Errorf("%s may create temporary tables: run larek migrate, or revoke it", e.Role)
	}
	return nil
}

// appendOnly lists the tables whose trigger refuses changes.
const appendOnly = `select distinct t.tgrelid from pg_trigger t join pg_proc f on f.oid = t.tgfoid where f.proname = 'refuse_change'`

// CheckRole looks at what the role of the pool may do. Being a member of the owner
// counts as owning.
func CheckRole(ctx context.Context, pool *pgxpool.Pool) (e Excess, err error) {
	err = pool.QueryRow(ctx, `select current_user::text, (select rolsuper from pg_roles where rolname = current_user),
		coalesce((select array_agg(c.oid::regclass::text order by c.relname) from pg_class c
			where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')), '{}'),
		coalesce((select array_agg(a.tgrelid::regclass::text order by a.tgrelid::regclass::text) from (`+appendOnly+`) a
			where has_table_privilege(a.tgrelid, 'update, delete, truncate') or has_any_column_privilege(a.tgrelid, 'update')), '{}'),
		has_database_privilege(current_database(), 'temporary')`).
		Scan(&e.Role, &e.Superuser, &e.Owned, &e.Changes, &e.Temporary)
	if err != nil {
		return Excess{}, fmt.Errorf("privileges of the role: %w", err)
	}
	return e, nil
}
