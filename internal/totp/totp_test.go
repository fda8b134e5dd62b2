package totp

import (
	"testing"
	"time"
)

// The vectors of RFC 6238, last six digits.
func TestTOTPAgreesWithTheStandard(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for unix, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		now := time.Unix(unix, 0)
		if got := Code(secret, unix/30); got != want {
			t.Errorf("at %d: got %s, want %s", unix, got, want)
		}
		if _, ok := Match(secret, want, now.Add(30*time.Second)); !ok {
			t.Errorf("at %d: code of the previous step was refused", unix)
		}
		if _, ok := Match(secret, want, now.Add(2*time.Minute)); ok {
			t.Errorf("at %d: an old code was accepted", unix)
		}
	}
}
