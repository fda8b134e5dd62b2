package account

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"larek/internal/seal"
)

var tokenTime = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestTokenTellsItsUserUntilItExpires(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	token := NewTokens(key).Access(42, tokenTime)
	again := NewTokens(key) // another copy of the API
	for _, at := range []time.Time{tokenTime, tokenTime.Add(AccessLifetime - time.Second)} {
		if id, err := again.Verify(token, at); err != nil || id != 42 {
			t.Errorf("at %v: %d, %v", at, id, err)
		}
	}
	for name, at := range map[string]time.Time{"expired": tokenTime.Add(AccessLifetime), "from the future": tokenTime.Add(-time.Minute)} {
		if id, err := again.Verify(token, at); !errors.Is(err, ErrToken) || id != 0 {
			t.Errorf("%s: %d, %v", name, id, err)
		}
	}
}

func TestForgedTokensAreRefused(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	ours := NewTokens(key)
	good := ours.Access(42, tokenTime)
	parts := strings.Split(good, ".")
	claims := jwt.RegisteredClaims{Issuer: issuer, Subject: "42", ExpiresAt: jwt.NewNumericDate(tokenTime.Add(time.Hour))}
	sign := func(method jwt.SigningMethod, key any, change func(*jwt.RegisteredClaims)) string {
		c := claims
		change(&c)
		token := jwt.NewWithClaims(method, c)
		token.Header["kid"] = ours.keyID
		s, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	keep := func(*jwt.RegisteredClaims) {}
	for name, token := range map[string]string{
		"empty":               "",
		"another key":         NewTokens(seal.NewKey()).Access(42, tokenTime),
		"no signature":        parts[0] + "." + parts[1] + ".",
		"signature of others": parts[0] + "." + strings.Split(ours.Access(43, tokenTime), ".")[1] + "." + parts[2],
		"algorithm none":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, keep),
		"public key as HMAC":  sign(jwt.SigningMethodHS256, []byte(ours.private.Public().(ed25519.PublicKey)), keep),
		"no expiry":           sign(jwt.SigningMethodEdDSA, ours.private, func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }),
		"another issuer":      sign(jwt.SigningMethodEdDSA, ours.private, func(c *jwt.RegisteredClaims) { c.Issuer = "other" }),
		"no user":             sign(jwt.SigningMethodEdDSA, ours.private, func(c *jwt.RegisteredClaims) { c.Subject = "0" }),
		"words for a user":    sign(jwt.SigningMethodEdDSA, ours.private, func(c *jwt.RegisteredClaims) { c.Subject = "me" }),
	} {
		if id, err := ours.Verify(token, tokenTime); !errors.Is(err, ErrToken) || id != 0 {
			t.Errorf("%s: taken for user %d, %v", name, id, err)
		}
	}
}
