// Command grafana writes the dashboards of this folder: what they show stands in boards.go,
// how Grafana wants to read it here. For the documents it draws them as pages (draw.go).
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// board is one dashboard.
type board struct {
	name  string // of the file, and in its address
	title string
	rows  []row
}

// row is a heading with panels below.
type row struct {
	title  string
	panels []panel
}

// panel is one picture: a line over time, or one number where stat is set.
type panel struct {
	title, why, unit string
	stat             bool
	queries          []query
}

// query is what Prometheus is asked; each says how its lines are called.
type query struct{ expr, legend string }

func main() {
	dir := flag.String("write", "", "write the dashboards into this folder")
	rules := flag.Bool("rules", false, "print all queries as recording rules, for promtool to read")
	address := flag.String("draw", "", "ask the Prometheus of this address, and draw the dashboards as pages into the folder of -to")
	to := flag.String("to", "", "the folder of the pages")
	last := flag.Duration("last", 3*time.Minute, "the time that is drawn, up to now")
	flag.Parse()
	var err error
	switch {
	case *rules:
		printRules(os.Stdout)
	case *address != "":
		now := time.Now()
		err = drawAll(context.Background(), prometheus{*address}, window{now.Add(-*last), now}, *to, os.Stdout)
	default:
		err = writeAll(*dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "grafana:", err)
		os.Exit(1)
	}
}

func writeAll(dir string) error {
	for _, b := range boards {
		if err := os.WriteFile(filepath.Join(dir, b.name+".json"), b.json(), 0o644); err != nil { //nolint:gosec // a source file, readable by all
			return err
		}
	}
	return nil
}

func printRules(to io.Writer) {
	fmt.Fprintln(to, "groups:\n  - name: dashboards\n    rules:")
	n := 0
	for _, b := range boards {
		for _, r := range b.rows {
			for _, p := range r.panels {
				for _, q := range p.queries {
					n++
					fmt.Fprintf(to, "      - {record: 'board:%s:%d', expr: %q}\n", b.name, n, q.expr)
				}
			}
		}
	}
}

// m is an object of JSON.
type m = map[string]any

const (
	columns     = 24 // of Grafana's grid
	statWidth   = 4
	lineWidth   = 12
	statHeight  = 4
	lineHeight  = 8
	schema      = 39
	datasource  = "${datasource}"
	refreshText = "30s"
)

// json returns the dashboard as Grafana imports it.
func (b board) json() []byte {
	var panels []m
	y, id := 0, 1
	for _, r := range b.rows {
		panels = append(panels, m{"id": id, "type": "row", "title": r.title, "collapsed": false, "panels": []m{}, "gridPos": m{"x": 0, "y": y, "w": columns, "h": 1}})
		y, id = y+1, id+1
		x, height := 0, 0
		for _, p := range r.panels {
			w, h := p.size()
			if x+w > columns {
				x, y = 0, y+height
				height = 0
			}
			panels = append(panels, p.json(id, m{"x": x, "y": y, "w": w, "h": h}))
			x, height, id = x+w, max(height, h), id+1
		}
		y += height
	}
	text, err := json.MarshalIndent(m{
		"uid": "larek-" + b.name, "title": b.title, "tags": []string{"larek"}, "schemaVersion": schema, "editable": false,
		"timezone": "browser", "refresh": refreshText, "time": m{"from": "now-6h", "to": "now"},
		"templating": m{"list": []m{{"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"}}},
		"links":      []m{{"type": "dashboards", "tags": []string{"larek"}, "title": "Shop", "asDropdown": true, "keepTime": true}},
		"panels":     panels,
	}, "", " ")
	if err != nil {
		panic(err) // only strings and numbers
	}
	return append(text, '\n')
}

func (p panel) size() (w, h int) {
	if p.stat {
		return statWidth, statHeight
	}
	return lineWidth, lineHeight
}

func (p panel) json(id int, at m) m {
	kind, options := "timeseries", m{"legend": m{"displayMode": "list", "placement": "bottom"}, "tooltip": m{"mode": "multi", "sort": "desc"}}
	if p.stat {
		kind, options = "stat", m{"reduceOptions": m{"calcs": []string{"lastNotNull"}}, "colorMode": "none", "graphMode": "area"}
	}
	var targets []m
	for i, q := range p.queries {
		targets = append(targets, m{"refId": string(rune('A' + i)), "expr": q.expr, "legendFormat": q.legend, "datasource": m{"type": "prometheus", "uid": datasource}})
	}
	defaults := m{"unit": p.unit, "custom": m{"fillOpacity": 10, "spanNulls": false}}
	if p.unit != roubles { // money may be below zero
		defaults["min"] = 0
	}
	return m{
		"id": id, "type": kind, "title": p.title, "description": p.why, "gridPos": at, "datasource": m{"type": "prometheus", "uid": datasource},
		"fieldConfig": m{"defaults": defaults, "overrides": []m{}},
		"options":     options, "targets": targets,
	}
}
