package art

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var gameKeys = []string{
	"pubg-mobile", "standoff-2", "steam", "mobile-legends", "genshin-impact", "free-fire", "roblox",
	"honkai-star-rail", "clash-of-clans", "brawl-stars", "asphalt", "call-of-duty-mobile",
	"zenless-zone-zero", "wuthering-waves", "honor-of-kings", "no-such-game",
}

// everyPicture calls the whole package, each picture under its own name.
func everyPicture() map[string][]byte {
	all := map[string][]byte{}
	for _, k := range gameKeys {
		all["cover "+k] = GameCover(k)
		all["icon "+k] = GameIcon(k)
		for tier := range 10 {
			all[fmt.Sprint("badge ", k, tier)] = ProductBadge(k, tier)
		}
	}
	for n := range 300 {
		all[fmt.Sprint("gift ", n)] = GiftCover(n, []string{"game", "edition", "dlc"}[n%3])
	}
	all["gift far"] = GiftCover(1_000_000, "game")
	for _, k := range append(slices.Clone(BannerKeys), "no-such-banner") {
		for _, layer := range []string{"background", "foreground"} {
			for _, size := range []string{"desktop", "tablet", "mobile"} {
				all["banner "+k+layer+size] = Banner(k, layer, size)
			}
		}
	}
	for iso := range flags {
		all["flag "+iso] = Flag(iso)
	}
	for name := range methodMarks {
		all["method "+name] = MethodIcon(name)
	}
	for n := range 64 {
		all[fmt.Sprint("avatar ", n)] = Avatar(n)
		all[fmt.Sprint("skin ", n)] = SkinPicture(n)
	}
	all["flag unknown"] = Flag("zz")
	all["method unknown"] = MethodIcon("zz")
	return all
}

func TestPicturesAreSound(t *testing.T) {
	again := everyPicture()
	for name, svg := range everyPicture() {
		if !bytes.Equal(svg, again[name]) {
			t.Errorf("%s: two calls differ", name)
		}
		if len(svg) > 24<<10 {
			t.Errorf("%s: %d bytes", name, len(svg))
		}
		if err := sound(svg); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var reference = regexp.MustCompile(`url\(#([^)]+)\)|href="#([^"]+)"`)

// sound checks one picture: well-formed, with a viewBox, no text, no foreign
// material, every id unique and every reference answered.
func sound(svg []byte) error {
	ids := map[string]bool{}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for first := true; ; {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		el, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch el.Name.Local {
		case "text", "image", "style", "script", "foreignObject", "filter":
			return fmt.Errorf("has <%s>", el.Name.Local)
		}
		hasBox := false
		for _, a := range el.Attr {
			hasBox = hasBox || a.Name.Local == "viewBox"
			if a.Name.Local == "id" {
				if ids[a.Value] {
					return fmt.Errorf("id %s twice", a.Value)
				}
				ids[a.Value] = true
			}
		}
		if first && !hasBox {
			return errors.New("no viewBox")
		}
		first = false
	}
	if strings.Contains(string(svg), "%!") || strings.Contains(string(svg), "NaN") {
		return errors.New("a number is missing")
	}
	for _, m := range reference.FindAllStringSubmatch(string(svg), -1) {
		if !ids[m[1]+m[2]] {
			return fmt.Errorf("no target for %s", m[0])
		}
	}
	return nil
}

func TestEveryGameHasItsOwnDrawing(t *testing.T) {
	for _, k := range gameKeys[:len(gameKeys)-1] {
		if emblemOf(k) == giftEmblem || currencies[k] == "" || gameScenes[k] == nil {
			t.Errorf("%s lacks an emblem, a currency or a scene", k)
		}
		if _, ok := gameHues[k]; !ok {
			t.Errorf("%s lacks a palette", k)
		}
	}
}

func TestGiftCoversDiffer(t *testing.T) {
	if len(giftMotifs) < 36 || len(giftHues) < 20 || len(scenes) < 6 {
		t.Fatalf("too little variety: %d motifs, %d palettes, %d scenes", len(giftMotifs), len(giftHues), len(scenes))
	}
	seen, looks, motifs := map[string]int{}, map[string]int{}, map[string]bool{}
	for n := range 300 {
		svg := string(GiftCover(n, "game"))
		if m, ok := seen[svg]; ok {
			t.Errorf("gifts %d and %d are the same picture", m, n)
		}
		seen[svg] = n
		motifs[GiftMotif(n)] = true
		// The same thing in the same colours would look like a repeat even
		// if a star in the sky stands elsewhere.
		look := GiftMotif(n) + svg[strings.Index(svg, `<linearGradient id="bg"`):strings.Index(svg, "<radialGradient")]
		if m, ok := looks[look]; ok {
			t.Errorf("gifts %d and %d look alike", m, n)
		}
		looks[look] = n
	}
	if len(motifs) != len(giftMotifs) {
		t.Errorf("300 gifts show %d of %d motifs", len(motifs), len(giftMotifs))
	}
}
