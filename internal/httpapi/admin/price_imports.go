package admin

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/exports"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

const (
	priceImportList     = "price_imports"
	priceImportLineList = "price_import_lines"
)

// ExportPrices answers POST /api/admin/prices/exports/.
func (h *Handlers) ExportPrices(ctx context.Context, r adminapi.ExportPricesRequestObject) (adminapi.ExportPricesResponseObject, error) {
	who := Actor(ctx)
	f := exports.PricesFilter{IsGifts: isGift(r.Body.Goods), GameID: r.Body.GameID, Words: r.Body.Q}
	ref, err := desk.Decode[adminapi.ExportRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.CatalogRead, Name: "export.prices", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "export", ID: "new"}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Exports.RequestPrices(ctx, tx, who, f)
		return desk.Outcome{
			After: f, Result: adminapi.ExportRef{ID: id}, Object: &audit.Object{Kind: "export", ID: strconv.FormatInt(id, 10)},
		}, err
	}))
	return adminapi.ExportPrices200JSONResponse(ref), err
}

// CheckPriceFile answers POST /api/admin/prices/imports/.
func (h *Handlers) CheckPriceFile(ctx context.Context, r adminapi.CheckPriceFileRequestObject) (adminapi.CheckPriceFileResponseObject, error) {
	a := desk.Command{Actor: Actor(ctx), Key: r.Params.IdempotencyKey}
	done, err := h.Pricing.CheckPriceFile(ctx, a, r.Body.Name, r.Body.Text)
	return adminapi.CheckPriceFile200JSONResponse(done), err
}

// ApplyPriceFile answers POST /api/admin/prices/imports/{id}/apply/.
func (h *Handlers) ApplyPriceFile(ctx context.Context, r adminapi.ApplyPriceFileRequestObject) (adminapi.ApplyPriceFileResponseObject, error) {
	done, err := h.Pricing.ApplyPriceFile(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.ApplyPriceFile200JSONResponse(done), err
}

// ListPriceImports answers GET /api/admin/prices/imports/.
func (h *Handlers) ListPriceImports(ctx context.Context, r adminapi.ListPriceImportsRequestObject) (adminapi.ListPriceImportsResponseObject, error) {
	var before int64
	if err := h.Cursors.Decode(priceImportList, nil, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	rows, err := h.Prices.Imports(ctx, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.PriceImportPage{Results: make([]adminapi.PriceImport, len(rows))}
	for i, row := range rows {
		page.Results[i] = importShape(row)
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(priceImportList, nil, rows[limit-1].ID)
	}
	return adminapi.ListPriceImports200JSONResponse(page), err
}

// GetPriceImport answers GET /api/admin/prices/imports/{id}/.
func (h *Handlers) GetPriceImport(ctx context.Context, r adminapi.GetPriceImportRequestObject) (adminapi.GetPriceImportResponseObject, error) {
	row, err := h.Prices.Import(ctx, r.ID)
	return adminapi.GetPriceImport200JSONResponse(importShape(row)), err
}

func importShape(i catalog.PriceImport) adminapi.PriceImport {
	return adminapi.PriceImport{
		ID: i.ID, Created: i.Created, By: adminapi.StaffRef{ID: i.CreatedBy, Name: i.CreatedName}, Name: i.Name, State: adminapi.PriceImportState(i.State),
		Lines: int(i.Lines), Ready: int(i.Ready), Same: int(i.Same), Applied: int(i.Applied), EndedAt: i.EndedAt,
	}
}

// ListPriceImportLines answers GET /api/admin/prices/imports/{id}/lines/.
func (h *Handlers) ListPriceImportLines(ctx context.Context, r adminapi.ListPriceImportLinesRequestObject) (adminapi.ListPriceImportLinesResponseObject, error) {
	shown := string(value(r.Params.Shown))
	filter := []any{r.ID, shown}
	var after int64
	if err := h.Cursors.Decode(priceImportLineList, filter, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	rows, err := h.Prices.ImportLines(ctx, r.ID, shown, after, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.PriceImportLinePage{Results: make([]adminapi.PriceImportLine, len(rows))}
	for i, l := range rows {
		page.Results[i] = adminapi.PriceImportLine{
			Line: int(l.Line), Goods: adminapi.PriceGoodsProduct, ID: given(l.ProductID), Title: l.Title, Text: l.Text, OldPrice: l.OldPrice, Price: l.Price,
			Verdict: adminapi.PriceImportLineVerdict(l.Verdict), Words: given(l.Words),
		}
		if l.GiftID != 0 {
			page.Results[i].Goods, page.Results[i].ID = adminapi.PriceGoodsGift, &l.GiftID
		}
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(priceImportLineList, filter, int64(rows[limit-1].Line))
	}
	return adminapi.ListPriceImportLines200JSONResponse(page), err
}
