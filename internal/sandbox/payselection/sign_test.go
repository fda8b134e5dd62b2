package payselection

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	const sample = `{"Amount": "123", "Currency": "RUB", "ExtraData": {"custom": "field", "key": "value"}, "CustomerInfo": {"Address": "string", "Country": "string", "Email": "string", "Language": "string", "Phone": "string", "Town": "string", "ZIP": "string"}, "Description": "string", "OrderId": "string", "PaymentMethod": "card", "PaymentDetails": {"CardholderName": "string", "CardNumber": "4111111111111111", "CVC": "987", "ExpMonth": "12", "ExpYear": "22"}, "RebillFlag": true}`
	tests := map[string]struct{ got, want string }{
		"create": {
			sign("test-secret", "POST", "/webpayments/create", "20003", "req-1",
				`{"PaymentRequest":{"OrderId":"ord-1","Amount":"100.00","Currency":"RUB","Description":"Test"}}`),
			"43b740063ed70cd4e98b3d5d24bfbc05f0f37222ee086877c50f62ea5f1f88dd",
		},
		"get": {
			sign("test-secret", "GET", "/orders/ord-1", "20003", "req-2", ""),
			"7d4f9680ebf1df3fa90904b30d3f857491e72a2228eee34f64508cb72d216fb6",
		},
		"hook": {
			sign("test-secret", "POST", "https://shop.example/hooks/payselection", "20003",
				`{"Event":"Payment","TransactionId":"PS00000000000007","OrderId":"ord-1","Amount":"100.00","Currency":"RUB","DateTime":"16.09.2024 16.52.41","IsTest":1,"Service_Id":"20003"}`),
			"bf94d3395d607ee467281018717c1563d386c6bd166e3b5d3ac2c654f80b92da",
		},
		"published": {
			sign("sk16", "POST", "/payments/requests/single", "16", "1qazxsw23edc", sample),
			"5145fec78e5db15c51a83e520b61609e8bd934c912614be71ae3840a60e3b013",
		},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}
