// Package grafana_test checks the dashboards of this folder.
package grafana_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exporters are the metrics of programs that are not ours, by the exporter that has them.
var exporters = map[string][]string{
	"Prometheus":             {"up"},
	"the server of Temporal": {"approximate_backlog_age_seconds", "approximate_backlog_count"},
	"postgres_exporter": {
		"pg_stat_database_xact_commit", "pg_stat_database_xact_rollback", "pg_stat_activity_count", "pg_stat_activity_max_tx_duration",
		"pg_database_size_bytes", "pg_replication_lag_seconds",
	},
	"redis_exporter": {"redis_memory_used_bytes"},
	"client_golang":  {"go_goroutines", "process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"},
}

type panel struct {
	Type, Title, Description string
	FieldConfig              struct{ Defaults struct{ Unit string } }
	Targets                  []struct{ Expr, LegendFormat string }
}

// panels returns the panels of all dashboards, without the headings.
func panels(t *testing.T) []panel {
	t.Helper()
	files, err := filepath.Glob("*.json")
	if err != nil || len(files) != 4 {
		t.Fatalf("dashboards %v, want four: %v", files, err)
	}
	var all []panel
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var board struct{ Panels []panel }
		if err := json.Unmarshal(text, &board); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, board.Panels...)
	}
	return slices.DeleteFunc(all, func(p panel) bool { return p.Type == "row" })
}

var (
	inBraces  = regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]|(?:by|without|on|ignoring) \([^)]*\)`)
	aName     = regexp.MustCompile(`[a-z][a-z0-9_]*_[a-z0-9_]+|\bup\b`)
	functions = []string{"histogram_quantile"}
	ofSeries  = regexp.MustCompile(`_(?:bucket|count|sum)$`)
)

// metricsOf returns the metrics a query reads.
func metricsOf(expr string) []string {
	names := aName.FindAllString(inBraces.ReplaceAllString(expr, ""), -1)
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(functions, name) })
}

func TestEveryMetricOfADashboardExists(t *testing.T) {
	t.Parallel()
	// Another test compares the recipe with the code.
	recipe, err := os.ReadFile("../../docs/recipes/read-the-metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(larek_[a-z_]+)`").FindAllSubmatch(recipe, -1) {
		known[string(m[1])] = true
	}
	for _, metrics := range exporters {
		for _, name := range metrics {
			known[name] = true
		}
	}
	for _, p := range panels(t) {
		if len(p.Targets) == 0 {
			t.Errorf("%s: has no query", p.Title)
		}
		for _, q := range p.Targets {
			names := metricsOf(q.Expr)
			if len(names) == 0 {
				t.Errorf("%s: %q reads no metric", p.Title, q.Expr)
			}
			for _, name := range names {
				if !known[name] && !known[ofSeries.ReplaceAllString(name, "")] {
					t.Errorf("%s: no program exports %s", p.Title, name)
				}
			}
		}
	}
}

// TestMetricsOfAQueryAreFound checks the check above.
func TestMetricsOfAQueryAreFound(t *testing.T) {
	t.Parallel()
	got := metricsOf(`histogram_quantile(0.5, max by (some_label) (increase(larek_a_bucket{not_me="x_y"}[15m]))) / sum(up) or larek_b`)
	if want := []string{"larek_a_bucket", "up", "larek_b"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryPanelHasAUnitAndADescription(t *testing.T) {
	t.Parallel()
	for _, p := range panels(t) {
		if p.FieldConfig.Defaults.Unit == "" || !strings.HasSuffix(p.Description, ".") {
			t.Errorf("%s: unit %q, description %q", p.Title, p.FieldConfig.Defaults.Unit, p.Description)
		}
		for _, q := range p.Targets {
			if q.LegendFormat == "" {
				t.Errorf("%s: a line has no name", p.Title)
			}
		}
	}
}
