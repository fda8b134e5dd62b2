package storeapi

func cartRows() map[string]row {
	return map[string]row{
		"MooGoldCart": {
			MooGoldCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}},
			`{"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"products":[],"resourcetype":"MooGoldOrder","total":"190.00"}`,
		},
		"MooGoldRecalculated": {
			MooGoldRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}},
			`{"email":null,"game":null,"id":5,"order_products":[],"promo_code":null,"resourcetype":"MooGoldOrder","status":"created","total_with_promocode":"180.00","total_without_promocode":"200.00"}`,
		},
		"PUBGCart": {
			PUBGCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{{ID: 6, Quantity: 2, Product: PUBGProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", AmountUc: 60}}}},
			`{"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"products":[{"id":6,"product":{"amount_uc":60,"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"PUBGProduct","title":"60 UC"},"quantity":2}],"resourcetype":"PUBGOrder","total":"190.00"}`,
		},
		"PUBGRecalculated": {
			PUBGRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}},
			`{"email":null,"game":null,"id":5,"order_products":[],"promo_code":null,"resourcetype":"PUBGOrder","status":"created","total_with_promocode":"180.00","total_without_promocode":"200.00"}`,
		},
		"RokkyCart": {
			RokkyCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}, Gift: ShortGift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis}},
			`{"gift":{"id":8,"logo":null,"region":"ru_cis","resourcetype":"RokkyGift","title":"Набор","type":"dlc"},"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"products":[],"resourcetype":"RokkyOrder","total":"190.00"}`,
		},
		"RokkyRecalculated": {
			RokkyRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, Gift: ShortGift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis}},
			`{"email":null,"game":null,"gift":{"id":8,"logo":null,"region":"ru_cis","resourcetype":"RokkyGift","title":"Набор","type":"dlc"},"id":5,"order_products":[],"promo_code":null,"resourcetype":"RokkyOrder","status":"created","total_with_promocode":"180.00","total_without_promocode":"200.00"}`,
		},
		"StandoffCart": {
			StandoffCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}, GameAvatar: new("/media/a/640.png")},
			`{"game_avatar":"/media/a/640.png","hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"products":[],"resourcetype":"StandoffOrder","total":"190.00"}`,
		},
		"StandoffRecalculated": {
			StandoffRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, Surplus: new("0.17"), GameAccountID: "77"},
			`{"email":null,"game":null,"game_account_id":"77","game_avatar":null,"id":5,"order_products":[],"promo_code":null,"resourcetype":"StandoffOrder","status":"created","surplus":"0.17","total_with_promocode":"180.00","total_without_promocode":"200.00"}`,
		},
		"SteamCart": {
			SteamCart{ID: 5, Total: 19000, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Products: []CartLine{}},
			`{"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"products":[],"resourcetype":"SteamOrder","total":"190.00"}`,
		},
		"SteamRecalculated": {
			SteamRecalculated{ID: 5, Status: OrderStatusCreated, TotalWithoutPromocode: 20000, TotalWithPromocode: 18000, OrderProducts: []OrderProduct{}, PromoCode: PromoCode{Code: "NIGHT", Percent: 10}},
			`{"email":null,"game":null,"id":5,"order_products":[],"promo_code":{"code":"NIGHT","game":null,"percent":10,"resourcetype":"PromoCode","valid_until":null},"resourcetype":"SteamOrder","status":"created","total_with_promocode":"180.00","total_without_promocode":"200.00"}`,
		},
	}
}
