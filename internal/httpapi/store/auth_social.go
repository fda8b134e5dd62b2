package store

import (
	"context"
	"net/http"
	"time"

	"larek/internal/account"
	"larek/internal/httpapi/device"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/storeapi"
	"larek/internal/payment"
	"larek/internal/publicid"
)

// signInCookie names the browser a sign-in was started in, so that a callback
// intercepted elsewhere cannot be used: <hash>.<mac>.
const (
	signInCookie = "signin"
	signInTime   = time.Hour
)

// socialTitles are the names of the providers as they spell them.
var socialTitles = map[string]string{
	"facebook": "Facebook", "google": "Google", "steam": "Steam", "telegram": "Telegram", "vk": "ВКонтакте", "vk_id": "VK ID", "yandex": "Яндекс ID",
}

// ListSignInMethods answers GET /api/auth/social/.
func (h *Handlers) ListSignInMethods(ctx context.Context, _ storeapi.ListSignInMethodsRequestObject) (storeapi.ListSignInMethodsResponseObject, error) {
	methods, err := h.SignIns.Methods(ctx, visitorCountry(requestOf(ctx)))
	if err != nil {
		return nil, err
	}
	return storeapi.ListSignInMethods200JSONResponse(each(methods, func(m account.Method) storeapi.SignInMethod {
		return storeapi.SignInMethod{
			Provider: storeapi.SocialProvider(m.Provider), Title: socialTitles[m.Provider], CanSignIn: m.CanSignIn,
			CanBind: storeapi.BindableProvider(m.Provider).Valid(),
		}
	})), nil
}

// placeHeader is set by the edge, which overwrites what a client sends.
const placeHeader = "X-Client-Country"

// visitorCountry returns the country the visitor is in, as the edge reports it: the
// law on signing in depends on that. The country a buyer shops for is their choice
// and does not count. Where the edge does not know, the rules of Russia apply.
func visitorCountry(r *http.Request) string {
	if iso := r.Header.Get(placeHeader); isoCode.MatchString(iso) {
		return iso
	}
	return payment.HomeCountry
}

// GetSocialLink answers GET /api/auth/social/{provider}/url/.
func (h *Handlers) GetSocialLink(ctx context.Context, r storeapi.GetSocialLinkRequestObject) (storeapi.GetSocialLinkResponseObject, error) {
	req := requestOf(ctx)
	browser := h.signInBrowser(req)
	if browser == nil {
		browser = new(publicid.New())
	}
	var country string // linking is possible anywhere
	if h.caller(ctx).UserID == nil {
		country = visitorCountry(req)
	}
	link, err := h.SignIns.Begin(ctx, string(r.Provider), r.Params.RedirectURI, *browser, country)
	if err != nil {
		return nil, err
	}
	cookie := http.Cookie{
		Name: signInCookie, Value: signed(h.SignInKey, *browser), Path: "/", MaxAge: int(signInTime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: req.Header.Get("X-Forwarded-Proto") == "https",
	}
	return storeapi.GetSocialLink200JSONResponse{
		Body: storeapi.SocialURL{URL: link}, Headers: storeapi.GetSocialLink200ResponseHeaders{SetCookie: new(cookie.String())},
	}, nil
}

func (h *Handlers) signInBrowser(r *http.Request) *publicid.ID {
	c, err := r.Cookie(signInCookie)
	if err != nil {
		return nil
	}
	return readGuest(h.SignInKey, c.Value)
}

// SignInWithSocial answers POST /api/auth/social/{provider}/auth/.
func (h *Handlers) SignInWithSocial(ctx context.Context, r storeapi.SignInWithSocialRequestObject) (storeapi.SignInWithSocialResponseObject, error) {
	b, req, note := r.Body, requestOf(ctx), httperr.NoteOf(ctx)
	note.Way = string(r.Provider)
	in, err := h.SignIns.Complete(ctx, account.SignInRequest{
		SignInCallback: h.proof(ctx, string(r.Provider), storeapi.SocialBind{Code: b.Code, State: b.State, DeviceID: b.DeviceID, RedirectURI: b.RedirectURI}),
		Email:          deref(b.Email), Device: device.Name(req.UserAgent()), Country: visitorCountry(req),
	})
	if in.UserID != 0 {
		note.Who = userName(in.UserID)
	}
	if err != nil {
		return nil, err
	}
	answer := storeapi.SignInWithSocial200JSONResponse{Body: storeapi.SocialTokens{Access: in.Access, Refresh: in.Refresh, IsSignedUp: in.SignedUp}}
	if b.InCookie == nil || !*b.InCookie {
		return answer, nil
	}
	answer.Body.Refresh, answer.Headers.SetCookie = "", setRefreshCookie(req, in.Refresh)
	return answer, h.replaceSession(ctx)
}

func (h *Handlers) proof(ctx context.Context, provider string, b storeapi.SocialBind) account.SignInCallback {
	return account.SignInCallback{
		Provider: provider, State: deref(b.State), Code: b.Code, DeviceID: deref(b.DeviceID), RedirectURI: b.RedirectURI, Browser: h.signInBrowser(requestOf(ctx)),
	}
}

// BindSocial answers POST /api/auth/social/{provider}/bind/.
func (h *Handlers) BindSocial(ctx context.Context, r storeapi.BindSocialRequestObject) (storeapi.BindSocialResponseObject, error) {
	user, err := h.freshUser(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.SignIns.Bind(ctx, user, h.proof(ctx, string(r.Provider), *r.Body)); err != nil {
		return nil, err
	}
	p, err := h.profile(ctx, user)
	return storeapi.BindSocial200JSONResponse(p), err
}

// UnbindSocial answers POST /api/auth/social/{provider}/unbind/.
func (h *Handlers) UnbindSocial(ctx context.Context, r storeapi.UnbindSocialRequestObject) (storeapi.UnbindSocialResponseObject, error) {
	user, err := h.freshUser(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.SignIns.Unbind(ctx, user, string(r.Provider), visitorCountry(requestOf(ctx))); err != nil {
		return nil, err
	}
	p, err := h.profile(ctx, user)
	return storeapi.UnbindSocial200JSONResponse(p), err
}
