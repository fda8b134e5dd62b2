package admin

import (
	"context"
	"strconv"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/report"
	"larek/internal/staff"
)

// ListOrders answers GET /api/admin/orders/.
func (h *Handlers) ListOrders(ctx context.Context, r adminapi.ListOrdersRequestObject) (adminapi.ListOrdersResponseObject, error) {
	p := r.Params
	cursor := p.Cursor
	p.Cursor = nil
	filter := orderFilter(ctx, p)
	from, err := h.place("orders", filter, cursor)
	if err != nil {
		return nil, err
	}
	page, err := h.Report.Orders(ctx, filter, from)
	if err != nil {
		return nil, err
	}
	list := adminapi.ConsoleOrderList{Results: make([]adminapi.ConsoleOrderRow, len(page.Rows)), IsShort: page.IsShort, LookedAt: page.LookedAt, LookedDownTo: page.LookedDownTo}
	for i := range page.Rows {
		list.Results[i] = rowShape(&page.Rows[i], h.Clock())
	}
	if list.Next, err = h.cursor("orders", filter, page.Older); err != nil {
		return nil, err
	}
	list.Previous, err = h.cursor("orders", filter, page.Newer)
	return adminapi.ListOrders200JSONResponse(list), err
}

// CountOrders answers GET /api/admin/orders/count/.
func (h *Handlers) CountOrders(ctx context.Context, r adminapi.CountOrdersRequestObject) (adminapi.CountOrdersResponseObject, error) {
	n, err := h.Report.Count(ctx, orderFilter(ctx, countParams(r.Params)))
	return adminapi.CountOrders200JSONResponse(countShape(n)), err
}

// GetOrder answers GET /api/admin/orders/{id}/.
func (h *Handlers) GetOrder(ctx context.Context, r adminapi.GetOrderRequestObject) (adminapi.GetOrderResponseObject, error) {
	who := Actor(ctx)
	o, err := h.Report.Order(ctx, r.ID, report.OrderOptions{WithCost: who.Can(staff.MarginRead)})
	if err != nil {
		return nil, err
	}
	return adminapi.GetOrder200JSONResponse(h.orderShape(o, who.Can(staff.PIIRead))), nil
}

// GetOrderProof answers GET /api/admin/orders/{id}/proof/.
func (h *Handlers) GetOrderProof(ctx context.Context, r adminapi.GetOrderProofRequestObject) (adminapi.GetOrderProofResponseObject, error) {
	text, err := h.Report.Proof(ctx, r.ID)
	return adminapi.GetOrderProof200JSONResponse{Text: text}, err
}

// place returns the place of a cursor, nil without one.
func (h *Handlers) place(list string, filter any, cursor *adminapi.Cursor) (*report.Place, error) {
	if cursor == nil {
		return nil, nil //nolint:nilnil // the beginning of the list
	}
	from := &report.Place{}
	return from, h.Cursors.Decode(list, filter, *cursor, from)
}

// cursor returns the cursor of a place, nil without one.
func (h *Handlers) cursor(list string, filter any, at *report.Place) (*string, error) {
	if at == nil {
		return nil, nil //nolint:nilnil // the end of the list
	}
	text, err := h.Cursors.Encode(list, filter, at)
	return &text, err
}

// orderFilter returns the filter of an address.
func orderFilter(ctx context.Context, p adminapi.ListOrdersParams) report.Filter {
	f := report.Filter{
		Statuses: names(p.Status), Kinds: names(p.Kind), Games: values(p.Game), Gifts: values(p.Gift),
		Methods: names(p.Method), Providers: names(p.Provider), Suppliers: names(p.Supplier), Countries: names(p.Country),
		Promos: names(p.Promo), Next: names(p.Next), SumFrom: p.SumFrom, SumTo: p.SumTo, Since: p.Since, Until: p.Until,
		Late: p.Late != nil && *p.Late, User: p.User, BuyerOf: p.BuyerOf, PlayerOf: p.PlayerOf,
	}
	for _, name := range names(p.Problem) {
		f.Problems = append(f.Problems, report.Problem(name))
	}
	if p.Buyer != nil {
		f.Buyer = report.Buyer(*p.Buyer)
	}
	if p.MaxAge != nil {
		f.MaxAge = time.Duration(*p.MaxAge) * time.Minute
	}
	if p.Owner != nil {
		f.Owner = ownerOf(ctx, *p.Owner)
	}
	return f
}

// ownerOf returns the person an address means by owner; zero is nobody.
func ownerOf(ctx context.Context, owner string) *int64 {
	switch owner {
	case "me":
		return new(Actor(ctx).ID)
	case "none":
		return new(int64(0))
	}
	id, _ := strconv.ParseInt(owner, 10, 64) // the contract allows only digits
	return &id
}

// countParams returns the parameters of a count as those of a list.
func countParams(p adminapi.CountOrdersParams) adminapi.ListOrdersParams {
	return adminapi.ListOrdersParams{
		Status: p.Status, Kind: p.Kind, Game: p.Game, Gift: p.Gift, Method: p.Method, Provider: p.Provider, Supplier: p.Supplier,
		Country: p.Country, Promo: p.Promo, Problem: p.Problem, Next: p.Next, Buyer: p.Buyer, SumFrom: p.SumFrom, SumTo: p.SumTo,
		Since: p.Since, Until: p.Until, MaxAge: p.MaxAge, Late: p.Late, Owner: p.Owner, User: p.User, BuyerOf: p.BuyerOf, PlayerOf: p.PlayerOf,
	}
}

func values[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return *list
}

// names returns the values of an optional list of names.
func names[T ~string](list *[]T) []string {
	var all []string
	for _, v := range values(list) {
		all = append(all, string(v))
	}
	return all
}
