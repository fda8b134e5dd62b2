package store

import (
	"context"
	"slices"
	"time"

	"larek/internal/catalog"
	"larek/internal/httpapi/storeapi"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
)

// goods is what the catalogue has about the goods in orders, and how they were paid for.
type goods struct {
	paid     map[int64]payment.PaidTotal
	products map[int64]catalog.Product
	games    map[int64]catalog.ShortGame
	gifts    map[int64]catalog.Gift
	standoff *catalog.StandoffSettings // only if there is a Standoff order
}

// goodsOf reads all goods of a list of orders and their payments, with one query per kind.
func (h *Handlers) goodsOf(ctx context.Context, orders ...*order.Order) (g goods, err error) {
	var products []int64
	standoff := false
	for _, o := range orders {
		products = append(products, ids(o.Lines, func(l order.Line) *int64 { return l.ProductID })...)
		standoff = standoff || o.Kind == order.Standoff
	}
	if g.products, err = h.Catalog.ProductsByID(ctx, products); err != nil {
		return g, err
	}
	if g.paid, err = h.Attempts.PaidTotals(ctx, ids(orders, func(o *order.Order) *int64 { return &o.ID })); err != nil {
		return g, err
	}
	if games := ids(orders, func(o *order.Order) *int64 { return o.GameID }); len(games) > 0 {
		if g.games, err = h.Catalog.ShortGames(ctx, games); err != nil {
			return g, err
		}
	}
	if gifts := ids(orders, func(o *order.Order) *int64 { return o.GiftID }); len(gifts) > 0 {
		if g.gifts, err = h.Catalog.GiftsByID(ctx, gifts); err != nil {
			return g, err
		}
	}
	if standoff {
		settings, err := h.Catalog.StandoffSettings(ctx)
		if err != nil {
			return g, err
		}
		g.standoff = &settings
	}
	return g, nil
}

// orderShape maps an order for its owner or, masked, for the holder of its link.
func orderShape(o *order.Order, g goods, now time.Time, v view) storeapi.Order {
	if !v.isOwner {
		o = masked(o)
	}
	base := storeapi.MooGoldOrder{
		ID: o.ID, Hash: o.Hash.String(), Status: storeapi.OrderStatus(o.Status), Created: o.Created,
		Total: o.Total, TotalToPay: o.AmountDue(), RejectReason: o.RejectReason, IsPaymentActive: o.AcceptsPayment(now), Email: o.Email,
		OrderProducts: orderLines(o.Lines, g), Game: gameByID(g.games, o.GameID), AccountName: o.Detail.AccountName, Progress: v.progress,
		IsOwner: v.isOwner, BelongsTo: belongsTo(o),
	}
	if paid, ok := g.paid[o.ID]; ok && v.isOwner {
		base.Paid = &storeapi.OrderPaid{Amount: paid.Amount.Minor.String(), Currency: string(paid.Amount.Currency), Refunded: paid.Refunded.Minor.String()}
	}
	switch o.Kind {
	case order.PUBG:
		s := base.PUBGOrder()
		s.OrderProducts = each(base.OrderProducts, func(p storeapi.OrderProduct) storeapi.PUBGOrderProduct {
			return withCodes(p, v.codes[p.ID])
		})
		return s
	case order.Steam:
		s := base.SteamOrder()
		s.SteamAccountID, s.WalletAmount = o.Detail.SteamAccountID, o.WalletAmount()
		return s
	case order.Standoff:
		s := base.StandoffOrder()
		s.GameAccountID, s.GameAvatar = o.Detail.GameAccountID, avatar(o.Detail)
		if g.standoff != nil && o.Detail.Gold > 0 {
			s.Lot = &storeapi.StandoffLot{SkinName: g.standoff.SkinName, SkinPicture: optionalURL(g.standoff.SkinPicture), Price: o.Detail.LotPrice().String(), Deadline: lotDeadline(o, v.progress)}
		}
		return s
	case order.Rokky:
		s := base.RokkyOrder()
		s.Gift = gift(g.gifts[*o.GiftID])
		for _, c := range v.codes {
			s.Code = &c[0]
		}
		return s
	default:
		base.MoogoldUserID, base.MoogoldServer = o.Detail.MoogoldUserID, o.Detail.MoogoldServer
		base.MoogoldServerCustomID, base.MoogoldServerName = o.Detail.MoogoldServerCustomID, o.Detail.MoogoldServerName
		return base
	}
}

