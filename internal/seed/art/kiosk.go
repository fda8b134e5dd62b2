package art

import "strings"

// kioskInks are the shop's own colours: night, lamp, paper.
var kioskInks = inks{ramp{
	w: "#fff6dc", l: "#ffe3a3", m: "#ffc247", d: "#b67a10", k: "#3a2604",
	a: "#f6f1e4", b: "#e6dcc0", x: "#a99b78", n: "#0b0f17",
}, "e"}

const kioskDefs = `<radialGradient id="lamp" cx=".5" cy=".1" r=".95"><stop stop-color="#ffe7ad" stop-opacity=".95"/><stop offset=".4" stop-color="#ffb52e" stop-opacity=".45"/><stop offset="1" stop-color="#ffb52e" stop-opacity=".04"/></radialGradient>` +
	`<radialGradient id="spill"><stop stop-color="#ffcf6b" stop-opacity=".5"/><stop offset="1" stop-color="#ffb52e" stop-opacity="0"/></radialGradient>` +
	`<linearGradient id="wall" x2="1" y2="0"><stop stop-color="#22304a"/><stop offset=".5" stop-color="#2b3b59"/><stop offset="1" stop-color="#1a2538"/></linearGradient>` +
	`<linearGradient id="awn" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".25"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>`

func kioskBanner(layer string, st stage) []byte {
	s := &sheet{}
	if layer == "foreground" {
		s.add(`<g transform="translate(%s %s) scale(%s) translate(-300 -230)">`, num(st.kioskX), num(st.kioskY), num(st.kioskScale))
		kiosk(s)
		s.add(`</g>`)
		return document(st.w, st.h, kioskInks.defs()+kioskDefs, s)
	}
	p := hues{262, 258, 82, .55, .5}.palette()
	p.glow = "#ffb84d"
	v := newView(float64(st.w), float64(st.h), st.kioskX, st.kioskY, p)
	seed := seedOf("night-kiosk")
	s.add(`<path d="M0 0h%[1]dv%[2]dH0z" fill="url(#bg)"/><path d="M0 0h%[1]dv%[2]dH0z" fill="url(#gl)" opacity=".28"/><g opacity=".6">`, st.w, st.h)
	skylineScene(v, s, &seed)
	s.add(`</g>`)
	v.base(s)
	s.add(`<path d="M0 0h%dv%dH0z" fill="url(#tx)"/>`, st.w, st.h)
	return document(st.w, st.h, v.defs()+st.textShade("#0e1420"), s)
}

// kiosk draws the lit kiosk on a 600×460 board.
func kiosk(s *sheet) {
	in := kioskInks
	s.add(`<ellipse cx="300" cy="430" rx="330" ry="42" fill="url(#spill)"/>`)
	s.draw(`
e #05070c.75 300 424 280 18
r #182236 74 40 452 24 6`, in)
	s.add(`<path d="M66 96h468v326H66z" fill="url(#wall)"/><path d="M66 322h468v100H66z" fill="#162033" opacity=".75"/>`)
	s.draw(`
r #0f1623 92 136 416 184 6`, in)
	s.draw(shelves, in)
	s.add(`<path d="M92 136h416v184H92z" fill="url(#lamp)"/>`)
	s.draw(lampAndGoods, in)
	awning(s)
	s.draw(counter, in)
}

// awning is ten striped cloths with scalloped ends and lamp light below.
func awning(s *sheet) {
	for i := range 10 {
		top, bottom := 74+float64(i)*45.2, 44+float64(i)*51.2
		colour := "#ffc247"
		if i%2 == 1 {
			colour = "#f6f1e4"
		}
		s.add(`<path d="M%s 50h45.2L%s 132a25.6 27 0 0 1 -51.2 0z" fill="%s"/>`, num(top), num(bottom+51.2), colour)
	}
	s.add(`<path d="M74 50h452l30 82H44z" fill="url(#awn)" opacity=".55"/>`)
	s.add(`<path d="M44 132%s" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="4"/>`, strings.Repeat("a25.6 27 0 0 0 51.2 0", 10))
	s.add(`<path d="M74 50h452v8H71z" fill="#fff" opacity=".45"/>`)
}

const shelves = `
f #1d2a40 M92 200h416v8H92z
r #2c3f5e 112 164 28 36 4
r #35507a 146 156 22 44 4
r #26415c 176 170 34 30 4
c #2f4c6e 236 186 14
r #3a4f74 258 160 24 40 4
r #2b3d5c 318 168 30 32 4
r #35507a 356 158 22 42 4
r #29486a 386 172 36 28 4
c #2f4c6e 444 186 14
r #3a4f74 466 160 24 40 4`

const lampAndGoods = `
s #0b0f17 4 M300 130V156
f #ffe9b8.28 M282 172H318L440 322H160z
f #d99a2b M272 178Q276 152 300 152Q324 152 328 178z
f #fff6dc M280 178H320Q312 192 300 192Q288 192 280 178z
r #7a4d10 92 308 416 14 3
r #b67a10 92 304 416 8 3
r #1f9e6e 122 228 72 78 10
r #46d9a0 122 224 72 78 10
f #0d4a33 M158 238l20 25l-20 25l-20-25z
f #117a53 M158 238l20 25h-40z
r #2f86c4 208 242 72 64 10
r #6cc5ff 208 238 72 64 10
o #163a5a 8 244 270 19
c #163a5a 244 270 6
r #c24038 294 222 64 84 10
r #ff7a70 294 218 64 84 10
f #6b1712 M326 232Q350 262 346 276Q342 294 326 294Q310 294 306 276Q304 258 318 250Q326 244 326 232z
f #ffd0a0 M326 262Q338 276 336 283Q333 291 326 291Q319 291 316 283Q315 274 326 262z
r #cfc4a4 372 246 104 60 8
r #f6f1e4 372 242 104 60 8
c #b67a10 402 272 18
c #ffc247 402 270 16
c #fff1c4 398 265 6
s #1b1b1b 6 M432 262H462
s #a99b78 6 M432 282H452`

const counter = `
r #34486a 54 320 492 18 4
r #46608a 54 320 492 5 2
r #0b0f17.55 66 338 468 12
s #0b0f17.35 4 M190 352V420M410 352V420
r #0b0f17 236 352 128 22 8
f #d8d0ba M258 362H342V410L331 402L320 410L310 402L300 410L290 402L280 410L269 402L258 410z
f #f6f1e4 M258 362H342V404L331 396L320 404L310 396L300 404L290 396L280 404L269 396L258 404z
s #8f866c 4 M270 376H312M270 387H300M322 376H330M318 387H330
s #182236 8 M300 24V44
c #ffc247.16 300 8 44
r #b67a10 280 -8 40 40 12
r #ffc247 280 -12 40 40 12
c #fff3cf 300 4 9
c #ffc247 90 386 5
c #ffc247 510 386 5`
