package admin

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ordersearch"
	"larek/internal/staff"
)

// ListViews answers GET /api/admin/views/.
func (h *Handlers) ListViews(ctx context.Context, _ adminapi.ListViewsRequestObject) (adminapi.ListViewsResponseObject, error) {
	who := Actor(ctx)
	views, err := h.Search.Views(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	list := adminapi.ViewList{Results: make([]adminapi.SavedView, len(views))}
	for i, v := range views {
		list.Results[i] = adminapi.SavedView{
			ID: v.ID, Title: v.Title, Query: v.Query, Columns: v.Columns, IsShared: v.IsShared, IsPinned: v.IsPinned,
			IsMine: v.StaffID == who.ID, Owner: adminapi.StaffRef{ID: v.StaffID, Name: v.StaffName},
		}
	}
	return adminapi.ListViews200JSONResponse(list), nil
}

// CreateView answers POST /api/admin/views/.
func (h *Handlers) CreateView(ctx context.Context, r adminapi.CreateViewRequestObject) (adminapi.CreateViewResponseObject, error) {
	who, in := Actor(ctx), viewInput(r.Body)
	ref, err := desk.Decode[adminapi.ViewRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.OrdersRead, Name: "view.create", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "view", ID: "new"}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Search.CreateView(ctx, tx, who, in)
		return desk.Outcome{After: in, Result: adminapi.ViewRef{ID: id}, Object: new(viewObject(id))}, err
	}))
	return adminapi.CreateView200JSONResponse(ref), err
}

// ChangeView answers POST /api/admin/views/{id}/change/.
func (h *Handlers) ChangeView(ctx context.Context, r adminapi.ChangeViewRequestObject) (adminapi.ChangeViewResponseObject, error) {
	who, in := Actor(ctx), viewInput(r.Body)
	ref, err := desk.Decode[adminapi.ViewRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.OrdersRead, Name: "view.change", Key: r.Params.IdempotencyKey, Object: viewObject(r.ID), Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := h.Search.ChangeView(ctx, tx, who, r.ID, in)
		return desk.Outcome{Before: before, After: in, Result: adminapi.ViewRef{ID: r.ID}}, err
	}))
	return adminapi.ChangeView200JSONResponse(ref), err
}

// DeleteView answers POST /api/admin/views/{id}/delete/.
func (h *Handlers) DeleteView(ctx context.Context, r adminapi.DeleteViewRequestObject) (adminapi.DeleteViewResponseObject, error) {
	who := Actor(ctx)
	ref, err := desk.Decode[adminapi.ViewRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.OrdersRead, Name: "view.delete", Key: r.Params.IdempotencyKey, Object: viewObject(r.ID),
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := h.Search.DeleteView(ctx, tx, who, r.ID)
		return desk.Outcome{Before: before, Result: adminapi.ViewRef{ID: r.ID}}, err
	}))
	return adminapi.DeleteView200JSONResponse(ref), err
}

func viewInput(body *adminapi.ViewInput) ordersearch.ViewInput {
	return ordersearch.ViewInput{Title: body.Title, IsShared: body.IsShared, IsPinned: body.IsPinned, Query: body.Query, Columns: body.Columns}
}

func viewObject(id int64) audit.Object {
	return audit.Object{Kind: "view", ID: strconv.FormatInt(id, 10)}
}
