package admin

import (
	"context"

	"larek/internal/httpapi/adminapi"
	"larek/internal/ordersearch"
	"larek/internal/staff"
)

// ListOrders answers GET /api/admin/orders/.
func (h *Handlers) ListOrders(ctx context.Context, r adminapi.ListOrdersRequestObject) (adminapi.ListOrdersResponseObject, error) {
	filter, err := orderFilter(ctx)
	if err != nil {
		return nil, err
	}
	var from *ordersearch.Place
	if err := h.Cursors.Decode("orders", filter, r.Params.Cursor, &from); err != nil {
		return nil, err
	}
	page, err := h.Search.Orders(ctx, filter, from)
	if err != nil {
		return nil, err
	}
	list := adminapi.ConsoleOrderList{Results: make([]adminapi.ConsoleOrderRow, len(page.Rows)), IsShort: page.IsShort, LookedAt: page.LookedAt, LookedDownTo: page.LookedDownTo}
	for i := range page.Rows {
		list.Results[i] = rowShape(&page.Rows[i], h.Clock())
	}
	if list.Next, err = h.Cursors.Encode("orders", filter, page.Older); err != nil {
		return nil, err
	}
	list.Previous, err = h.Cursors.Encode("orders", filter, page.Newer)
	return adminapi.ListOrders200JSONResponse(list), err
}

// CountOrders answers GET /api/admin/orders/count/.
func (h *Handlers) CountOrders(ctx context.Context, _ adminapi.CountOrdersRequestObject) (adminapi.CountOrdersResponseObject, error) {
	filter, err := orderFilter(ctx)
	if err != nil {
		return nil, err
	}
	n, err := h.Search.Count(ctx, filter)
	return adminapi.CountOrders200JSONResponse(countShape(n)), err
}

// GetOrder answers GET /api/admin/orders/{id}/.
func (h *Handlers) GetOrder(ctx context.Context, r adminapi.GetOrderRequestObject) (adminapi.GetOrderResponseObject, error) {
	who := Actor(ctx)
	o, err := h.Search.Order(ctx, r.ID, ordersearch.OrderOptions{WithCost: who.Can(staff.MarginRead)})
	if err != nil {
		return nil, err
	}
	return adminapi.GetOrder200JSONResponse(h.orderShape(o, who.Can(staff.PIIRead))), nil
}

// GetOrderProof answers GET /api/admin/orders/{id}/proof/.
func (h *Handlers) GetOrderProof(ctx context.Context, r adminapi.GetOrderProofRequestObject) (adminapi.GetOrderProofResponseObject, error) {
	text, err := h.Search.Proof(ctx, r.ID)
	return adminapi.GetOrderProof200JSONResponse{Text: text}, err
}

// orderFilter returns the filter of the caller's address. The contract has checked its
// values.
func orderFilter(ctx context.Context) (ordersearch.Filter, error) {
	given := requestOf(ctx).URL.Query()
	given.Del("cursor")
	return ordersearch.ParseFilter(given, Actor(ctx).ID)
}

// names returns the values of an optional list of names.
func names[T ~string](list *[]T) []string {
	var all []string
	if list == nil {
		return nil
	}
	for _, v := range *list {
		all = append(all, string(v))
	}
	return all
}
