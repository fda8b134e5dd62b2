// Package plans records the statements a service sends and shows how PostgreSQL ran
// them. Times depend on the machine; which tables were read from beginning to end, and
// how many pages of 8 KB were touched, do not.
package plans

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Grown are the tables that grow with every order.
var Grown = []string{
	"orders", "order_lines", "order_events", "payment_attempts", "payment_notices", "payments", "refunds", "outside_refunds", "fiscal_receipts",
	"delivery_units", "delivery_attempts", "delivery_exchanges", "codes", "code_reveals", "code_marks", "operator_tasks", "payment_tasks", "letters",
	"ledger_groups", "ledger_postings", "promo_uses", "feedback", "users", "audit", "order_notes", "refund_grants", "figures", "figures_products", "figures_waits",
}

// Statement is one statement that was sent, with its values.
type Statement struct {
	sql  string
	args []any
}

// Name returns the name of its query.
func (s Statement) Name() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(s.sql, "-- name: "), " ")
	return name
}

// Recorder is a pool whose statements are remembered.
type Recorder struct {
	*pgxpool.Pool
	mu   sync.Mutex
	sent []Statement
}

// Record returns a pool with the settings of another and one connection.
func Record(ctx context.Context, like *pgxpool.Pool) (*Recorder, error) {
	r := &Recorder{}
	cfg := like.Config()
	cfg.ConnConfig.Tracer, cfg.MaxConns = r, 1
	var err error
	r.Pool, err = pgxpool.NewWithConfig(ctx, cfg)
	return r, err
}

// TraceQueryStart remembers a statement.
func (r *Recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.HasPrefix(q.SQL, "-- name: ") {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.sent = append(r.sent, Statement{q.SQL, q.Args})
	}
	return ctx
}

// TraceQueryEnd does nothing.
func (r *Recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Take returns the statements since the last call.
func (r *Recorder) Take() []Statement {
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := r.sent
	r.sent = nil
	return sent
}

// Plan is how a statement was run.
type Plan struct {
	Pages   int // touched, in memory or not
	Removed int // the most rows of a grown table that one step read in vain
	Scans   []Scan
	// Vain names the index that gave the most rows in vain.
	Vain string
	// Found is how many rows each index gave that was read.
	Found map[string]int
}

// Scan is a grown table that was read from beginning to end.
type Scan struct {
	Table string
	Rows  int
}

type node struct {
	Type    string `json:"Node Type"`
	Table   string `json:"Relation Name"`
	Index   string `json:"Index Name"`
	Hit     int    `json:"Shared Hit Blocks"`
	Read    int    `json:"Shared Read Blocks"`
	Loops   int    `json:"Actual Loops"`
	Rows    int    `json:"Actual Rows"`
	Removed int    `json:"Rows Removed by Filter"`
	Plans   []node `json:"Plans"`
}

// Explain runs a statement again, planned for its values, and returns the plan.
func (r *Recorder) Explain(ctx context.Context, s Statement) (Plan, error) {
	_, body, _ := strings.Cut(s.sql, "\n")
	return read(s, r.QueryRow(ctx, explain+body, s.args...))
}

// Prepare plans a statement once for all values, as a session does from the sixth time on. The
// plan stays as it is until the tables are analyzed.
func (r *Recorder) Prepare(ctx context.Context, s Statement) error {
	_, body, _ := strings.Cut(s.sql, "\n")
	nulls := strings.TrimSuffix(strings.Repeat("null, ", len(s.args)), ", ")
	if _, err := r.Exec(ctx, "set plan_cache_mode = force_generic_plan; prepare "+s.Name()+" as "+body+"; explain execute "+s.Name()+" ("+nulls+")", pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("prepare %s: %w", s.Name(), err)
	}
	return nil
}

// ExplainPrepared runs a statement again by the plan that Prepare made.
func (r *Recorder) ExplainPrepared(ctx context.Context, s Statement) (Plan, error) {
	var types []string
	if err := r.QueryRow(ctx, `select parameter_types::text[] from pg_prepared_statements where name = lower($1)`, s.Name()).Scan(&types); err != nil {
		return Plan{}, fmt.Errorf("types of %s: %w", s.Name(), err)
	}
	values := make([]string, len(s.args)) // what is explained takes no parameters
	for i, arg := range s.args {
		if err := r.QueryRow(ctx, "select quote_nullable($1::"+types[i]+"::text)", arg).Scan(&values[i]); err != nil {
			return Plan{}, fmt.Errorf("value %d of %s: %w", i+1, s.Name(), err)
		}
	}
	return read(s, r.QueryRow(ctx, explain+"execute "+s.Name()+" ("+strings.Join(values, ", ")+")", pgx.QueryExecModeSimpleProtocol))
}

const explain = "explain (analyze, buffers, format json) "

func read(s Statement, row pgx.Row) (Plan, error) {
	var text string
	if err := row.Scan(&text); err != nil {
		return Plan{}, fmt.Errorf("explain %s: %w", s.Name(), err)
	}
	var explained []struct{ Plan node }
	if err := json.Unmarshal([]byte(text), &explained); err != nil {
		return Plan{}, fmt.Errorf("plan of %s: %w", s.Name(), err)
	}
	root := explained[0].Plan
	p := Plan{Pages: root.Hit + root.Read, Found: map[string]int{}}
	p.visit(root)
	return p, nil
}

func (p *Plan) visit(n node) {
	if n.Index != "" && n.Loops > 0 {
		p.Found[n.Index] += n.Rows * n.Loops
	}
	if slices.Contains(Grown, n.Table) && n.Loops > 0 {
		if n.Type == "Seq Scan" {
			p.Scans = append(p.Scans, Scan{n.Table, n.Rows + n.Removed})
		}
		if removed := n.Removed * n.Loops; removed > p.Removed {
			p.Removed, p.Vain = removed, n.Index
		}
	}
	for _, inner := range n.Plans {
		p.visit(inner)
	}
}
