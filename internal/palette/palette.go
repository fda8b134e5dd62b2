// Package palette derives the colours of a shop from one accent, so that every text in them
// can be read.
package palette

import (
	"fmt"
	"math"
	"strconv"
)

// MinText is the least contrast of a text with what it stands on (WCAG 2.2, 1.4.3). Borders
// and icons, which need 3, use the colours of texts.
const MinText = 4.5

// What texts stand on: of the surfaces of packages/ui/tokens.css those with the least contrast.
const (
	night Colour = 0x1c2534 // the lightest surface of the dark theme
	day   Colour = 0xeef1f6 // the darkest surface of the light theme
	paper Colour = 0xf6f1e4
)

// What a button may say its text in.
const (
	white Colour = 0xffffff
	ink   Colour = 0x0b0f17
)

// Colour is an sRGB colour, 0xRRGGBB.
type Colour uint32

// Parse reads #rrggbb, in either case.
func Parse(text string) (Colour, error) {
	if len(text) != 7 || text[0] != '#' {
		return 0, fmt.Errorf("palette: %q is not #rrggbb", text)
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		return 0, fmt.Errorf("palette: %q is not #rrggbb", text)
	}
	return Colour(n), nil
}

// String returns #rrggbb.
func (c Colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// Tone is a derived colour and its contrast with what it stands on.
type Tone struct {
	Colour   Colour
	Contrast float64
}

// Palette is what an accent becomes.
type Palette struct {
	Button Colour
	// ButtonText stands on the button, the others on the pages of the dark theme, of the light
	// theme, and on the paper of receipts and letters.
	ButtonText, OnNight, OnDay, OnPaper Tone
}

// Derive returns the palette of an accent. If no text can be read on a button of that colour,
// ok is false and the palette is that of the nearest colour that fits.
func Derive(accent Colour) (p Palette, ok bool) {
	button := nearest(accent)
	return Palette{
		Button: button, ButtonText: textOn(button),
		OnNight: readable(button, night, white), OnDay: readable(button, day, 0), OnPaper: readable(button, paper, 0),
	}, button == accent
}

// nearest returns the colour closest to c on which white or ink can be read.
func nearest(c Colour) Colour {
	for step := range steps + 1 {
		for _, to := range []Colour{0, white} {
			if near := mix(c, to, step); textOn(near).Contrast >= MinText {
				return near
			}
		}
	}
	return white // not reached: white and black themselves fit
}

func textOn(c Colour) Tone {
	if t := (Tone{white, Contrast(white, c)}); t.Contrast >= MinText {
		return t
	}
	return Tone{ink, Contrast(ink, c)}
}

// readable mixes c with to, as little as makes it a text on surface.
func readable(c, surface, to Colour) Tone {
	for step := range steps {
		if near := mix(c, to, step); Contrast(near, surface) >= MinText {
			return Tone{near, Contrast(near, surface)}
		}
	}
	return Tone{to, Contrast(to, surface)}
}

const steps = 64

// mix returns c with step of 64 parts of another colour.
func mix(c, other Colour, step int) Colour {
	var out Colour
	for shift := 0; shift <= 16; shift += 8 {
		from, to := int(c>>shift&0xff), int(other>>shift&0xff)
		out |= Colour(from+(to-from)*step/steps) << shift //nolint:gosec // between two bytes
	}
	return out
}

// Contrast returns the contrast of two colours, from 1 to 21.
func Contrast(a, b Colour) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

func luminance(c Colour) float64 {
	channel := func(shift int) float64 {
		v := float64(c>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}
