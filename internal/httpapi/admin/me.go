package admin

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// GetMe answers GET /api/admin/me/.
func (h *Handlers) GetMe(ctx context.Context, _ adminapi.GetMeRequestObject) (adminapi.GetMeResponseObject, error) {
	who := Actor(ctx)
	shop, err := h.Opening.Status(ctx)
	if err != nil {
		return nil, err
	}
	me := adminapi.Me{
		ID: who.ID, Name: who.Name, Email: who.Email, Role: roleRef(who.Role),
		Permissions: []adminapi.Permission{}, Limits: []adminapi.PermissionLimit{}, Badges: []adminapi.Badge{}, Partners: titles(), ShopState: adminapi.ShopState(shop.State), Session: sessionShape(session(ctx)),
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

// titles returns the titles of all partners with an adapter, and of balance, stock and operator.
func titles() adminapi.Partners {
	p := adminapi.Partners{Providers: []adminapi.Partner{}, Methods: []adminapi.Partner{}, Suppliers: []adminapi.Partner{}}
	for _, d := range providers.All {
		p.Providers = append(p.Providers, adminapi.Partner{Name: d.Name, Title: d.Title})
		for _, m := range d.Methods {
			p.Methods = append(p.Methods, adminapi.Partner{Name: m.Name, Title: m.Title})
		}
	}
	for _, d := range suppliers.All {
		p.Suppliers = append(p.Suppliers, adminapi.Partner{Name: d.Name, Title: d.Title})
	}
	for _, own := range []string{payment.Balance, payment.Free} {
		p.Providers = append(p.Providers, adminapi.Partner{Name: own, Title: providers.Title(own)})
		p.Methods = append(p.Methods, adminapi.Partner{Name: own, Title: providers.MethodTitle(own)})
	}
	p.Suppliers = append(p.Suppliers, adminapi.Partner{Name: delivery.Operator, Title: suppliers.Title(delivery.Operator)}, adminapi.Partner{Name: "stock", Title: "Склад кодов"})
	return p
}

// ListFactors answers GET /api/admin/me/factors/.
func (h *Handlers) ListFactors(ctx context.Context, _ adminapi.ListFactorsRequestObject) (adminapi.ListFactorsResponseObject, error) {
	f, err := h.factors(ctx)
	return adminapi.ListFactors200JSONResponse(f), err
}

func (h *Handlers) factors(ctx context.Context) (adminapi.Factors, error) {
	f, err := h.Credentials.Factors(ctx, Actor(ctx).ID)
	shape := adminapi.Factors{Totp: f.HasTOTP, RecoveryCodesLeft: int(f.RecoveryCodesLeft), Passkeys: make([]adminapi.Passkey, len(f.Passkeys))}
	for i, k := range f.Passkeys {
		shape.Passkeys[i] = adminapi.Passkey{ID: k.ID, Name: k.Name, Created: k.Created, UsedAt: k.UsedAt}
	}
	return shape, err
}

// RemoveTotp answers POST /api/admin/me/totp/remove/.
func (h *Handlers) RemoveTotp(ctx context.Context, r adminapi.RemoveTotpRequestObject) (adminapi.RemoveTotpResponseObject, error) {
	err := h.own(ctx, "factor.remove", r.Params.IdempotencyKey, "totp", func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{Before: map[string]any{"method": staff.ByTOTP}}, h.Credentials.RemoveTOTP(ctx, tx, Actor(ctx).ID)
	})
	if err != nil {
		return nil, err
	}
	f, err := h.factors(ctx)
	return adminapi.RemoveTotp200JSONResponse(f), err
}

// RemovePasskey answers POST /api/admin/me/passkeys/{id}/remove/.
func (h *Handlers) RemovePasskey(ctx context.Context, r adminapi.RemovePasskeyRequestObject) (adminapi.RemovePasskeyResponseObject, error) {
	err := h.own(ctx, "factor.remove", r.Params.IdempotencyKey, r.ID, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		name, err := h.Credentials.RemovePasskey(ctx, tx, Actor(ctx).ID, r.ID)
		return desk.Outcome{Before: map[string]any{"method": staff.ByPasskey, "name": name}}, err
	})
	if err != nil {
		return nil, err
	}
	f, err := h.factors(ctx)
	return adminapi.RemovePasskey200JSONResponse(f), err
}

// ReplaceRecoveryCodes answers POST /api/admin/me/recovery_codes/. The codes are made
// from the key, so a repeated request gets the same ones although they are not stored.
func (h *Handlers) ReplaceRecoveryCodes(ctx context.Context, r adminapi.ReplaceRecoveryCodesRequestObject) (adminapi.ReplaceRecoveryCodesResponseObject, error) {
	who, key := Actor(ctx).ID, r.Params.IdempotencyKey
	err := h.own(ctx, "factor.renew", key, "recovery", func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		_, err := h.Credentials.ReplaceRecoveryCodes(ctx, tx, who, key)
		return desk.Outcome{After: map[string]any{"method": staff.ByRecovery}}, err
	})
	return adminapi.ReplaceRecoveryCodes200JSONResponse{RecoveryCodes: h.Credentials.RecoveryCodes(who, key)}, err
}

