package art

import (
	"fmt"
	"strings"
)

// Emblems are written in a short line notation on a 400×400 board, one shape
// per line, so that a drawing can be read and corrected like a recipe:
//
//	f INK path…            filled path
//	F INK path…            the same, and clip what follows to it until ]
//	[ path…                clip what follows until ]
//	s INK WIDTH path…      stroked path with round ends
//	c INK x y r            circle
//	o INK WIDTH x y r      ring
//	e INK x y rx ry        ellipse
//	r INK x y w h [radius] rectangle
//	( transform…           group until )
//
// A leading | draws the shape twice, mirrored around x=200. INK is a letter of
// the ramp, a digit 1–6 for a vertical gradient between neighbouring inks, or
// a #colour; a suffix such as .40 makes it see-through.

// sheet collects the body of one SVG.
type sheet struct {
	b   strings.Builder
	ids int
}

func (s *sheet) add(format string, args ...any) {
	fmt.Fprintf(&s.b, format, args...)
}

// board draws src with the middle of its 400×400 board at x, y.
func (s *sheet) board(x, y, scale, turn float64, src string, in inks) {
	s.add(`<g transform="translate(%s %s) rotate(%s) scale(%s) translate(-200 -200)">`,
		num(x), num(y), num(turn), num(scale))
	s.draw(src, in)
	s.add(`</g>`)
}

func (s *sheet) draw(src string, in inks) {
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if rest, twice := strings.CutPrefix(line, "|"); twice {
			s.shape(rest, in)
			s.add(`<g transform="matrix(-1 0 0 1 400 0)">`)
			s.shape(rest, in)
			s.add(`</g>`)
			continue
		}
		s.shape(line, in)
	}
}

func (s *sheet) shape(line string, in inks) {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "f":
		ink, d, _ := strings.Cut(rest, " ")
		s.add(`<path d="%s" %s/>`, d, in.fill(ink))
	case "F":
		ink, d, _ := strings.Cut(rest, " ")
		s.add(`<path d="%s" %s/>`, d, in.fill(ink))
		s.clip(d)
	case "[":
		s.clip(rest)
	case "]", ")":
		s.add(`</g>`)
	case "(":
		s.add(`<g transform="%s">`, rest)
	case "s":
		p := strings.SplitN(rest, " ", 3)
		s.add(`<path d="%s" %s stroke-width="%s"/>`, p[2], in.stroke(p[0]), p[1])
	case "c":
		p := strings.Fields(rest)
		s.add(`<circle cx="%s" cy="%s" r="%s" %s/>`, p[1], p[2], p[3], in.fill(p[0]))
	case "o":
		p := strings.Fields(rest)
		s.add(`<circle cx="%s" cy="%s" r="%s" %s stroke-width="%s"/>`, p[2], p[3], p[4], in.stroke(p[0]), p[1])
	case "e":
		p := strings.Fields(rest)
		s.add(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" %s/>`, p[1], p[2], p[3], p[4], in.fill(p[0]))
	case "r":
		p := append(strings.Fields(rest), "0")
		s.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`, p[1], p[2], p[3], p[4], p[5], in.fill(p[0]))
	default:
		panic("art: unknown shape " + line)
	}
}

func (s *sheet) clip(d string) {
	s.ids++
	s.add(`<clipPath id="c%d"><path d="%s"/></clipPath><g clip-path="url(#c%d)">`, s.ids, d, s.ids)
}

// inks resolves ink letters; id keeps the gradients of two ramps in one
// picture apart.
type inks struct {
	ramp
	id string
}

func (in inks) fill(ink string) string {
	c, alpha := in.colour(ink)
	if alpha != "" {
		return `fill="` + c + `" fill-opacity="` + alpha + `"`
	}
	return `fill="` + c + `"`
}

func (in inks) stroke(ink string) string {
	c, alpha := in.colour(ink)
	out := `fill="none" stroke="` + c + `" stroke-linecap="round" stroke-linejoin="round"`
	if alpha != "" {
		out += ` stroke-opacity="` + alpha + `"`
	}
	return out
}

func (in inks) colour(ink string) (colour, alpha string) {
	name, alpha, _ := strings.Cut(ink, ".")
	if alpha != "" {
		alpha = "." + alpha
	}
	switch name {
	case "w":
		return in.w, alpha
	case "l":
		return in.l, alpha
	case "m":
		return in.m, alpha
	case "d":
		return in.d, alpha
	case "k":
		return in.k, alpha
	case "a":
		return in.a, alpha
	case "b":
		return in.b, alpha
	case "x":
		return in.x, alpha
	case "n":
		return in.n, alpha
	case "1", "2", "3", "4", "5", "6":
		return "url(#" + in.id + name + ")", alpha
	}
	return name, alpha
}

// defs holds the six gradients of the ramp, light from above.
func (in inks) defs() string {
	var b strings.Builder
	for i, pair := range [][2]string{
		{in.w, in.l}, {in.l, in.m}, {in.m, in.d}, {in.d, in.k}, {in.a, in.b}, {in.b, in.x},
	} {
		fmt.Fprintf(&b, `<linearGradient id="%s%d" x2="0" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient>`,
			in.id, i+1, pair[0], pair[1])
	}
	return b.String()
}

// num prints a coordinate without a needless tail.
func num(v float64) string {
	s := fmt.Sprintf("%.1f", v)
	if v < 10 && v > -10 {
		s = fmt.Sprintf("%.3f", v)
	}
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

// document closes the picture: a viewBox from 0, 0, the definitions, the body.
func document(w, h int, defs string, s *sheet) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">`, w, h, w, h)
	if defs != "" {
		b.WriteString(`<defs>` + defs + `</defs>`)
	}
	b.WriteString(s.b.String())
	b.WriteString(`</svg>`)
	return []byte(b.String())
}
