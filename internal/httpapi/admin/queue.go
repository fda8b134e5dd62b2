package admin

import (
	"context"

	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/httpapi/adminapi"
	"larek/internal/problem"
	"larek/internal/staff"
)

const queueList = "queue"

// ListQueue answers GET /api/admin/queue/.
func (h *Handlers) ListQueue(ctx context.Context, r adminapi.ListQueueRequestObject) (adminapi.ListQueueResponseObject, error) {
	who, p := Actor(ctx), r.Params
	f := queue.Filter{Kind: desk.Kind(value(p.Kind)), Free: value(p.Free), Late: value(p.Late)}
	if value(p.Mine) {
		f.Owner = who.ID
	}
	var after queue.Place
	if err := h.Cursors.Decode(queueList, f, p.Cursor, &after); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	items, err := h.Queue.List(ctx, f, after, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.QueuePage{Results: make([]adminapi.QueueItem, len(items)), Counts: []adminapi.QueueCount{}}
	for i, item := range items {
		page.Results[i] = queueItem(item, who)
	}
	if len(items) == limit {
		last := items[limit-1]
		if page.Next, err = h.Cursors.Encode(queueList, f, queue.Place{DueAt: last.DueAt, Kind: last.Kind, ID: last.ID}); err != nil {
			return nil, err
		}
	}
	if p.Cursor == nil {
		if err := h.countQueue(ctx, &page); err != nil {
			return nil, err
		}
	}
	return adminapi.ListQueue200JSONResponse(page), nil
}

func (h *Handlers) countQueue(ctx context.Context, page *adminapi.QueuePage) error {
	counts, late, err := h.Queue.Counts(ctx)
	if err != nil {
		return err
	}
	for _, k := range desk.Kinds {
		if counts[k] > 0 {
			page.Counts = append(page.Counts, adminapi.QueueCount{Kind: adminapi.QueueKind(k), Count: counts[k], Bulk: bulkShape(queue.BulkActions(k, Actor(ctx)))})
		}
	}
	page.Late = late
	return nil
}

// defaultLimit is the number of rows of a page.
const defaultLimit = 50

func pageLimit(limit *int) int {
	if limit == nil {
		return defaultLimit
	}
	return *limit
}

// value returns what a pointer points to, or the zero value.
func value[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}

// given returns nil for the zero value.
func given[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func queueItem(i queue.Item, who staff.Actor) adminapi.QueueItem {
	x := adminapi.QueueItem{
		Kind: adminapi.QueueKind(i.Kind), ID: i.ID, OrderID: given(i.OrderID), Title: i.Title, Reason: i.Reason, Currency: i.Currency, Created: i.Created, DueAt: i.DueAt,
	}
	if i.Hundredths != 0 {
		x.Amount = new(i.Hundredths.String())
	}
	if i.OwnerName != "" {
		x.Owner = &adminapi.QueueOwner{ID: i.OwnerID, Name: i.OwnerName, Until: i.OwnerUntil, IsMe: i.OwnerID == who.ID}
	}
	return x
}

// GetQueueItem answers GET /api/admin/queue/{kind}/{item}/.
func (h *Handlers) GetQueueItem(ctx context.Context, r adminapi.GetQueueItemRequestObject) (adminapi.GetQueueItemResponseObject, error) {
	who := Actor(ctx)
	d, err := h.Queue.Detail(ctx, who, desk.Kind(r.Kind), r.Item)
	if err != nil {
		return nil, err
	}
	shape := adminapi.QueueDetail{
		Item: queueItem(d.Item, who), Version: given(d.Version), Facts: []adminapi.QueueFact{}, Ways: []adminapi.QueueWay{},
		Offers: offerShapes(d.Offers), Candidates: []adminapi.QueueCandidate{},
		Account: given(d.Account), ServerID: d.ServerID, Servers: serverShapes(d.Servers),
	}
	if d.Refund != nil {
		shape.Refund = new(quoteShape(*d.Refund))
	}
	shape.Cost = costShape(d.Cost)
	for _, l := range d.Labels {
		shape.Facts = append(shape.Facts, adminapi.QueueFact{Label: l.Name, Value: l.Value, Kind: adminapi.QueueFactKind(l.Kind)})
	}
	if d.Avatar != "" {
		shape.Picture = new(d.Avatar.URL())
	}
	for _, w := range d.Resolutions {
		x := adminapi.QueueWay{Name: adminapi.QueueWayName(w.Name), Allowed: w.Allowed, Reason: given(w.Reason), Needs: given(string(w.Needs)), Risk: given(w.Risk), Fields: []adminapi.QueueWayFields{}}
		for _, f := range w.Fields {
			x.Fields = append(x.Fields, adminapi.QueueWayFields(f))
		}
		shape.Ways = append(shape.Ways, x)
	}
	for _, c := range d.Candidates {
		shape.Candidates = append(shape.Candidates, adminapi.QueueCandidate{
			OrderID: c.OrderID, Amount: c.Amount.Minor.String(), Currency: string(c.Amount.Currency), Reference: c.Reference, Created: c.Created, Status: adminapi.OrderStatus(c.Status), IsPaid: c.IsPaid, Email: c.Email,
		})
	}
	return adminapi.GetQueueItem200JSONResponse(shape), nil
}

func costShape(p *orders.Purchase) *adminapi.QueueCost {
	if p == nil {
		return nil
	}
	shape := adminapi.QueueCost{Currency: string(p.Expected.Currency), Rate: p.Rate, Price: p.Price}
	if p.IsKnown {
		shape.Expected = new(p.Expected.String())
	}
	return &shape
}

func serverShapes(servers []orders.Server) []adminapi.OrderServer {
	list := make([]adminapi.OrderServer, len(servers))
	for i, s := range servers {
		list[i] = adminapi.OrderServer{ID: s.ID, Name: s.Name}
	}
	return list
}

func offerShapes(offers []delivery.UnitOffer) []adminapi.UnitOffer {
	list := make([]adminapi.UnitOffer, len(offers))
	for i, f := range offers {
		list[i] = adminapi.UnitOffer{
			ID: f.ID, Supplier: f.Supplier, Sku: f.SKU, Cost: f.Cost.String(), Currency: string(f.Cost.Currency),
			IsUsable: f.IsUsable, IsExcluded: f.IsExcluded, IsPreferred: f.IsPreferred, Rejected: given(f.Rejected),
		}
	}
	return list
}

// TakeQueueItem answers POST /api/admin/queue/{kind}/{item}/take/.
func (h *Handlers) TakeQueueItem(ctx context.Context, r adminapi.TakeQueueItemRequestObject) (adminapi.TakeQueueItemResponseObject, error) {
	who := Actor(ctx)
	i, err := h.Queue.Take(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), desk.Kind(r.Kind), r.Item)
	if err != nil {
		return nil, err
	}
	return adminapi.TakeQueueItem200JSONResponse(queueItem(i, who)), nil
}

// ReleaseQueueItem answers POST /api/admin/queue/{kind}/{item}/release/.
func (h *Handlers) ReleaseQueueItem(ctx context.Context, r adminapi.ReleaseQueueItemRequestObject) (adminapi.ReleaseQueueItemResponseObject, error) {
	who := Actor(ctx)
	i, err := h.Queue.Release(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), desk.Kind(r.Kind), r.Item)
	if err != nil {
		return nil, err
	}
	return adminapi.ReleaseQueueItem200JSONResponse(queueItem(i, who)), nil
}

