package art

import (
	"fmt"
	"math"
	"strings"
)

// Flag draws a simplified 4:3 flag; an unknown country gets a neutral globe.
func Flag(iso string) []byte {
	s := &sheet{}
	src, ok := flags[strings.ToUpper(iso)]
	if !ok {
		src = globe
	}
	s.draw(src, inks{})
	return document(640, 480, "", s)
}

func bands(colours ...string) string {
	var b strings.Builder
	h := 480 / float64(len(colours))
	for i, c := range colours {
		fmt.Fprintf(&b, "r %s 0 %s 640 %s\n", c, num(float64(i)*h), num(h+.5))
	}
	return b.String()
}

func columns(colours ...string) string {
	var b strings.Builder
	w := 640 / float64(len(colours))
	for i, c := range colours {
		fmt.Fprintf(&b, "r %s %s 0 %s 480\n", c, num(float64(i)*w), num(w+.5))
	}
	return b.String()
}

// star writes a star of n points, the first one turned by turn degrees from
// the top; inner is the inner radius as a share of r.
func star(ink string, x, y, r float64, n int, inner, turn float64) string {
	var b strings.Builder
	for i := range 2 * n {
		k := r
		if i%2 == 1 {
			k = r * inner
		}
		a := math.Pi*float64(i)/float64(n) + (turn-90)*math.Pi/180
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], num(x+k*math.Cos(a)), num(y+k*math.Sin(a)))
	}
	return "f " + ink + " " + b.String() + "z\n"
}

func starRows(ink string, x, y, dx, dy, r float64, rows ...int) string {
	out := ""
	for row, n := range rows {
		for i := range n {
			out += star(ink, x-float64(i)*dx, y+float64(row)*dy, r, 5, .4, 0)
		}
	}
	return out
}

const globe = `
r #22304a 0 0 640 480
c #6cc5ff 320 240 150
s #22304a 10 M170 240H490M320 90V390M320 90Q220 240 320 390M320 90Q420 240 320 390M196 165H444M196 315H444`

