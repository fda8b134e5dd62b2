package storeapi

func productRows() map[string]row {
	return map[string]row{
		"PUBGProduct": {
			PUBGProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", AmountUc: 60, Picture: new("/media/uc/640.png"), DiscountPrice: new(Money(8900)), DiscountPercent: 10},
			`{"amount_uc":60,"discount_percent":10,"discount_price":"89.00","game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":"/media/uc/640.png","price":"99.00","resourcetype":"PUBGProduct","title":"60 UC"}`,
		},
		"StandoffProduct": {
			StandoffProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", Gold: 100},
			`{"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","gold":100,"id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"StandoffProduct","title":"60 UC"}`,
		},
		"SteamProduct": {
			SteamProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"},
			`{"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"SteamProduct","title":"60 UC"}`,
		},
		"SupplyProduct": {
			SupplyProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"},
			`{"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"SupplyProduct","title":"60 UC"}`,
		},
	}
}
