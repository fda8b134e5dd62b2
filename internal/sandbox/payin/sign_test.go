package payin

import "testing"

// The vectors were computed by other programs, or published by the service.
func TestSignaturesMatchKnownAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"register": {
			sign("secret", "8686", "87876", "13:12:03 10.01.2024", "166.70", "+79090000001"),
			"ad44b219de2dec1d48fd8566909c7035",
		},
		"notify": {
			sign("secret", "8686", "87876", "12345678", "166.70", "+79090000001", "1", "13:12:03 10.01.2024"),
			"1271c993e1e8259b15ff8175b9e60e95",
		},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}
