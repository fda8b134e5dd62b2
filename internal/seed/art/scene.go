package art

import (
	"fmt"
	"math"
	"strings"
)

// dice is a small repeatable source of chance: the same picture comes out of
// the same number on every machine and Go version.
type dice uint64

func (d *dice) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

func (d *dice) between(lo, hi float64) float64 {
	return lo + (hi-lo)*float64(d.next()>>11)/(1<<53)
}

func (d *dice) pick(n int) int { return int(d.next() % uint64(n)) }

// view is the canvas a scene is painted on; the lamp is where the light and
// the emblem are.
type view struct {
	w, h         float64
	lampX, lampY float64
	p            palette
	in           inks
}

func newView(w, h, lampX, lampY float64, p palette) view {
	return view{w, h, lampX, lampY, p, inks{p.ink, "e"}}
}

// defs describes the backdrop: dark colour, the lamp's glow, the dark base.
func (v view) defs() string {
	r := math.Max(v.w, v.h) * .56
	return fmt.Sprintf(`<linearGradient id="bg" x2=".35" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient>`, v.p.top, v.p.bottom) +
		fmt.Sprintf(`<radialGradient id="gl" gradientUnits="userSpaceOnUse" cx="%s" cy="%s" r="%s"><stop stop-color="%s" stop-opacity=".95"/><stop offset=".45" stop-color="%s" stop-opacity=".5"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>`,
			num(v.lampX), num(v.lampY), num(r), v.p.glow, v.p.glow, v.p.glow) +
		fmt.Sprintf(`<linearGradient id="sh" x2="0" y2="1"><stop offset=".5" stop-color="%s" stop-opacity="0"/><stop offset="1" stop-color="%s" stop-opacity=".88"/></linearGradient>`, v.p.bottom, v.p.bottom) +
		v.in.defs()
}

func (v view) backdrop(s *sheet) {
	s.add(`<path d="M0 0h%[1]sv%[2]sH0z" fill="url(#bg)"/><path d="M0 0h%[1]sv%[2]sH0z" fill="url(#gl)"/>`, num(v.w), num(v.h))
}

func (v view) base(s *sheet) {
	s.add(`<path d="M0 0h%sv%sH0z" fill="url(#sh)"/>`, num(v.w), num(v.h))
}

