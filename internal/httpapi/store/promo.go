package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
	"larek/internal/promo"
)

// ActivatePromoCode answers POST /api/promo_codes/activate/.
func (h *Handlers) ActivatePromoCode(ctx context.Context, r storeapi.ActivatePromoCodeRequestObject) (storeapi.ActivatePromoCodeResponseObject, error) {
	userID, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	c, err := h.Promo.Activate(ctx, userID, r.Body.Code, h.Clock())
	if err != nil {
		return nil, err
	}
	body, err := h.promoCode(ctx, &c)
	return storeapi.ActivatePromoCode200JSONResponse{
		Body: body, Headers: storeapi.ActivatePromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// DeactivatePromoCode answers POST /api/promo_codes/deactivate/.
func (h *Handlers) DeactivatePromoCode(ctx context.Context, _ storeapi.DeactivatePromoCodeRequestObject) (storeapi.DeactivatePromoCodeResponseObject, error) {
	userID, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.DeactivatePromoCode204Response{}, h.Promo.Deactivate(ctx, userID)
}

// ClaimPurchasePromoCode answers POST /api/promo_codes/get_for_recent_purchases/.
func (h *Handlers) ClaimPurchasePromoCode(ctx context.Context, _ storeapi.ClaimPurchasePromoCodeRequestObject) (storeapi.ClaimPurchasePromoCodeResponseObject, error) {
	userID, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	now := h.Clock()
	rule, err := h.Promo.LoyaltyRule(ctx, now)
	if err != nil {
		return nil, err
	}
	c, err := h.Promo.ClaimLoyaltyCode(ctx, userID, rule, now)
	if err != nil {
		return nil, err
	}
	body, err := h.promoCode(ctx, &c)
	return storeapi.ClaimPurchasePromoCode200JSONResponse{
		Body: body, Headers: storeapi.ClaimPurchasePromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// GetWelcomePromoCode answers GET /api/promo_codes/get_for_unauthorized_user/. A
// signed-in user gets no welcome code.
func (h *Handlers) GetWelcomePromoCode(ctx context.Context, _ storeapi.GetWelcomePromoCodeRequestObject) (storeapi.GetWelcomePromoCodeResponseObject, error) {
	if h.caller(ctx).UserID != nil {
		return storeapi.GetWelcomePromoCode204Response{}, nil
	}
	c, err := h.Promo.Welcome(ctx, h.Clock())
	if err != nil {
		return nil, err
	}
	if c == nil {
		return storeapi.GetWelcomePromoCode204Response{}, nil
	}
	body, err := h.promoCode(ctx, c)
	return storeapi.GetWelcomePromoCode200JSONResponse{
		Body: body, Headers: storeapi.GetWelcomePromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// ShowPromoCode answers POST /api/promo_codes/show/.
func (h *Handlers) ShowPromoCode(ctx context.Context, r storeapi.ShowPromoCodeRequestObject) (storeapi.ShowPromoCodeResponseObject, error) {
	c, err := h.Promo.Preview(ctx, r.Body.Code, promo.Buyer{UserID: h.caller(ctx).UserID}, h.Clock())
	if err != nil {
		return nil, err
	}
	body, err := h.promoCode(ctx, &c)
	return storeapi.ShowPromoCode200JSONResponse{
		Body: body, Headers: storeapi.ShowPromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// ActivateOrderPromoCode answers POST /api/orders/{id}/activate_promo_code/.
func (h *Handlers) ActivateOrderPromoCode(ctx context.Context, r storeapi.ActivateOrderPromoCodeRequestObject) (storeapi.ActivateOrderPromoCodeResponseObject, error) {
	o, err := h.PromoCodes.ApplyPromo(ctx, h.caller(ctx), r.ID, r.Body.Code)
	body, err := h.recalculated(ctx, o, err)
	return storeapi.ActivateOrderPromoCode200JSONResponse{
		Body: body, Headers: storeapi.ActivateOrderPromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// DeactivateOrderPromoCode answers POST /api/orders/{id}/deactivate_promo_code/.
func (h *Handlers) DeactivateOrderPromoCode(ctx context.Context, r storeapi.DeactivateOrderPromoCodeRequestObject) (storeapi.DeactivateOrderPromoCodeResponseObject, error) {
	o, err := h.PromoCodes.RemovePromo(ctx, h.caller(ctx), r.ID)
	body, err := h.recalculated(ctx, o, err)
	return storeapi.DeactivateOrderPromoCode200JSONResponse{
		Body: body, Headers: storeapi.DeactivateOrderPromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// ShowOrderPromoCode answers POST /api/orders/{id}/show_promo_code/.
func (h *Handlers) ShowOrderPromoCode(ctx context.Context, r storeapi.ShowOrderPromoCodeRequestObject) (storeapi.ShowOrderPromoCodeResponseObject, error) {
	c, err := h.PromoCodes.PreviewPromo(ctx, h.caller(ctx), r.ID, r.Body.Code)
	if err != nil {
		return nil, err
	}
	body, err := h.promoCode(ctx, &c)
	return storeapi.ShowOrderPromoCode200JSONResponse{
		Body: body, Headers: storeapi.ShowOrderPromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// ProveOrderEmail answers POST /api/orders/{id}/prove_email/.
func (h *Handlers) ProveOrderEmail(ctx context.Context, r storeapi.ProveOrderEmailRequestObject) (storeapi.ProveOrderEmailResponseObject, error) {
	return storeapi.ProveOrderEmail204Response{}, h.PromoCodes.ProveEmail(ctx, h.caller(ctx), r.ID, r.Body.Code)
}

// GetOrderPromoCode answers GET /api/orders/{id}/active_promo_code/.
func (h *Handlers) GetOrderPromoCode(ctx context.Context, r storeapi.GetOrderPromoCodeRequestObject) (storeapi.GetOrderPromoCodeResponseObject, error) {
	c, err := h.PromoCodes.ActivePromo(ctx, h.caller(ctx), r.ID)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return storeapi.GetOrderPromoCode204Response{}, nil
	}
	body, err := h.promoCode(ctx, c)
	return storeapi.GetOrderPromoCode200JSONResponse{
		Body: body, Headers: storeapi.GetOrderPromoCode200ResponseHeaders{CacheControl: new(noStore)},
	}, err
}

// promoCode maps a code with the game or gift it is bound to. A code for gifts is a
// kind of its own. Without a code it returns nil, not an interface with a nil code.
func (h *Handlers) promoCode(ctx context.Context, c *promo.Code) (storeapi.AnyPromoCode, error) {
	if c == nil {
		return nil, nil //nolint:nilnil // no code is an answer
	}
	shape := storeapi.PromoCode{Code: c.Code, Percent: int(c.Percent), ValidUntil: c.ValidUntil}
	if c.Goods == promo.GoodsGifts {
		forGifts := shape.GiftPromoCode()
		if c.GiftID == nil {
			return forGifts, nil
		}
		gifts, err := h.Catalog.GiftsByID(ctx, []int64{*c.GiftID})
		if err != nil {
			return nil, err
		}
		if g, ok := gifts[*c.GiftID]; ok {
			forGifts.Gift = new(gift(g))
		}
		return forGifts, nil
	}
	if c.GameID == nil {
		return shape, nil
	}
	games, err := h.Catalog.ShortGames(ctx, []int64{*c.GameID})
	if err != nil {
		return nil, err
	}
	shape.Game = gameByID(games, c.GameID)
	return shape, nil
}
