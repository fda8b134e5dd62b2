package admin

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"larek/internal/audit"
	"larek/internal/httpapi/adminapi"
	"larek/internal/publicid"
)

const auditPage = 50

// ListAudit answers GET /api/admin/audit/.
func (h *Handlers) ListAudit(ctx context.Context, r adminapi.ListAuditRequestObject) (adminapi.ListAuditResponseObject, error) {
	p := r.Params
	f := audit.Filter{
		StaffID: p.Actor, Action: p.Action, ObjectKind: p.ObjectKind, ObjectID: p.ObjectID, OrderID: p.Order, Since: p.Since, Until: p.Until,
	}
	if p.Batch != nil {
		raw, _ := hex.DecodeString(strings.ReplaceAll(*p.Batch, "-", "")) // the contract has checked it
		f.Batch = new(publicid.ID(raw))
	}
	page, err := h.auditPage(ctx, "audit", f, p.Cursor, p.Limit)
	return adminapi.ListAudit200JSONResponse(page), err
}

// ListOwnActions answers GET /api/admin/me/actions/.
func (h *Handlers) ListOwnActions(ctx context.Context, r adminapi.ListOwnActionsRequestObject) (adminapi.ListOwnActionsResponseObject, error) {
	page, err := h.auditPage(ctx, "own actions", audit.Filter{StaffID: new(Actor(ctx).ID)}, r.Params.Cursor, r.Params.Limit)
	return adminapi.ListOwnActions200JSONResponse(page), err
}

// GetAuditSeal answers GET /api/admin/audit/seal/.
func (h *Handlers) GetAuditSeal(ctx context.Context, _ adminapi.GetAuditSealRequestObject) (adminapi.GetAuditSealResponseObject, error) {
	x, err := h.Audit.LastSeal(ctx)
	shape := adminapi.GetAuditSeal200JSONResponse{Number: x.Number, ToID: x.ToID, Digest: x.Text()}
	if x.Number > 0 {
		shape.At = &x.At
	}
	return shape, err
}

func (h *Handlers) auditPage(ctx context.Context, list string, f audit.Filter, cursor *string, limit *int) (adminapi.AuditList, error) {
	n := auditPage
	if limit != nil {
		n = *limit
	}
	var after *audit.Place
	if err := h.Cursors.Decode(list, f, cursor, &after); err != nil {
		return adminapi.AuditList{}, err
	}
	rows, err := h.Audit.List(ctx, f, after, int32(n)+1) //nolint:gosec // at most 101
	if err != nil {
		return adminapi.AuditList{}, err
	}
	page := adminapi.AuditList{Results: []adminapi.AuditRow{}}
	if len(rows) > n {
		rows = rows[:n]
		if page.Next, err = h.Cursors.Encode(list, f, rows[n-1].Place()); err != nil {
			return page, err
		}
	}
	for _, r := range rows {
		page.Results = append(page.Results, auditShape(r))
	}
	return page, nil
}

func auditShape(r audit.Row) adminapi.AuditRow {
	shape := adminapi.AuditRow{
		ID: r.ID, At: r.At, Actor: r.Actor, Permission: r.Permission, Action: r.Action,
		Object: adminapi.AuditObject{Kind: r.Object.Kind, ID: r.Object.ID}, Reason: adminapi.AuditReason(r.Reason),
		RequestID: r.RequestID, Address: r.Address,
	}
	if r.StaffID != 0 {
		shape.StaffID = &r.StaffID
	}
	if r.OrderID != 0 {
		shape.OrderID = &r.OrderID
	}
	if r.Before != nil {
		shape.Before = new(string(r.Before))
	}
	if r.After != nil {
		shape.After = new(string(r.After))
	}
	if b := r.Batch; b != nil {
		shape.Batch = new(fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]))
	}
	return shape
}
