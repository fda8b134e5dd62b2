package account

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"larek/internal/ident"
	"larek/internal/seal"
)

var tokenTime = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestTokenTellsItsUserUntilItExpires(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	token := NewTokens(key).Access(42, tokenTime)
	again := NewTokens(key) // another copy of the API
	for _, at := range []time.Time{tokenTime, tokenTime.Add(AccessLifetime - time.Second)} {
		if b, err := again.Verify(token, at); err != nil || b.UserID != 42 {
			t.Errorf("at %v: %v, %v", at, b, err)
		}
	}
	for name, row := range map[string]struct {
		tokens *Tokens
		at     time.Time
	}{
		"expired": {again, tokenTime.Add(AccessLifetime)}, "expired, first seen": {NewTokens(key), tokenTime.Add(AccessLifetime)},
		"from the future": {NewTokens(key), tokenTime.Add(-time.Minute)},
	} {
		if b, err := row.tokens.Verify(token, row.at); !errors.Is(err, ErrToken) || b != (Bearer{}) {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
}

func TestForgedTokensAreRefused(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	ours := NewTokens(key)
	mine := ours.current(tokenTime)
	good := ours.Access(42, tokenTime)
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
	keep := func(*jwt.RegisteredClaims) {}
	for name, token := range map[string]string{
		"empty":               "",
		"another key":         NewTokens(seal.NewKey()).Access(42, tokenTime),
		"no signature":        parts[0] + "." + parts[1] + ".",
		"signature of others": parts[0] + "." + strings.Split(ours.Access(43, tokenTime), ".")[1] + "." + parts[2],
		"algorithm none":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, keep),
		"public key as HMAC":  sign(jwt.SigningMethodHS256, []byte(mine.private.Public().(ed25519.PublicKey)), keep),
		"no expiry":           sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }),
		"another issuer":      sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Issuer = "other" }),
		"no user":             sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Subject = "0" }),
		"words for a user":    sign(jwt.SigningMethodEdDSA, mine.private, func(c *jwt.RegisteredClaims) { c.Subject = "me" }),
	} {
		if b, err := ours.Verify(token, tokenTime); !errors.Is(err, ErrToken) || b != (Bearer{}) {
			t.Errorf("%s: taken for %v, %v", name, b, err)
		}
	}
}

func TestKeysTakeTurns(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	tokens, other := NewTokens(key), NewTokens(key)
	turn := tokenTime.Add(5 * time.Minute)
	tokens.Turn([]KeyTurn{{Name: "second00", From: turn}})
	before, session := tokens.Access(7, tokenTime), ident.NewHash()
	after := tokens.AccessIn(session, 7, tokenTime, turn)
	if _, err := other.Verify(before, tokenTime); err != nil {
		t.Errorf("the new key signs before its time: %v", err)
	}
	if _, err := other.Verify(after, turn); !errors.Is(err, ErrToken) {
		t.Error("the first key still signs")
	}
	other.Turn([]KeyTurn{{Name: "second00", From: turn}})
	if b, err := other.Verify(after, turn); err != nil || !b.SignedIn.Equal(tokenTime) || b.UserID != 7 || b.Session != session {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := other.Verify(before, turn.Add(time.Minute)); err != nil {
		t.Errorf("what the first key signed is refused too early: %v", err)
	}
	late := turn.Add(AccessLifetime)
	stolen := NewTokens(key).Access(7, late) // by somebody who has only the first key
	if _, err := other.Verify(stolen, late); !errors.Is(err, ErrToken) {
		t.Error("a retired key still opens")
	}
}
