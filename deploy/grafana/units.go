package main

import (
	"math"
	"strconv"
	"strings"
)

// scale is a multiple of a unit with a name of its own.
type scale struct {
	from float64
	name string
}

// scales are those of each unit, the largest first.
var scales = map[string][]scale{
	number:    {{1e6, " M"}, {1e3, " K"}, {1, ""}},
	seconds:   {{86400, " d"}, {3600, " h"}, {60, " min"}, {1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}},
	days:      {{1, " d"}},
	bytesUnit: {{1 << 30, " GiB"}, {1 << 20, " MiB"}, {1 << 10, " KiB"}, {1, " B"}},
	share:     {{0.01, " %"}},
	perSecond: {{1, " /s"}},
	roubles:   {{1, " ₽"}},
}

// written is a value as a panel of this unit shows it, with three digits that count.
func written(unit string, v float64) string {
	if unit == yesNo {
		if v > 0 {
			return "Yes"
		}
		return "No"
	}
	if v == 0 {
		return "0" + zeroName(unit)
	}
	by := scaleOf(unit, v)
	return digits(v/by.from) + by.name
}

// scaleOf is the one in which a value is written.
func scaleOf(unit string, v float64) scale {
	of := scales[unit]
	for _, s := range of {
		if math.Abs(v) >= s.from {
			return s
		}
	}
	return of[len(of)-1]
}

// zeroName is what stands behind a zero: not a thousandth of a second.
func zeroName(unit string) string {
	switch unit {
	case seconds:
		return " s"
	case bytesUnit:
		return " B"
	}
	return scales[unit][len(scales[unit])-1].name
}

func digits(v float64) string {
	decimals := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	text := strconv.FormatFloat(v, 'f', min(decimals, 4), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	whole, rest, _ := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "−", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + " " + whole[i:]
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}
