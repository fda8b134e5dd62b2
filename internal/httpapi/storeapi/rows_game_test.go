package storeapi

func gameRows() map[string]any {
	return map[string]any{
		"BaseGameDetail":     BaseGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
		"BaseGameItem":       BaseGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Logo: new("/media/g/640.png"), DiscountPercent: 5, IsAuthRequired: true, ProductPreviewIcon: new("/media/uc/160.png")},
		"BaseShortGame":      BaseShortGame{ID: 2, Title: "Игра", IsActive: true},
		"PUBGGameDetail":     PUBGGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
		"PUBGGameItem":       PUBGGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
		"PUBGShortGame":      PUBGShortGame{ID: 2, Title: "Игра", IsActive: true},
		"StandoffGameDetail": StandoffGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
		"StandoffGameItem":   StandoffGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
		"StandoffShortGame":  StandoffShortGame{ID: 2, Title: "Игра", IsActive: true},
		"SteamGameDetail":    SteamGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{SteamProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"}}},
		"SteamGameItem":      SteamGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
		"SteamShortGame":     SteamShortGame{ID: 2, Title: "Игра", IsActive: true},
		"SupplyGameDetail":   SupplyGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}, Servers: []ServerOption{{ID: 3, Name: "Азия"}}, IsServerNeeded: true, IsServerEnum: true},
		"SupplyGameItem":     SupplyGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
		"SupplyShortGame":    SupplyShortGame{ID: 2, Title: "Игра", IsActive: true, IsServerNeeded: true},
	}
}
