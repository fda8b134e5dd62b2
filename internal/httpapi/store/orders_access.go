package store

import (
	"context"
	"encoding/hex"
	"strings"

	"larek/internal/account"
	"larek/internal/delivery"
	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/publicid"
)

// view is what one caller may see of an order.
type view struct {
	isOwner  bool
	progress *storeapi.OrderProgress
	codes    map[int64][]string // by line
}

// ownersView returns the view of the owner.
func ownersView(progress *storeapi.OrderProgress, codes map[int64][]string) view {
	return view{isOwner: true, progress: progress, codes: codes}
}

// hiddenCode is shown in place of a code. It reveals nothing of the code, not even
// its length: the code is not decrypted.
const hiddenCode = "••••••••"

// codes returns the delivered codes by line: in full for the owner, which is
// recorded, and hidden for the holder of the link.
func (h *Handlers) codes(ctx context.Context, o *order.Order, viewer order.Viewer) (map[int64][]string, error) {
	if !anyLine(o, order.Completed) || o.Kind != order.PUBG && o.Kind != order.Rokky {
		return nil, nil //nolint:nilnil // no codes is an answer
	}
	who := h.caller(ctx)
	var seenBy delivery.Viewer
	switch viewer {
	case order.ByAccount:
		seenBy = delivery.AccountViewer(*who.UserID)
	case order.ByBrowser:
		seenBy = delivery.BrowserViewer(*who.Guest)
	case order.ByProof:
		seenBy = delivery.ProofViewer(*who.Guest)
	default:
		return hiddenCodes(o), nil
	}
	if o.Kind == order.PUBG {
		return h.Stock.Reveal(ctx, o.ID, seenBy, h.Clock())
	}
	return h.Dispatch.Reveal(ctx, o.ID, seenBy)
}

func hiddenCodes(o *order.Order) map[int64][]string {
	codes := map[int64][]string{}
	for _, l := range o.Lines {
		if l.Status != order.Completed {
			continue
		}
		for range l.Quantity {
			codes[l.ID] = append(codes[l.ID], hiddenCode)
		}
	}
	return codes
}

// masked returns an order without what identifies the buyer. The lot of a Standoff
// order is removed too: a reader who knows its price could offer another lot for
// it.
func masked(o *order.Order) *order.Order {
	m := *o
	m.Email = maskedEmail(o.Email)
	d := &m.Detail
	d.SteamAccountID, d.GameAccountID, d.MoogoldUserID = maskedName(d.SteamAccountID), maskedName(d.GameAccountID), maskedName(d.MoogoldUserID)
	d.MoogoldServerCustomID, d.AccountName = maskedText(d.MoogoldServerCustomID), maskedText(d.AccountName)
	d.GameAvatar, d.Gold = "", 0
	return &m
}

// maskedEmail shows the first letter and the domain only: "т***@example.test".
func maskedEmail(email *string) *string {
	if email == nil {
		return nil
	}
	name, domain, found := strings.Cut(*email, "@")
	if !found {
		return new("***")
	}
	first := []rune(name)
	return new(string(first[:min(1, len(first))]) + "***@" + domain)
}

func maskedName(name string) string {
	if name == "" {
		return ""
	}
	return account.MaskNickname(&name)
}

func maskedText(text *string) *string {
	if text == nil {
		return nil
	}
	return new(account.MaskNickname(text))
}

// belongsTo returns how the owner of an order proves ownership.
func belongsTo(o *order.Order) storeapi.OrderBelongsTo {
	if o.UserID == nil {
		return storeapi.OrderBelongsToGuest
	}
	return storeapi.OrderBelongsToAccount
}

// proofPicture is a picture of what an operator delivered.
func proofPicture(p delivery.ProofPicture) storeapi.ProofPictureRef {
	return storeapi.ProofPictureRef{ID: p.ID, At: p.At, Width: p.Width, Height: p.Height, Digest: hex.EncodeToString(p.Digest[:])}
}

// GetOrderPicture answers GET /api/orders/{hash}/pictures/{picture}/. For the holder of the
// link there is no picture: it may show a name or an account.
func (h *Handlers) GetOrderPicture(ctx context.Context, r storeapi.GetOrderPictureRequestObject) (storeapi.GetOrderPictureResponseObject, error) {
	o, viewer, err := h.orderByHash(ctx, r.Hash)
	if err == nil && !viewer.IsOwner() {
		err = delivery.ErrNoPicture
	}
	if err != nil {
		return nil, err
	}
	_, jpeg, err := h.ProofPictures.Read(ctx, o.ID, r.Picture)
	if err != nil {
		return nil, err
	}
	return storeapi.GetOrderPicture200JSONResponse{
		Body: storeapi.ProofPicture{Data: jpeg}, Headers: storeapi.GetOrderPicture200ResponseHeaders{CacheControl: new(noStore)},
	}, nil
}

// ProveOrder answers POST /api/orders/{hash}/prove/. The browser's guest identity
// does not change, so that all its orders stay its own.
func (h *Handlers) ProveOrder(ctx context.Context, r storeapi.ProveOrderRequestObject) (storeapi.ProveOrderResponseObject, error) {
	hash, err := publicid.Parse(r.Hash)
	if err != nil {
		return nil, order.ErrNotFound
	}
	browser := publicid.New()
	if who := h.caller(ctx); who.Guest != nil {
		browser = *who.Guest
	}
	if err := h.Orders.SpendProof(ctx, hash, r.Body.Proof, browser); err != nil {
		return nil, err
	}
	return storeapi.ProveOrder204Response{
		Headers: storeapi.ProveOrder204ResponseHeaders{SetCookie: writeGuest(ctx, h.GuestKey, browser)},
	}, nil
}

// SendOrderLink answers POST /api/orders/{hash}/send_link/. The answer does not
// depend on whether there is such an order or whose it is: emails are counted by
// the requested hash, and sent by the worker.
func (h *Handlers) SendOrderLink(ctx context.Context, r storeapi.SendOrderLinkRequestObject) (storeapi.SendOrderLinkResponseObject, error) {
	hash, err := publicid.Parse(r.Hash)
	if err != nil {
		return nil, order.ErrNotFound
	}
	if err := h.slow(ctx, "order_link", r.Hash); err != nil {
		return nil, err
	}
	return storeapi.SendOrderLink204Response{}, h.Checkout.SendOrderLink(ctx, hash)
}