// TakeNext answers POST /api/admin/queue/next/.
func (h *Handlers) TakeNext(ctx context.Context, r adminapi.TakeNextRequestObject) (adminapi.TakeNextResponseObject, error) {
	who := Actor(ctx)
	i, err := h.Queue.Next(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), desk.Kind(value(r.Body.Kind)))
	if err != nil || i == nil {
		return adminapi.TakeNext200JSONResponse{}, err
	}
	return adminapi.TakeNext200JSONResponse{Item: new(queueItem(*i, who))}, nil
}

// ResolveQueueItem answers POST /api/admin/queue/{kind}/{item}/resolve/.
func (h *Handlers) ResolveQueueItem(ctx context.Context, r adminapi.ResolveQueueItemRequestObject) (adminapi.ResolveQueueItemResponseObject, error) {
	b := r.Body
	cost, err := costOf(b.Cost, b.CostCurrency)
	if err != nil {
		return nil, err
	}
	done, err := h.Queue.Resolve(ctx, act(ctx, 0, r.Params.IdempotencyKey, value(b.Version), b.Reason), desk.Kind(r.Kind), r.Item, queue.Decision{
		Resolution: queue.Resolution(b.Way), Proof: value(b.Proof), Picture: value(b.Picture), Cost: cost, Codes: value(b.Codes), OrderID: value(b.OrderID),
		Reference: value(b.Reference), PaidFrom: refunds.PaidFrom(value(b.PaidFrom)), OfferID: b.OfferID, Text: value(b.Text), Force: value(b.Force),
		Fee: value(b.Fee), AnswerBy: b.AnswerBy,
		Correct: orders.Correction{Account: value(b.Account), Server: b.ServerID, ServerCustom: b.ServerCustom},
	})
	return adminapi.ResolveQueueItem200JSONResponse(doneShape(done)), err
}

func bulkShape(actions []string) []adminapi.QueueBatchAction {
	list := make([]adminapi.QueueBatchAction, len(actions))
	for i, a := range actions {
		list[i] = adminapi.QueueBatchAction(a)
	}
	return list
}

// RunQueueBatch answers POST /api/admin/queue/batch/.
func (h *Handlers) RunQueueBatch(ctx context.Context, r adminapi.RunQueueBatchRequestObject) (adminapi.RunQueueBatchResponseObject, error) {
	b := r.Body
	batch, rows, err := (&queue.Batches{Queue: h.Queue}).Run(ctx, newAct(ctx, r.Params.IdempotencyKey, value(b.Reason)), queue.BatchRequest{
		Kind: desk.Kind(b.Kind), Items: b.Items, Action: string(b.Action), Text: value(b.Text),
	})
	report := adminapi.QueueBatchReport{Batch: batch.String(), Rows: make([]adminapi.QueueBatchRow, len(rows))}
	for i, row := range rows {
		report.Rows[i] = adminapi.QueueBatchRow{Item: row.Item, OrderID: given(row.OrderID), Done: row.Done, Text: row.Text}
		if row.Done {
			report.Done++
		} else {
			report.Refused++
		}
	}
	return adminapi.RunQueueBatch200JSONResponse(report), err
}

// costOf parses what an operator spent; nil if nothing was said.
func costOf(amount, currency *string) (*delivery.Cost, error) {
	if amount == nil {
		return nil, nil //nolint:nilnil // nothing was said
	}
	cost, err := supplierhttp.Cost(*amount, value(currency)) // without one, that of the offer
	if err != nil {
		return nil, problem.InvalidFields(problem.Field{Name: "cost", Code: "wrong_value", Detail: "Напишите число, например 12.34."})
	}
	return &cost, nil
}
