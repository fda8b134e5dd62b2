package storeapi

func productRows() map[string]any {
	return map[string]any{
		"PUBGProduct":     PUBGProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", AmountUc: 60, Picture: new("/media/uc/640.png"), DiscountPrice: new(Money(8900)), DiscountPercent: 10},
		"StandoffProduct": StandoffProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", Gold: 100},
		"SteamProduct":    SteamProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"},
		"SupplyProduct":   SupplyProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"},
	}
}
