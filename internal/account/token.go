package account

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"larek/internal/seal"
)

// AccessLifetime is how long an access token is good for. Short, because
// nothing can call one back.
const AccessLifetime = 15 * time.Minute

// ErrToken is returned for an access token that is not ours or not good any more.
var ErrToken = errors.New("account: bad access token")

const issuer = "larek"

// Tokens signs and checks access tokens. Every copy of the API derives the
// same keys from the same secret.
type Tokens struct {
	private ed25519.PrivateKey
	keyID   string
}

// NewTokens derives the signing key.
func NewTokens(key seal.Key) *Tokens {
	seed := key.For("access")
	private := ed25519.NewKeyFromSeed(seed[:])
	sum := sha256.Sum256(private.Public().(ed25519.PublicKey))
	return &Tokens{private: private, keyID: hex.EncodeToString(sum[:4])}
}

// Access makes a token for a signed-in user.
func (t *Tokens) Access(userID int64, now time.Time) string {
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.RegisteredClaims{
		Issuer: issuer, Subject: strconv.FormatInt(userID, 10),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLifetime)),
	})
	token.Header["kid"] = t.keyID
	signed, err := token.SignedString(t.private)
	if err != nil {
		panic(err) // an Ed25519 key signs anything
	}
	return signed
}

// Verify tells whose token it is. Every failure is ErrToken: the caller has
// nothing to learn from the difference.
func (t *Tokens) Verify(token string, now time.Time) (int64, error) {
	var claims jwt.RegisteredClaims
	_, err := jwt.ParseWithClaims(token, &claims, func(parsed *jwt.Token) (any, error) {
		if parsed.Header["kid"] != t.keyID {
			return nil, ErrToken
		}
		return t.private.Public(), nil
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithIssuedAt(),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(func() time.Time { return now }))
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrToken, err)
	}
	id, err := strconv.ParseInt(claims.Subject, 10, 64)
	if err != nil || id <= 0 {
		return 0, ErrToken
	}
	return id, nil
}
