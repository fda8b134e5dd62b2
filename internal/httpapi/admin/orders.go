package admin

import (
	"context"
	"encoding/hex"

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
	pictures, err := h.ProofPictures.OfOrder(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	text, err := h.Search.Proof(ctx, r.ID, pictures)
	answer := adminapi.GetOrderProof200JSONResponse{Text: text, Pictures: make([]adminapi.ProofPictureRef, len(pictures))}
	for i, p := range pictures {
		answer.Pictures[i] = adminapi.ProofPictureRef{ID: p.ID, At: p.At, Width: p.Width, Height: p.Height, Digest: hex.EncodeToString(p.Digest[:])}
	}
	return answer, err
}

// GetOrderPicture answers GET /api/admin/orders/{id}/pictures/{picture}/.
func (h *Handlers) GetOrderPicture(ctx context.Context, r adminapi.GetOrderPictureRequestObject) (adminapi.GetOrderPictureResponseObject, error) {
	_, jpeg, err := h.ProofPictures.Read(ctx, r.ID, r.Picture)
	return adminapi.GetOrderPicture200JSONResponse{Data: jpeg}, err
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

// ListFacts answers GET /api/admin/orders/{id}/facts/.
func (h *Handlers) ListFacts(ctx context.Context, r adminapi.ListFactsRequestObject) (adminapi.ListFactsResponseObject, error) {
	var sources []ordersearch.Source
	for _, s := range names(r.Params.Source) {
		sources = append(sources, ordersearch.Source(s))
	}
	filter := []any{r.ID, sources}
	var from *ordersearch.Place
	if err := h.Cursors.Decode("facts", filter, r.Params.Cursor, &from); err != nil {
		return nil, err
	}
	page, err := h.Search.Facts(ctx, r.ID, sources, from)
	if err != nil {
		return nil, err
	}
	list := adminapi.FactList{Results: make([]adminapi.Fact, len(page.Facts)), Counts: []adminapi.FactCount{}}
	for i, f := range page.Facts {
		list.Results[i] = factShape(f)
	}
	for _, s := range ordersearch.Sources {
		list.Counts = append(list.Counts, adminapi.FactCount{Source: adminapi.FactSource(s), Count: page.Counts[s]})
	}
	list.Next, err = h.Cursors.Encode("facts", filter, page.Older)
	return adminapi.ListFacts200JSONResponse(list), err
}

func factShape(f ordersearch.Fact) adminapi.Fact {
	shape := adminapi.Fact{
		Source: adminapi.FactSource(f.Source), Kind: adminapi.FactKind(f.Kind), ID: f.ID, At: f.At, Times: f.Times, Title: f.Title, Text: f.Text, Actor: optional(f.Actor),
	}
	if f.Amount != nil {
		shape.Amount = new(sumShape(*f.Amount))
	}
	return shape
}

// GetFact answers GET /api/admin/facts/{kind}/{id}/.
func (h *Handlers) GetFact(ctx context.Context, r adminapi.GetFactRequestObject) (adminapi.GetFactResponseObject, error) {
	record, err := h.Search.Record(ctx, string(r.Kind), r.ID)
	return adminapi.GetFact200JSONResponse{Kind: r.Kind, ID: r.ID, Record: string(record)}, err
}

// Find answers POST /api/admin/find/. What is looked for is in the body, so that no
// access log has it.
func (h *Handlers) Find(ctx context.Context, r adminapi.FindRequestObject) (adminapi.FindResponseObject, error) {
	who := Actor(ctx)
	found, err := h.Search.Find(ctx, r.Body.Text, ordersearch.FindOptions{Personal: who.Can(staff.PIIRead), Customers: who.Can(staff.CustomerRead)})
	if err != nil {
		return nil, err
	}
	answer := adminapi.Finding{Results: make([]adminapi.FoundThing, len(found.Results)), Tried: foundBy(found.Tried), Withheld: foundBy(found.Withheld)}
	for i, f := range found.Results {
		answer.Results[i] = adminapi.FoundThing{Kind: adminapi.FoundThingKind(f.Kind), ID: f.ID, Why: adminapi.FoundBy(f.Why), Title: f.Title}
		if f.Row != nil {
			answer.Results[i].Order = new(rowShape(f.Row, h.Clock()))
		}
	}
	return adminapi.Find200JSONResponse(answer), nil
}

func foundBy(all []ordersearch.Why) []adminapi.FoundBy {
	names := make([]adminapi.FoundBy, len(all))
	for i, w := range all {
		names[i] = adminapi.FoundBy(w)
	}
	return names
}
