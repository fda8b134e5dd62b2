package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
)

// ConfirmEmail answers POST /api/auth/email/confirm/. Only the account that
// requested the email may confirm: its reader may be another user.
func (h *Handlers) ConfirmEmail(ctx context.Context, r storeapi.ConfirmEmailRequestObject) (storeapi.ConfirmEmailResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.ConfirmEmail204Response{}, h.OwnAccounts.ConfirmEmail(ctx, h.Accounts, user, r.Body.Token)
}

// ShowEmailChange answers POST /api/auth/email/show/.
func (h *Handlers) ShowEmailChange(ctx context.Context, r storeapi.ShowEmailChangeRequestObject) (storeapi.ShowEmailChangeResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	email, err := h.Accounts.PendingEmail(ctx, user, r.Body.Token)
	if err != nil {
		return nil, err
	}
	u, err := h.Accounts.User(ctx, user)
	if err != nil {
		return nil, err
	}
	return storeapi.ShowEmailChange200JSONResponse{Nickname: u.Nickname, Email: email}, nil
}

// ShowEmailStop answers POST /api/auth/email/stop/show/.
func (h *Handlers) ShowEmailStop(ctx context.Context, r storeapi.ShowEmailStopRequestObject) (storeapi.ShowEmailStopResponseObject, error) {
	nickname, err := h.Accounts.StopNickname(ctx, r.Body.Token)
	if err != nil {
		return nil, err
	}
	return storeapi.ShowEmailStop200JSONResponse{Nickname: nickname}, nil
}

// StopEmailChange answers POST /api/auth/email/stop/. Its link works on any device:
// it can only make an account safer.
func (h *Handlers) StopEmailChange(ctx context.Context, r storeapi.StopEmailChangeRequestObject) (storeapi.StopEmailChangeResponseObject, error) {
	return storeapi.StopEmailChange204Response{}, h.OwnAccounts.StopEmail(ctx, h.Accounts, r.Body.Token)
}
