package admin

import (
	"context"
	"net/http"

	"larek/internal/httpapi/adminapi"
	"larek/internal/opening"
)

// GetOpening answers GET /api/admin/opening/. It reads the database: who has just saved must see it.
func (h *Handlers) GetOpening(ctx context.Context, _ adminapi.GetOpeningRequestObject) (adminapi.GetOpeningResponseObject, error) {
	now, err := opening.Newest(ctx, h.Desk.Pool())
	if err != nil {
		return nil, err
	}
	answer := adminapi.GetOpening200JSONResponse{Version: now.Version, State: adminapi.ShopState(now.State), Note: now.Note, ChangedBy: now.By}
	needs, err := h.Settings.Needs(ctx)
	if err != nil {
		return nil, err
	}
	answer.Needs = make([]adminapi.OpeningNeed, len(needs))
	for i, n := range needs {
		answer.Needs[i] = adminapi.OpeningNeed(n.Code)
	}
	if now.By != nil {
		answer.ChangedAt = &now.Created
	}
	return answer, nil
}

// SaveOpening answers POST /api/admin/opening/.
func (h *Handlers) SaveOpening(ctx context.Context, r adminapi.SaveOpeningRequestObject) (adminapi.SaveOpeningResponseObject, error) {
	to := opening.Status{Version: r.Body.Version, State: opening.State(r.Body.State), Note: r.Body.Note}
	done, err := h.Settings.SaveOpening(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), to)
	return adminapi.SaveOpening200JSONResponse{Message: done.Message}, err
}

// OpenShopPass answers POST /api/admin/opening/pass/. The storefront has the same host.
func (h *Handlers) OpenShopPass(ctx context.Context, _ adminapi.OpenShopPassRequestObject) (adminapi.OpenShopPassResponseObject, error) {
	pass, until := h.Opening.NewPass()
	cookie := http.Cookie{
		Name: opening.Cookie, Value: pass, Path: "/", Expires: until, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: requestOf(ctx).Header.Get("X-Forwarded-Proto") == "https",
	}
	return adminapi.OpenShopPass200JSONResponse{
		Body: adminapi.ShopPass{Until: until}, Headers: adminapi.OpenShopPass200ResponseHeaders{SetCookie: new(cookie.String())},
	}, nil
}
