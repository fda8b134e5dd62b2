package main

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageOf is a dashboard with what Prometheus knows.
type pageOf struct {
	Title, From, To string
	Rows            []rowOf
}

type rowOf struct {
	Title  string
	Panels []panelOf
}

type panelOf struct {
	Title, Why, Empty string
	Number            string // of a stat
	Stat              bool
	Chart             chart
}

// drawAll asks Prometheus for each panel's own queries and writes one page a dashboard. It fails
// if a query is refused, or a panel is empty that is not known to be.
func drawAll(ctx context.Context, p prometheus, w window, dir string, says io.Writer) error {
	var missing []string
	for _, b := range boards {
		drawn, empty, err := b.draw(ctx, p, w)
		if err != nil {
			return err
		}
		for _, title := range empty {
			why, known := emptyHere[title]
			if !known {
				missing = append(missing, b.name+": "+title)
			}
			fmt.Fprintf(says, "%s: no data for %q: %s\n", b.name, title, why)
		}
		if err := drawn.write(filepath.Join(dir, b.name+".html")); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("panels without data that emptyHere does not name: %s", strings.Join(missing, "; "))
	}
	return nil
}

func (b board) draw(ctx context.Context, p prometheus, w window) (of pageOf, empty []string, err error) {
	const clock = "15:04:05"
	of = pageOf{Title: b.title, From: w.from.UTC().Format(clock), To: w.to.UTC().Format(clock)}
	for _, r := range b.rows {
		drawn := rowOf{Title: r.title}
		for _, panel := range r.panels {
			all, err := p.ask(ctx, panel, w)
			if err != nil {
				return of, nil, err
			}
			d := panelOf{Title: panel.title, Why: panel.why, Stat: panel.stat}
			switch {
			case len(all) == 0:
				empty = append(empty, panel.title)
				d.Empty = emptyHere[panel.title]
			case panel.stat:
				d.Number = written(panel.unit, all[0].last())
			default:
				d.Chart = draw(panel, all, w)
			}
			drawn.Panels = append(drawn.Panels, d)
		}
		of.Rows = append(of.Rows, drawn)
	}
	return of, empty, nil
}

func (of pageOf) write(name string) error {
	f, err := os.Create(name) //nolint:gosec // the caller's folder
	if err != nil {
		return err
	}
	if err := page.Execute(f, of); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
