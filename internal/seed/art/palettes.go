package art

import (
	"fmt"
	"math"
)

// ramp is the set of inks one emblem is drawn with, named by the letters of
// the line notation: w, l, m, d, k go from highlight to deep shade of the main
// colour, a, b, x are the three shades of the accent, n is the night.
type ramp struct {
	w, l, m, d, k string
	a, b, x       string
	n             string
}

// palette is a ramp together with the backdrop it stands on.
type palette struct {
	glow, top, bottom string
	ink               ramp
}

// hues names a palette by OKLCH angles: the backdrop, the emblem and its
// accent, and how colourful backdrop and emblem are (1 is the usual strength).
type hues struct {
	back, body, accent float64
	backC, bodyC       float64
}

func (h hues) palette() palette {
	glow := 0.77
	switch {
	case h.back > 65 && h.back < 120:
		glow = 0.83 // a yellow of usual lightness reads as olive
	case h.back < 60 || h.back > 230:
		glow = 0.71 // a lighter red or blue goes pale
	}
	return palette{
		glow:   oklch(glow, 0.16*h.backC, h.back),
		top:    oklch(0.38, 0.09*h.backC, h.back),
		bottom: oklch(0.15, 0.035*h.backC, h.back+8),
		ink: ramp{
			w: oklch(0.97, 0.025*h.bodyC, h.body),
			l: oklch(0.89, 0.075*h.bodyC, h.body),
			m: oklch(0.75, 0.13*h.bodyC, h.body),
			d: oklch(0.56, 0.13*h.bodyC, shade(h.body, 14)),
			k: oklch(0.33, 0.08*h.bodyC, shade(h.body, 24)),
			a: oklch(0.92, 0.085, h.accent),
			b: oklch(0.80, 0.155, h.accent),
			x: oklch(0.58, 0.14, shade(h.accent, 18)),
			n: oklch(0.19, 0.03, h.back),
		},
	}
}

// shade turns the hue of a darker tone: yellows go to amber instead of olive,
// everything else cools a little.
func shade(hue, turn float64) float64 {
	if hue > 55 && hue < 112 {
		return hue - turn
	}
	return hue + turn/3
}

// oklch converts to sRGB, lowering the chroma until the colour fits, so that
// every hue keeps the lightness it was asked for.
func oklch(l, c, hue float64) string {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	for ; ; c -= 0.004 {
		c = math.Max(c, 0)
		r, g, b := oklab(l, c*cos, c*sin)
		if c == 0 || fits(r) && fits(g) && fits(b) {
			return fmt.Sprintf("#%02x%02x%02x", channel(r), channel(g), channel(b))
		}
	}
}

func oklab(l, a, b float64) (float64, float64, float64) {
	x := cube(l + 0.3963377774*a + 0.2158037573*b)
	y := cube(l - 0.1055613458*a - 0.0638541728*b)
	z := cube(l - 0.0894841775*a - 1.2914855480*b)
	return 4.0767416621*x - 3.3077115913*y + 0.2309699292*z,
		-1.2684380046*x + 2.6097574011*y - 0.3413193965*z,
		-0.0041960863*x - 0.7034186147*y + 1.7076147010*z
}

func cube(v float64) float64 { return v * v * v }

func fits(v float64) bool { return v >= -0.001 && v <= 1.001 }

func channel(v float64) int {
	v = math.Min(math.Max(v, 0), 1)
	if v <= 0.0031308 {
		return int(math.Round(255 * 12.92 * v))
	}
	return int(math.Round(255 * (1.055*math.Pow(v, 1/2.4) - 0.055)))
}

var gameHues = map[string]hues{
	"pubg-mobile":         {72, 82, 72, 1, 1},
	"standoff-2":          {228, 220, 25, 1, .8},
	"steam":               {255, 252, 255, .95, .6},
	"mobile-legends":      {0, 350, 80, 1.1, .5},
	"genshin-impact":      {185, 178, 90, .85, 1},
	"free-fire":           {48, 68, 95, 1.15, 1.25},
	"roblox":              {132, 132, 95, 1, 1.2},
	"honkai-star-rail":    {298, 300, 85, 1.1, .75},
	"clash-of-clans":      {160, 162, 85, .95, 1},
	"brawl-stars":         {274, 92, 60, 1.15, 1.1},
	"asphalt":             {90, 80, 88, .95, .25},
	"call-of-duty-mobile": {112, 105, 75, .6, .55},
	"zenless-zone-zero":   {20, 40, 95, 1.1, .35},
	"wuthering-waves":     {238, 205, 190, .8, .9},
	"honor-of-kings":      {30, 85, 20, 1.1, 1.15},
}

var genericHues = hues{5, 8, 90, 1, .8}

func gamePalette(key string) palette {
	if h, ok := gameHues[key]; ok {
		return h.palette()
	}
	return genericHues.palette()
}

// giftHues are the palettes of the gift covers. Neighbours differ strongly,
// because neighbouring gifts take neighbouring palettes.
var giftHues = []hues{
	{298, 300, 85, 1.1, .8}, {75, 82, 30, 1, 1}, {185, 178, 60, .9, 1},
	{10, 12, 90, 1.1, .9}, {255, 250, 70, 1, .8}, {135, 135, 85, .95, 1.1},
	{320, 85, 350, 1.1, .9}, {228, 222, 35, 1, .9}, {50, 65, 100, 1.15, 1.1},
	{160, 165, 350, .95, .95}, {275, 90, 200, 1.15, .9}, {95, 95, 150, .9, .9},
	{345, 348, 200, 1.1, .8}, {205, 60, 210, .9, .8}, {25, 85, 30, 1.2, .5},
	{265, 195, 330, 1.1, .9}, {150, 100, 40, .9, .6}, {305, 190, 70, 1, .8},
	{240, 240, 95, .55, .3}, {60, 210, 70, .95, .7}, {335, 300, 95, 1.1, .9},
	{190, 95, 30, .95, .8}, {285, 350, 85, 1.15, .8}, {115, 115, 20, .8, .9},
	{35, 30, 190, 1.1, .7}, {215, 150, 85, .9, .8},
}
