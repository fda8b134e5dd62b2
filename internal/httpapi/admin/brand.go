package admin

import (
	"context"
	"fmt"
	"math"

	"larek/internal/brand"
	"larek/internal/httpapi/adminapi"
	"larek/internal/palette"
	"larek/internal/picture"
	"larek/internal/problem"
)

// GetBrand answers GET /api/admin/brand/. It reads the database: who has just saved must see it.
func (h *Handlers) GetBrand(ctx context.Context, _ adminapi.GetBrandRequestObject) (adminapi.GetBrandResponseObject, error) {
	b, err := brand.Newest(ctx, h.Desk.Pool())
	if err != nil {
		return nil, err
	}
	answer := adminapi.GetBrand200JSONResponse{Version: b.Version, Name: b.Name, Latin: b.Latin, Line: b.Line, Accent: b.Accent}
	if b.Mark != nil {
		answer.Mark, answer.MarkURL = new(string(*b.Mark)), new(b.Mark.URL())
	}
	return answer, nil
}

// SaveBrand answers POST /api/admin/brand/.
func (h *Handlers) SaveBrand(ctx context.Context, r adminapi.SaveBrandRequestObject) (adminapi.SaveBrandResponseObject, error) {
	b := brand.Brand{Version: r.Body.Version, Name: r.Body.Name, Latin: r.Body.Latin, Line: r.Body.Line, Accent: r.Body.Accent}
	if r.Body.Mark != nil {
		b.Mark = new(picture.Key(*r.Body.Mark))
	}
	done, err := h.Settings.SaveBrand(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), b)
	return adminapi.SaveBrand200JSONResponse{Message: done.Message}, err
}

// GetPalette answers GET /api/admin/brand/palette/.
func (h *Handlers) GetPalette(_ context.Context, r adminapi.GetPaletteRequestObject) (adminapi.GetPaletteResponseObject, error) {
	accent, err := palette.Parse(r.Params.Accent)
	if err != nil {
		return nil, problem.InvalidFields(problem.Field{Name: "accent", Code: "wrong_format", Detail: "Шесть цифр цвета после решётки."})
	}
	p, ok := palette.Derive(accent)
	tone := func(name adminapi.PaletteToneName, t palette.Tone) adminapi.PaletteTone {
		return adminapi.PaletteTone{Name: name, Colour: t.Colour.String(), Contrast: fmt.Sprintf("%.1f", math.Floor(t.Contrast*10)/10)}
	}
	return adminapi.GetPalette200JSONResponse{IsAccepted: ok, Button: p.Button.String(), Tones: []adminapi.PaletteTone{
		tone("button_text", p.ButtonText), tone("on_night", p.OnNight), tone("on_day", p.OnDay), tone("on_paper", p.OnPaper),
	}}, nil
}
