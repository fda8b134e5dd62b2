package moogold

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"request": {
			sign("moo-secret", `{"path":"user/balance"}`, "1700000000", "user/balance"),
			"d3fe7ce6fe30d03052076a77eb18e0b495b768cbd8068ee872a821458c2cb985",
		},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}
