package admin

import (
	"context"

	"larek/internal/catalog"
	"larek/internal/desk/pricing"
	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/staff"
)

const (
	priceList      = "prices"
	giftPriceList  = "gift_prices"
	priceBatchList = "price_batches"
)

// ListPrices answers GET /api/admin/prices/.
func (h *Handlers) ListPrices(ctx context.Context, r adminapi.ListPricesRequestObject) (adminapi.ListPricesResponseObject, error) {
	page, err := h.pricePage(ctx, r.Params)
	if err != nil {
		return nil, err
	}
	games, err := h.Prices.Games(ctx)
	if err != nil {
		return nil, err
	}
	page.Games = make([]adminapi.PriceGame, len(games))
	for i, g := range games {
		page.Games[i] = adminapi.PriceGame{ID: g.ID, Title: g.Title}
	}
	return adminapi.ListPrices200JSONResponse(page), nil
}

// isGift reports whether prices are those of gifts.
func isGift(goods adminapi.PriceGoods) bool { return goods == adminapi.PriceGoodsGift }

func (h *Handlers) pricePage(ctx context.Context, p adminapi.ListPricesParams) (page adminapi.PricePage, err error) {
	f := catalog.PriceFilter{GameID: p.Game, Words: p.Q, IsActive: p.Active, Problem: string(value(p.Problem))}
	list, after, limit := priceList, catalog.FirstPrice, pageLimit(p.Limit)
	if isGift(value(p.Goods)) {
		list = giftPriceList
	}
	if err := h.Cursors.Decode(list, f, p.Cursor, &after); err != nil {
		return page, err
	}
	var rows []catalog.PriceRow
	if list == giftPriceList {
		rows, err = h.Prices.Gifts(ctx, f.Words, after.ID, limit)
	} else {
		rows, err = h.Prices.List(ctx, f, after, limit)
	}
	if err != nil {
		return page, err
	}
	page.Results = make([]adminapi.PriceRow, len(rows))
	for i, row := range rows {
		page.Results[i] = priceShape(row, Actor(ctx))
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(list, f, catalog.PlaceOf(rows[limit-1]))
	}
	return page, err
}

func goodsShape(r catalog.PriceRow) adminapi.PriceGoods {
	if catalog.GoodsOf(r).GiftID != 0 {
		return adminapi.PriceGoodsGift
	}
	return adminapi.PriceGoodsProduct
}

// priceShape shows cost and margin only to those who may see them.
func priceShape(r catalog.PriceRow, who staff.Actor) adminapi.PriceRow {
	shape := adminapi.PriceRow{
		Goods: goodsShape(r), ID: r.ID, Game: r.GameTitle, Title: r.Title, Price: r.Price, DiscountPercent: int(r.DiscountPercent), FinalPrice: r.FinalPrice,
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
		wishes[i] = catalog.PriceWish{ProductID: w.ID, Title: w.Title, Text: w.Price}
		if isGift(r.Body.Goods) {
			wishes[i] = catalog.PriceWish{GiftID: new(value(w.ID)), Title: w.Title, Text: w.Price}
		}
	}
	rows, err := h.Prices.Preview(ctx, r.Body.GameID, wishes, who.Can(staff.PriceBelowCost))
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
		Title: p.Wish.Title, Text: p.Wish.Text, Verdict: adminapi.PriceVerdict(p.Verdict), Words: given(p.Words),
	}
	if p.Row == nil {
		return shape
	}
	shape.ID, shape.Title, shape.OldPrice, shape.Version = &p.Row.ID, p.Row.Title, &p.Row.Price, &p.Row.PriceVersion
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
	w := pricing.Request{ApplyAt: r.Body.ApplyAt}
	for _, c := range r.Body.Changes {
		n := catalog.NewPrice{ProductID: c.ID, Price: c.Price, Version: c.Version}
		if isGift(r.Body.Goods) {
			n.ProductID, n.GiftID = 0, c.ID
		}
		w.List = append(w.List, n)
	}
	done, err := h.Pricing.ChangePrices(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), w)
	return adminapi.ChangePrices200JSONResponse(pricesDone(done)), err
}

