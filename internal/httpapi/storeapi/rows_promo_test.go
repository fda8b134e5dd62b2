package storeapi

func promoRows() map[string]row {
	return map[string]row{
		"GiftPromoCode": {
			GiftPromoCode{Code: "GIFT", Percent: 5, Gift: &ShortGift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis}},
			`{"code":"GIFT","gift":{"id":8,"logo":null,"region":"ru_cis","resourcetype":"RokkyGift","title":"Набор","type":"dlc"},"percent":5,"resourcetype":"GiftPromoCode","valid_until":null}`,
		},
		"PromoCode": {
			PromoCode{Code: "NIGHT", Percent: 10, Game: SteamShortGame{ID: 2, Title: "Игра", IsActive: true}, ValidUntil: &at},
			`{"code":"NIGHT","game":{"id":2,"is_active":true,"logo":null,"resourcetype":"Steam","title":"Игра"},"percent":10,"resourcetype":"PromoCode","valid_until":"2026-11-15T10:30:00Z"}`,
		},
	}
}
