package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A chart in pixels: the place of the lines, and around it that of the axes.
const (
	chartWidth  = 470.0
	chartHeight = 170.0
	left        = 80.0
	right       = 8.0
	top         = 8.0
	bottom      = 22.0
	ticks       = 4
	smallStep   = 1e-9
	manyLines   = 10
)

// colours of lines, which repeat.
var colours = []string{"#1f6feb", "#d9480f", "#2b8a3e", "#9c36b5", "#e8a200", "#0b7285", "#c2255c", "#5c7cfa", "#74b816", "#868e96"}

// chart is what the page needs to draw one.
type chart struct {
	Lines []drawn
	Grid  []tick // of values
	Clock []tick // of time
	Zeros int    // lines that are zero all the time, where there are too many to name
}

type drawn struct{ Colour, Path, Name, Now string }

type tick struct {
	At   string
	Text string
}

func px(v float64) string { return fmt.Sprintf("%.1f", v) }

// draw places lines in a chart: from zero on, unless the unit is money.
func draw(of panel, all []series, w window) (c chart) {
	low, high := bounds(of.unit, all)
	by := scale{from: 1}
	if of.unit != yesNo {
		by = scaleOf(of.unit, high)
	}
	step := niceStep((high-low)/ticks/by.from) * by.from // 2 h, not 8.33
	low, high = math.Floor(low/step)*step, math.Ceil(high/step-smallStep)*step
	y := func(v float64) float64 { return top + (chartHeight-top-bottom)*(1-(v-low)/(high-low)) }
	length := w.to.Sub(w.from).Seconds()
	x := func(at float64) float64 { return left + (chartWidth-left-right)*at/length }
	for v := low; v <= high+step*smallStep; v += step {
		if math.Abs(v) < step*smallStep {
			v = 0
		}
		text := "0"
		if v != 0 {
			text = digits(v / by.from)
		}
		c.Grid = append(c.Grid, tick{px(y(v)), text + by.name})
	}
	for t := w.from.Truncate(time.Minute).Add(time.Minute); t.Before(w.to); t = t.Add(time.Minute) {
		c.Clock = append(c.Clock, tick{px(x(t.Sub(w.from).Seconds())), t.UTC().Format("15:04")})
	}
	for _, s := range all {
		if len(all) > manyLines && slices.Max(s.is) == 0 && slices.Min(s.is) == 0 {
			c.Zeros++
			continue
		}
		colour := colours[len(c.Lines)%len(colours)]
		c.Lines = append(c.Lines, drawn{Colour: colour, Path: path(s, 2*length/points, x, y), Name: s.name, Now: written(of.unit, s.last())})
	}
	return c
}

// path is a line with a hole where longer than gap nothing is known.
func path(s series, gap float64, x, y func(float64) float64) string {
	var b strings.Builder
	for i, at := range s.at {
		verb := "L"
		if i == 0 || at-s.at[i-1] > gap {
			verb = "M"
		}
		b.WriteString(verb + px(x(at)) + " " + px(y(s.is[i])) + " ")
	}
	if len(s.at) == 1 {
		b.WriteString("h3")
	}
	return b.String()
}

// bounds are the values that have to be seen.
func bounds(unit string, all []series) (low, high float64) {
	for _, s := range all {
		for _, v := range s.is {
			low, high = min(low, v), max(high, v)
		}
	}
	if unit != roubles { // as Grafana is asked to; clocks of two programs differ by a little
		low = 0
	}
	if unit == share {
		high = max(high, 1)
	}
	if high == low {
		high = low + 1
	}
	return low, high
}

// niceStep is the next of 1, 2, 5, 10, …
func niceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= least-smallStep*power {
			return m * power
		}
	}
	return 10 * power
}