// CancelPrices answers POST /api/admin/prices/changes/{id}/cancel/.
func (h *Handlers) CancelPrices(ctx context.Context, r adminapi.CancelPricesRequestObject) (adminapi.CancelPricesResponseObject, error) {
	done, err := h.Pricing.CancelPrices(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.CancelPrices200JSONResponse(pricesDone(done)), err
}

func pricesDone(d pricing.Result) adminapi.PricesDone {
	shape := adminapi.PricesDone{ID: d.ID, State: adminapi.PriceBatchState(d.State), Saved: d.Saved, Refused: make([]adminapi.PriceRefusal, len(d.Refused)), Message: d.Message}
	for i, r := range d.Refused {
		shape.Refused[i] = adminapi.PriceRefusal{ID: r.ID, Title: r.Title, Code: r.Code, Words: r.Words}
	}
	return shape
}

// ListPriceBatches answers GET /api/admin/prices/changes/.
func (h *Handlers) ListPriceBatches(ctx context.Context, r adminapi.ListPriceBatchesRequestObject) (adminapi.ListPriceBatchesResponseObject, error) {
	p := r.Params
	state := (*string)(p.State)
	var before int64
	if err := h.Cursors.Decode(priceBatchList, state, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Prices.Batches(ctx, state, before, limit)
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
		page.Next, err = h.Cursors.Encode(priceBatchList, state, rows[limit-1].ID)
	}
	return adminapi.ListPriceBatches200JSONResponse(page), err
}

// GetPriceHistory answers GET /api/admin/products/{id}/prices/.
func (h *Handlers) GetPriceHistory(ctx context.Context, r adminapi.GetPriceHistoryRequestObject) (adminapi.GetPriceHistoryResponseObject, error) {
	answer, err := h.priceHistory(ctx, catalog.Goods{ProductID: r.ID})
	return adminapi.GetPriceHistory200JSONResponse(answer), err
}

// GetGiftPriceHistory answers GET /api/admin/gifts/{id}/prices/.
func (h *Handlers) GetGiftPriceHistory(ctx context.Context, r adminapi.GetGiftPriceHistoryRequestObject) (adminapi.GetGiftPriceHistoryResponseObject, error) {
	answer, err := h.priceHistory(ctx, catalog.Goods{GiftID: r.ID})
	return adminapi.GetGiftPriceHistory200JSONResponse(answer), err
}

func (h *Handlers) priceHistory(ctx context.Context, g catalog.Goods) (answer adminapi.PriceHistory, err error) {
	row, err := h.Prices.Row(ctx, g)
	if err != nil {
		return answer, err
	}
	changes, err := h.Prices.History(ctx, g)
	if err != nil {
		return answer, err
	}
	who := Actor(ctx)
	answer = adminapi.PriceHistory{Row: priceShape(row, who), Changes: make([]adminapi.PriceFact, len(changes))}
	for i, c := range changes {
		answer.Changes[i] = adminapi.PriceFact{
			ID: c.ID, At: c.AppliedAt, OldPrice: c.OldPrice, Price: c.Price, FinalPrice: c.FinalPrice, By: c.CreatedName,
			Reason: adminapi.Reason{Code: c.ReasonCode, Text: c.ReasonText}, WasPlanned: c.WasScheduled,
		}
		if c.HasCost && who.Can(staff.MarginRead) {
			answer.Changes[i].Cost = &c.Cost
		}
	}
	return answer, nil
}

var errRulePercent = problem.InvalidFields(problem.Field{Name: "percent", Code: "wrong_value", Detail: "Процент от 0 до 900."})

// largestPercent is the most a rule may add to a cost.
const largestPercent money.Percent = 900_00

// GetPriceRule answers GET /api/admin/prices/rules/{id}/.
func (h *Handlers) GetPriceRule(ctx context.Context, r adminapi.GetPriceRuleRequestObject) (adminapi.GetPriceRuleResponseObject, error) {
	rule, err := h.Prices.Rule(ctx, r.ID)
	if err != nil || rule == nil {
		return adminapi.GetPriceRule200JSONResponse{}, err
	}
	return adminapi.GetPriceRule200JSONResponse{Rule: &adminapi.PriceRule{
		Percent: rule.Percent.String(), Ending: adminapi.PriceRuleEnding(rule.Ending), Floor: rule.Floor, IsActive: rule.IsActive, Version: rule.Version,
		ChangedAt: rule.ChangedAt, ChangedBy: rule.ChangedName,
	}}, nil
}

// SetPriceRule answers POST /api/admin/prices/rules/{id}/.
func (h *Handlers) SetPriceRule(ctx context.Context, r adminapi.SetPriceRuleRequestObject) (adminapi.SetPriceRuleResponseObject, error) {
	percent, err := money.ParsePercent(r.Body.Percent)
	if err != nil || percent > largestPercent {
		return nil, errRulePercent
	}
	done, err := h.Pricing.SetPriceRule(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, catalog.PriceRule{
		Percent: percent, Ending: int16(r.Body.Ending), Floor: r.Body.Floor, IsActive: r.Body.IsActive,
	})
	return adminapi.SetPriceRule200JSONResponse(catalogDone(done)), err
}

// GetPriceSettings answers GET /api/admin/prices/settings/.
func (h *Handlers) GetPriceSettings(ctx context.Context, _ adminapi.GetPriceSettingsRequestObject) (adminapi.GetPriceSettingsResponseObject, error) {
	s, err := h.Prices.Settings(ctx, h.Desk.Pool())
	return adminapi.GetPriceSettings200JSONResponse{
		LargestStep: s.LargestStep.String(), Version: s.Version, ChangedAt: given(s.ChangedAt), ChangedBy: given(s.ChangedName),
	}, err
}

// SetPriceSettings answers POST /api/admin/prices/settings/.
func (h *Handlers) SetPriceSettings(ctx context.Context, r adminapi.SetPriceSettingsRequestObject) (adminapi.SetPriceSettingsResponseObject, error) {
	step, err := money.ParsePercent(r.Body.LargestStep)
	if err != nil {
		return nil, errRulePercent
	}
	done, err := h.Pricing.SetLargestStep(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), step, r.Body.Version)
	return adminapi.SetPriceSettings200JSONResponse(catalogDone(done)), err
}

