package admin

import (
	"bytes"
	"context"
	"encoding/hex"
	"net/url"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/exports"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ordersearch"
	"larek/internal/problem"
	"larek/internal/staff"
)

// ListExports answers GET /api/admin/exports/.
func (h *Handlers) ListExports(ctx context.Context, _ adminapi.ListExportsRequestObject) (adminapi.ListExportsResponseObject, error) {
	all, err := h.Exports.List(ctx, Actor(ctx).ID)
	if err != nil {
		return nil, err
	}
	list := adminapi.ExportList{Results: make([]adminapi.OrdersExport, len(all))}
	for i := range all {
		list.Results[i] = exportShape(&all[i])
	}
	return adminapi.ListExports200JSONResponse(list), nil
}

// CreateExport answers POST /api/admin/exports/.
func (h *Handlers) CreateExport(ctx context.Context, r adminapi.CreateExportRequestObject) (adminapi.CreateExportResponseObject, error) {
	who, columns := Actor(ctx), names(&r.Body.Columns)
	values, err := url.ParseQuery(r.Body.Query)
	if err != nil {
		return nil, problem.InvalidFields(problem.Field{Name: "query", Code: "wrong_format", Detail: "Неверный адрес."})
	}
	filter, err := ordersearch.ParseFilter(values, who.ID)
	if err != nil {
		return nil, err
	}
	ref, err := desk.Decode[adminapi.ExportRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.OrdersRead, Name: "export.create", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "export", ID: "new"}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Exports.RequestOrders(ctx, tx, who, filter, columns)
		return desk.Outcome{
			After:  map[string]any{"query": r.Body.Query, "columns": columns},
			Result: adminapi.ExportRef{ID: id}, Object: &audit.Object{Kind: "export", ID: strconv.FormatInt(id, 10)},
		}, err
	}))
	return adminapi.CreateExport200JSONResponse(ref), err
}

// GetExport answers GET /api/admin/exports/{id}/.
func (h *Handlers) GetExport(ctx context.Context, r adminapi.GetExportRequestObject) (adminapi.GetExportResponseObject, error) {
	e, err := h.Exports.Get(ctx, Actor(ctx).ID, r.ID)
	if err != nil {
		return nil, err
	}
	return adminapi.GetExport200JSONResponse(exportShape(e)), nil
}

// GetExportFile answers GET /api/admin/exports/{id}/file/.
func (h *Handlers) GetExportFile(ctx context.Context, r adminapi.GetExportFileRequestObject) (adminapi.GetExportFileResponseObject, error) {
	file, err := h.Exports.File(ctx, Actor(ctx), r.ID)
	if err != nil {
		return nil, err
	}
	return adminapi.GetExportFile200TextCsvResponse{Body: bytes.NewReader(file), ContentLength: int64(len(file))}, nil
}

func exportShape(e *exports.Export) adminapi.OrdersExport {
	shape := adminapi.OrdersExport{
		ID: e.ID, Kind: adminapi.OrdersExportKind(e.Kind), State: adminapi.OrdersExportState(e.State), Rows: e.RowsDone, Columns: make([]adminapi.ExportColumn, len(e.Columns)), HasPeople: e.HasPeople,
		Created: e.Created, EndedAt: e.EndedAt, ExpiresAt: e.ExpiresAt, Digest: optional(hex.EncodeToString(e.Digest)),
	}
	for i, name := range e.Columns {
		shape.Columns[i] = adminapi.ExportColumn(name)
	}
	return shape
}
