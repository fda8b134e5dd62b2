package art

import (
	"fmt"
	"strings"
)

func gridScene(v view, s *sheet, d *dice) {
	horizon := v.h * d.between(.6, .68)
	dots(v, s, d, 34, 0, horizon*.8, 5*v.h/900, "45")
	s.shape(fmt.Sprintf("f n.6 M0 %sH%sV%sH0z", num(horizon), num(v.w), num(v.h)), v.in)
	var b strings.Builder
	for i := -14; i <= 14; i++ {
		fmt.Fprintf(&b, "M%s %sL%s %s", num(v.lampX+float64(i)*v.w*.035), num(horizon), num(v.lampX+float64(i)*v.w*.16), num(v.h))
	}
	y, step := horizon, v.h*.012
	for y < v.h {
		fmt.Fprintf(&b, "M0 %sH%s", num(y), num(v.w))
		y += step
		step *= 1.45
	}
	s.shape("s m.45 "+num(v.h/320)+" "+b.String(), v.in)
	s.shape(fmt.Sprintf("s w.6 %s M0 %sH%s", num(v.h/260), num(horizon), num(v.w)), v.in)
}

func circuitScene(v view, s *sheet, d *dice) {
	u := v.h / 900
	var lines, pads strings.Builder
	for i := range 26 {
		x, y := v.w*(float64(i)+d.between(.1, .9))/26, 0.0
		dir, from := 1.0, d.between(.12, .36)*v.h
		if i%2 == 1 {
			y, dir = v.h, -1
		}
		side := 1.0
		if d.pick(2) == 0 {
			side = -1
		}
		k := d.between(30, 110) * u
		tail := d.between(30, 120) * u
		fmt.Fprintf(&lines, "M%s %sv%sl%s %sv%s", num(x), num(y), num(dir*from), num(side*k), num(dir*k), num(dir*tail))
		fmt.Fprintf(&pads, "M%s %sh.1", num(x+side*k), num(y+dir*(from+k+tail)))
	}
	s.shape("s l.2 "+num(4*u)+" "+lines.String(), v.in)
	s.shape("s l.5 "+num(20*u)+" "+pads.String(), v.in)
	s.shape("s n.8 "+num(9*u)+" "+pads.String(), v.in)
}

func forestScene(v view, s *sheet, d *dice) {
	dots(v, s, d, 26, 0, v.h*.45, 5*v.h/900, "4")
	for layer, ink := range []string{"d.4", "k.75", "n.9"} {
		var b strings.Builder
		base := v.h * (.74 + .13*float64(layer))
		size := v.h * (.17 + .045*float64(layer))
		fmt.Fprintf(&b, "M0 %sV%sH%sV%sz", num(v.h), num(base-2), num(v.w), num(v.h))
		for x := -size * .2; x < v.w+size*.3; x += size * d.between(.3, .62) {
			t := size * d.between(.7, 1.35)
			w := t * .26
			fmt.Fprintf(&b, "M%s %sl%s %sh%sl%s %sh%sl%s %sh%sl%s %sh%sl%s %sh%sz",
				num(x), num(base-t), num(w*.55), num(t*.36), num(-w*.2), num(w*.45), num(t*.34), num(-w*.25), num(w*.5), num(t*.32),
				num(-w*2.1), num(w*.5), num(-t*.32), num(-w*.25), num(w*.45), num(-t*.34), num(-w*.2))
		}
		s.shape("f "+ink+" "+b.String(), v.in)
	}
}

func cloudScene(v view, s *sheet, d *dice) {
	u := v.h / 900
	for i := range 7 {
		x, y, k := d.between(-.05, .9)*v.w, (.06+.12*float64(i))*v.h, d.between(.7, 1.7)*u
		s.shape(fmt.Sprintf("f w.%02d M%s %sa%s %s 0 0 1 %s %sa%s %s 0 0 1 %s %sa%s %s 0 0 1 %s %sa%s %s 0 0 1 0 %sz",
			8+d.pick(9), num(x), num(y), num(40*k), num(40*k), num(26*k), num(-68*k), num(66*k), num(66*k), num(118*k), num(-28*k),
			num(50*k), num(50*k), num(86*k), num(36*k), num(31*k), num(31*k), num(60*k)), v.in)
	}
	dots(v, s, d, 16, 0, v.h*.8, 7*u, "35")
}

func bokehScene(v view, s *sheet, d *dice) {
	u := v.h / 900
	for range 22 {
		s.shape(fmt.Sprintf("c %s.%02d %s %s %s", []string{"w", "l", "a"}[d.pick(3)], 6+d.pick(11),
			num(d.between(0, v.w)), num(d.between(0, v.h*.85)), num(d.between(14, 74)*u)), v.in)
	}
	dots(v, s, d, 22, 0, v.h*.8, 7*u, "5")
}

// contourScene is a map with height lines, for journeys and strategy.
func contourScene(v view, s *sheet, d *dice) {
	u := v.h / 900
	for range 3 {
		cx, cy := d.between(0, v.w), d.between(0, v.h)
		wobble := d.between(.75, 1.3)
		for i := 1; i <= 6; i++ {
			r := float64(i) * 62 * u
			s.shape(fmt.Sprintf("s l.2 %s M%s %sc%s %s %s %s %s %ss%s %s %s %ss%s %s %s %sz", num(3*u),
				num(cx-r*1.3), num(cy),
				num(0), num(-r*.7), num(r*.6), num(-r*wobble), num(r*1.4), num(-r*.9),
				num(r*1.2*wobble), num(r*.5), num(r*1.2), num(r),
				num(-r*.9), num(r*.9*wobble), num(-r*1.6), num(r*.75)), v.in)
		}
	}
	dots(v, s, d, 12, 0, v.h, 9*u, "35")
}
