package storeapi

func scenarioRows() map[string]row {
	return map[string]row{
		"ExternalScenario": {
			ExternalScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", HelpText: "Подтвердите в приложении"},
			`{"amount":"2.49","currency":"USD","expires_at":null,"help_text":"Подтвердите в приложении","payment_id":9,"type":"external"}`,
		},
		"FormScenario": {
			FormScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", Method: FormMethodPOST, Action: "https://pay.test/", Fields: []FormField{{Name: "PaReq", Value: "x"}}},
			`{"action":"https://pay.test/","amount":"2.49","currency":"USD","expires_at":null,"fields":[{"name":"PaReq","value":"x"}],"method":"POST","payment_id":9,"type":"form"}`,
		},
		"InvoiceQrScenario": {
			InvoiceQrScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", QrStr: "https://qr.test/1"},
			`{"amount":"2.49","currency":"USD","expires_at":null,"payment_id":9,"qr_str":"https://qr.test/1","type":"invoice_qr"}`,
		},
		"P2PRedirectScenario": {
			P2PRedirectScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/"},
			`{"amount":"2.49","currency":"USD","expires_at":null,"payment_id":9,"type":"p2p_redirect","url":"https://pay.test/"}`,
		},
		"P2PScenario": {
			P2PScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", CardNumber: "2200", CardName: "Иван И.", ExpiresAt: &at},
			`{"amount":"2.49","card_name":"Иван И.","card_number":"2200","currency":"USD","expires_at":"2026-11-15T10:30:00Z","payment_id":9,"type":"p2p"}`,
		},
		"QrScenario": {
			QrScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/q.png"},
			`{"amount":"2.49","currency":"USD","expires_at":null,"payment_id":9,"type":"qr","url":"https://pay.test/q.png"}`,
		},
		"RedirectScenario": {
			RedirectScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/"},
			`{"amount":"2.49","currency":"USD","expires_at":null,"payment_id":9,"type":"redirect","url":"https://pay.test/"}`,
		},
		"WaitOrderStateScenario": {
			WaitOrderStateScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", OrderID: 5},
			`{"amount":"2.49","currency":"USD","expires_at":null,"order_id":5,"payment_id":9,"type":"wait_order_state"}`,
		},
	}
}
