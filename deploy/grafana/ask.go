package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"
)

// points is how many points of a line Prometheus is asked for.
const points = 120

// window is the time that is drawn.
type window struct{ from, to time.Time }

// series is one line of a panel.
type series struct {
	name string
	at   []float64 // seconds since the window began
	is   []float64
}

func (s series) last() float64 { return s.is[len(s.is)-1] }

// answer is what Prometheus says to query_range.
type answer struct {
	Status, Error string
	Data          struct {
		Result []struct {
			Metric map[string]string
			Values [][2]any // seconds, and the number as text
		}
	}
}

// prometheus is asked by its HTTP API.
type prometheus struct{ address string }

// ask returns the lines of a panel in the order of its queries.
func (p prometheus) ask(ctx context.Context, of panel, w window) (all []series, err error) {
	for _, q := range of.queries {
		got, err := p.lines(ctx, q, w)
		if err != nil {
			return nil, fmt.Errorf("panel %q: query %s: %w", of.title, q.expr, err)
		}
		all = append(all, got...)
	}
	return all, nil
}

func (p prometheus) lines(ctx context.Context, q query, w window) (all []series, err error) {
	step := w.to.Sub(w.from).Seconds() / points
	form := url.Values{
		"query": {q.expr}, "step": {strconv.FormatFloat(step, 'f', 3, 64)},
		"start": {w.from.UTC().Format(time.RFC3339Nano)}, "end": {w.to.UTC().Format(time.RFC3339Nano)},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address+"/api/v1/query_range?"+form.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, fmt.Errorf("answer %d: %w", resp.StatusCode, err)
	}
	if a.Status != "success" {
		return nil, errors.New("refused: " + a.Error)
	}
	for _, r := range a.Data.Result {
		s := series{name: legend(q.legend, r.Metric)}
		for _, v := range r.Values {
			at, _ := v[0].(float64)
			text, _ := v[1].(string)
			if n, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
				s.at, s.is = append(s.at, at-float64(w.from.UnixNano())/1e9), append(s.is, n)
			}
		}
		if len(s.is) > 0 {
			all = append(all, s)
		}
	}
	return all, nil
}

var placeholder = regexp.MustCompile(`\{\{(\w+)\}\}`)

// legend puts labels into the name of a line, as Grafana does.
func legend(format string, labels map[string]string) string {
	return placeholder.ReplaceAllStringFunc(format, func(name string) string { return labels[name[2:len(name)-2]] })
}
