// Package pg opens PostgreSQL, migrates it and runs transactions.
package pg

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Use says what a pool is for.
type Use string

const (
	// Writing keeps prepared plans: few statements, run very often.
	Writing Use = "writing"
	// Reading plans every query anew. Lists have optional filters, and one
	// generic plan for all of them was measured 600 times slower.
	Reading Use = "reading"
)

// maxConns is for one copy. The driver's own default, one per core, starves a
// small machine: an order waits for the disk far longer than it computes.
const maxConns = 16

// Open makes a pool. It does not wait for the server: the shop starts, and
// keeps serving what it has cached, while PostgreSQL is away.
func Open(ctx context.Context, url string, use Use) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "larek-" + string(use)
	params["timezone"] = "UTC"
	// Compiling a plan takes longer than any query of ours may.
	params["jit"] = "off"
	// A query nobody waits for any more must not hold a connection.
	params["statement_timeout"] = "10s"
	params["idle_in_transaction_session_timeout"] = "30s"
	if use == Reading {
		params["plan_cache_mode"] = "force_custom_plan"
		params["default_transaction_read_only"] = "on"
		// A scan that hopes to stop early and does not is the worst plan there is.
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

// InTx runs fn in one transaction: committed when fn returns nil, undone
// otherwise. fn must not talk to anything but the database.
func InTx(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, fn)
}
