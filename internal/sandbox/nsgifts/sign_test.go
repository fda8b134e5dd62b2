package nsgifts

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"request": {
			sign("bnMtdGVzdC1zZWNyZXQ=", "POST", "/api/v2/create_order", "", "1720000000", "tok",
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
