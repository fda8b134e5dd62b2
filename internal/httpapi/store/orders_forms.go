package store

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/picture"
	"larek/internal/problem"
)

// maxAvatar bounds a picture before it is re-encoded.
const maxAvatar = 5 << 20

// UploadStandoffAvatar answers POST /api/orders/standoff/avatar/{id}/.
func (h *Handlers) UploadStandoffAvatar(ctx context.Context, r storeapi.UploadStandoffAvatarRequestObject) (storeapi.UploadStandoffAvatarResponseObject, error) {
	upload, earlier, err := readAvatar(r.Body)
	if err != nil {
		return nil, err
	}
	var key picture.Key
	if upload != nil {
		key, err = h.Checkout.SetAvatar(ctx, h.caller(ctx), r.ID, upload)
	} else {
		key, err = h.Checkout.ReuseAvatar(ctx, h.caller(ctx), r.ID, earlier)
	}
	if err != nil {
		return nil, err
	}
	return storeapi.UploadStandoffAvatar200JSONResponse{GameAvatar: key.URL()}, nil
}

// readAvatar reads the picture, or the number of the order that has it. The
// contract's checks do not cover multipart bodies, so they are made here.
func readAvatar(form *multipart.Reader) (upload []byte, earlier int64, err error) {
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, 0, badUpload("body", "wrong_format", "Не удалось прочитать запрос.", err)
		}
		switch part.FormName() {
		case "game_avatar":
			if upload, err = io.ReadAll(io.LimitReader(part, maxAvatar+1)); err != nil {
				return nil, 0, badUpload("game_avatar", "wrong_format", "Не удалось прочитать картинку.", err)
			}
			if len(upload) > maxAvatar {
				return nil, 0, badUpload("game_avatar", "too_large", "Картинка должна быть не больше 5 МБ.", nil)
			}
		case "history_order_id":
			text, err := io.ReadAll(io.LimitReader(part, 32))
			if err != nil {
				return nil, 0, badUpload("history_order_id", "wrong_format", "Не удалось прочитать запрос.", err)
			}
			if len(text) == 0 {
				continue // a form sends its empty fields too
			}
			if earlier, err = strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err != nil || earlier < 1 {
				return nil, 0, badUpload("history_order_id", "wrong_type", "Значение не того вида.", nil)
			}
		}
	}
	if len(upload) == 0 && earlier == 0 {
		return nil, 0, badUpload("game_avatar", "required", "Приложите картинку или укажите прежний заказ.", nil)
	}
	if len(upload) == 0 {
		upload = nil
	}
	return upload, earlier, nil
}

// badUpload returns a problem of the field, or of the whole body if it was too
// large to read.
func badUpload(field, code, detail string, cause error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](cause); ok {
		code, detail = "too_large", "Картинка должна быть не больше 5 МБ."
	}
	return problem.InvalidFields(problem.Field{Name: field, Code: code, Detail: detail})
}

