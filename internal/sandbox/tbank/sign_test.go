package tbank

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"notification": {
			tokenOf(t, `{"TerminalKey":"1726675329428DEMO","OrderId":"9863471b-8d42-4617-9073-11339159aba9","Success":true,"Status":"AUTHORIZED","PaymentId":5974256058,"ErrorCode":"0","Amount":19900,"CardId":475738102,"Pan":"430000******0777","ExpDate":"1230","RebillId":1741204285536,"DATA":{"x":"y"},"Token":"?"}`, "xxxxxxxxxxxxxxxx"),
			"16cfc8cd6e8f8fc1d404e3f9984c8058ecdf6eab622a9cc73c2e3824e47124ac",
		},
		"documents": {
			tokenOf(t, `{"TerminalKey":"MerchantTerminalKey","Amount":19200,"OrderId":"00000","Description":"Подарочная карта на 1000 рублей"}`, "11111111111111"),
			"72dd466f8ace0a37a1f740ce5fb78101712bc0665d91a8108c7c8a0ccd426db2",
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
	return token(scalars, password)
}