// ChangePassword answers POST /api/admin/me/password/.
func (h *Handlers) ChangePassword(ctx context.Context, r adminapi.ChangePasswordRequestObject) (adminapi.ChangePasswordResponseObject, error) {
	who := Actor(ctx)
	if err := h.slow(ctx, "password", "staff "+number(who.ID)); err != nil {
		return nil, err
	}
	if err := h.Credentials.CheckOwnPassword(ctx, session(ctx), r.Body.Current, visitor(ctx)); err != nil {
		return nil, err
	}
	stored, err := h.Credentials.DigestPassword(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	err = h.own(ctx, "staff.change_password", r.Params.IdempotencyKey, nil, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.Staff.SetPassword(ctx, tx, who, stored)
	})
	return adminapi.ChangePassword204Response{}, err
}

// ListOwnSessions answers GET /api/admin/me/sessions/.
func (h *Handlers) ListOwnSessions(ctx context.Context, _ adminapi.ListOwnSessionsRequestObject) (adminapi.ListOwnSessionsResponseObject, error) {
	list, err := h.StaffSessions.List(ctx, Actor(ctx).ID)
	return adminapi.ListOwnSessions200JSONResponse(sessionShapes(list, Actor(ctx).Session)), err
}

// EndOneSession answers POST /api/admin/me/sessions/{session}/end/.
func (h *Handlers) EndOneSession(ctx context.Context, r adminapi.EndOneSessionRequestObject) (adminapi.EndOneSessionResponseObject, error) {
	name, err := publicid.Parse(r.Session)
	if err != nil {
		return nil, staff.ErrNoSession
	}
	err = h.own(ctx, "session.end", r.Params.IdempotencyKey, r.Session, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{Before: map[string]any{"session": r.Session}}, h.StaffSessions.EndSession(ctx, tx, Actor(ctx).ID, name)
	})
	return adminapi.EndOneSession200JSONResponse{Ended: 1}, err
}

// EndOtherSessions answers POST /api/admin/me/sessions/end_others/.
func (h *Handlers) EndOtherSessions(ctx context.Context, r adminapi.EndOtherSessionsRequestObject) (adminapi.EndOtherSessionsResponseObject, error) {
	who := Actor(ctx)
	ended, err := desk.Decode[adminapi.Ended](h.Desk.Do(ctx, h.ownAction(ctx, "session.end", r.Params.IdempotencyKey, "others"), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		n, err := h.StaffSessions.EndSessions(ctx, tx, who.ID, &who.Session)
		return desk.Outcome{After: map[string]any{"ended": n}, Result: adminapi.Ended{Ended: int(n)}}, err
	}))
	return adminapi.EndOtherSessions200JSONResponse(ended), err
}

// ListOwnSignIns answers GET /api/admin/me/sign_ins/.
func (h *Handlers) ListOwnSignIns(ctx context.Context, _ adminapi.ListOwnSignInsRequestObject) (adminapi.ListOwnSignInsResponseObject, error) {
	list, err := h.StaffSessions.SignIns(ctx, Actor(ctx).ID)
	return adminapi.ListOwnSignIns200JSONResponse(signInShapes(list)), err
}

// ownAction is an action of a person on themselves.
func (h *Handlers) ownAction(ctx context.Context, name, key string, input any) desk.Action {
	who := Actor(ctx)
	return desk.Action{Actor: who, Permission: staff.Self, Name: name, Key: key, Object: audit.Object{Kind: "staff", ID: number(who.ID)}, Input: input}
}

// own makes a change of one's own things whose answer is read afterwards.
func (h *Handlers) own(ctx context.Context, name, key string, input any, verb desk.Handler) error {
	_, err := h.Desk.Do(ctx, h.ownAction(ctx, name, key, input), verb)
	return err
}

func sessionShapes(list []staff.SessionInfo, current publicid.ID) []adminapi.SessionInfo {
	shapes := make([]adminapi.SessionInfo, len(list))
	for i, x := range list {
		shapes[i] = adminapi.SessionInfo{
			Name: x.Name.String(), Device: x.Device, Address: x.Address, Created: x.Created, UsedAt: x.UsedAt, ExpiresAt: x.ExpiresAt,
			Proven: x.Proven, Current: x.Name == current,
		}
	}
	return shapes
}

func signInShapes(list []staff.SignInEvent) []adminapi.SignInEvent {
	shapes := make([]adminapi.SignInEvent, len(list))
	for i, e := range list {
		shapes[i] = adminapi.SignInEvent{
			At: e.At, Event: adminapi.SignInEventEvent(e.Event), Method: adminapi.ProofMethod(e.Method), Device: e.Device, Address: e.Address,
		}
	}
	return shapes
}

func roleRef(r staff.RoleRef) adminapi.RoleRef { return adminapi.RoleRef(r) }

func number(id int64) string { return strconv.FormatInt(id, 10) }
