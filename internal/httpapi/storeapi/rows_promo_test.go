package storeapi

func promoRows() map[string]any {
	return map[string]any{
		"GiftPromoCode": GiftPromoCode{Code: "GIFT", Percent: 5, Gift: &Gift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis, Price: 49900}},
		"PromoCode":     PromoCode{Code: "NIGHT", Percent: 10, Game: SteamShortGame{ID: 2, Title: "Игра", IsActive: true}, ValidUntil: &at},
	}
}
