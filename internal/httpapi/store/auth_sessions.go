package store

import (
	"context"
	"errors"

	"larek/internal/account"
	"larek/internal/httpapi/storeapi"
	"larek/internal/problem"
	"larek/internal/publicid"
)

var errNoSession = problem.New(problem.NotFound, "session.not_found", "Такого устройства нет.")

// ListSessions answers GET /api/auth/sessions/.
func (h *Handlers) ListSessions(ctx context.Context, _ storeapi.ListSessionsRequestObject) (storeapi.ListSessionsResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	list, err := h.sessions(ctx, user)
	return storeapi.ListSessions200JSONResponse(list), err
}

func (h *Handlers) sessions(ctx context.Context, userID int64) ([]storeapi.Session, error) {
	list, err := h.Sessions.List(ctx, userID)
	if err != nil {
		return nil, err
	}
	current := h.session(ctx)
	return each(list, func(s account.Session) storeapi.Session {
		return storeapi.Session{ID: s.Name.String(), Device: s.Device, Created: s.Created, UsedAt: s.UsedAt, IsCurrent: s.Name == current}
	}), nil
}

// SignOut answers POST /api/auth/sessions/logout/. It needs the refresh token
// alone: the access token may have expired.
func (h *Handlers) SignOut(ctx context.Context, r storeapi.SignOutRequestObject) (storeapi.SignOutResponseObject, error) {
	token, inCookie, err := h.refreshOf(ctx, r.Body.Refresh)
	answer := storeapi.SignOut204Response{}
	if inCookie && !errors.Is(err, errCrossSite) {
		answer.Headers.SetCookie = setRefreshCookie(requestOf(ctx), "")
	}
	if errors.Is(err, account.ErrSessionExpired) {
		return answer, nil // signed out already
	}
	if err != nil {
		return nil, err
	}
	return answer, h.Sessions.SignOut(ctx, token)
}

// EndSessions answers POST /api/auth/sessions/end_all/.
func (h *Handlers) EndSessions(ctx context.Context, _ storeapi.EndSessionsRequestObject) (storeapi.EndSessionsResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.EndSessions204Response{}, h.Sessions.EndSessions(ctx, user)
}

// EndSession answers POST /api/auth/sessions/{session}/end/.
func (h *Handlers) EndSession(ctx context.Context, r storeapi.EndSessionRequestObject) (storeapi.EndSessionResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	name, err := publicid.Parse(r.Session)
	if err != nil {
		return nil, errNoSession
	}
	return storeapi.EndSession204Response{}, h.Sessions.EndSession(ctx, user, name)
}
