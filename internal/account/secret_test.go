package account

import (
	"encoding/base64"
	"strings"
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

func TestPasswordIsNotNormalized(t *testing.T) {
	t.Parallel()
	p := NewPasswords(Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 1)
	password := " Ночной ларёк 🌙 " + strings.Repeat("x", 200)
	digest, err := p.Digest(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	for name, entered := range map[string]string{
		"trimmed": strings.TrimSpace(password), "in capitals": strings.ToUpper(password), "a letter less": password[:len(password)-1], "72 bytes": password[:72],
	} {
		if ok, _, err := p.Check(t.Context(), &digest, entered); ok || err != nil {
			t.Errorf("%s: got %t, %v, want false", name, ok, err)
		}
	}
	if ok, _, err := p.Check(t.Context(), &digest, password); !ok || err != nil {
		t.Errorf("unchanged: got %t, %v, want true", ok, err)
	}
}
