package art

import (
	"fmt"
	"strings"
)

// weapon is a silhouette on an 800×450 board: the part that carries the
// pattern, the light on it and the hardware around it.
type weapon struct {
	body, light, hardware string
	lift                  float64 // moves a tall one up
}

var weapons = []weapon{
	{ // hunting knife
		"M330 236L340 178Q520 150 640 168Q726 184 776 226Q690 250 600 246L520 262L340 262z",
		`
f w.4 M340 178Q520 150 640 168Q700 178 742 202Q560 176 338 196z
f n.35 M330 244L600 232Q700 232 776 226Q690 250 600 246L520 262H340z`,
		`
f 4 M60 210Q50 176 84 172L300 176V268L96 276Q56 270 60 210z
f l.25 M76 190Q160 178 300 182V194Q160 190 72 206z
s n.5 8 M130 184L116 268M170 184L156 268M210 184L196 268M250 184L236 268
c a 100 222 13
c n 100 222 6
r 6 298 152 40 138 12
r a.5 302 156 10 130 5`, 0},
	{ // claw
		"M330 262Q330 170 430 130Q560 84 690 150Q752 186 766 262Q690 190 590 196Q480 204 440 288z",
		`
f w.4 M336 230Q350 166 436 134Q560 92 684 152Q560 116 450 156Q370 186 346 250z
f n.35 M440 288Q480 204 590 196Q690 190 766 262Q690 214 594 216Q500 226 462 286z`,
		`
f 4 M150 300Q210 250 322 236L450 272L430 316Q330 300 270 330Q210 366 170 352z
f l.25 M176 296Q230 262 330 248L380 262Q280 268 190 318z
s n.5 8 M240 268L252 330M290 256L304 312M340 250L356 306
o 6 26 136 334 48
o a.5 7 128 326 52
r 6 318 222 26 96 10`, 0},
	{ // dagger
		"M350 172L680 190L776 225L680 260L350 278z",
		`
f w.35 M350 172L680 190L776 225H350z
f n.3 M350 225H776L680 260L350 278z
s w.6 4 M366 225H720`,
		`
r 4 96 196 220 58 18
s b 8 M120 198L150 252M160 198L190 252M200 198L230 252M240 198L270 252M280 198L304 244
r 6 304 116 48 218 22
r a.5 310 122 12 206 6
c 6 84 225 40
c a 74 212 15`, 0},
	{ // kukri
		"M322 198Q440 166 540 162Q690 172 780 318Q690 336 606 318Q520 296 470 264Q400 252 324 258z",
		`
f w.4 M322 198Q440 166 540 162Q660 168 740 262Q640 186 540 182Q440 186 322 216z
f n.35 M324 258V246Q400 240 476 250Q560 296 640 306Q720 316 780 318Q690 336 606 318Q520 296 470 264Q400 252 324 258z`,
		`
f 4 M70 178Q90 160 120 190Q200 214 300 202V270Q200 274 130 286Q96 320 72 296Q58 240 70 178z
f l.25 M84 190Q130 216 300 210V222Q140 232 78 214z
s n.5 8 M150 206L146 282M194 212L190 276M238 212L234 272
c a 104 240 12
c n 104 240 5
r 6 294 180 34 108 12`, 12},
	{ // pistol
		"M150 120H700Q716 120 716 136V206H690L684 222H420L398 222H150Q132 222 132 204V140Q134 120 150 120z",
		`
f w.4 M150 120H700Q716 120 716 136H134Q138 120 150 120z
f n.3 M132 190H716V206H690L684 222H150Q132 222 132 204z
s n.55 8 M160 140V200M182 140V200M204 140V200M226 140V200
f n M470 134H590V160H470z
f w.25 M470 134H590V140H470z`,
		`
f 4 M160 222H420V250Q414 296 366 298H316Q292 300 286 320L262 410Q258 422 244 422H138Q120 420 126 402L166 262z
f l.2 M176 230H410V240H180z
s n.5 7 M172 300L262 318M164 330L254 348M156 360L246 378
f n M318 250H392Q386 282 362 284H326z
f 6 M340 240H352Q358 264 344 280H332Q344 262 340 240z
r 6 700 104 22 20 4
r 6 146 104 36 18 4
r n 704 150 14 32 6`, 36},
}

// rifle is drawn by its own name: the skins above are picked by number.
var rifle = weapon{
	"M56 200L196 178H330L352 148H520L542 176H640V184H780V204H640V216H542L520 234H446L478 318Q448 350 404 342L374 238H332L304 248L292 318Q266 330 238 318L254 242L196 234L80 264Q54 244 56 200z",
	`
f w.4 M352 148H520L542 176H640V184H780V190H542L520 166H344z
f n.35 M80 264L196 222H520L542 206H780V204H640V216H542L520 234H446L196 234z
s n.5 6 M404 268L458 254M414 300L470 284`,
	`
f 4 M542 170H640V220H542z
f l.25 M546 174H636V184H546z
s n.5 6 M566 176V214M590 176V214M614 176V214
s 6 8 M304 248Q306 286 338 284Q372 280 374 240
r 6 664 152 10 36 3
r 6 356 134 34 16 4
r 6 752 178 32 32 5
r a.5 756 182 8 24 3
r n 404 164 74 18 6`, 0}

