package email

import (
	"context"
	"strings"

	"larek/internal/brand"
)

// Look is what all emails of a shop share. Its mark is not in them: an email loads nothing.
type Look struct {
	Shop string
	// ButtonColour and ButtonText are colours; Edge surrounds a button that the paper would hide,
	// empty for the colours of the design.
	ButtonColour, ButtonText, Edge string

	origin string
}

// NewLook returns the look of a shop at origin, its public address.
func NewLook(b brand.Brand, origin string) Look {
	l := Look{Shop: b.Name, ButtonColour: "#ffc247", ButtonText: "#1a1300", origin: strings.TrimSuffix(origin, "/")}
	if p, ok := b.Palette(); ok {
		l.ButtonColour, l.ButtonText, l.Edge = p.Button.String(), p.ButtonText.Colour.String(), p.OnPaper.Colour.String()
	}
	return l
}

func (s *Service) look(ctx context.Context) Look { return NewLook(s.brand.Now(ctx), s.origin) }
