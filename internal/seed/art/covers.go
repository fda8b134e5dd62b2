package art

import "hash/fnv"

// gameScenes gives each cover a quiet place to stand in.
var gameScenes = map[string]scene{
	"pubg-mobile": hillScene, "standoff-2": gridScene, "steam": bokehScene,
	"mobile-legends": rayScene, "genshin-impact": peakScene, "free-fire": bokehScene,
	"roblox": gridScene, "honkai-star-rail": starScene, "clash-of-clans": forestScene,
	"brawl-stars": rayScene, "asphalt": skylineScene, "call-of-duty-mobile": contourScene,
	"zenless-zone-zero": circuitScene, "wuthering-waves": waveScene, "honor-of-kings": rayScene,
}

// GameCover draws the portrait 3:4 cover of a game. Unknown games get a gift.
func GameCover(key string) []byte {
	v := newView(900, 1200, 450, 500, gamePalette(key))
	s := &sheet{}
	v.backdrop(s)
	paint := gameScenes[key]
	if paint == nil {
		paint = bokehScene
	}
	s.add(`<g opacity=".55">`)
	seed := seedOf(key)
	paint(v, s, &seed)
	s.add(`</g>`)
	v.base(s)
	v.shadow(s, 450, 930, 270)
	s.board(450, 520, 1.92, 0, emblemOf(key), v.in)
	return document(900, 1200, v.defs(), s)
}

// GameIcon draws the square icon of a game: its currency, large.
func GameIcon(key string) []byte {
	v := newView(512, 512, 256, 220, gamePalette(key))
	s := &sheet{}
	v.backdrop(s)
	v.base(s)
	v.shadow(s, 256, 440, 150)
	s.board(256, 250, 1.05, 0, currencyOf(key), v.in)
	return document(512, 512, v.defs(), s)
}

func seedOf(key string) dice {
	h := fnv.New64a()
	h.Write([]byte(key))
	return dice(h.Sum64())
}
