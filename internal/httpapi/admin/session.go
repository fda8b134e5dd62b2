package admin

import (
	"context"

	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

// GetSession answers GET /api/admin/session/.
func (h *Handlers) GetSession(ctx context.Context, _ adminapi.GetSessionRequestObject) (adminapi.GetSessionResponseObject, error) {
	return adminapi.GetSession200JSONResponse(sessionShape(session(ctx))), nil
}

// GetMe answers GET /api/admin/me/.
func (h *Handlers) GetMe(ctx context.Context, _ adminapi.GetMeRequestObject) (adminapi.GetMeResponseObject, error) {
	x, who := session(ctx), Actor(ctx)
	me := adminapi.Me{
		ID: who.ID, Name: who.Name, Email: who.Email,
		Role:        adminapi.RoleRef{ID: who.Role.ID, Name: who.Role.Name, Title: who.Role.Title},
		Permissions: []adminapi.Permission{}, Limits: []adminapi.PermissionLimit{}, Badges: []adminapi.Badge{}, Session: sessionShape(x),
	}
	for _, p := range staff.Permissions {
		if !who.Can(p) {
			continue
		}
		me.Permissions = append(me.Permissions, adminapi.Permission(p))
		if p.HasLimit() {
			me.Limits = append(me.Limits, adminapi.PermissionLimit{Permission: adminapi.Permission(p), Amount: who.Limit(p)})
		}
	}
	for _, b := range h.Badges {
		if !who.Can(b.Permission) {
			continue
		}
		count, late, err := b.Count(ctx, who)
		if err != nil {
			return nil, err
		}
		me.Badges = append(me.Badges, adminapi.Badge{Name: b.Name, Count: min(count, 99), Late: late})
	}
	return adminapi.GetMe200JSONResponse(me), nil
}

func sessionShape(x staff.Session) adminapi.ConsoleSession {
	shape := adminapi.ConsoleSession{State: adminapi.SessionState(x.State), Methods: []adminapi.ProofMethod{}}
	if x.State == staff.NoSession {
		return shape
	}
	for _, m := range x.Methods() {
		shape.Methods = append(shape.Methods, adminapi.ProofMethod(m))
	}
	shape.Name, shape.ExpiresAt = &x.Actor.Name, &x.ExpiresAt
	if x.State == staff.Open {
		shape.LocksAt = new(x.UsedAt.Add(staff.IdleLock))
	}
	if x.State == staff.Open && !x.Actor.FreshAt.IsZero() {
		shape.FreshUntil = new(x.Actor.FreshAt.Add(staff.FreshFor))
	}
	return shape
}
