package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/problem"
	"larek/internal/staff"
)

// ListColleagues answers GET /api/admin/colleagues/.
func (h *Handlers) ListColleagues(ctx context.Context, _ adminapi.ListColleaguesRequestObject) (adminapi.ListColleaguesResponseObject, error) {
	list, err := h.Staff.Colleagues(ctx)
	shapes := make(adminapi.ListColleagues200JSONResponse, len(list))
	for i, p := range list {
		shapes[i] = adminapi.StaffRef{ID: p.ID, Name: p.Name}
	}
	return shapes, err
}

// ListStaff answers GET /api/admin/staff/.
func (h *Handlers) ListStaff(ctx context.Context, _ adminapi.ListStaffRequestObject) (adminapi.ListStaffResponseObject, error) {
	list, err := h.Staff.Members(ctx)
	shapes := make(adminapi.ListStaff200JSONResponse, len(list))
	for i, m := range list {
		shapes[i] = memberShape(m)
	}
	return shapes, err
}

// GetStaff answers GET /api/admin/staff/{id}/.
func (h *Handlers) GetStaff(ctx context.Context, r adminapi.GetStaffRequestObject) (adminapi.GetStaffResponseObject, error) {
	m, err := h.Staff.Member(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	sessions, err := h.StaffSessions.List(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	events, err := h.StaffSessions.SignIns(ctx, r.ID)
	return adminapi.GetStaff200JSONResponse{
		Member: memberShape(m), Sessions: sessionShapes(sessions, Actor(ctx).Session), SignIns: signInShapes(events),
	}, err
}

// UpdateStaff answers POST /api/admin/staff/{id}/update/.
func (h *Handlers) UpdateStaff(ctx context.Context, r adminapi.UpdateStaffRequestObject) (adminapi.UpdateStaffResponseObject, error) {
	change := staff.MemberChange{ID: r.ID, Version: r.Body.Version, Name: r.Body.Name, RoleID: r.Body.RoleID}
	m, err := h.onMember(ctx, "staff.update", r.Params.IdempotencyKey, r.ID, r.Body.Reason, change, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := h.Staff.UpdateMember(ctx, tx, Actor(ctx), change)
		return desk.Outcome{
			Before: map[string]any{"name": was.Name, "role_id": was.RoleID}, After: map[string]any{"name": change.Name, "role_id": change.RoleID},
		}, err
	})
	return adminapi.UpdateStaff200JSONResponse(m), err
}

// SuspendStaff answers POST /api/admin/staff/{id}/suspend/.
func (h *Handlers) SuspendStaff(ctx context.Context, r adminapi.SuspendStaffRequestObject) (adminapi.SuspendStaffResponseObject, error) {
	m, err := h.onMember(ctx, "staff.suspend", r.Params.IdempotencyKey, r.ID, r.Body.Reason, nil, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: map[string]any{"suspended": true}}, h.Staff.SuspendMember(ctx, tx, Actor(ctx), r.ID, r.Body.Reason.Text)
	})
	return adminapi.SuspendStaff200JSONResponse(m), err
}

// RestoreStaff answers POST /api/admin/staff/{id}/restore/.
func (h *Handlers) RestoreStaff(ctx context.Context, r adminapi.RestoreStaffRequestObject) (adminapi.RestoreStaffResponseObject, error) {
	m, err := h.onMember(ctx, "staff.restore", r.Params.IdempotencyKey, r.ID, r.Body.Reason, nil, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: map[string]any{"suspended": false}}, h.Staff.RestoreMember(ctx, tx, Actor(ctx), r.ID)
	})
	return adminapi.RestoreStaff200JSONResponse(m), err
}

// ResetFactors answers POST /api/admin/staff/{id}/reset_factors/.
func (h *Handlers) ResetFactors(ctx context.Context, r adminapi.ResetFactorsRequestObject) (adminapi.ResetFactorsResponseObject, error) {
	m, err := h.onMember(ctx, "staff.reset_factors", r.Params.IdempotencyKey, r.ID, r.Body.Reason, nil, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.Staff.ResetFactors(ctx, tx, Actor(ctx), r.ID)
	})
	return adminapi.ResetFactors200JSONResponse(m), err
}

