package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
	"larek/internal/opening"
	"larek/internal/palette"
)

// GetBrand answers GET /api/brand/.
func (h *Handlers) GetBrand(ctx context.Context, _ storeapi.GetBrandRequestObject) (storeapi.GetBrandResponseObject, error) {
	b := h.Brand.Now(ctx)
	shop, err := h.Opening.Status(ctx)
	if err != nil {
		return nil, err
	}
	answer := storeapi.GetBrand200JSONResponse{Version: b.Version, Name: b.Name, Latin: b.Latin, Line: b.Line, State: storeapi.ShopState(shop.State), Note: shop.Note}
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

// CheckShopPass answers GET /api/opening/pass/.
func (h *Handlers) CheckShopPass(ctx context.Context, _ storeapi.CheckShopPassRequestObject) (storeapi.CheckShopPassResponseObject, error) {
	if c, err := requestOf(ctx).Cookie(opening.Cookie); err == nil {
		ctx = opening.WithPass(ctx, c.Value)
	}
	_, err := h.Opening.Status(ctx)
	return storeapi.CheckShopPass200JSONResponse{IsAdmitted: err == nil && h.Opening.Admit(ctx) == nil}, err
}

func shade(t palette.Tone) string { return t.Colour.String() }
