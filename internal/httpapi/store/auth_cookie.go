package store

import (
	"context"
	"net/http"

	"larek/internal/account"
	"larek/internal/problem"
)

// The names of the cookie that stores a browser's refresh token. No script can read
// it. With https the prefix makes browsers refuse one that a neighbouring site has
// set.
const (
	refreshCookie     = "__Host-refresh"
	refreshCookieHTTP = "refresh"
)

var errCrossSite = problem.New(problem.Forbidden, "cross_site", "Запрос пришёл с другого сайта. Откройте страницу магазина и попробуйте ещё раз.")

// refreshOf returns the refresh token of a call: from the body if a program sent it
// there, otherwise from the cookie of a browser. inCookie reports which.
func (h *Handlers) refreshOf(ctx context.Context, inBody *string) (token string, inCookie bool, err error) {
	if inBody != nil {
		return *inBody, false, nil
	}
	r := requestOf(ctx)
	if !h.fromOurPage(r) {
		return "", true, errCrossSite
	}
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return "", true, account.ErrSessionExpired
	}
	return c.Value, true, nil
}

// fromOurPage reports whether one of the shop's pages made the call. Browsers send
// the first header, and those that do not know it send the second.
func (h *Handlers) fromOurPage(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	return h.Origin != "" && r.Header.Get("Origin") == h.Origin
}

func isSecure(r *http.Request) bool { return r.Header.Get("X-Forwarded-Proto") == "https" }

func cookieName(r *http.Request) string {
	if isSecure(r) {
		return refreshCookie
	}
	return refreshCookieHTTP
}

// setRefreshCookie returns the header that sets the cookie; an empty token removes
// it.
func setRefreshCookie(r *http.Request, token string) *string {
	cookie := http.Cookie{
		Name: cookieName(r), Value: token, Path: "/", MaxAge: int(account.SessionTTL.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: isSecure(r),
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return new(cookie.String())
}

// replaceSession ends the session a browser had before it signed in again.
func (h *Handlers) replaceSession(ctx context.Context) error {
	r := requestOf(ctx)
	c, err := r.Cookie(cookieName(r))
	if err != nil || c.Value == "" {
		return nil //nolint:nilerr // there was none
	}
	return h.Sessions.SignOut(ctx, c.Value)
}
