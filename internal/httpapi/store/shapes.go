package store

import (
	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/content"
	"larek/internal/httpapi/storeapi"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/publicfeed"
)

func gameItem(g catalog.GameItem) storeapi.GameListItem {
	base := storeapi.BaseGameItem{
		ID: g.ID, Title: g.Title, DetailTitle: g.DetailTitle, DetailDescription: g.DetailDescription,
		Logo: pictureURL(g.Logo), Created: g.Created, IsAuthRequired: g.IsAuthRequired, DiscountPercent: int(g.DiscountPercent),
		IsActive: g.IsActive, ProductPreviewName: g.ProductPreviewName, ProductPreviewIcon: pictureURL(g.ProductPreviewIcon),
		Tags: g.Tags, PriceFrom: price(g.PriceFrom),
	}
	switch g.Kind {
	case catalog.KindPUBG:
		return base.PUBGGameItem()
	case catalog.KindStandoff:
		return base.StandoffGameItem()
	case catalog.KindSteam:
		return base.SteamGameItem()
	case catalog.KindSupply:
		return base.SupplyGameItem()
	default:
		return base
	}
}

func gameDetail(g catalog.Game) storeapi.GameDetail {
	base := storeapi.BaseGameDetail{
		ID: g.ID, Title: g.Title, DetailTitle: g.DetailTitle, DetailDescription: g.DetailDescription,
		Logo: pictureURL(g.Logo), Created: g.Created, IsAuthRequired: g.IsAuthRequired, DiscountPercent: int(g.DiscountPercent),
		IsActive: g.IsActive, ProductPreviewName: g.ProductPreviewName, ProductPreviewIcon: pictureURL(g.ProductPreviewIcon),
		Tags: g.Tags, PriceFrom: price(g.PriceFrom), IDHint: g.IDHint, Products: each(g.Products, product),
	}
	switch g.Kind {
	case catalog.KindPUBG:
		return base.PUBGGameDetail()
	case catalog.KindStandoff:
		return base.StandoffGameDetail()
	case catalog.KindSteam:
		return base.SteamGameDetail()
	case catalog.KindSupply:
		d := base.SupplyGameDetail()
		d.IsServerNeeded, d.IsServerEnum, d.Servers = g.IsServerNeeded, g.IsServerEnum, each(g.Servers, server)
		return d
	default:
		return base
	}
}

func shortGame(g catalog.ShortGame) storeapi.ShortGame {
	base := storeapi.BaseShortGame{ID: g.ID, Title: g.Title, Logo: pictureURL(g.Logo), IsActive: g.IsActive}
	switch g.Kind {
	case catalog.KindPUBG:
		return base.PUBGShortGame()
	case catalog.KindStandoff:
		return base.StandoffShortGame()
	case catalog.KindSteam:
		return base.SteamShortGame()
	case catalog.KindSupply:
		s := base.SupplyShortGame()
		s.IsServerNeeded, s.IsServerEnum = g.IsServerNeeded, g.IsServerEnum
		return s
	default:
		return base
	}
}

// gameByID returns nil, not an interface with a nil game, if there is none.
func gameByID(games map[int64]catalog.ShortGame, id *int64) storeapi.ShortGame {
	if id == nil {
		return nil
	}
	if g, ok := games[*id]; ok {
		return shortGame(g)
	}
	return nil
}

func product(p catalog.Product) storeapi.Product {
	base := storeapi.PUBGProduct{
		ID: p.ID, Title: p.Title, Price: p.Price, Picture: pictureURL(p.Picture), MinQuantity: int(p.MinQuantity),
		MaxQuantity: int(p.MaxQuantity), IsActive: p.IsActive, DiscountPrice: discount(p.FinalPrice, p.DiscountPercent),
		DiscountPercent: int(p.DiscountPercent), GameID: p.GameID, GameTitle: p.GameTitle,
	}
	if p.LowestPrice != 0 {
		base.LowestPrice = discount(p.LowestPrice, p.DiscountPercent)
	}
	switch p.Kind {
	case catalog.KindPUBG:
		base.AmountUc = int(*p.AmountUc) // the database has no pubg product without it
		return base
	case catalog.KindStandoff:
		s := base.StandoffProduct()
		s.Gold = int(*p.Gold)
		return s
	case catalog.KindSteam:
		return base.SteamProduct()
	default:
		return base.SupplyProduct()
	}
}

func server(s catalog.Server) storeapi.ServerOption {
	return storeapi.ServerOption{ID: s.ID, Name: s.Name}
}

func gift(g catalog.Gift) storeapi.Gift {
	return storeapi.Gift{
		ID: g.ID, Title: g.Title, Type: storeapi.GiftType(g.Type), Region: storeapi.GiftRegion(g.Region), Price: g.Price,
		Logo: pictureURL(g.Logo), DiscountPrice: discount(g.FinalPrice, g.DiscountPercent), DiscountPercent: int(g.DiscountPercent),
	}
}

func giftDetail(g catalog.GiftDetail) storeapi.GiftDetail {
	return storeapi.GiftDetail{
		ID: g.ID, Title: g.Title, Type: storeapi.GiftType(g.Type), Region: storeapi.GiftRegion(g.Region), Price: g.Price,
		Logo: pictureURL(g.Logo), DiscountPrice: discount(g.FinalPrice, g.DiscountPercent), DiscountPercent: int(g.DiscountPercent),
		Description: g.Description, Tags: g.Tags, Created: g.Created, IsAvailable: g.IsAvailable,
	}
}

