package storeapi

func cartRows() map[string]any {
	return map[string]any{
		"MooGoldCart":          MooGoldCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}},
		"MooGoldRecalculated":  MooGoldRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}},
		"PUBGCart":             PUBGCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{{ID: 6, Quantity: 2, Product: PUBGProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", AmountUc: 60}}}},
		"PUBGRecalculated":     PUBGRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}},
		"RokkyCart":            RokkyCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}, Gift: Gift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis, Price: 49900}},
		"RokkyRecalculated":    RokkyRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, Gift: Gift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis, Price: 49900}},
		"StandoffCart":         StandoffCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}, GameAvatar: new("/media/a/640.png")},
		"StandoffRecalculated": StandoffRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, Surplus: new("0.17"), GameAccountID: "77"},
		"SteamCart":            SteamCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}},
		"SteamRecalculated":    SteamRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, PromoCode: PromoCode{Code: "NIGHT", Percent: 10}},
	}
}
