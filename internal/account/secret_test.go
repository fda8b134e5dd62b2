package account

import (
	"encoding/base64"
	"testing"
)

func TestSecretsHave256BitsAndDoNotRepeat(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		s := newSecret()
		if b, err := base64.RawURLEncoding.DecodeString(s); err != nil || len(b) != 32 || seen[s] {
			t.Fatalf("got %d bytes, %v, seen before: %t; want 32 new ones", len(b), err, seen[s])
		}
		seen[s] = true
	}
}
