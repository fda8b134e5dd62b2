package admin

import (
	"context"

	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

const (
	priceList      = "prices"
	priceBatchList = "price_batches"
)

// ListPrices answers GET /api/admin/prices/.
func (h *Handlers) ListPrices(ctx context.Context, r adminapi.ListPricesRequestObject) (adminapi.ListPricesResponseObject, error) {
	p := r.Params
	f := catalog.PriceFilter{GameID: p.Game, Words: p.Q, IsActive: p.Active, Problem: string(value(p.Problem))}
	var after *catalog.PricePlace
	if p.Cursor != nil {
		after = &catalog.PricePlace{}
		if err := h.Cursors.Decode(priceList, f, *p.Cursor, after); err != nil {
			return nil, err
		}
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Operations.Prices.List(ctx, f, after, limit)
	if err != nil {
		return nil, err
	}
	games, err := h.Operations.Prices.Games(ctx)
	if err != nil {
		return nil, err
	}
	page := adminapi.PricePage{Results: make([]adminapi.PriceRow, len(rows)), Games: make([]adminapi.PriceGame, len(games))}
	for i, g := range games {
		page.Games[i] = adminapi.PriceGame{ID: g.ID, Title: g.Title}
	}
	for i, row := range rows {
		page.Results[i] = priceShape(row, Actor(ctx))
	}
	if len(rows) == limit {
		next, err := h.Cursors.Encode(priceList, f, catalog.PlaceOf(rows[limit-1]))
		if err != nil {
			return nil, err
		}
		page.Next = &next
	}
	return adminapi.ListPrices200JSONResponse(page), nil
}

// priceShape shows cost and margin only to those who may see them.
func priceShape(r catalog.PriceRow, who staff.Actor) adminapi.PriceRow {
	shape := adminapi.PriceRow{
		ProductID: r.ID, GameID: r.GameID, Game: r.GameTitle, Title: r.Title, Price: r.Price, DiscountPercent: int(r.DiscountPercent), FinalPrice: r.FinalPrice,
		Version: r.PriceVersion, IsActive: r.IsActive, IsAvailable: r.IsAvailable, Lowest: r.Lowest,
	}
	if r.NextBatch != 0 {
		shape.Plan = &adminapi.PricePlan{ID: r.NextBatch, Price: r.NextPrice, ApplyAt: r.NextAt}
	}
	if r.HasCost && who.Can(staff.MarginRead) {
		shape.Cost = &adminapi.PriceCost{Supplier: r.Supplier, Amount: r.Cost, Currency: r.CostCurrency, Rubles: r.Rubles}
		shape.Margin = marginShape(catalog.MarginOf(r, r.FinalPrice), who)
	}
	return shape
}

func marginShape(m *catalog.Margin, who staff.Actor) *adminapi.PriceMargin {
	if m == nil || !who.Can(staff.MarginRead) {
		return nil
	}
	return &adminapi.PriceMargin{Rubles: m.Rubles.String(), Percent: m.Share.String()}
}

// PreviewPrices answers POST /api/admin/prices/preview/.
func (h *Handlers) PreviewPrices(ctx context.Context, r adminapi.PreviewPricesRequestObject) (adminapi.PreviewPricesResponseObject, error) {
	who := Actor(ctx)
	wishes := make([]catalog.PriceWish, len(r.Body.Rows))
	for i, w := range r.Body.Rows {
		wishes[i] = catalog.PriceWish{ProductID: w.ProductID, Title: w.Title, Text: w.Price}
	}
	rows, err := h.Operations.Prices.Preview(ctx, r.Body.GameID, wishes, who.Can(staff.PriceBelowCost))
	if err != nil {
		return nil, err
	}
	answer := adminapi.PricePreview{Rows: make([]adminapi.PricePreviewRow, len(rows))}
	for i, p := range rows {
		answer.Rows[i] = previewShape(p, who)
	}
	return adminapi.PreviewPrices200JSONResponse(answer), nil
}

func previewShape(p catalog.PricePreview, who staff.Actor) adminapi.PricePreviewRow {
	shape := adminapi.PricePreviewRow{
		ProductID: p.Wish.ProductID, Title: p.Wish.Title, Text: p.Wish.Text, Verdict: adminapi.PriceVerdict(p.Verdict), Words: given(p.Words),
	}
	if p.Row == nil {
		shape.ProductID = nil
		return shape
	}
	shape.Title, shape.OldPrice, shape.Version = p.Row.Title, &p.Row.Price, &p.Row.PriceVersion
	if p.Price != 0 {
		final := p.Price.Off(int(p.Row.DiscountPercent))
		change := catalog.PriceChangeShare(p.Row.Price, p.Price).String()
		shape.Price, shape.FinalPrice, shape.ChangePercent = &p.Price, &final, &change
		shape.Margin = marginShape(catalog.MarginOf(*p.Row, final), who)
	}
	return shape
}

// ChangePrices answers POST /api/admin/prices/changes/.
func (h *Handlers) ChangePrices(ctx context.Context, r adminapi.ChangePricesRequestObject) (adminapi.ChangePricesResponseObject, error) {
	w := desk.PricesWish{ApplyAt: r.Body.ApplyAt}
	for _, c := range r.Body.Changes {
		w.List = append(w.List, catalog.NewPrice{ProductID: c.ProductID, Price: c.Price, Version: c.Version})
	}
	done, err := h.Operations.ChangePrices(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), w)
	return adminapi.ChangePrices200JSONResponse(pricesDone(done)), err
}

// CancelPrices answers POST /api/admin/prices/changes/{id}/cancel/.
func (h *Handlers) CancelPrices(ctx context.Context, r adminapi.CancelPricesRequestObject) (adminapi.CancelPricesResponseObject, error) {
	done, err := h.Operations.CancelPrices(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.CancelPrices200JSONResponse(pricesDone(done)), err
}

func pricesDone(d desk.PricesDone) adminapi.PricesDone {
	shape := adminapi.PricesDone{ID: d.ID, State: adminapi.PriceBatchState(d.State), Saved: d.Saved, Refused: make([]adminapi.PriceRefusal, len(d.Refused)), Message: d.Message}
	for i, r := range d.Refused {
		shape.Refused[i] = adminapi.PriceRefusal{ProductID: r.ProductID, Title: r.Title, Code: r.Code, Words: r.Words}
	}
	return shape
}

// ListPriceBatches answers GET /api/admin/prices/changes/.
func (h *Handlers) ListPriceBatches(ctx context.Context, r adminapi.ListPriceBatchesRequestObject) (adminapi.ListPriceBatchesResponseObject, error) {
	p := r.Params
	state := (*string)(p.State)
	var before int64
	if p.Cursor != nil {
		if err := h.Cursors.Decode(priceBatchList, state, *p.Cursor, &before); err != nil {
			return nil, err
		}
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Operations.Prices.Batches(ctx, state, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.PriceBatchPage{Results: make([]adminapi.PriceBatch, len(rows))}
	for i, b := range rows {
		page.Results[i] = adminapi.PriceBatch{
			ID: b.ID, Created: b.Created, By: adminapi.StaffRef{ID: b.CreatedBy, Name: b.CreatedName}, Reason: adminapi.Reason{Code: b.ReasonCode, Text: b.ReasonText},
			ApplyAt: b.ApplyAt, State: adminapi.PriceBatchState(b.State), EndedAt: b.EndedAt, Prices: int(b.Prices), Refused: int(b.Refused),
		}
	}
	if len(rows) == limit {
		next, err := h.Cursors.Encode(priceBatchList, state, rows[limit-1].ID)
		if err != nil {
			return nil, err
		}
		page.Next = &next
	}
	return adminapi.ListPriceBatches200JSONResponse(page), nil
}

// GetPriceHistory answers GET /api/admin/products/{id}/prices/.
func (h *Handlers) GetPriceHistory(ctx context.Context, r adminapi.GetPriceHistoryRequestObject) (adminapi.GetPriceHistoryResponseObject, error) {
	row, err := h.Operations.Prices.Row(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	changes, err := h.Operations.Prices.History(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	who := Actor(ctx)
	answer := adminapi.PriceHistory{Product: priceShape(row, who), Changes: make([]adminapi.PriceFact, len(changes))}
	for i, c := range changes {
		answer.Changes[i] = adminapi.PriceFact{
			ID: c.ID, At: c.AppliedAt, OldPrice: c.OldPrice, Price: c.Price, FinalPrice: c.FinalPrice, By: c.CreatedName,
			Reason: adminapi.Reason{Code: c.ReasonCode, Text: c.ReasonText}, WasPlanned: c.WasScheduled,
		}
		if c.HasCost && who.Can(staff.MarginRead) {
			answer.Changes[i].Cost = &c.Cost
		}
	}
	return adminapi.GetPriceHistory200JSONResponse(answer), nil
}
