package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
	"larek/internal/palette"
)

// GetBrand answers GET /api/brand/.
func (h *Handlers) GetBrand(ctx context.Context, _ storeapi.GetBrandRequestObject) (storeapi.GetBrandResponseObject, error) {
	b := h.Brand.Now(ctx)
	answer := storeapi.GetBrand200JSONResponse{Version: b.Version, Name: b.Name, Latin: b.Latin, Line: b.Line}
	if b.Mark != nil {
		answer.Mark = new(b.Mark.URL())
	}
	if p, ok := b.Palette(); ok {
		answer.Palette = &storeapi.BrandPalette{
			Button: p.Button.String(), ButtonText: shade(p.ButtonText), OnNight: shade(p.OnNight), OnDay: shade(p.OnDay), OnPaper: shade(p.OnPaper),
		}
	}
	return answer, nil
}

func shade(t palette.Tone) string { return t.Colour.String() }