// GetSteamSettings answers GET /api/orders/steam/settings/.
func (h *Handlers) GetSteamSettings(ctx context.Context, _ storeapi.GetSteamSettingsRequestObject) (storeapi.GetSteamSettingsResponseObject, error) {
	s, err := h.Catalog.SteamSettings(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.GetSteamSettings200JSONResponse{ID: s.ID, Commission: s.Commission.String(), MinAmount: s.MinAmount, MaxAmount: s.MaxAmount}, nil
}

// GetStandoffSettings answers GET /api/orders/standoff/settings/.
func (h *Handlers) GetStandoffSettings(ctx context.Context, _ storeapi.GetStandoffSettingsRequestObject) (storeapi.GetStandoffSettingsResponseObject, error) {
	s, err := h.Catalog.StandoffSettings(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.GetStandoffSettings200JSONResponse{
		NeedRefund: s.NeedRefund, IsSurplusEnabled: s.IsSurplusEnabled, SkinName: s.SkinName,
		SkinPicture: optionalURL(s.SkinPicture), MarketFee: s.MarketFee.Fraction(),
	}, nil
}

// last returns the newest order of the signed-in caller, or an empty one.
func (h *Handlers) last(ctx context.Context, kind order.Kind, gameID *int64) (order.LatestOrder, error) {
	user, err := h.user(ctx)
	if err != nil {
		return order.LatestOrder{}, err
	}
	last, err := h.Orders.LatestOfKind(ctx, user, kind, gameID)
	if err != nil || last == nil {
		return order.LatestOrder{}, err
	}
	return *last, nil
}

// GetSteamLastOrder answers GET /api/orders/steam/last_order_data/.
func (h *Handlers) GetSteamLastOrder(ctx context.Context, _ storeapi.GetSteamLastOrderRequestObject) (storeapi.GetSteamLastOrderResponseObject, error) {
	last, err := h.last(ctx, order.Steam, nil)
	if err != nil {
		return nil, err
	}
	return storeapi.GetSteamLastOrder200JSONResponse{SteamAccountID: filled(last.Detail.SteamAccountID), Email: last.Email}, nil
}

// GetStandoffLastOrder answers GET /api/orders/standoff/last_order_data/.
func (h *Handlers) GetStandoffLastOrder(ctx context.Context, _ storeapi.GetStandoffLastOrderRequestObject) (storeapi.GetStandoffLastOrderResponseObject, error) {
	last, err := h.last(ctx, order.Standoff, nil)
	if err != nil {
		return nil, err
	}
	answer := storeapi.GetStandoffLastOrder200JSONResponse{
		GameAccountID: filled(last.Detail.GameAccountID), GameAvatar: avatar(last.Detail), Email: last.Email,
	}
	if answer.GameAvatar != nil { // only then there is a picture to use again
		answer.HistoryOrderID = &last.ID
	}
	return answer, nil
}

// GetSupplyLastOrder answers GET /api/orders/supply_channel/last_order_data/{game_id}/.
func (h *Handlers) GetSupplyLastOrder(ctx context.Context, r storeapi.GetSupplyLastOrderRequestObject) (storeapi.GetSupplyLastOrderResponseObject, error) {
	games, err := h.Catalog.ShortGames(ctx, []int64{r.GameID})
	if err != nil {
		return nil, err
	}
	if _, ok := games[r.GameID]; !ok {
		return nil, catalog.ErrGameNotFound
	}
	last, err := h.last(ctx, order.Supply, &r.GameID)
	if err != nil {
		return nil, err
	}
	return storeapi.GetSupplyLastOrder200JSONResponse{
		MoogoldUserID: filled(last.Detail.MoogoldUserID), MoogoldServer: last.Detail.MoogoldServer,
		MoogoldServerCustomID: last.Detail.MoogoldServerCustomID, Email: last.Email,
	}, nil
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// CheckAccount answers POST /api/orders/check_account/.
func (h *Handlers) CheckAccount(ctx context.Context, r storeapi.CheckAccountRequestObject) (storeapi.CheckAccountResponseObject, error) {
	game, err := h.Catalog.Game(ctx, r.Body.GameID)
	if err != nil {
		return nil, err
	}
	check := checkout.AccountCheck{GameKind: game.Kind, AccountID: r.Body.AccountID, Server: r.Body.Server, ServerCustom: r.Body.ServerCustomID}
	if game.Kind != catalog.KindSteam && len(game.Products) > 0 {
		check.ProductID = &game.Products[0].ID
	}
	checked, err := h.Checkout.CheckAccount(ctx, check)
	switch {
	case errors.Is(err, delivery.ErrCheckUnsupported):
		return storeapi.CheckAccount200JSONResponse{State: storeapi.AccountCheckResultStateUnknown}, nil
	case err != nil:
		return nil, err
	case !checked.Exists:
		return storeapi.CheckAccount200JSONResponse{State: storeapi.AccountCheckResultStateNotFound}, nil
	}
	return storeapi.CheckAccount200JSONResponse{State: storeapi.AccountCheckResultStateFound, Name: filled(checked.Name)}, nil
}
