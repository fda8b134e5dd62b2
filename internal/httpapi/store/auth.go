package store

import (
	"context"

	"larek/internal/account"
	"larek/internal/httpapi/device"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/httpapi/storeapi"
)

// CreateToken answers POST /api/auth/jwt/create/.
func (h *Handlers) CreateToken(ctx context.Context, r storeapi.CreateTokenRequestObject) (storeapi.CreateTokenResponseObject, error) {
	req := requestOf(ctx)
	if err := ratelimit.SlowGuesses(ctx, h.slow, req, r.Body.Email); err != nil {
		return nil, err
	}
	httperr.NoteOf(ctx).Who = r.Body.Email
	pair, err := h.SignIns.Login(ctx, account.Login{
		Email: r.Body.Email, Password: r.Body.Password, Code: deref(r.Body.Otp), Device: device.Name(req.UserAgent()),
	})
	if err != nil {
		return nil, err
	}
	answer := storeapi.CreateToken200JSONResponse{Body: storeapi.TokenPair{Access: pair.Access, Refresh: pair.Refresh}}
	if r.Body.InCookie == nil || !*r.Body.InCookie {
		return answer, nil
	}
	answer.Body.Refresh, answer.Headers.SetCookie = "", setRefreshCookie(req, pair.Refresh)
	return answer, h.replaceSession(ctx)
}

// RefreshToken answers POST /api/auth/jwt/refresh/. A 400 is final.
func (h *Handlers) RefreshToken(ctx context.Context, r storeapi.RefreshTokenRequestObject) (storeapi.RefreshTokenResponseObject, error) {
	token, inCookie, err := h.refreshOf(ctx, r.Body.Refresh)
	if err != nil {
		return nil, err
	}
	req := requestOf(ctx)
	pair, err := h.Sessions.Refresh(ctx, token, device.Name(req.UserAgent()))
	if err != nil {
		return nil, err
	}
	answer := storeapi.RefreshToken200JSONResponse{Body: storeapi.TokenPair{Access: pair.Access, Refresh: pair.Refresh}}
	if inCookie {
		answer.Body.Refresh, answer.Headers.SetCookie = "", setRefreshCookie(req, pair.Refresh)
	}
	return answer, nil
}

// GetProfile answers GET /api/auth/profile/.
func (h *Handlers) GetProfile(ctx context.Context, _ storeapi.GetProfileRequestObject) (storeapi.GetProfileResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	p, err := h.profile(ctx, user)
	return storeapi.GetProfile200JSONResponse(p), err
}

// profile collects what several domains know about a user.
func (h *Handlers) profile(ctx context.Context, userID int64) (storeapi.Profile, error) {
	u, err := h.Accounts.User(ctx, userID)
	if err != nil {
		return storeapi.Profile{}, err
	}
	balance, err := h.Ledger.CustomerBalance(ctx, userID)
	if err != nil {
		return storeapi.Profile{}, err
	}
	frozen, err := h.Ledger.FrozenBalance(ctx, userID)
	if err != nil {
		return storeapi.Profile{}, err
	}
	code, err := h.Promo.ActiveOf(ctx, userID)
	if err != nil {
		return storeapi.Profile{}, err
	}
	active, err := h.promoCode(ctx, code)
	if err != nil {
		return storeapi.Profile{}, err
	}
	shape := storeapi.Profile{
		ID: u.ID, Email: u.Email, PendingEmail: u.PendingEmail, Nickname: u.Nickname, AvatarImg: optionalURL(u.Avatar),
		Balance: balance, ActivePromoCode: active, Socials: each(u.Socials, func(p string) storeapi.SocialProvider { return storeapi.SocialProvider(p) }),
	}
	if frozen != 0 {
		shape.Frozen = &frozen
	}
	return shape, nil
}
