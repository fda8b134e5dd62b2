package art

// methodMark is the picture of a payment method: two colours of the tile and
// the sign on a 400×300 board.
type methodMark struct{ top, bottom, sign string }

var methodMarks = map[string]methodMark{
	"sbp": {"#7b5cff", "#3a1f9e", `
c #1c0c5c.4 222 158 92
c #f4f0ff 222 150 92
f #c9bcff M130 150A92 92 0 0 0 314 150Q222 220 130 150z
f #3a1f9e.3 M244 92L182 166H220L204 222L272 142H232z
f #ffc247 M242 82L178 158H218L202 216L270 134H230z
f #fff1c4 M242 82L178 158H190L236 98z
s #ffffff 13 M58 112H104M40 150H94M66 188H108`},
	"card_ru": {"#2f9e73", "#0e4a36", `
r #06281c.4 76 78 248 160 24
r #f3fff9 76 68 248 160 24
r #14553e 76 102 248 34
r #ffc247 100 158 52 40 8
s #b67a10 4 M100 178h52M126 158v40
s #9fcdb9 12 M216 196H296M248 168H296`},
	"card_world": {"#3b82d6", "#122f63", `
r #06152e.4 66 88 230 148 24
r #f2f8ff 66 78 230 148 24
r #173a73 66 108 230 30
s #9dbfe6 12 M90 194H150M90 166H190
c #0f2a57 288 196 66
c #6cc5ff 288 190 62
s #eaf6ff 7 M226 190H350M288 128V252M288 128Q236 190 288 252M288 128Q340 190 288 252M240 152H336M240 228H336`},
	"p2p_card": {"#ff8f5c", "#a33a14", `
r #5a1c06.4 58 74 190 122 20
r #fff3ea 58 64 190 122 20
r #b4491d 58 90 190 26
r #5a1c06.4 154 132 190 122 20
r #ffe1cd 154 122 190 122 20
r #8f3510 154 148 190 26
s #ffffff 15 M282 62Q330 66 332 104M312 88L333 106L350 84M118 246Q74 242 70 208M90 222L69 204L52 226`},
	"qr": {"#f6f1e4", "#d8cfb4", `
f #1b1b1b M116 66h76v76h-76zM208 66h76v76h-76zM116 158h76v76h-76z
f #f6f1e4 M132 82h44v44h-44zM224 82h44v44h-44zM132 174h44v44h-44z
f #b67a10 M144 94h20v20h-20zM236 94h20v20h-20zM144 186h20v20h-20z
f #1b1b1b M208 158h24v24h-24zM256 158h28v16h-28zM232 182h24v24h-24zM208 210h20v24h-20zM260 190h24v20h-24zM244 218h40v16h-40z`},
	"balance": {"#ffc247", "#b67a10", `
e #6b4504.45 186 232 92 26
f #8f5c0a M96 196H276V224A90 26 0 0 1 96 224z
f #ffe9b8 M96 196H276V208A90 26 0 0 1 96 208z
e #fff6dc 186 196 90 26
f #8f5c0a M110 152H290V180A90 26 0 0 1 110 180z
f #ffe9b8 M110 152H290V164A90 26 0 0 1 110 164z
e #fff6dc 200 152 90 26
f #8f5c0a M100 108H280V136A90 26 0 0 1 100 136z
f #ffe9b8 M100 108H280V120A90 26 0 0 1 100 120z
e #fffaf0 190 106 90 28
e #ffc247 190 106 62 17
e #fff1c4 182 102 34 8`},
	"kaspi": {"#ff6b5e", "#9e1f18", `
r #4a0a06.4 142 44 124 220 26
r #fff1ee 138 38 124 220 26
r #c2352b 150 62 100 160 8
c #fff1ee 200 240 9
r #fff1ee 184 47 32 6 3
f #ffd35a M166 166L190 192L240 118L224 106L188 160L178 150z`},
	"mobile": {"#46b8d9", "#0e4a63", `
r #06283a.4 116 44 118 220 26
r #effbff 110 38 118 220 26
r #12607c 122 62 94 160 8
c #effbff 169 240 9
c #8fe3f7 169 142 30
f #12607c M160 122l24 20l-24 20z
s #ffffff 14 M258 176A56 56 0 0 0 258 108M286 204A96 96 0 0 0 286 80`},
	"crypto": {"#4b5d8f", "#161f3d", `
f #070c1f.4 M200 40L300 98V214L200 272L100 214V98z
f #8ea6e8 M200 32L300 90L200 148L100 90z
f #5f7bc9 M100 90L200 148V264L100 206z
f #3a549e M300 90L200 148V264L300 206z
s #dbe6ff 6 M100 90L200 148L300 90M200 148V264
c #ffc247 200 92 18
c #46d9a0 150 176 15
c #ff7a70 250 176 15
s #ffffff.7 5 M200 92L150 176M200 92L250 176`},
	"terminal": {"#6b7a94", "#262f40", `
r #0b0f17.4 116 46 180 216 22
r #e9eef7 108 38 180 216 22
r #22304a 128 58 140 82 10
s #46d9a0 11 M168 100L190 120L230 78
r #0b0f17 128 158 140 14 7
f #f6f1e4 M146 164H250V222L237 214L224 222L211 214L198 222L185 214L172 222L159 214L146 222z
s #a99b78 7 M164 184H216M164 200H200
r #ffc247 296 120 50 34 8
r #b67a10 296 130 50 8`},
	"wallet": {"#58a6ff", "#16407d", `
r #071a36.4 84 82 236 166 26
f #1d4f96 M84 92Q84 66 110 62L262 42Q286 42 286 66V96z
r #dcebff 98 62 170 60 10
r #f0f7ff 84 84 236 158 26
r #c9defa 84 206 236 36 22
r #ffc247 236 136 98 56 28
c #fff6dc 266 164 13
c #b67a10 266 164 6`},
}

// MethodIcon draws the mark of a payment method on a 4:3 tile.
func MethodIcon(name string) []byte {
	m, ok := methodMarks[name]
	if !ok {
		m = methodMarks["wallet"]
	}
	s := &sheet{}
	s.add(`<rect width="400" height="300" rx="52" fill="url(#t)"/><path d="M52 0h296a52 52 0 0 1 52 52v6a52 52 0 0 0-52-52H52A52 52 0 0 0 0 58v-6A52 52 0 0 1 52 0z" fill="#fff" opacity=".3"/>`)
	s.draw(m.sign, inks{})
	defs := `<linearGradient id="t" x2="0" y2="1"><stop stop-color="` + m.top + `"/><stop offset="1" stop-color="` + m.bottom + `"/></linearGradient>`
	return document(400, 300, defs, s)
}
