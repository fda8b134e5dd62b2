package art

// place is one piece of currency on a 400×400 board.
type place struct{ x, y, scale, turn float64 }

// vessel is what the larger packs come in; the pile lies between its halves.
type vessel struct{ back, front string }

var (
	noVessel = vessel{}
	pouch    = vessel{`
e k 200 188 96 34`, `
f n.35 M112 190Q206 236 296 190Q366 262 352 330Q340 388 206 390Q72 388 60 330Q50 262 112 190z
f 3 M106 180Q200 226 294 180Q360 252 348 320Q336 378 200 380Q64 378 52 320Q40 252 106 180z
f d.5 M294 180Q360 252 348 320Q336 378 200 380Q310 340 266 196z
f l.4 M84 240Q96 214 120 204Q90 260 96 320Q68 300 84 240z
s x 18 M102 186Q200 232 298 186
s b 12 M102 183Q200 229 298 183
f 6 M190 216Q176 260 160 268Q176 274 188 262Q190 280 202 284Q214 270 208 216z`}
	crate = vessel{`
f n M48 214L76 168H324L352 214z
f k M64 214L86 180H314L336 214z`, `
r 3 40 210 320 166 12
r l.5 40 210 320 12 6
s k.4 6 M44 266H356M44 320H356
r 4 40 210 34 166 8
r 4 326 210 34 166 8
r m.5 44 214 10 158 5
f k.25 M280 210h80v166h-80z
c a 57 232 7
c a 57 354 7
c a 343 232 7
c a 343 354 7
r 6 164 250 72 72 14
r a.5 170 254 60 12 6
f w.9 M200 266l7 14l16 2l-12 11l3 16l-14-8l-14 8l3-16l-12-11l16-2z`}
	hoard = vessel{`
f 4 M38 214Q36 74 120 66H280Q364 74 362 214z
f 3 M54 210Q54 90 122 82H278Q346 90 346 210z
f n.9 M66 214Q66 106 128 98H272Q334 106 334 214z
s b 16 M72 204Q72 96 96 80M328 204Q328 96 304 80`, `
F 3 M38 226H362V358Q362 376 344 376H56Q38 376 38 358z
f l.5 M38 226H362V240H38z
s k.35 5 M38 282H362M38 332H362
f k.25 M310 226h60v160h-60z
r 6 66 220 32 170
r 6 302 220 32 170
r a.5 66 220 9 170
r a.5 302 220 9 170
]
r 6 162 222 76 84 14
r a.5 168 226 64 12 6
c n 200 256 12
f n M193 258h14l7 30h-28z`}
)

type pack struct {
	pile []place
	in   vessel
	rays bool
}

// packs grow with the tier: a few pieces, a heap, a pouch, a crate, a chest.
var packs = []pack{
	{[]place{{200, 200, .9, 0}}, noVessel, false},
	{[]place{{128, 166, .66, -12}, {262, 226, .74, 9}}, noVessel, false},
	{[]place{{200, 106, .6, 0}, {104, 262, .62, -12}, {296, 262, .62, 12}}, noVessel, false},
	{[]place{{128, 112, .52, -10}, {272, 112, .52, 10}, {80, 272, .54, -14}, {320, 272, .54, 14}, {200, 226, .64, 0}}, noVessel, false},
	{[]place{{120, 122, .32, -14}, {280, 122, .32, 14}, {200, 96, .36, 0}, {150, 170, .34, -8}, {252, 170, .34, 8}}, pouch, false},
	{[]place{{104, 140, .32, -16}, {296, 140, .32, 16}, {200, 82, .34, 0}, {140, 104, .32, -8}, {262, 104, .32, 8}, {150, 188, .34, -6}, {252, 188, .34, 6}}, crate, false},
	{[]place{{112, 180, .34, -14}, {288, 180, .34, 14}, {152, 138, .36, -8}, {248, 138, .36, 8}, {200, 180, .42, 0}}, hoard, false},
	{[]place{{104, 168, .32, -18}, {296, 168, .32, 18}, {140, 112, .32, -10}, {262, 112, .32, 10}, {200, 70, .34, 0}, {158, 176, .36, -6}, {246, 176, .36, 6}, {200, 130, .36, 0}, {36, 330, .26, -20}, {366, 336, .26, 18}}, hoard, true},
}

// ProductBadge draws a pack of the game's currency, tier 1 to 8; other tiers
// take the nearest.
func ProductBadge(gameKey string, tier int) []byte {
	tier = min(max(tier, 1), len(packs))
	p := packs[tier-1]
	v := newView(512, 512, 256, 214, gamePalette(gameKey))
	s := &sheet{}
	v.backdrop(s)
	if p.rays {
		d := seedOf(gameKey)
		rayScene(v, s, &d)
	}
	v.base(s)
	v.shadow(s, 256, 448, 178)
	s.add(`<g transform="translate(46 50) scale(1.05)">`)
	s.draw(p.in.back, v.in)
	for _, at := range p.pile {
		s.add(`<use href="#coin" transform="translate(%s %s) rotate(%s) scale(%s) translate(-200 -200)"/>`,
			num(at.x), num(at.y), num(at.turn), num(at.scale))
	}
	s.draw(p.in.front, v.in)
	if p.rays {
		s.draw(`
f w M356 70q5 28 33 33q-28 5-33 33q-5-28-33-33q28-5 33-33z
f w.8 M44 96q4 20 24 24q-20 4-24 24q-4-20-24-24q20-4 24-24z`, v.in)
	}
	s.add(`</g>`)
	coin := &sheet{}
	coin.draw(currencyOf(gameKey), v.in)
	return document(512, 512, v.defs()+`<g id="coin">`+coin.b.String()+`</g>`, s)
}
