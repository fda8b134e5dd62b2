package sandbox

import "testing"

// The vectors were computed outside of this code, or published by providers.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	const sample = `{"Amount": "123", "Currency": "RUB", "ExtraData": {"custom": "field", "key": "value"}, "CustomerInfo": {"Address": "string", "Country": "string", "Email": "string", "Language": "string", "Phone": "string", "Town": "string", "ZIP": "string"}, "Description": "string", "OrderId": "string", "PaymentMethod": "card", "PaymentDetails": {"CardholderName": "string", "CardNumber": "4111111111111111", "CVC": "987", "ExpMonth": "12", "ExpYear": "22"}, "RebillFlag": true}`
	tests := map[string]struct{ got, want string }{
		"payselection create": {
			payselectionSign("test-secret", "POST", "/webpayments/create", "20003", "req-1",
				`{"PaymentRequest":{"OrderId":"ord-1","Amount":"100.00","Currency":"RUB","Description":"Test"}}`),
			"43b740063ed70cd4e98b3d5d24bfbc05f0f37222ee086877c50f62ea5f1f88dd",
		},
		"payselection get": {
			payselectionSign("test-secret", "GET", "/orders/ord-1", "20003", "req-2", ""),
			"7d4f9680ebf1df3fa90904b30d3f857491e72a2228eee34f64508cb72d216fb6",
		},
		"payselection hook": {
			payselectionSign("test-secret", "POST", "https://shop.example/hooks/payselection", "20003",
				`{"Event":"Payment","TransactionId":"PS00000000000007","OrderId":"ord-1","Amount":"100.00","Currency":"RUB","DateTime":"16.09.2024 16.52.41","IsTest":1,"Service_Id":"20003"}`),
			"bf94d3395d607ee467281018717c1563d386c6bd166e3b5d3ac2c654f80b92da",
		},
		"payselection published": {
			payselectionSign("sk16", "POST", "/payments/requests/single", "16", "1qazxsw23edc", sample),
			"5145fec78e5db15c51a83e520b61609e8bd934c912614be71ae3840a60e3b013",
		},
		"tbank notification": {
			tokenOf(t, `{"TerminalKey":"1726675329428DEMO","OrderId":"9863471b-8d42-4617-9073-11339159aba9","Success":true,"Status":"AUTHORIZED","PaymentId":5974256058,"ErrorCode":"0","Amount":19900,"CardId":475738102,"Pan":"430000******0777","ExpDate":"1230","RebillId":1741204285536,"DATA":{"x":"y"},"Token":"?"}`, "xxxxxxxxxxxxxxxx"),
			"16cfc8cd6e8f8fc1d404e3f9984c8058ecdf6eab622a9cc73c2e3824e47124ac",
		},
		"tbank documents": {
			tokenOf(t, `{"TerminalKey":"MerchantTerminalKey","Amount":19200,"OrderId":"00000","Description":"Подарочная карта на 1000 рублей"}`, "11111111111111"),
			"72dd466f8ace0a37a1f740ce5fb78101712bc0665d91a8108c7c8a0ccd426db2",
		},
		"getpay": {getpaySign("secret", "27000", "100", "ord-1"), "beccb2b83b7d32e88d7dd20ed6596d9e"},
		"payin register": {
			payinSign("secret", "8686", "87876", "13:12:03 10.01.2024", "166.70", "+79090000001"),
			"ad44b219de2dec1d48fd8566909c7035",
		},
		"payin notify": {
			payinSign("secret", "8686", "87876", "12345678", "166.70", "+79090000001", "1", "13:12:03 10.01.2024"),
			"1271c993e1e8259b15ff8175b9e60e95",
		},
		"moogold": {
			mooSign("moo-secret", `{"path":"user/balance"}`, "1700000000", "user/balance"),
			"d3fe7ce6fe30d03052076a77eb18e0b495b768cbd8068ee872a821458c2cb985",
		},
		"nsgifts": {
			nsSign("bnMtdGVzdC1zZWNyZXQ=", "POST", "/api/v2/create_order", "", "1720000000", "tok",
				`{"service_id":1,"custom_id":"5d3bcbda-6bb5-4e87-80e5-1fb5f548bb87","fields":[{"key":"account","value":"gamer_1"},{"key":"amount","value":10.0}]}`),
			"BNX6B7WkbFE0pXwkYiFmL3YZZixMyO7fZDeduxMEXXM=",
		},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}

func tokenOf(t *testing.T, body, password string) string {
	t.Helper()
	scalars, err := rootScalars([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return tbankToken(scalars, password)
}