// EndStaffSessions answers POST /api/admin/staff/{id}/end_sessions/.
func (h *Handlers) EndStaffSessions(ctx context.Context, r adminapi.EndStaffSessionsRequestObject) (adminapi.EndStaffSessionsResponseObject, error) {
	a := staffAction(ctx, "staff.end_sessions", r.Params.IdempotencyKey, r.ID, r.Body.Reason)
	ended, err := desk.Decode[adminapi.Ended](h.Desk.Do(ctx, a, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		n, err := h.Staff.EndMemberSessions(ctx, tx, Actor(ctx), r.ID)
		return desk.Outcome{After: map[string]any{"ended": n}, Result: adminapi.Ended{Ended: int(n)}}, err
	}))
	return adminapi.EndStaffSessions200JSONResponse(ended), err
}

// staffAction is an action on another person.
func staffAction(ctx context.Context, name, key string, id int64, why adminapi.Reason) desk.Action {
	return desk.Action{
		Actor: Actor(ctx), Permission: staff.StaffWrite, Name: name, Key: key, Object: audit.Object{Kind: "staff", ID: number(id)},
		Reason: audit.Reason{Code: why.Code, Text: why.Text},
	}
}

// onMember makes a change of another person and returns the person as they are then.
func (h *Handlers) onMember(ctx context.Context, name, key string, id int64, why adminapi.Reason, input any, verb desk.Handler) (adminapi.Member, error) {
	a := staffAction(ctx, name, key, id, why)
	a.Input = input
	if _, err := h.Desk.Do(ctx, a, verb); err != nil {
		return adminapi.Member{}, err
	}
	m, err := h.Staff.Member(ctx, id)
	return memberShape(m), err
}

func memberShape(m staff.Member) adminapi.Member {
	return adminapi.Member{
		ID: m.ID, Name: m.Name, Email: m.Email, Role: roleRef(m.Role), Version: m.Version, Created: m.Created, SeenAt: m.SeenAt,
		SuspendedAt: m.SuspendedAt, SuspendedFor: m.SuspendedFor, Totp: m.HasTOTP, Passkeys: int(m.Passkeys), Sessions: int(m.Sessions),
	}
}

// ListInvitations answers GET /api/admin/invitations/.
func (h *Handlers) ListInvitations(ctx context.Context, _ adminapi.ListInvitationsRequestObject) (adminapi.ListInvitationsResponseObject, error) {
	list, err := h.Staff.Invitations(ctx)
	shapes := make(adminapi.ListInvitations200JSONResponse, len(list))
	for i, v := range list {
		shapes[i] = adminapi.Invitation{ID: v.ID, Email: v.Email, Role: roleRef(v.Role), Created: v.Created, ExpiresAt: v.ExpiresAt, CreatedBy: v.CreatedBy}
	}
	return shapes, err
}

var errNotSent = problem.New(problem.Unavailable, "invitation.not_sent", "Приглашение записано, но письмо не ушло. Повторите: отправим ещё раз.")

// Invite answers POST /api/admin/invitations/. The link goes to the address and to nobody
// else. It is made from the key, so a repeated request sends the same one although it is
// not stored.
func (h *Handlers) Invite(ctx context.Context, r adminapi.InviteRequestObject) (adminapi.InviteResponseObject, error) {
	who, key := Actor(ctx), r.Params.IdempotencyKey
	nonce := number(who.ID) + "/" + key
	made, err := desk.Decode[adminapi.Made](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.StaffWrite, Name: "staff.invite", Key: key, Object: audit.Object{Kind: "role", ID: number(r.Body.RoleID)}, Input: r.Body,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Staff.Invite(ctx, tx, &who, r.Body.Email, r.Body.RoleID, nonce)
		return desk.Outcome{
			Object: &audit.Object{Kind: "invitation", ID: number(max(id, 1))}, After: map[string]any{"role_id": r.Body.RoleID}, Result: adminapi.Made{ID: id},
		}, err
	}))
	if err != nil {
		return nil, err
	}
	if err := h.Emails.InviteStaff(ctx, r.Body.Email, h.Staff.InvitationLink(nonce)); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotSent, err)
	}
	return adminapi.Invite200JSONResponse(made), nil
}

// RevokeInvitation answers POST /api/admin/invitations/{id}/revoke/.
func (h *Handlers) RevokeInvitation(ctx context.Context, r adminapi.RevokeInvitationRequestObject) (adminapi.RevokeInvitationResponseObject, error) {
	a := staffAction(ctx, "staff.revoke_invitation", r.Params.IdempotencyKey, r.ID, r.Body.Reason)
	a.Object.Kind = "invitation"
	_, err := h.Desk.Do(ctx, a, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: map[string]any{"revoked": true}}, h.Staff.RevokeInvitation(ctx, tx, r.ID)
	})
	return adminapi.RevokeInvitation200JSONResponse{ID: r.ID}, err
}
