package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

// ShowInvitation answers POST /api/admin/invitations/show/.
func (h *Handlers) ShowInvitation(ctx context.Context, r adminapi.ShowInvitationRequestObject) (adminapi.ShowInvitationResponseObject, error) {
	i, err := h.Staff.ShowInvitation(ctx, r.Body.Token)
	return adminapi.ShowInvitation200JSONResponse{Email: i.Email, Role: i.Role.Title, ExpiresAt: i.ExpiresAt}, err
}

// AcceptInvitation answers POST /api/admin/invitations/accept/.
func (h *Handlers) AcceptInvitation(ctx context.Context, r adminapi.AcceptInvitationRequestObject) (adminapi.AcceptInvitationResponseObject, error) {
	if _, err := h.Staff.ShowInvitation(ctx, r.Body.Token); err != nil {
		return nil, err // before the slow digest
	}
	stored, err := h.Credentials.DigestPassword(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	var token string
	a := entering(ctx, staff.Person{}, "staff.join")
	err = h.Desk.Enter(ctx, a, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		who, err := h.Staff.AcceptInvitation(ctx, tx, staff.Newcomer{Token: r.Body.Token, Name: r.Body.Name, Password: stored})
		if err != nil {
			return desk.Outcome{}, err
		}
		token, err = h.StaffSessions.Open(ctx, tx, who, a.Actor.Session, visitor(ctx))
		return desk.Outcome{Actor: &who, Object: &audit.Object{Kind: "staff", ID: number(who.ID)}, After: map[string]any{"name": who.Name}}, err
	})
	if err != nil {
		return nil, err
	}
	shape, cookie, err := h.opened(ctx, token)
	return adminapi.AcceptInvitation200JSONResponse{Body: shape, Headers: adminapi.AcceptInvitation200ResponseHeaders{SetCookie: cookie}}, err
}

// BeginTotp answers POST /api/admin/me/totp/begin/.
func (h *Handlers) BeginTotp(ctx context.Context, _ adminapi.BeginTotpRequestObject) (adminapi.BeginTotpResponseObject, error) {
	e, err := h.Credentials.BeginTOTP(ctx, session(ctx))
	return adminapi.BeginTotp200JSONResponse{URL: e.URL, Secret: e.Secret}, err
}

// ConfirmTotp answers POST /api/admin/me/totp/confirm/.
func (h *Handlers) ConfirmTotp(ctx context.Context, r adminapi.ConfirmTotpRequestObject) (adminapi.ConfirmTotpResponseObject, error) {
	shape, cookie, err := h.enrol(ctx, staff.ByTOTP, func(ctx context.Context, tx pgx.Tx, x staff.Session) (staff.Enrolled, error) {
		return h.Credentials.ConfirmTOTP(ctx, tx, x, r.Body.Digits, visitor(ctx))
	})
	return adminapi.ConfirmTotp200JSONResponse{Body: shape, Headers: adminapi.ConfirmTotp200ResponseHeaders{SetCookie: cookie}}, err
}

// BeginPasskey answers POST /api/admin/me/passkeys/begin/.
func (h *Handlers) BeginPasskey(ctx context.Context, _ adminapi.BeginPasskeyRequestObject) (adminapi.BeginPasskeyResponseObject, error) {
	options, err := h.Credentials.BeginPasskey(ctx, session(ctx))
	return adminapi.BeginPasskey200JSONResponse{Options: options}, err
}

// AddPasskey answers POST /api/admin/me/passkeys/add/.
func (h *Handlers) AddPasskey(ctx context.Context, r adminapi.AddPasskeyRequestObject) (adminapi.AddPasskeyResponseObject, error) {
	shape, cookie, err := h.enrol(ctx, staff.ByPasskey, func(ctx context.Context, tx pgx.Tx, x staff.Session) (staff.Enrolled, error) {
		return h.Credentials.AddPasskey(ctx, tx, x, r.Body.Name, r.Body.Credential, visitor(ctx))
	})
	return adminapi.AddPasskey200JSONResponse{Body: shape, Headers: adminapi.AddPasskey200ResponseHeaders{SetCookie: cookie}}, err
}

// enrol adds a factor.
func (h *Handlers) enrol(ctx context.Context, method staff.Method, add func(context.Context, pgx.Tx, staff.Session) (staff.Enrolled, error)) (adminapi.Enrolled, *string, error) {
	x := session(ctx)
	var made staff.Enrolled
	a := sessionAction(x, "factor.add")
	a.Permission, a.Object = enrolment, audit.Object{Kind: "staff", ID: number(x.Actor.ID)}
	err := h.Desk.Enter(ctx, a, func(ctx context.Context, tx pgx.Tx) (done desk.Outcome, err error) {
		made, err = add(ctx, tx, x)
		return desk.Outcome{After: map[string]any{"method": method}}, err
	})
	if err != nil {
		return adminapi.Enrolled{}, nil, err
	}
	shape, cookie, err := h.opened(ctx, made.Token)
	return adminapi.Enrolled{Session: shape, RecoveryCodes: append([]string{}, made.RecoveryCodes...)}, cookie, err
}
