package getpay

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"request": {sign("secret", "27000", "100", "ord-1"), "beccb2b83b7d32e88d7dd20ed6596d9e"},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}
