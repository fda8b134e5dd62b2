package pg_test

import (
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// An address that names a primary and its standby asks for the server that can be written
// to. Pools that only read use it too, and are no reason to refuse that server.
func TestEveryPoolFindsThePrimary(t *testing.T) {
	t.Parallel()
	address := pgtest.Clone(t, pgtest.Empty()) + "&target_session_attrs=read-write"
	for _, mode := range []pg.Mode{pg.ReadWrite, pg.ReadOnly} {
		pool := pgtest.OpenPool(t, address, mode)
		if standby := pgtest.One[bool](t, pool, `select pg_is_in_recovery()`); standby {
			t.Errorf("a pool for %s is at a standby", mode)
		}
	}
}
