// Package pg opens PostgreSQL, migrates it and runs transactions.
package pg

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Mode is what a pool is used for.
type Mode string

const (
	// ReadWrite reuses prepared plans: few statements, run very often.
	ReadWrite Mode = "writing"
	// ReadOnly plans every query separately. Lists have optional filters, and one
	// generic plan for all of them was measured to be 600 times slower.
	ReadOnly Mode = "reading"
)

// maxConns is the pool size of one instance. The driver's default of one per
// core is too small on a small machine, because orders mostly wait for the disk.
const maxConns = 16

// Open creates a pool without connecting, so that the shop can start and serve
// cached responses while PostgreSQL is unavailable.
func Open(ctx context.Context, url string, mode Mode) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "larek-" + string(mode)
	params["timezone"] = "UTC"
	// JIT compilation takes longer than our queries.
	params["jit"] = "off"
	// A query whose caller has given up must not hold a connection.
	if params["statement_timeout"] == "" {
		params["statement_timeout"] = "10s"
	}
	params["idle_in_transaction_session_timeout"] = "30s"
	if mode == ReadOnly {
		params["plan_cache_mode"] = "force_custom_plan"
		params["default_transaction_read_only"] = "on"
		// It reads on purpose, which says nothing about the server it was given.
		if strings.Contains(url, "target_session_attrs=read-write") {
			cfg.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
		}
		// A sequential scan chosen in the hope of stopping early is our worst plan.
		params["enable_seqscan"] = "off"
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = maxConns
	}
	if !strings.Contains(url, "connect_timeout") {
		cfg.ConnConfig.ConnectTimeout = 2 * time.Second
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.HealthCheckPeriod = 5 * time.Second
	cfg.ConnConfig.Tracer = tracer{}
	return pgxpool.NewWithConfig(ctx, cfg)
}

// InTx runs fn in one transaction, which is committed if fn returns nil and
// rolled back otherwise. fn must not call anything but the database.
func InTx(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, fn)
}

// Violates reports whether err is the refusal of a constraint.
func Violates(err error, constraint string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.ConstraintName == constraint
}

// LacksTable reports whether a statement failed because the schema has no such table: a
// program runs on the schema of the release before while it is rolled out.
func LacksTable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "42P01"
}

// SkipNumbers moves the numbers of all tables ahead, so that none which rows had before
// a restore lost them is given to another row: providers, suppliers and buyers
// remember them. It returns how many sequences there are. The pool signs in as the owner.
func SkipNumbers(ctx context.Context, pool *pgxpool.Pool, by int64) (sequences int, err error) {
	err = pool.QueryRow(ctx, `select count(setval(c.oid::regclass, coalesce(s.last_value, 1) + $1))
		from pg_sequences s join pg_class c on c.relname = s.sequencename and c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
		where s.schemaname = 'public' and s.max_value > coalesce(s.last_value, 1) + $1`, by).Scan(&sequences)
	if err != nil {
		return 0, fmt.Errorf("skip numbers: %w", err)
	}
	return sequences, nil
}
