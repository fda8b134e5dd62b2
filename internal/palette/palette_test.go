package palette_test

import (
	"math/rand/v2"
	"testing"

	"larek/internal/palette"
)

// surfaces are what texts stand on, written apart from the package: tokens.css, both themes.
var surfaces = map[string][]palette.Colour{
	"night": {0x0b0f17, 0x0e1420, 0x131a26, 0x1c2534},
	"day":   {0xf4f5f8, 0xffffff, 0xeef1f6},
	"paper": {0xf6f1e4},
}

func TestEveryDerivedColourCanBeRead(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // the same colours in every run
	colours := []palette.Colour{0, 0xffffff, 0xffc247, 0x6e4cff, 0x777777, 0x767676, 0x797979}
	for range 200 {
		colours = append(colours, palette.Colour(random.Uint32N(1<<24)))
	}
	refused := 0
	for _, c := range colours {
		p, ok := palette.Derive(c)
		if ok != (p.Button == c) {
			t.Errorf("%s: ok is %v and the button %s", c, ok, p.Button)
		}
		if !ok {
			refused++
			if again, fits := palette.Derive(p.Button); !fits || again != p {
				t.Errorf("%s: %s is offered and refused in turn", c, p.Button)
			}
		}
		check := func(name string, tone palette.Tone, on ...palette.Colour) {
			for _, surface := range on {
				if got := palette.Contrast(tone.Colour, surface); got < 4.5 || got < tone.Contrast {
					t.Errorf("%s: %s %s on %s has %.2f, said %.2f", c, name, tone.Colour, surface, got, tone.Contrast)
				}
			}
		}
		check("button text", p.ButtonText, p.Button)
		check("on night", p.OnNight, surfaces["night"]...)
		check("on day", p.OnDay, surfaces["day"]...)
		check("on paper", p.OnPaper, surfaces["paper"]...)
	}
	if refused == 0 || refused > len(colours)/10 {
		t.Errorf("%d of %d colours refused", refused, len(colours))
	}
}

func TestContrastIsThatOfTheStandard(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		a, b      palette.Colour
		low, high float64
	}{
		{0, 0xffffff, 21, 21},
		{0x6e4cff, 0xffffff, 5.06, 5.08},
		{0xffc247, 0x1a1300, 11.48, 11.5},
		{0x767676, 0xffffff, 4.54, 4.55},
	} {
		if got := palette.Contrast(row.a, row.b); got < row.low || got > row.high {
			t.Errorf("%s on %s: %.3f", row.a, row.b, got)
		}
	}
}

func TestOnlyHexadecimalColoursAreRead(t *testing.T) {
	t.Parallel()
	if c, err := palette.Parse("#6E4CFF"); err != nil || c.String() != "#6e4cff" {
		t.Errorf("got %s, %v", c, err)
	}
	for _, text := range []string{"", "6e4cff", "#6e4cf", "#6e4cffa", "#6e4cfg", "#-e4cff", "red", "#6e4c f"} {
		if c, err := palette.Parse(text); err == nil {
			t.Errorf("%q is read as %s", text, c)
		}
	}
}
