package art

import "fmt"

// BannerKeys lists the banners that have a drawing of their own.
var BannerKeys = []string{
	"night-kiosk", "pubg-mobile", "standoff-2", "steam", "genshin-impact", "mobile-legends",
	"gifts-sale", "gifts-new", "gifts-strategy", "gifts-racing", "gifts-night",
}

// billboard is what a banner shows: the main emblem and its two companions,
// which a wide emblem goes without.
type billboard struct {
	hue         hues
	scene       scene
	main        string
	left, right string
}

func billboardOf(key string) billboard {
	switch key {
	case "gifts-sale":
		return billboard{hues{5, 8, 85, 1.1, .9}, rayScene, giftEmblem, priceTag, priceTag}
	case "gifts-new":
		return billboard{hues{240, 225, 40, 1, .8}, starScene, motifNamed("rocket"), motifNamed("planet"), motifNamed("satellite")}
	case "gifts-strategy":
		return billboard{hues{160, 165, 80, .95, .9}, contourScene, motifNamed("castle"), motifNamed("knight"), motifNamed("shield")}
	case "gifts-racing":
		return billboard{hues{30, 218, 88, 1.1, .9}, skylineScene, motifNamed("car"), "", ""}
	case "gifts-night":
		return billboard{hues{285, 290, 85, 1.1, .8}, forestScene, motifNamed("moon"), motifNamed("owl"), motifNamed("lantern")}
	}
	if paint, ok := gameScenes[key]; ok {
		return billboard{gameHues[key], paint, emblemOf(key), currencyOf(key), currencyOf(key)}
	}
	return billboard{genericHues, bokehScene, giftEmblem, giftEmblem, giftEmblem}
}

func motifNamed(name string) string {
	for _, m := range giftMotifs {
		if m.name == name {
			return m.src
		}
	}
	panic("art: no motif " + name)
}

const priceTag = `
( rotate(-24 200 200)
f n.35 M120 96H280L310 146V330Q310 348 292 348H108Q90 348 90 330V146z
f 6 M120 84H280L310 134V318Q310 336 292 336H108Q90 336 90 318V134z
f a.5 M120 84H280L288 98H112z
c n 200 128 18
c w.4 200 128 8
s w 16 M150 292L250 186
o w 13 152 200 19
o w 13 248 278 19
)`

// stage is the geometry of one banner size: the emblem stands on the right,
// on phones at the top, and leaves the rest to the text.
type stage struct {
	w, h           int
	x, y, scale    float64
	textBelow      bool
	kioskX, kioskY float64
	kioskScale     float64
}

var stages = map[string]stage{
	"desktop": {1920, 720, 1400, 345, 1.5, false, 1390, 375, 1.42},
	"tablet":  {1200, 720, 845, 345, 1.12, false, 872, 385, .98},
	"mobile":  {750, 900, 375, 275, 1.15, true, 375, 300, 1.06},
}

// Banner draws one layer of a banner. The background fills its frame, the
// foreground is transparent around the emblem.
func Banner(key, layer, size string) []byte {
	st, ok := stages[size]
	if !ok {
		st = stages["desktop"]
	}
	if key == "night-kiosk" {
		return kioskBanner(layer, st)
	}
	b := billboardOf(key)
	v := newView(float64(st.w), float64(st.h), st.x, st.y, b.hue.palette())
	s := &sheet{}
	if layer == "foreground" {
		b.stand(v, st, s)
		return document(st.w, st.h, v.in.defs(), s)
	}
	seed := seedOf(key)
	v.backdrop(s)
	s.add(`<g opacity=".7">`)
	b.scene(v, s, &seed)
	s.add(`</g>`)
	v.base(s)
	s.add(`<path d="M0 0h%dv%dH0z" fill="url(#tx)"/>`, st.w, st.h)
	return document(st.w, st.h, v.defs()+st.textShade(v.p.bottom), s)
}

// textShade darkens the side the text stands on, enough for white letters.
func (st stage) textShade(colour string) string {
	axis := `x2="1" y2="0"`
	if st.textBelow {
		axis = `x1="0" y1="1" x2="0" y2="0"`
	}
	return fmt.Sprintf(`<linearGradient id="tx" %s><stop stop-color="%s" stop-opacity=".92"/><stop offset=".38" stop-color="%s" stop-opacity=".66"/><stop offset=".68" stop-color="%s" stop-opacity="0"/></linearGradient>`,
		axis, colour, colour, colour)
}

func (b billboard) stand(v view, st stage, s *sheet) {
	k := st.scale
	v.shadow(s, st.x, st.y+215*k, 200*k)
	s.board(st.x-205*k, st.y+75*k, .52*k, -14, b.left, v.in)
	s.board(st.x+205*k, st.y+85*k, .46*k, 14, b.right, v.in)
	s.board(st.x, st.y, k, 0, b.main, v.in)
}