type pattern func(d *dice) string

// patterns paint the body; they may run over its edge, the clip cuts them.
var patterns = []pattern{camo, tigerStripes, facets, webbing, circuitry, swirl}

// SkinPicture draws game item skin n, 16:9.
func SkinPicture(n int) []byte {
	n = max(n, -n)
	return weapons[n%len(weapons)].skin(n)
}

// RiflePicture draws rifle skin n, 16:9.
func RiflePicture(n int) []byte { return rifle.skin(max(n, -n)) }

func (w weapon) skin(n int) []byte {
	d := dice(uint64(n)*977 + 5)
	h := giftHues[(n*7+3)%len(giftHues)]
	h.back, h.backC = 255, .45 // the showcase stays night blue, the skin glows
	v := newView(1600, 900, 800, 380, h.palette())
	s := &sheet{}
	v.backdrop(s)
	rayScene(v, s, &d)
	v.base(s)
	v.shadow(s, 800, 770, 520)
	s.add(`<g transform="translate(800 430) rotate(-14) scale(1.72) translate(-415 %s)">`, num(-228-w.lift))
	s.add(`<path d="%s" transform="translate(8 14)" fill="#000" opacity=".35"/>`, w.body)
	s.draw("F 2 "+w.body+"\n"+patterns[(n+2*(n/len(weapons)))%len(patterns)](&d)+w.light+"\n]\ns n.5 3 "+w.body+"\n"+w.hardware, v.in)
	s.add(`</g>`)
	s.shape("r 6 0 884 1600 16", v.in)
	return document(1600, 900, v.defs(), s)
}

func camo(d *dice) string {
	var b strings.Builder
	for i := range 34 {
		x, y, r := d.between(120, 760), d.between(120, 290), d.between(26, 56)
		fmt.Fprintf(&b, "f %s M%s %sq%s %s %s %st%s %st%s %sz\n", []string{"d", "k", "b.9", "x"}[i%4], num(x), num(y),
			num(r), num(-r*.8), num(r*1.5), num(r*.2), num(-r*.5), num(r*.7), num(-r*1.3), num(r*.1))
	}
	return b.String()
}

func tigerStripes(d *dice) string {
	var b strings.Builder
	b.WriteString("r 6 100 60 420 300\n")
	for x := 120.0; x < 800; x += d.between(26, 46) {
		w := d.between(10, 24)
		fmt.Fprintf(&b, "f n.8 M%s 80q%s 70 %s 130q10 60 %s 110l%s 0q-10 -70 %s -120q-20 -60 %s -120z\n",
			num(x), num(w), num(-w), num(w*1.4), num(-w*.4), num(-w*1.2), num(w*.5))
	}
	return b.String()
}

func facets(d *dice) string {
	var b strings.Builder
	for i := range 60 {
		x, y := 110+float64(i%15)*46, 90+float64(i/15)*62
		fmt.Fprintf(&b, "f %s M%s %sl46 0l-23 62z\nf %s M%s %sl23 62l-46 0z\n", []string{"l", "m", "d", "b", "w"}[d.pick(5)], num(x), num(y),
			[]string{"m", "d", "k", "x", "b"}[d.pick(5)], num(x), num(y))
	}
	return b.String()
}

func webbing(d *dice) string {
	var b strings.Builder
	b.WriteString("r 4 100 60 700 320\n")
	cx, cy := d.between(420, 620), d.between(170, 230)
	for i := range 14 {
		fmt.Fprintf(&b, "( rotate(%s %s %s)\ns b 4 M%s %sh500\n)\n", num(float64(i)*25.7), num(cx), num(cy), num(cx), num(cy))
	}
	for r := 24.0; r < 420; r *= 1.42 {
		fmt.Fprintf(&b, "o a.7 4 %s %s %s\n", num(cx), num(cy), num(r))
	}
	return b.String()
}

func circuitry(d *dice) string {
	var b strings.Builder
	b.WriteString("r n 100 60 700 320\n")
	for i := range 18 {
		x, y, k := d.between(110, 700), 110+float64(i)*11, d.between(14, 40)
		fmt.Fprintf(&b, "s %s 5 M%s %sh%sl%s %sh%s\nc w %s %s 6\n", []string{"m", "b"}[i%2], num(x), num(y), num(k*2), num(k), num(k), num(k*2),
			num(x+k*5), num(y+k))
	}
	return b.String()
}

func swirl(d *dice) string {
	var b strings.Builder
	b.WriteString("r 6 100 60 260 320\nr b 300 60 240 320\nr 3 520 60 300 320\n")
	for i := range 12 {
		x, y := 120+float64(i)*56, d.between(100, 280)
		fmt.Fprintf(&b, "s %s %s M%s %sq40 -60 90 -10t80 20t90 -30\n", []string{"w.5", "k.55", "a.7"}[i%3], num(d.between(5, 16)), num(x), num(y))
	}
	return b.String()
}