// shadow is the soft ground under the emblem, in three steps instead of a blur.
func (v view) shadow(s *sheet, x, y, rx float64) {
	for i, k := range []float64{1, .78, .54} {
		s.add(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="#000" opacity="%s"/>`,
			num(x), num(y), num(rx*k), num(rx*k*.13), num(.16+.06*float64(i)))
	}
}

type scene func(v view, s *sheet, d *dice)

// scenes are ordered; gift covers walk through them.
var scenes = []scene{
	starScene, hillScene, skylineScene, waveScene, rayScene, gridScene,
	circuitScene, forestScene, cloudScene, peakScene, bokehScene, contourScene,
}

func dots(v view, s *sheet, d *dice, count int, top, bottom, size float64, opacity string) {
	var b strings.Builder
	for range count {
		fmt.Fprintf(&b, "M%s %sh.1", num(d.between(0, v.w)), num(d.between(top, bottom)))
	}
	s.shape("s w."+opacity+" "+num(size)+" "+b.String(), v.in)
}

func starScene(v view, s *sheet, d *dice) {
	u := v.h / 900
	dots(v, s, d, 60, 0, v.h*.9, 4*u, "35")
	dots(v, s, d, 26, 0, v.h*.8, 7*u, "55")
	for range 7 {
		x, y, r := d.between(.04, .96)*v.w, d.between(.05, .6)*v.h, d.between(13, 30)*u
		s.shape(fmt.Sprintf("f w.75 M%[1]s %[2]sQ%[3]s %[4]s %[5]s %[4]sQ%[3]s %[4]s %[1]s %[6]sQ%[3]s %[4]s %[7]s %[4]sQ%[3]s %[4]s %[1]s %[2]sZ",
			num(x), num(y-r), num(x), num(y), num(x+r), num(y+r), num(x-r)), v.in)
	}
	x, y := d.between(.08, .3)*v.w, d.between(.1, .25)*v.h
	s.shape(fmt.Sprintf("f w.35 M%s %sl%s %sl%s %sz", num(x), num(y), num(170*u), num(62*u), num(-164*u), num(-72*u)), v.in)
}

// ridge is a closed strip from a wavy line down to the bottom edge.
func ridge(v view, d *dice, y, amp, step float64, sharp bool) string {
	var b strings.Builder
	x := -step * d.between(.2, 1)
	fmt.Fprintf(&b, "M%s %sL%s %s", num(x), num(v.h), num(x), num(y))
	up := d.pick(2) == 0
	for x < v.w+step {
		w := step * d.between(.7, 1.2)
		to := y + amp*d.between(.2, 1)
		if up {
			to = y - amp*d.between(.4, 1)
		}
		up = !up
		if sharp {
			fmt.Fprintf(&b, "L%s %s", num(x+w), num(to))
		} else {
			fmt.Fprintf(&b, "S%s %s %s %s", num(x+w*.55), num(to), num(x+w), num(to))
		}
		x += w
	}
	fmt.Fprintf(&b, "L%s %sZ", num(x), num(v.h))
	return b.String()
}

func hillScene(v view, s *sheet, d *dice) {
	dots(v, s, d, 30, 0, v.h*.5, 5*v.h/900, "4")
	for i, y := range []float64{.60, .71, .83} {
		s.shape("f "+[]string{"d.45", "k.7", "n.85"}[i]+" "+ridge(v, d, v.h*y, v.h*.07, v.h*.42, false), v.in)
	}
}

func peakScene(v view, s *sheet, d *dice) {
	dots(v, s, d, 30, 0, v.h*.5, 5*v.h/900, "4")
	for i, y := range []float64{.56, .68, .82} {
		s.shape("f "+[]string{"m.22", "k.6", "n.85"}[i]+" "+ridge(v, d, v.h*y, v.h*(.17-.04*float64(i)), v.h*.26, true), v.in)
	}
}

func skylineScene(v view, s *sheet, d *dice) {
	dots(v, s, d, 24, 0, v.h*.4, 5*v.h/900, "4")
	u := v.h / 900
	for layer, ink := range []string{"d.35", "n.8"} {
		var b, lit strings.Builder
		lo, hi := .38, .62
		if layer == 1 {
			lo, hi = .58, .78
		}
		for x := -20 * u; x < v.w; {
			w, y := d.between(70, 130)*u, d.between(lo, hi)*v.h
			fmt.Fprintf(&b, "M%s %sV%sh%sV%sz", num(x), num(v.h), num(y), num(w), num(v.h))
			if d.pick(3) == 0 {
				fmt.Fprintf(&b, "M%s %sv%sh%sv%sz", num(x+w*.45), num(y), num(-46*u), num(6*u), num(46*u))
			}
			for range 3 {
				wx, wy := x+w*(.18+.3*float64(d.pick(3))), y+(26+34*float64(d.pick(5)))*u
				fmt.Fprintf(&lit, "M%s %sh%sv%sh%sz", num(wx), num(wy), num(13*u), num(17*u), num(-13*u))
			}
			x += w + d.between(2, 22)*u
		}
		s.shape("f "+ink+" "+b.String(), v.in)
		s.shape("f "+[]string{"a.25", "a.8"}[layer]+" "+lit.String(), v.in)
	}
}

func waveScene(v view, s *sheet, d *dice) {
	for i, y := range []float64{.58, .68, .78, .89} {
		step, amp := v.h*.21, v.h*.034
		x := -step * d.between(0, 1)
		var b, crest strings.Builder
		fmt.Fprintf(&b, "M%s %sV%s", num(x), num(v.h), num(y*v.h))
		fmt.Fprintf(&crest, "M%s %s", num(x), num(y*v.h))
		for ; x < v.w; x += step {
			seg := fmt.Sprintf("q%s %s %s 0q%s %s %s 0", num(step*.25), num(-amp*2), num(step*.5), num(step*.25), num(amp*2), num(step*.5))
			b.WriteString(seg)
			crest.WriteString(seg)
		}
		fmt.Fprintf(&b, "V%sz", num(v.h))
		s.shape("f "+[]string{"m.3", "d.5", "k.75", "n.85"}[i]+" "+b.String(), v.in)
		s.shape("s w."+[]string{"3", "22", "14", "08"}[i]+" "+num(v.h/260)+" "+crest.String(), v.in)
	}
}

func rayScene(v view, s *sheet, d *dice) {
	n := 14 + 2*d.pick(4)
	turn := d.between(0, 1)
	far := v.w + v.h
	var b strings.Builder
	for i := range n {
		a := (float64(i) + turn) * 2 * math.Pi / float64(n)
		half := math.Pi / float64(n) / 2
		fmt.Fprintf(&b, "M%s %sL%s %sL%s %sz", num(v.lampX), num(v.lampY),
			num(v.lampX+far*math.Cos(a-half)), num(v.lampY+far*math.Sin(a-half)),
			num(v.lampX+far*math.Cos(a+half)), num(v.lampY+far*math.Sin(a+half)))
	}
	s.shape("f w.09 "+b.String(), v.in)
	dots(v, s, d, 26, 0, v.h, 8*v.h/900, "3")
}
