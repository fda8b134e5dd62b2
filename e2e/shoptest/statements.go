package shoptest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

// Statements counts what a shop asks of its database. Statements of tests have no name
// and are not counted.
type Statements struct {
	mu      sync.Mutex
	calls   map[string]int // by the name in queries.sql
	commits int            // of transactions, and of statements outside of one
	trips   int            // to the database and back
}

// OpenCounted opens a shop whose statements are counted. It has no worker yet.
func OpenCounted(t *testing.T) (*Shop, *Statements) {
	t.Helper()
	n := &Statements{calls: map[string]int{}}
	return open(t, seal.NewKey(), "", n), n
}

// openPool opens a pool, whose statements are counted if there is a counter.
func openPool(t *testing.T, url string, mode pg.Mode, n *Statements) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.OpenPool(t, url, mode)
	if n == nil {
		return pool
	}
	cfg := pool.Config()
	cfg.ConnConfig.Tracer = n
	counted, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(counted.Close)
	return counted
}

// Reset starts from zero.
func (n *Statements) Reset() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.calls, n.commits, n.trips = map[string]int{}, 0, 0
}

// Counts returns how many statements were asked, in how many round trips, and how many
// commits that took.
func (n *Statements) Counts() (statements, trips, commits int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.calls {
		statements += c
	}
	return statements, n.trips, n.commits
}

// String lists the statements by name.
func (n *Statements) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(n.calls)) {
		list = append(list, fmt.Sprintf("%s %d", name, n.calls[name]))
	}
	return strings.Join(list, ", ")
}

// TraceQueryStart counts a statement that takes a round trip of its own.
func (n *Statements) TraceQueryStart(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count(conn, q.SQL) {
		n.trips++
	}
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*Statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts the round trip of several statements.
func (n *Statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.trips++
	return ctx
}

// TraceBatchQuery counts one of them.
func (n *Statements) TraceBatchQuery(_ context.Context, conn *pgx.Conn, q pgx.TraceBatchQueryData) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count(conn, q.SQL)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (*Statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// count reports whether the statement is one of the shop's.
func (n *Statements) count(conn *pgx.Conn, sql string) bool {
	const idle = 'I'
	rest, named := strings.CutPrefix(sql, "-- name: ")
	switch {
	case named:
		name, _, _ := strings.Cut(rest, " ")
		n.calls[name]++
		if conn.PgConn().TxStatus() == idle {
			n.commits++
		}
		return true
	case sql == "commit":
		n.commits++
		return true
	}
	return sql == "begin" || sql == "rollback" || strings.HasPrefix(sql, "savepoint") || strings.HasPrefix(sql, "release")
}