// ListWaitingPrices answers GET /api/admin/prices/waiting/.
func (h *Handlers) ListWaitingPrices(ctx context.Context, _ adminapi.ListWaitingPricesRequestObject) (adminapi.ListWaitingPricesResponseObject, error) {
	rows, err := h.Prices.Waiting(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.PriceWaitingList{Results: make([]adminapi.PriceWaiting, len(rows))}
	for i, w := range rows {
		list.Results[i] = adminapi.PriceWaiting{
			ProductID: w.ProductID, GameID: w.GameID, Game: w.GameTitle, Title: w.Title, Price: w.Price, OldPrice: w.OldPrice, Version: w.PriceVersion,
			ChangePercent: catalog.PriceChangeShare(w.OldPrice, w.Price).String(), At: w.At,
		}
		if Actor(ctx).Can(staff.MarginRead) {
			list.Results[i].Cost = &w.Cost
		}
	}
	return adminapi.ListWaitingPrices200JSONResponse(list), nil
}

// DecidePrice answers POST /api/admin/prices/waiting/{id}/decide/.
func (h *Handlers) DecidePrice(ctx context.Context, r adminapi.DecidePriceRequestObject) (adminapi.DecidePriceResponseObject, error) {
	done, err := h.Pricing.DecideRulePrice(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason),
		catalog.NewPrice{ProductID: r.ID, Price: r.Body.Price, Version: r.Body.Version}, r.Body.Approve)
	return adminapi.DecidePrice200JSONResponse(catalogDone(done)), err
}