// orderLines maps the products of an order; a gift is mapped separately.
func orderLines(of []order.Line, g goods) []storeapi.OrderProduct {
	lines := []storeapi.OrderProduct{}
	for _, l := range of {
		if l.ProductID == nil {
			continue
		}
		lines = append(lines, storeapi.OrderProduct{
			ID: l.ID, Quantity: int(l.Quantity), Product: product(asOrdered(g.products[*l.ProductID], l.Title, l.UnitPrice)),
			Status: storeapi.LineStatus(l.Status), UnitPrice: l.UnitPrice,
		})
	}
	return lines
}

// asOrdered returns a product under the name it was sold by. A Steam top-up has no
// price of its own: its sum is what the buyer chose.
func asOrdered(p catalog.Product, title string, price money.RUB) catalog.Product {
	p.Title = title
	if p.Kind == catalog.KindSteam {
		p.Price, p.FinalPrice, p.DiscountPercent = price, price, 0
	}
	return p
}

func withCodes(p storeapi.OrderProduct, codes []string) storeapi.PUBGOrderProduct {
	line := storeapi.PUBGOrderProduct{
		ID: p.ID, Quantity: p.Quantity, Product: p.Product, Status: p.Status, UnitPrice: p.UnitPrice, Codes: []storeapi.RedeemCode{},
	}
	pack, ok := p.Product.(storeapi.PUBGProduct)
	for _, c := range codes {
		if ok {
			line.Codes = append(line.Codes, storeapi.RedeemCode{Code: c, AmountUc: pack.AmountUc})
		}
	}
	return line
}

// ordered is the product of an order that was just created. What it has cost before is
// not said there.
func ordered(p order.Product) catalog.Product {
	return catalog.Product{
		ID: p.ID, Kind: p.Kind, Title: p.Title, Price: p.Price, DiscountPercent: p.DiscountPercent, FinalPrice: p.FinalPrice, Picture: p.Picture,
		MinQuantity: p.MinQuantity, MaxQuantity: p.MaxQuantity, IsActive: p.IsActive, AmountUc: p.AmountUc, Gold: p.Gold, GameID: p.GameID, GameTitle: p.GameTitle,
	}
}

// cart maps an order that was just created.
func cart(p *order.CreatedOrder) storeapi.Cart {
	base := storeapi.MooGoldCart{ID: p.ID, Hash: p.Hash.String(), Total: p.Total, Products: each(p.Lines, func(l order.CreatedLine) storeapi.CartLine {
		return storeapi.CartLine{ID: l.ID, Quantity: int(l.Quantity), Product: product(ordered(l.Product))}
	})}
	switch p.Kind {
	case order.PUBG:
		return base.PUBGCart()
	case order.Steam:
		return base.SteamCart()
	case order.Standoff:
		return base.StandoffCart()
	case order.Rokky:
		c := base.RokkyCart()
		c.Gift = gift(catalog.Gift(*p.Gift))
		return c
	default:
		return base
	}
}

// recalculated maps an order whose price was calculated again.
func recalculated(o *order.Order, g goods, code storeapi.AnyPromoCode) storeapi.RecalculatedOrder {
	base := storeapi.MooGoldRecalculated{
		ID: o.ID, Status: storeapi.OrderStatus(o.Status), TotalWithoutPromocode: o.Total, TotalWithPromocode: o.AmountDue(), Email: o.Email,
		OrderProducts: orderLines(o.Lines, g), Game: gameByID(g.games, o.GameID), PromoCode: code,
	}
	switch o.Kind {
	case order.PUBG:
		return base.PUBGRecalculated()
	case order.Steam:
		return base.SteamRecalculated()
	case order.Standoff:
		r := base.StandoffRecalculated()
		r.GameAccountID, r.GameAvatar = o.Detail.GameAccountID, avatar(o.Detail)
		if o.Detail.Surplus != nil {
			r.Surplus = new(o.Detail.Surplus.String())
		}
		return r
	case order.Rokky:
		r := base.RokkyRecalculated()
		r.Gift = gift(g.gifts[*o.GiftID])
		return r
	default:
		return base
	}
}

// lotDeadline returns until when operators search for the lot of a Standoff order.
// It starts again when corrected details are sent.
func lotDeadline(o *order.Order, progress *storeapi.OrderProgress) *time.Time {
	if o.Status != order.Sending || progress == nil {
		return nil
	}
	for _, entry := range slices.Backward(progress.Timeline) {
		if entry.Event == order.EventDeliverySending {
			return new(entry.At.Add(order.LotSearchTimeout))
		}
	}
	return nil
}

func avatar(d order.DeliveryDetails) *string {
	if d.GameAvatar == "" {
		return nil
	}
	return pictureURL(d.GameAvatar)
}

func optionalURL(k *picture.Key) *string {
	if k == nil {
		return nil
	}
	return pictureURL(*k)
}
