package storeapi

func orderRows() map[string]row {
	return map[string]row{
		"MooGoldOrder": {
			MooGoldOrder{ID: 5, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Status: OrderStatusDone, Created: at, Total: 20000, TotalToPay: 19000, Email: new("a@b.ru"), OrderProducts: []OrderProduct{}, Game: SupplyShortGame{ID: 2, Title: "Игра", IsActive: true}, MoogoldUserID: "u1", MoogoldServer: new(ID(3)), MoogoldServerName: new("Азия")},
			`{"account_name":null,"created":"2026-11-15T10:30:00Z","email":"a@b.ru","game":{"id":2,"is_active":true,"is_server_enum":false,"is_server_needed":false,"logo":null,"resourcetype":"SupplyGame","title":"Игра"},"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"is_payment_active":false,"moogold_server":3,"moogold_server_custom_id":null,"moogold_server_name":"Азия","moogold_user_id":"u1","order_products":[],"progress":null,"reject_reason":null,"resourcetype":"MooGoldOrder","status":"done","total":"200.00","total_to_pay":"190.00"}`,
		},
		"PUBGOrder": {
			PUBGOrder{ID: 5, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Status: OrderStatusDone, Created: at, Total: 20000, TotalToPay: 19000, Email: new("a@b.ru"), OrderProducts: []PUBGOrderProduct{{ID: 6, Quantity: 1, Product: PUBGProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG", AmountUc: 60}, Status: LineStatusCompleted, UnitPrice: 9900, Codes: []RedeemCode{{Code: "AB-1", AmountUc: 60}}}}, IsPaymentActive: true},
			`{"account_name":null,"created":"2026-11-15T10:30:00Z","email":"a@b.ru","game":null,"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"is_payment_active":true,"order_products":[{"codes":[{"amount_uc":60,"code":"AB-1"}],"id":6,"product":{"amount_uc":60,"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"PUBGProduct","title":"60 UC"},"quantity":1,"status":"completed","unit_price":"99.00"}],"progress":null,"reject_reason":null,"resourcetype":"PUBGOrder","status":"done","total":"200.00","total_to_pay":"190.00"}`,
		},
		"RokkyOrder": {
			RokkyOrder{ID: 5, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Status: OrderStatusDone, Created: at, Total: 20000, TotalToPay: 19000, Email: new("a@b.ru"), OrderProducts: []OrderProduct{}, Code: new("KEY"), Gift: ShortGift{ID: 8, Title: "Набор", Type: GiftTypeDlc, Region: GiftRegionRuCis}},
			`{"account_name":null,"code":"KEY","created":"2026-11-15T10:30:00Z","email":"a@b.ru","game":null,"gift":{"id":8,"logo":null,"region":"ru_cis","resourcetype":"RokkyGift","title":"Набор","type":"dlc"},"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"is_payment_active":false,"order_products":[],"progress":null,"reject_reason":null,"resourcetype":"RokkyOrder","status":"done","total":"200.00","total_to_pay":"190.00"}`,
		},
		"StandoffOrder": {
			StandoffOrder{ID: 5, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Status: OrderStatusDone, Created: at, Total: 20000, TotalToPay: 19000, Email: new("a@b.ru"), OrderProducts: []OrderProduct{}, GameAccountID: "77", Lot: &StandoffLot{SkinName: "Нож", Price: "125.17"}},
			`{"account_name":null,"created":"2026-11-15T10:30:00Z","email":"a@b.ru","game":null,"game_account_id":"77","game_avatar":null,"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"is_payment_active":false,"lot":{"price":"125.17","skin_name":"Нож","skin_picture":null},"order_products":[],"progress":null,"reject_reason":null,"resourcetype":"StandoffOrder","status":"done","total":"200.00","total_to_pay":"190.00"}`,
		},
		"SteamOrder": {
			SteamOrder{ID: 5, Hash: "7ZQ4C0M9T2V6X8R1B3D5F7G9HJ", Status: OrderStatusDone, Created: at, Total: 20000, TotalToPay: 19000, Email: new("a@b.ru"), OrderProducts: []OrderProduct{{ID: 6, Quantity: 2, Product: SteamProduct{ID: 1, Title: "60 UC", Price: 9900, MinQuantity: 1, MaxQuantity: 10, IsActive: true, GameID: 2, GameTitle: "PUBG"}, Status: LineStatusIncorrectDetails, UnitPrice: 9500}}, SteamAccountID: "gordon", Progress: &OrderProgress{Timeline: []TimelineEntry{{At: at, Event: "paid", Text: "Деньги получены", LineID: new(ID(6))}}, DetailsDeadline: &at, RefundTo: RefundToMethod}, RejectReason: new("Логин не найден"), AccountName: new("Gordon")},
			`{"account_name":"Gordon","created":"2026-11-15T10:30:00Z","email":"a@b.ru","game":null,"hash":"7ZQ4C0M9T2V6X8R1B3D5F7G9HJ","id":5,"is_payment_active":false,"order_products":[{"id":6,"product":{"discount_percent":0,"discount_price":null,"game_id":2,"game_title":"PUBG","id":1,"is_active":true,"max_quantity":10,"min_quantity":1,"picture":null,"price":"99.00","resourcetype":"SteamProduct","title":"60 UC"},"quantity":2,"status":"incorrect-details","unit_price":"95.00"}],"progress":{"delivery_receipt":null,"details_deadline":"2026-11-15T10:30:00Z","expires_at":null,"is_feedback_allowed":false,"quote":null,"refund_to":"method","timeline":[{"at":"2026-11-15T10:30:00Z","event":"paid","line_id":6,"text":"Деньги получены"}]},"reject_reason":"Логин не найден","resourcetype":"SteamOrder","status":"done","steam_account_id":"gordon","total":"200.00","total_to_pay":"190.00"}`,
		},
	}
}
