package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

// ListRoles answers GET /api/admin/roles/.
func (h *Handlers) ListRoles(ctx context.Context, _ adminapi.ListRolesRequestObject) (adminapi.ListRolesResponseObject, error) {
	list, err := h.Staff.Roles(ctx)
	shapes := make(adminapi.ListRoles200JSONResponse, len(list))
	for i, r := range list {
		shapes[i] = adminapi.Role{ID: r.ID, Name: r.Name, Title: r.Title, Version: r.Version, People: int(r.People), Grants: []adminapi.Grant{}}
		for _, p := range staff.Permissions {
			limit, has := r.Grants[p]
			if !has {
				continue
			}
			g := adminapi.Grant{Permission: adminapi.Permission(p)}
			if p.HasLimit() {
				g.Limit = &limit
			}
			shapes[i].Grants = append(shapes[i].Grants, g)
		}
	}
	return shapes, err
}

// CreateRole answers POST /api/admin/roles/.
func (h *Handlers) CreateRole(ctx context.Context, r adminapi.CreateRoleRequestObject) (adminapi.CreateRoleResponseObject, error) {
	grants, err := parseGrants(r.Body.Grants)
	if err != nil {
		return nil, err
	}
	made, err := desk.Decode[adminapi.Made](h.Desk.Do(ctx, desk.Action{
		Actor: Actor(ctx), Permission: staff.RoleWrite, Name: "role.create", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "role", ID: r.Body.Name}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Staff.CreateRole(ctx, tx, Actor(ctx), r.Body.Name, r.Body.Title, grants)
		return desk.Outcome{
			Object: &audit.Object{Kind: "role", ID: number(max(id, 1))}, Result: adminapi.Made{ID: id},
			After: map[string]any{"name": r.Body.Name, "title": r.Body.Title, "grants": r.Body.Grants},
		}, err
	}))
	return adminapi.CreateRole200JSONResponse(made), err
}

// UpdateRole answers POST /api/admin/roles/{id}/update/.
func (h *Handlers) UpdateRole(ctx context.Context, r adminapi.UpdateRoleRequestObject) (adminapi.UpdateRoleResponseObject, error) {
	grants, err := parseGrants(r.Body.Grants)
	if err != nil {
		return nil, err
	}
	change := staff.RoleChange{ID: r.ID, Version: r.Body.Version, Title: r.Body.Title, Grants: grants}
	_, err = h.Desk.Do(ctx, desk.Action{
		Actor: Actor(ctx), Permission: staff.RoleWrite, Name: "role.update", Key: r.Params.IdempotencyKey, Object: audit.Object{Kind: "role", ID: number(r.ID)},
		Reason: audit.Reason{Code: r.Body.Reason.Code, Text: r.Body.Reason.Text}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := h.Staff.UpdateRole(ctx, tx, Actor(ctx), change)
		return desk.Outcome{
			Before: map[string]any{"title": was.Title, "grants": was.Grants}, After: map[string]any{"title": change.Title, "grants": change.Grants},
		}, err
	})
	return adminapi.UpdateRole200JSONResponse{ID: r.ID}, err
}

func parseGrants(list []adminapi.Grant) (staff.Grants, error) {
	grants := make([]staff.Grant, len(list))
	for i, g := range list {
		grants[i] = staff.Grant{Permission: staff.Permission(g.Permission), Limit: g.Limit}
	}
	return staff.ParseGrants(grants)
}
