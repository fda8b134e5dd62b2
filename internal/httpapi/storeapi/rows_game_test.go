package storeapi

func gameRows() map[string]row {
	return map[string]row{
		"BaseGameDetail": {
			BaseGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"id_hint":"","is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","products":[],"resourcetype":"Game","tags":["новинка"],"title":"Игра"}`,
		},
		"BaseGameItem": {
			BaseGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Logo: new("/media/g/640.png"), DiscountPercent: 5, IsAuthRequired: true, ProductPreviewIcon: new("/media/uc/160.png")},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":5,"id":2,"is_active":true,"is_auth_required":true,"logo":"/media/g/640.png","price_from":null,"product_preview_icon":"/media/uc/160.png","product_preview_name":"UC","resourcetype":"Game","tags":["новинка"],"title":"Игра"}`,
		},
		"BaseShortGame": {
			BaseShortGame{ID: 2, Title: "Игра", IsActive: true},
			`{"id":2,"is_active":true,"logo":null,"resourcetype":"Game","title":"Игра"}`,
		},
		"PUBGGameDetail": {
			PUBGGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"id_hint":"","is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","products":[],"resourcetype":"PUBGGame","tags":["новинка"],"title":"Игра"}`,
		},
		"PUBGGameItem": {
			PUBGGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","resourcetype":"PUBGGame","tags":["новинка"],"title":"Игра"}`,
		},
		"PUBGShortGame": {
			PUBGShortGame{ID: 2, Title: "Игра", IsActive: true},
			`{"id":2,"is_active":true,"logo":null,"resourcetype":"PUBGGame","title":"Игра"}`,
		},
		"StandoffGameDetail": {
			StandoffGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"id_hint":"","is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","products":[],"resourcetype":"StandoffGame","tags":["новинка"],"title":"Игра"}`,
		},
		"StandoffGameItem": {
			StandoffGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","resourcetype":"StandoffGame","tags":["новинка"],"title":"Игра"}`,
		},
		"StandoffShortGame": {
			StandoffShortGame{ID: 2, Title: "Игра", IsActive: true},
			`{"id":2,"is_active":true,"logo":null,"resourcetype":"StandoffGame","title":"Игра"}`,
		},
		"SteamGameDetail": {
			SteamGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{SteamProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"}}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"id_hint":"","is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","products":[{"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"SteamProduct","title":"60 UC"}],"resourcetype":"Steam","tags":["новинка"],"title":"Игра"}`,
		},
		"SteamGameItem": {
			SteamGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","resourcetype":"Steam","tags":["новинка"],"title":"Игра"}`,
		},
		"SteamShortGame": {
			SteamShortGame{ID: 2, Title: "Игра", IsActive: true},
			`{"id":2,"is_active":true,"logo":null,"resourcetype":"Steam","title":"Игра"}`,
		},
		"SupplyGameDetail": {
			SupplyGameDetail{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}, Products: []Product{}, Servers: []ServerOption{{ID: 3, Name: "Азия"}}, IsServerNeeded: true, IsServerEnum: true},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"id_hint":"","is_active":true,"is_auth_required":false,"is_server_enum":true,"is_server_needed":true,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","products":[],"resourcetype":"SupplyGame","servers":[{"id":3,"name":"Азия"}],"tags":["новинка"],"title":"Игра"}`,
		},
		"SupplyGameItem": {
			SupplyGameItem{ID: 2, Title: "Игра", DetailTitle: "Пополнение", DetailDescription: "Быстро", Created: at, IsActive: true, ProductPreviewName: "UC", Tags: []string{"новинка"}},
			`{"created":"2026-11-15T10:30:00Z","detail_description":"Быстро","detail_title":"Пополнение","discount_percent":0,"id":2,"is_active":true,"is_auth_required":false,"logo":null,"price_from":null,"product_preview_icon":null,"product_preview_name":"UC","resourcetype":"SupplyGame","tags":["новинка"],"title":"Игра"}`,
		},
		"SupplyShortGame": {
			SupplyShortGame{ID: 2, Title: "Игра", IsActive: true, IsServerNeeded: true},
			`{"id":2,"is_active":true,"is_server_enum":false,"is_server_needed":true,"logo":null,"resourcetype":"SupplyGame","title":"Игра"}`,
		},
	}
}
