package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// testPrometheus answers each query as the test says.
func testPrometheus(t *testing.T, answers func(expr string) string) prometheus {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/query_range" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		_, _ = w.Write([]byte(answers(r.URL.Query().Get("query"))))
	}))
	t.Cleanup(server.Close)
	return prometheus{server.URL}
}

const oneLine = `{"status":"success","data":{"result":[{"metric":{"method":"sbp"},"values":[[1000,"1"],[1060,"NaN"],[1120,"3"]]}]}}`

func testWindow() window { return window{time.Unix(1000, 0), time.Unix(1240, 0)} }

func TestDashboardsAreDrawnFromTheirQueries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var said strings.Builder
	p := testPrometheus(t, func(string) string { return oneLine })
	if err := drawAll(t.Context(), p, testWindow(), dir, &said); err != nil {
		t.Fatal(err)
	}
	if said.Len() != 0 {
		t.Errorf("said %q of panels that all have data", &said)
	}
	for _, b := range boards {
		raw, err := os.ReadFile(dir + "/" + b.name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		panels := 0
		for _, r := range b.rows {
			panels += len(r.panels)
		}
		if got := strings.Count(string(raw), `<h3>`); got != panels {
			t.Errorf("%s: %d panels are drawn, want %d", b.name, got, panels)
		}
	}
}

func TestARefusedQueryEndsTheDrawing(t *testing.T) {
	t.Parallel()
	p := testPrometheus(t, func(expr string) string {
		if strings.Contains(expr, "larek_stock_days") {
			return `{"status":"error","error":"parse error"}`
		}
		return oneLine
	})
	err := drawAll(t.Context(), p, testWindow(), t.TempDir(), &strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), `panel "Shortest stock"`) || !strings.HasSuffix(err.Error(), "refused: parse error") {
		t.Errorf("got %v", err)
	}
}

func TestAnEmptyPanelIsNamed(t *testing.T) {
	t.Parallel()
	p := testPrometheus(t, func(expr string) string {
		if expr == "go_goroutines" || strings.Contains(expr, "approximate_backlog") {
			return `{"status":"success","data":{"result":[]}}`
		}
		return oneLine
	})
	var said strings.Builder
	err := drawAll(t.Context(), p, testWindow(), t.TempDir(), &said)
	if err == nil || err.Error() != "panels without data that emptyHere does not name: engine: Goroutines" {
		t.Errorf("got %v", err)
	}
	if got := strings.Count(said.String(), "no data for"); got != 3 {
		t.Errorf("%d panels are called empty, want 3: %s", got, &said)
	}
}

func TestPanelsThatMayBeEmptyExist(t *testing.T) {
	t.Parallel()
	var titles []string
	for _, b := range boards {
		for _, r := range b.rows {
			for _, p := range r.panels {
				titles = append(titles, p.title)
			}
		}
	}
	for title := range emptyHere {
		if !slices.Contains(titles, title) {
			t.Errorf("no panel is called %q", title)
		}
	}
}

func TestValuesAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit string
		v    float64
		want string
	}{
		{number, 0, "0"}, {number, 12.345, "12.3"}, {number, 1234, "1.23 K"}, {number, 100, "100"}, {number, 0.05, "0.05"},
		{seconds, 0.25, "250 ms"}, {seconds, 90, "1.5 min"}, {seconds, 0, "0 s"}, {days, 3, "3 d"}, {bytesUnit, 3 << 20, "3 MiB"},
		{share, 0.985, "98.5 %"}, {share, 1, "100 %"}, {perSecond, 2.5, "2.5 /s"}, {roubles, -1234567, "−1 234 567 ₽"}, {yesNo, 1, "Yes"}, {yesNo, 0, "No"},
	} {
		if got := written(c.unit, c.v); got != c.want {
			t.Errorf("%v of %s is written %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

func TestALineHasAHoleWhereNothingIsKnown(t *testing.T) {
	t.Parallel()
	same := func(v float64) float64 { return v }
	got := path(series{at: []float64{0, 1, 9, 10}, is: []float64{5, 6, 7, 8}}, 2, same, same)
	if want := "M0.0 5.0 L1.0 6.0 M9.0 7.0 L10.0 8.0 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := legend("{{method}} of {{none}}", map[string]string{"method": "sbp"}); got != "sbp of " {
		t.Errorf("legend %q", got)
	}
}
