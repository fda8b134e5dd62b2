package store

import (
	"context"
	"time"

	"larek/internal/catalog"
	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/picture"
)

// goods is what the catalogue knows of things in orders.
type goods struct {
	products map[int64]catalog.Product
	games    map[int64]catalog.ShortGame
	gifts    map[int64]catalog.Gift
	standoff *catalog.StandoffSettings // only if there is a Standoff order
}

// goodsOf asks for everything a list of orders needs, once per kind of thing.
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

// orderShape shows an order to its owner or, masked, to the holder of its link.
func orderShape(o *order.Order, g goods, now time.Time, v view) storeapi.Order {
	if !v.isOwner {
		o = masked(o)
	}
	base := storeapi.MooGoldOrder{
		ID: o.ID, Hash: o.Hash.String(), Status: storeapi.OrderStatus(o.Status), Created: o.Created,
		Total: o.Total, TotalToPay: o.ToPay(), RejectReason: o.RejectReason, IsPaymentActive: o.Payable(now), Email: o.Email,
		OrderProducts: orderLines(o, g), Game: gameByID(g.games, o.GameID), AccountName: o.Detail.AccountName, Progress: v.progress,
		IsOwner: v.isOwner, BelongsTo: belongsTo(o),
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
		s.SteamAccountID = o.Detail.SteamAccountID
		return s
	case order.Standoff:
		s := base.StandoffOrder()
		s.GameAccountID, s.GameAvatar = o.Detail.GameAccountID, avatar(o.Detail)
		if g.standoff != nil && o.Detail.Gold > 0 {
			s.Lot = &storeapi.StandoffLot{SkinName: g.standoff.SkinName, SkinPicture: optionalURL(g.standoff.SkinPicture), Price: o.Detail.LotPrice().String()}
		}
		return s
	case order.Rokky:
		s := base.RokkyOrder()
		s.Gift = shortGift(g.gifts[*o.GiftID])
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

// orderLines shows the packs; a gift is no pack and shown beside them.
func orderLines(o *order.Order, g goods) []storeapi.OrderProduct {
	lines := []storeapi.OrderProduct{}
	for _, l := range o.Lines {
		if l.ProductID == nil {
			continue
		}
		lines = append(lines, storeapi.OrderProduct{
			ID: l.ID, Quantity: int(l.Quantity), Product: product(g.products[*l.ProductID]),
			Status: storeapi.LineStatus(l.Status), UnitPrice: l.UnitPrice,
		})
	}
	return lines
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

// cart shows an order that was just made.
func cart(p *order.Placed) storeapi.Cart {
	base := storeapi.MooGoldCart{ID: p.ID, Hash: p.Hash.String(), Total: p.Total, Products: each(p.Lines, func(l order.PlacedLine) storeapi.CartLine {
		return storeapi.CartLine{ID: l.ID, Quantity: int(l.Quantity), Product: product(catalog.Product(l.Product))}
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
		c.Gift = shortGift(catalog.Gift(*p.Gift))
		return c
	default:
		return base
	}
}

// recalculated shows an order whose price was worked out anew.
func recalculated(o *order.Order, g goods, code storeapi.AnyPromoCode) storeapi.RecalculatedOrder {
	base := storeapi.MooGoldRecalculated{
		ID: o.ID, Status: storeapi.OrderStatus(o.Status), TotalWithoutPromocode: o.Total, TotalWithPromocode: o.ToPay(), Email: o.Email,
		OrderProducts: orderLines(o, g), Game: gameByID(g.games, o.GameID), PromoCode: code,
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
		r.Gift = shortGift(g.gifts[*o.GiftID])
		return r
	default:
		return base
	}
}

func shortGift(g catalog.Gift) storeapi.ShortGift {
	return storeapi.ShortGift{
		ID: g.ID, Title: g.Title, Type: storeapi.GiftType(g.Type), Region: storeapi.GiftRegion(g.Region), Logo: pictureURL(g.Logo),
	}
}

func avatar(d order.Detail) *string {
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
