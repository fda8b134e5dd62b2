package main

import (
	"encoding/json"
	"os"
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

var (
	inBraces  = regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]|(?:by|without|on|ignoring) \([^)]*\)`)
	aName     = regexp.MustCompile(`[a-z][a-z0-9_]*_[a-z0-9_]+|\bup\b`)
	functions = []string{"histogram_quantile"}
	ofSeries  = regexp.MustCompile(`_(?:bucket|count|sum)$`)
)

// named returns the metrics a query asks for.
func named(expr string) []string {
	var all []string
	for _, name := range aName.FindAllString(inBraces.ReplaceAllString(expr, ""), -1) {
		if !slices.Contains(functions, name) {
			all = append(all, name)
		}
	}
	return all
}

func TestEveryMetricOfADashboardExists(t *testing.T) {
	t.Parallel()
	// The recipe is compared with the code by a test of its own.
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
	for _, b := range boards {
		for _, r := range b.rows {
			for _, p := range r.panels {
				for _, q := range p.queries {
					names := named(q.expr)
					if len(names) == 0 {
						t.Errorf("%s: %q asks for no metric", p.title, q.expr)
					}
					for _, name := range names {
						if !known[name] && !known[ofSeries.ReplaceAllString(name, "")] {
							t.Errorf("%s: no program exports %s", p.title, name)
						}
					}
				}
			}
		}
	}
}

// TestNamesAreFound checks the check above.
func TestNamesAreFound(t *testing.T) {
	t.Parallel()
	got := named(`histogram_quantile(0.5, max by (some_label) (increase(larek_a_bucket{not_me="x_y"}[15m]))) / sum(up) or larek_b`)
	if want := []string{"larek_a_bucket", "up", "larek_b"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPanelsSayWhatTheyShow(t *testing.T) {
	t.Parallel()
	units := []string{number, seconds, days, bytesUnit, share, perSecond, roubles, yesNo}
	for _, b := range boards {
		titles := map[string]bool{}
		for _, r := range b.rows {
			for _, p := range r.panels {
				at := b.name + ": " + r.title + ": " + p.title
				if len(p.title) < 4 || strings.ContainsAny(p.title, "_{}") || p.title[0] < 'A' || p.title[0] > 'Z' || titles[r.title+p.title] {
					t.Errorf("%s: the title is not in plain words, or is there twice", at)
				}
				titles[r.title+p.title] = true
				if !strings.HasSuffix(p.why, ".") {
					t.Errorf("%s: does not say what it means", at)
				}
				if !slices.Contains(units, p.unit) {
					t.Errorf("%s: has unit %q", at, p.unit)
				}
				for _, q := range p.queries {
					if q.legend == "" {
						t.Errorf("%s: a line has no name", at)
					}
				}
			}
		}
	}
}

// TestFilesAreThoseOfTheBoards compares the files with the code: `make gen` writes them.
func TestFilesAreThoseOfTheBoards(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files, want []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") {
			files = append(files, e.Name())
		}
	}
	for _, b := range boards {
		want = append(want, b.name+".json")
		text, err := os.ReadFile(b.name + ".json")
		if err != nil || string(text) != string(b.json()) {
			t.Errorf("%s.json is not what the code makes: %v", b.name, err)
		}
		var read struct {
			Panels []struct {
				ID      int
				GridPos struct{ X, Y, W, H int }
			}
		}
		if err := json.Unmarshal(b.json(), &read); err != nil {
			t.Fatal(err)
		}
		taken := map[[2]int]int{}
		for _, p := range read.Panels {
			for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
				for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
					if other := taken[[2]int{x, y}]; other != 0 || x >= columns {
						t.Fatalf("%s: panels %d and %d stand on each other, or beyond the edge", b.name, p.ID, other)
					}
					taken[[2]int{x, y}] = p.ID
				}
			}
		}
	}
	slices.Sort(want)
	if !slices.Equal(files, want) {
		t.Errorf("there are %v, want %v", files, want)
	}
}
