package storeapi

func scenarioRows() map[string]any {
	return map[string]any{
		"ExternalScenario":       ExternalScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", HelpText: "Подтвердите в приложении"},
		"FormScenario":           FormScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", Method: FormMethodPOST, Action: "https://pay.test/", Fields: []FormField{{Name: "PaReq", Value: "x"}}},
		"InvoiceQrScenario":      InvoiceQrScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", QrStr: "https://qr.test/1"},
		"P2PRedirectScenario":    P2PRedirectScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/"},
		"P2PScenario":            P2PScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", CardNumber: "2200", CardName: "Иван И.", ExpiresAt: &at},
		"QrScenario":             QrScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/q.png"},
		"RedirectScenario":       RedirectScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", URL: "https://pay.test/"},
		"WaitOrderStateScenario": WaitOrderStateScenario{PaymentID: 9, Amount: "2.49", Currency: "USD", OrderID: 5},
	}
}
