package admin

import (
	"context"

	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/ordersearch"
)

// receiptList names the list of fiscal receipts in cursors.
const receiptList = "receipts"

// ListReceipts answers GET /api/admin/receipts/.
func (h *Handlers) ListReceipts(ctx context.Context, r adminapi.ListReceiptsRequestObject) (adminapi.ListReceiptsResponseObject, error) {
	p := r.Params
	f := ordersearch.ReceiptFilter{State: string(value(p.State)), Kind: string(value(p.Kind)), Since: value(p.Since), Until: value(p.Until)}
	var from *ordersearch.ReceiptPlace
	if err := h.Cursors.Decode(receiptList, f, p.Cursor, &from); err != nil {
		return nil, err
	}
	rows, next, err := h.Search.Receipts(ctx, f, from, pageLimit(p.Limit))
	if err != nil {
		return nil, err
	}
	page := adminapi.ReceiptPage{Results: make([]adminapi.ReceiptRow, len(rows))}
	for i, row := range rows {
		page.Results[i] = receiptRow(row)
	}
	if next != nil {
		page.Next, err = h.Cursors.Encode(receiptList, f, next)
	}
	return adminapi.ListReceipts200JSONResponse(page), err
}

func receiptRow(r ordersearch.FiscalReceipt) adminapi.ReceiptRow {
	row := adminapi.ReceiptRow{
		ID: r.ID, Kind: adminapi.ReceiptKind(r.Kind), State: adminapi.ReceiptState(r.State), OrderID: r.OrderID, Amount: money.RUB(r.Hundredths),
		Provider: r.Provider, Vat: given(r.Vat), Created: r.Created, Note: given(r.Note),
	}
	if r.RefundID != 0 {
		row.RefundID = &r.RefundID
	}
	if r.VatCode != 0 {
		row.VatCode = new(int(r.VatCode))
	}
	return row
}
