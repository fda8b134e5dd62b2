package art

import "slices"

var giftMotifs = slices.Concat(motifsWorlds, motifsBeasts, motifsThings, motifsMachines, motifsLegends)

// motifOrder spreads the groups, so that gifts with neighbouring numbers do
// not show five animals in a row: a step with no common divisor with the count.
func motifOrder(n int) int {
	const step = 17
	return max(n, -n) % len(giftMotifs) * step % len(giftMotifs)
}

// GiftMotif tells what the cover of gift n shows ("castle", "fox"…), for a
// title that fits the picture.
func GiftMotif(n int) string { return giftMotifs[motifOrder(n)].name }

// GiftCover draws the landscape 16:9 cover of gift n. An edition gets a gold
// frame, a dlc a ribbon across the corner.
func GiftCover(n int, kind string) []byte {
	n = max(n, -n)
	round, i := n/len(giftMotifs), n%len(giftMotifs)
	p := giftHues[(i*11+round*9)%len(giftHues)].palette()
	v := newView(1600, 900, 800, 400, p)
	d := dice(uint64(n)*0x9e3779b97f4a7c15 + 7)
	s := &sheet{}
	v.backdrop(s)
	scenes[(i*5+round*7)%len(scenes)](v, s, &d)
	halo(v, s, d.pick(6))
	v.base(s)
	v.shadow(s, 800, 805, 330)
	s.board(800, 425, 1.94, 0, giftMotifs[motifOrder(n)].src, v.in)
	defs := v.defs()
	switch kind {
	case "edition":
		goldFrame(s)
		defs += goldDefs
	case "dlc":
		ribbon(v, s)
	}
	return document(1600, 900, defs, s)
}

// halo is the quiet shape behind the emblem.
func halo(v view, s *sheet, which int) {
	switch which {
	case 0:
		s.shape("c w.08 800 430 400", v.in)
		s.shape("c w.08 800 430 330", v.in)
	case 1:
		s.shape("o w.16 6 800 430 390", v.in)
		s.shape("o w.1 22 800 430 420", v.in)
	case 2:
		s.shape("f w.08 M800 -20L1250 430L800 880L350 430z", v.in)
		s.shape("s w.16 5 M800 40L1190 430L800 820L410 430z", v.in)
	case 3:
		s.shape("f w.08 M800 40L1138 235V625L800 820L462 625V235z", v.in)
		s.shape("s w.16 5 M800 0L1172 215V645L800 860L428 645V215z", v.in)
	case 4:
		s.shape("s w.2 5 M330 520A480 170 -16 0 1 1270 340", v.in)
		s.shape("s w.2 5 M1270 340A480 170 -16 0 1 330 520", v.in)
		s.shape("c a 1270 340 16", v.in)
	case 5:
		s.shape("c w.1 800 430 350", v.in)
	}
}

const goldDefs = `<linearGradient id="go" x2="1" y2="1"><stop stop-color="#fff1c4"/><stop offset=".3" stop-color="#ffc247"/><stop offset=".55" stop-color="#b67a10"/><stop offset=".8" stop-color="#ffd978"/><stop offset="1" stop-color="#a86a00"/></linearGradient>`

func goldFrame(s *sheet) {
	s.add(`<path d="M0 0h1600v900H0zM26 26v848h1548V26z" fill="url(#go)" fill-rule="evenodd"/>`)
	s.add(`<path d="M48 48h1504v804H48z" fill="none" stroke="url(#go)" stroke-width="4" opacity=".8"/>`)
	for _, t := range []string{"", "translate(1600 0) scale(-1 1)", "translate(0 900) scale(1 -1)", "translate(1600 900) scale(-1 -1)"} {
		s.add(`<g transform="%s"><path d="M0 0h170L0 170z" fill="url(#go)"/><path d="M34 34h50L34 84z" fill="#3a2604" opacity=".55"/></g>`, orNone(t))
	}
}

func orNone(t string) string {
	if t == "" {
		return "translate(0 0)"
	}
	return t
}

func ribbon(v view, s *sheet) {
	s.add(`<path d="M1226 0h20L1600 354v20z" fill="#000" opacity=".25"/>`)
	s.shape("f 6 M1270 0H1420L1600 180V330z", v.in)
	s.shape("f a.75 M1270 0H1290L1600 310V330z", v.in)
	s.shape("f x.6 M1402 0H1420L1600 180V198z", v.in)
	s.add(`<g transform="translate(1472 128)">`)
	s.shape("f w M-14 -44h28v30h30v28h-30v30h-28v-30h-30v-28h30z", v.in)
	s.add(`</g>`)
}
