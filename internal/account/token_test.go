package account

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"larek/internal/publicid"
	"larek/internal/seal"
)

var tokenTime = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestTokenIsValidUntilItExpires(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	token := NewTokens(key).IssueServiceToken(42, tokenTime)
	again := NewTokens(key) // another API instance
	for _, at := range []time.Time{tokenTime, tokenTime.Add(AccessTTL - time.Second)} {
		if b, err := again.Verify(token, at); err != nil || b.UserID != 42 {
			t.Errorf("at %v: got %v, %v, want user 42", at, b, err)
		}
	}
	for name, row := range map[string]struct {
		tokens *Tokens
		at     time.Time
	}{
		"expired": {again, tokenTime.Add(AccessTTL)}, "expired, first seen": {NewTokens(key), tokenTime.Add(AccessTTL)},
		"from the future": {NewTokens(key), tokenTime.Add(-time.Minute)},
	} {
		if b, err := row.tokens.Verify(token, row.at); !errors.Is(err, ErrInvalidToken) || b != (AccessClaims{}) {
			t.Errorf("%s: got %v, %v, want ErrInvalidToken", name, b, err)
		}
	}
}

func TestForgedTokensAreRefused(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	ours := NewTokens(key)
	mine := ours.current(tokenTime)
	good := ours.IssueServiceToken(42, tokenTime)
	parts := strings.Split(good, ".")
	claims := jwt.RegisteredClaims{Issuer: issuer, Subject: "42", ExpiresAt: jwt.NewNumericDate(tokenTime.Add(time.Hour))}
	sign := func(method jwt.SigningMethod, key any, change func(*jwt.RegisteredClaims)) string {
		c := claims
		change(&c)
		token := jwt.NewWithClaims(method, c)
		token.Header["kid"] = mine.id
		s, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	unchanged := func(*jwt.RegisteredClaims) {}
	for name, token := range map[string]string{
		"empty":               "",
		"another key":         NewTokens(seal.NewKey()).IssueServiceToken(42, tokenTime),
		"no signature":        parts[0] + "." + parts[1] + ".",
		"signature of others": parts[0] + "." + strings.Split(ours.IssueServiceToken(43, tokenTime), ".")[1] + "." + parts[2],
		"algorithm none":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, unchanged),
		"public key as HMAC":  sign(jwt.SigningMethodHS256, []byte(mine.private.Public().(ed25519.PublicKey)), unchanged),
		"no expiry":           sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }),
		"another issuer":      sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Issuer = "other" }),
		"no user":             sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Subject = "0" }),
		"text for a user":     sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Subject = "me" }),
	} {
		if b, err := ours.Verify(token, tokenTime); !errors.Is(err, ErrInvalidToken) || b != (AccessClaims{}) {
			t.Errorf("%s: got %v, %v, want ErrInvalidToken", name, b, err)
		}
	}
}

func TestKeyRotation(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	tokens, other := NewTokens(key), NewTokens(key)
	turn := tokenTime.Add(5 * time.Minute)
	tokens.SetKeys([]KeyActivation{{ID: "second00", ActiveFrom: turn}})
	before, session := tokens.IssueServiceToken(7, tokenTime), publicid.New()
	after := tokens.IssueToken(session, 7, tokenTime, turn)
	if _, err := other.Verify(before, tokenTime); err != nil {
		t.Errorf("before its activation the new key signs: %v", err)
	}
	if _, err := other.Verify(after, turn); !errors.Is(err, ErrInvalidToken) {
		t.Error("after the activation the first key still signs")
	}
	other.SetKeys([]KeyActivation{{ID: "second00", ActiveFrom: turn}})
	if b, err := other.Verify(after, turn); err != nil || !b.SignedIn.Equal(tokenTime) || b.UserID != 7 || b.Session != session {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := other.Verify(before, turn.Add(time.Minute)); err != nil {
		t.Errorf("token of the first key is refused too early: %v", err)
	}
	late := turn.Add(AccessTTL)
	stolen := NewTokens(key).IssueServiceToken(7, late) // signed with the first key only
	if _, err := other.Verify(stolen, late); !errors.Is(err, ErrInvalidToken) {
		t.Error("token of a retired key: want ErrInvalidToken")
	}
}
