package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

const (
	// createBar is the share of what a bare server with the same statement creates.
	createBar = 0.90
	// buyers create orders at the same time, over as many connections.
	buyers = 16
)

// measureCreating compares POST /api/orders/pubg/ with a bare server that runs the
// statement behind it, and shows pgbench alone beside them.
func (b *harness) measureCreating(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "larek-bench-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	statement, err := b.createStatement("internal/order/queries.sql")
	if err != nil {
		return err
	}
	script, sql := filepath.Join(dir, "create.lua"), filepath.Join(dir, "create.sql")
	lua := fmt.Sprintf("wrk.method = \"POST\"\nwrk.headers[\"Content-Type\"] = \"application/json\"\nwrk.body = '%s'\n", b.newOrder(0))
	if err := os.WriteFile(script, []byte(lua), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(sql, []byte(statement), 0o600); err != nil {
		return err
	}
	floor := httptest.NewServer(b.bareShop(statement))
	defer floor.Close()
	fmt.Fprintf(b.out, "creating orders, %d at once\n", buyers)
	shop := func() (float64, error) { return b.wrk(ctx, script, b.shop+"/api/orders/pubg/") }
	bare := func() (float64, error) { return b.wrk(ctx, script, floor.URL) }
	alone := func() (float64, error) { return b.pgbenchRate(ctx, sql) }
	rates := make([][]float64, 3)
	var ratios, floors []float64
	for range b.rounds {
		// Side by side in turns: the speed of the machine changes by the minute.
		sums := make([]float64, 3)
		for _, who := range []int{0, 1, 2, 2, 1, 0} {
			rate, err := []func() (float64, error){shop, bare, alone}[who]()
			if err != nil {
				return err
			}
			sums[who] += rate
		}
		for who, sum := range sums {
			rates[who] = append(rates[who], sum/2)
		}
		ratios, floors = append(ratios, sums[0]/sums[1]), append(floors, sums[1]/sums[2])
	}
	fmt.Fprintf(b.out, "  the shop %.0f/s, a bare net/http server with pgx and the same statement %.0f/s; pgbench of it %.0f/s, of which the bare server reaches %.3f\n",
		median(rates[0]), median(rates[1]), median(rates[2]), median(floors))
	return b.checkFigure("orders created per second, ratio", median(ratios), createBar, true)
}

// bareShop is the least that can create an order over HTTP.
func (b *harness) bareShop(statement string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked map[string]any
		err := json.NewDecoder(r.Body).Decode(&asked)
		if err == nil {
			rows, _ := b.pool.Query(r.Context(), statement)
			var made []map[string]any
			if made, err = pgx.CollectRows(rows, pgx.RowToMap); err == nil {
				err = json.NewEncoder(w).Encode(made)
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

func (b *harness) newOrder(n int) string {
	return fmt.Sprintf(`{"email":"load-%d@example.test","products":[{"product_id":%d,"quantity":1}]}`, n, b.pack)
}

var parameter = regexp.MustCompile(`sqlc\.n?arg\('(\w+)'\)|@(\w+)`)

// createStatement is the statement as the shop runs it, its parameters filled
// in with those of a guest's order. A parameter it does not know is an error:
// then the statement has changed and so must this.
func (b *harness) createStatement(path string) (string, error) {
	file, err := os.ReadFile(path) //nolint:gosec // our own source
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(file), "-- name: CreateLines :many\n")
	statement, _, ended := strings.Cut(rest, ";")
	if !found || !ended {
		return "", fmt.Errorf("%s has no CreateLines", path)
	}
	values := map[string]string{
		"product_ids": fmt.Sprintf("'{%d}'", b.pack), "quantities": "'{1}'", "game_kind": "'pubg'", "kind": "'pubg'",
		"user_id": "null", "guest": "gen_random_uuid()", "hash": "gen_random_uuid()", "email": "'load@example.test'", "detail": "'{}'",
		"surplus": "null", "server_id": "null", "has_custom_server": "false",
		"now": "now()", "due_at": "now() + interval '1 day'",
	}
	var unknown []string
	statement = parameter.ReplaceAllStringFunc(statement, func(found string) string {
		m := parameter.FindStringSubmatch(found)
		value, ok := values[m[1]+m[2]]
		if !ok {
			unknown = append(unknown, found)
		}
		return value
	})
	if len(unknown) > 0 {
		return "", fmt.Errorf("%s: CreateLines has new parameters %v", path, unknown)
	}
	return statement + ";\n", nil
}

var (
	wrkRate     = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	pgbenchRate = regexp.MustCompile(`tps = ([0-9.]+)`)
)

func (b *harness) wrk(ctx context.Context, script, url string) (float64, error) {
	cmd := exec.CommandContext(ctx, "wrk", "-t1", "-c"+strconv.Itoa(buyers), "-d"+b.length.String(), "-s", script, url) //nolint:gosec // a measuring tool
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk: %w: %s", err, out)
	}
	if strings.Contains(string(out), "Non-2xx") || strings.Contains(string(out), "Socket errors") {
		return 0, fmt.Errorf("orders were refused: %s", out)
	}
	return figure(wrkRate, out)
}

func (b *harness) pgbenchRate(ctx context.Context, script string) (float64, error) {
	cmd := exec.CommandContext(ctx, b.pgbench, "-n", "-M", "prepared", "-j1", "-c"+strconv.Itoa(buyers), //nolint:gosec // a measuring tool
		"-T"+strconv.Itoa(int(b.length.Seconds())), "-f", script, b.database)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	return figure(pgbenchRate, out)
}

func figure(pattern *regexp.Regexp, out []byte) (float64, error) {
	m := pattern.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("no figure in: %s", out)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}
