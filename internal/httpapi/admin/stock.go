package admin

import (
	"context"
	"fmt"
	"time"

	"larek/internal/delivery"
	"larek/internal/desk/supply"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

const (
	codeBatchList = "code_batches"
	codeList      = "codes"
	// shownFaults bounds how many lines of a file are named.
	shownFaults = 100
	// shownMark is how much of a fingerprint tells codes apart.
	shownMark = 8
)

// ListStock answers GET /api/admin/stock/.
func (h *Handlers) ListStock(ctx context.Context, _ adminapi.ListStockRequestObject) (adminapi.ListStockResponseObject, error) {
	rows, err := h.Stock.Rows(ctx, h.Clock())
	if err != nil {
		return nil, err
	}
	list := adminapi.StockList{Results: make([]adminapi.StockRow, len(rows))}
	for i, r := range rows {
		list.Results[i] = adminapi.StockRow{
			ProductID: r.ProductID, Game: r.Game, Title: r.Title, IsActive: r.IsActive, Free: int(r.Free), Reserved: int(r.Reserved), Given: int(r.Given),
			Expired: int(r.Expired), Expiring: int(r.Expiring), PerDay: fmt.Sprintf("%.1f", delivery.PerDay(r)), DaysLeft: delivery.DaysLeft(r),
			LoadedAt: known(r.LoadedAt), Loaded: int(r.Loaded),
		}
	}
	return adminapi.ListStock200JSONResponse(list), nil
}

// known returns nil for the time that stands for none.
func known(at time.Time) *time.Time {
	if at.Unix() <= 0 {
		return nil
	}
	return &at
}

// PreviewCodes answers POST /api/admin/stock/preview/.
func (h *Handlers) PreviewCodes(ctx context.Context, r adminapi.PreviewCodesRequestObject) (adminapi.PreviewCodesResponseObject, error) {
	lines, err := h.Stock.Preview(ctx, r.Body.ProductID, []byte(r.Body.Text), h.Clock())
	if err != nil {
		return nil, err
	}
	p := adminapi.StockPreview{Lines: len(lines), Faults: []adminapi.StockFaultLine{}}
	for _, l := range lines {
		switch l.Fault {
		case "":
			p.Ready++
			if at := known(l.ExpiresAt); at != nil && (p.FirstExpiry == nil || at.Before(*p.FirstExpiry)) {
				p.FirstExpiry = at
			}
			continue
		case delivery.FaultFormat:
			p.Format++
		case delivery.FaultExpiry:
			p.Expiry++
		case delivery.FaultRepeated:
			p.Repeated++
		case delivery.FaultKnown:
			p.Known++
		}
		if len(p.Faults) < shownFaults {
			p.Faults = append(p.Faults, adminapi.StockFaultLine{Line: l.Line, Masked: l.Masked, Fault: adminapi.StockFault(l.Fault)})
		}
	}
	return adminapi.PreviewCodes200JSONResponse(p), nil
}

// LoadCodes answers POST /api/admin/stock/loads/.
func (h *Handlers) LoadCodes(ctx context.Context, r adminapi.LoadCodesRequestObject) (adminapi.LoadCodesResponseObject, error) {
	b := r.Body
	done, err := h.Supply.LoadCodes(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), delivery.NewBatch{
		ProductID: b.ProductID, Text: []byte(b.Text), Source: b.Source, UnitCost: b.UnitCost, Expected: b.Expected,
	})
	return adminapi.LoadCodes200JSONResponse(stockDone(done)), err
}

// VoidBatch answers POST /api/admin/stock/loads/{id}/void/.
func (h *Handlers) VoidBatch(ctx context.Context, r adminapi.VoidBatchRequestObject) (adminapi.VoidBatchResponseObject, error) {
	done, err := h.Supply.VoidBatch(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.VoidBatch200JSONResponse(stockDone(done)), err
}

// VoidCode answers POST /api/admin/stock/codes/{id}/void/.
func (h *Handlers) VoidCode(ctx context.Context, r adminapi.VoidCodeRequestObject) (adminapi.VoidCodeResponseObject, error) {
	done, err := h.Supply.VoidCode(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.VoidCode200JSONResponse(stockDone(done)), err
}

// RevealCode answers POST /api/admin/stock/codes/{id}/reveal/.
func (h *Handlers) RevealCode(ctx context.Context, r adminapi.RevealCodeRequestObject) (adminapi.RevealCodeResponseObject, error) {
	text, err := h.Supply.RevealCode(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.RevealCode200JSONResponse{ID: r.ID, Text: text}, err
}

func stockDone(d supply.StockDone) adminapi.StockDone {
	return adminapi.StockDone{ID: d.ID, Codes: d.Codes, Message: d.Message}
}

// ListCodeBatches answers GET /api/admin/stock/loads/.
func (h *Handlers) ListCodeBatches(ctx context.Context, r adminapi.ListCodeBatchesRequestObject) (adminapi.ListCodeBatchesResponseObject, error) {
	p := r.Params
	var before int64
	if err := h.Cursors.Decode(codeBatchList, p.Product, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Stock.Batches(ctx, p.Product, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.StockBatchPage{Results: make([]adminapi.StockBatch, len(rows))}
	for i, b := range rows {
		page.Results[i] = adminapi.StockBatch{
			ID: b.ID, ProductID: b.ProductID, Game: b.Game, Title: b.Title, Created: b.Created, By: adminapi.StaffRef{ID: b.CreatedBy, Name: b.CreatedName},
			Source: b.Source, Codes: int(b.Codes), Free: int(b.Free),
		}
		if b.HasCost && Actor(ctx).Can(staff.MarginRead) {
			page.Results[i].UnitCost = &b.UnitCost
		}
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(codeBatchList, p.Product, rows[limit-1].ID)
	}
	return adminapi.ListCodeBatches200JSONResponse(page), err
}

// ListCodes answers GET /api/admin/stock/codes/.
func (h *Handlers) ListCodes(ctx context.Context, r adminapi.ListCodesRequestObject) (adminapi.ListCodesResponseObject, error) {
	p := r.Params
	f := delivery.CodeFilter{ProductID: p.Product, BatchID: p.Batch, State: (*string)(p.State)}
	var before int64
	if err := h.Cursors.Decode(codeList, f, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Stock.Codes(ctx, f, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.StockCodePage{Results: make([]adminapi.StockCode, len(rows))}
	for i, c := range rows {
		page.Results[i] = adminapi.StockCode{
			ID: c.ID, ProductID: c.ProductID, Title: c.Title, State: adminapi.StockCodeState(c.State), Fingerprint: c.Fingerprint[:min(shownMark, len(c.Fingerprint))],
			BatchID: given(c.BatchID), LoadedAt: c.LoadedAt, ExpiresAt: known(c.ExpiresAt), GivenAt: c.GivenAt, VoidedAt: c.VoidedAt,
			VoidReason: given(c.VoidReason), OrderID: given(c.OrderID), Seen: int(c.Seen),
		}
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(codeList, f, rows[limit-1].ID)
	}
	return adminapi.ListCodes200JSONResponse(page), err
}