func gameBanner(b content.Banner, games map[int64]catalog.ShortGame) storeapi.GameBanner {
	return storeapi.GameBanner{
		ID: b.ID, Title: b.Title, Description: b.Description,
		BackgroundDesktop: b.BackgroundDesktop.URL(), BackgroundTablet: b.BackgroundTablet.URL(), BackgroundMobile: b.BackgroundMobile.URL(),
		ForegroundDesktop: pictureURL(b.ForegroundDesktop), ForegroundTablet: pictureURL(b.ForegroundTablet), ForegroundMobile: pictureURL(b.ForegroundMobile),
		Game: gameByID(games, b.GameID),
	}
}

func giftBanner(b content.Banner, gifts map[int64]catalog.Gift) storeapi.GiftBanner {
	banner := storeapi.GiftBanner{
		ID: b.ID, Title: b.Title, Description: b.Description,
		BackgroundDesktop: b.BackgroundDesktop.URL(), BackgroundTablet: b.BackgroundTablet.URL(), BackgroundMobile: b.BackgroundMobile.URL(),
		ForegroundDesktop: pictureURL(b.ForegroundDesktop), ForegroundTablet: pictureURL(b.ForegroundTablet), ForegroundMobile: pictureURL(b.ForegroundMobile),
	}
	if b.GiftID != nil {
		if g, ok := gifts[*b.GiftID]; ok {
			banner.Gift = new(gift(g))
		}
	}
	return banner
}

func contact(c content.Contact) storeapi.Contact {
	return storeapi.Contact{CompanyName: c.CompanyName, Address: c.Address, Inn: c.Inn, CompanyID: c.CompanyID, Extra: c.Extra}
}

func question(q content.Question) storeapi.FaqItem {
	return storeapi.FaqItem{ID: q.ID, Text: q.Text, Answer: q.Answer, Game: &q.GameID, Order: int(q.Position)}
}

// orderTypes maps kinds of orders to their names in the contract.
var orderTypes = map[order.Kind]storeapi.OrderType{
	order.PUBG: storeapi.OrderTypePUBGOrder, order.Steam: storeapi.OrderTypeSteamOrder, order.Standoff: storeapi.OrderTypeStandoffOrder,
	order.Rokky: storeapi.OrderTypeRokkyOrder, order.Supply: storeapi.OrderTypeMooGoldOrder,
}

// feedEntry maps a delivered order without its hash, its email and its delivery
// account.
func feedEntry(e publicfeed.Entry, g goods) storeapi.LiveFeedEntry {
	entry := storeapi.LiveFeedEntry{
		Resourcetype: orderTypes[order.Kind(e.Kind)], ID: e.ID, Status: storeapi.OrderStatusDone, Created: e.Created, DoneAt: e.DoneAt,
		Total: e.Total, TotalToPay: max(0, e.Total-e.Discount), Game: gameByID(g.games, e.GameID),
		OrderProducts: orderLines(each(e.Lines, feedLine), g),
		User:          storeapi.LiveFeedUser{ObscuredNickname: account.MaskNickname(e.Nickname)},
	}
	if e.Avatar != nil {
		entry.User.AvatarImg = new(e.Avatar.URL())
	}
	if e.GiftID != nil {
		if found, ok := g.gifts[*e.GiftID]; ok {
			entry.Gift = new(gift(found))
		}
	}
	return entry
}

func feedLine(l publicfeed.Line) order.Line {
	return order.Line{ID: l.ID, ProductID: l.ProductID, Title: l.Title, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Status: order.LineStatus(l.Status)}
}

func country(c payment.Country) storeapi.Country {
	return storeapi.Country{ID: c.ID, Flag: c.Flag.URL(), Name: c.Name}
}

func market(m payment.Market) storeapi.ActiveCountry {
	return storeapi.ActiveCountry{
		ID: m.ID, Flag: m.Flag.URL(), Name: m.Name, Currency: string(m.Currency), Rate: m.Rate,
		MethodGroups: each(m.Groups, func(g payment.MethodGroup) storeapi.PaymentMethodGroup {
			return storeapi.PaymentMethodGroup{Name: g.Name, ShortName: g.ShortName, Order: int(g.Position), Methods: each(g.Methods, method)}
		}),
	}
}

func method(m payment.Method) storeapi.PaymentMethod {
	return storeapi.PaymentMethod{
		Name: m.Name, Title: m.Title, URI: "/api/payments/" + m.Name + "/", Fee: m.Fee.String(), FixFee: m.FixFee,
		MinAmount: m.MinAmount, Icon: pictureURL(m.Icon), IsActive: m.IsActive, IsSecondary: m.IsSecondary,
		Currencies: each(m.Currencies, func(c money.Currency) string { return string(c) }), RequiredFields: each(m.RequiredFields, func(f string) storeapi.PaymentField { return storeapi.PaymentField(f) }), CanRetrievePaymentData: m.CanRetrievePaymentData,
	}
}

func pictureURL(k picture.Key) *string { return new(k.URL()) }

// discount returns the price to pay if there is a discount, and nil otherwise.
func discount(final money.RUB, percent int16) *money.RUB {
	if percent == 0 {
		return nil
	}
	return &final
}

func price(m money.RUB) *money.RUB {
	if m == 0 {
		return nil
	}
	return &m
}