var flags = map[string]string{
	"RU": bands("#ffffff", "#1c3f94", "#d52b1e"),
	"UA": bands("#1f5fbf", "#ffd500"),
	"AM": bands("#d90012", "#0033a0", "#f2a800"),
	"DE": bands("#1a1a1a", "#dd0000", "#ffce00"),
	"PL": bands("#ffffff", "#dc143c"),
	"KZ": "r #00a3c4 0 0 640 480\n" + star("#ffe24a", 340, 205, 104, 28, .74, 0) + `
c #00a3c4 340 205 72
c #ffe24a 340 205 64
f #ffe24a M190 274Q250 300 340 352Q430 300 490 274Q460 336 366 344L340 372L314 344Q220 336 190 274z
r #ffe24a 34 0 12 480
s #ffe24a 9 M66 40q22 20 0 40t0 40t0 40t0 40t0 40t0 40t0 40t0 40t0 40t0 40`,
	"BY": `
r #c8313e 0 0 640 320
r #4aa657 0 320 640 160
r #ffffff 0 0 84 480
f #c8313e M42 12l26 36l-26 36l-26-36zM42 108l26 36l-26 36l-26-36zM42 204l26 36l-26 36l-26-36zM42 300l26 36l-26 36l-26-36zM42 396l26 36l-26 36l-26-36z
f #ffffff M42 32l12 16l-12 16l-12-16zM42 128l12 16l-12 16l-12-16zM42 224l12 16l-12 16l-12-16zM42 320l12 16l-12 16l-12-16zM42 416l12 16l-12 16l-12-16z
f #c8313e M4 80l16 16l-16 16zM80 80l-16 16l16 16zM4 176l16 16l-16 16zM80 176l-16 16l16 16zM4 272l16 16l-16 16zM80 272l-16 16l16 16zM4 368l16 16l-16 16zM80 368l-16 16l16 16z`,
	"UZ": `
r #0099b5 0 0 640 160
r #ffffff 0 160 640 160
r #1eb53a 0 320 640 160
r #ce1126 0 150 640 14
r #ce1126 0 316 640 14
c #ffffff 100 78 54
c #0099b5 120 78 54
` + starRows("#ffffff", 330, 38, 42, 40, 15, 3, 4, 5),
	"KG": "r #e8112d 0 0 640 480\n" + star("#ffef00", 320, 240, 150, 32, .72, 0) + `
c #e8112d 320 240 90
c #ffef00 320 240 80
s #e8112d 9 M254 206Q320 262 386 206M248 236Q320 300 392 236M386 274Q320 218 254 274M380 296Q320 244 260 296`,
	"AZ": bands("#00b5e2", "#ef3340", "#509e2f") + `
c #ffffff 306 240 66
c #ef3340 324 240 54
` + star("#ffffff", 366, 240, 34, 8, .5, 22.5),
	"GE": `
r #ffffff 0 0 640 480
r #e8112d 272 0 96 480
r #e8112d 0 192 640 96
f #e8112d M120 62h32q-4 22 0 34q12 4 34 0v32q-22-4-34 0q-4 12 0 34h-32q4-22 0-34q-12-4-34 0V96q22 4 34 0q4-12 0-34z
f #e8112d M488 62h32q-4 22 0 34q12 4 34 0v32q-22-4-34 0q-4 12 0 34h-32q4-22 0-34q-12-4-34 0V96q22 4 34 0q4-12 0-34z
f #e8112d M120 350h32q-4 22 0 34q12 4 34 0v32q-22-4-34 0q-4 12 0 34h-32q4-22 0-34q-12-4-34 0v-32q22 4 34 0q4-12 0-34z
f #e8112d M488 350h32q-4 22 0 34q12 4 34 0v32q-22-4-34 0q-4 12 0 34h-32q4-22 0-34q-12-4-34 0v-32q22 4 34 0q4-12 0-34z`,
	"MD": columns("#0046ae", "#ffd200", "#cc092f") + `
f #8a5a1c M320 138q22 0 22 24q-2 16-10 22q46 0 66-30q14 70-22 132q-20 40-56 54q-36-14-56-54q-36-62-22-132q20 30 66 30q-8-6-10-22q0-24 22-24z
f #cc092f M286 220h68v34h-68z
f #0046ae M286 254h68v16q-4 34-34 46q-30-12-34-46z
c #ffd200 320 262 17
s #ffd200 7 M320 276v26M304 284h32`,
	"TJ": `
r #cc0000 0 0 640 138
r #ffffff 0 137 640 206
r #006600 0 342 640 138
f #f8c300 M268 284L258 216L292 244L320 206L348 244L382 216L372 284z
r #f8c300 266 290 108 14 4
` + star("#f8c300", 320, 170, 17, 5, .4, 0) + star("#f8c300", 268, 182, 14, 5, .4, 0) + star("#f8c300", 372, 182, 14, 5, .4, 0) +
		star("#f8c300", 230, 214, 14, 5, .4, 0) + star("#f8c300", 410, 214, 14, 5, .4, 0) + star("#f8c300", 220, 258, 14, 5, .4, 0) + star("#f8c300", 420, 258, 14, 5, .4, 0),
	"TR": `
r #e30a17 0 0 640 480
c #ffffff 242 240 118
c #e30a17 270 240 94
` + star("#ffffff", 384, 240, 62, 5, .4, -90),
	"US": bands("#b22234", "#ffffff", "#b22234", "#ffffff", "#b22234", "#ffffff", "#b22234", "#ffffff", "#b22234", "#ffffff", "#b22234", "#ffffff", "#b22234") +
		"r #3c3b6e 0 0 300 258.5\n" + starRows("#ffffff", 270, 34, 60, 64, 19, 5, 5, 5, 5),
	"CN": "r #de2910 0 0 640 480\n" + star("#ffde00", 128, 132, 76, 5, .4, 0) + star("#ffde00", 250, 56, 26, 5, .4, 22) +
		star("#ffde00", 296, 106, 26, 5, .4, 45) + star("#ffde00", 296, 172, 26, 5, .4, 0) + star("#ffde00", 250, 222, 26, 5, .4, 20),
	"AE": `
r #00843d 0 0 640 160
r #ffffff 0 160 640 160
r #1a1a1a 0 320 640 160
r #c8102e 0 0 170 480`,
	"RS": bands("#c6363c", "#0c4076", "#ffffff") + `
f #c6363c M166 142H290V250Q286 320 228 346Q170 320 166 250z
s #ffffff 7 M166 142H290V250Q286 320 228 346Q170 320 166 250z
f #ffffff M228 170l16 22l28-8l-8 44l10 30l-22-6l-10 44l-14 14l-14-14l-10-44l-22 6l10-30l-8-44l28 8z
f #c6363c M214 216h28v36q-4 14-14 18q-10-4-14-18z
f #edb92e M176 132L168 84L198 108L228 76L258 108L288 84L280 132z
c #edb92e 228 72 9`,
}
