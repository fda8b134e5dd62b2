package account

import (
	"crypto"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"larek/internal/publicid"
	"larek/internal/seal"
)

// AccessTTL is how long an access token is valid. It is short, because the
// token is verified without the database.
const AccessTTL = 15 * time.Minute

// ErrInvalidToken is returned for an access token that is forged, expired or
// malformed.
var ErrInvalidToken = errors.New("account: invalid access token")

const issuer = "larek"

// AccessClaims are the claims of a valid token.
type AccessClaims struct {
	UserID  int64
	Session publicid.ID // zero for a service token
	// SignedIn is when the user last signed in; a refresh does not change it.
	// Zero if unknown.
	SignedIn time.Time
}

// Tokens signs and verifies access tokens. All API instances derive the same
// keys from the same secret.
type Tokens struct {
	secret seal.Key
	keys   atomic.Pointer[[]signingKey] // oldest first

	mu    sync.RWMutex
	cache map[string]cachedToken
}

// cachedToken is a verified token. A page makes many calls with one token, and
// verifying a signature costs as much as a query.
type cachedToken struct {
	bearer AccessClaims
	until  time.Time
}

// maxCachedTokens bounds the cache; when it is full, it is cleared.
const maxCachedTokens = 10_000

// signingKey signs from a time on until the next key does. Its tokens are
// accepted until they expire.
type signingKey struct {
	id      string
	private ed25519.PrivateKey
	from    time.Time
}

// NewTokens derives the first key; SetKeys adds the others.
func NewTokens(key seal.Key) *Tokens {
	t := &Tokens{secret: key}
	t.keys.Store(&[]signingKey{t.derive("access", time.Time{})})
	return t
}

func (t *Tokens) derive(name string, from time.Time) signingKey {
	seed := t.secret.Derive(name)
	private := ed25519.NewKeyFromSeed(seed[:])
	sum := sha256.Sum256(private.Public().(ed25519.PublicKey))
	return signingKey{id: hex.EncodeToString(sum[:4]), private: private, from: from}
}

// KeyActivation names a key and the time from which it signs.
type KeyActivation struct {
	ID         string
	ActiveFrom time.Time
}

// SetKeys sets the keys besides the first, oldest first.
func (t *Tokens) SetKeys(activations []KeyActivation) {
	keys := (*t.keys.Load())[:1:1]
	for _, a := range activations {
		keys = append(keys, t.derive("access/"+a.ID, a.ActiveFrom))
	}
	if same(keys, *t.keys.Load()) {
		return
	}
	t.keys.Store(&keys)
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.cache)
}

// current returns the newest active key.
func (t *Tokens) current(now time.Time) signingKey {
	keys := *t.keys.Load()
	for i := len(keys) - 1; i > 0; i-- {
		if !now.Before(keys[i].from) {
			return keys[i]
		}
	}
	return keys[0]
}

// verifying returns the key with an ID, and when all its tokens have expired;
// zero while it still signs.
func (t *Tokens) verifying(id any, now time.Time) (key crypto.PublicKey, retired time.Time, ok bool) {
	keys := *t.keys.Load()
	for i, k := range keys {
		if k.id != id {
			continue
		}
		if i+1 == len(keys) {
			return k.private.Public(), time.Time{}, true
		}
		retired = keys[i+1].from.Add(AccessTTL)
		return k.private.Public(), retired, now.Before(retired)
	}
	return nil, time.Time{}, false
}

func same(a, b []signingKey) bool {
	return slices.EqualFunc(a, b, func(a, b signingKey) bool { return a.id == b.id && a.from.Equal(b.from) })
}

type claims struct {
	jwt.RegisteredClaims
	Session string `json:"sid,omitempty"`
	// SignedIn has its name from OpenID Connect.
	SignedIn *jwt.NumericDate `json:"auth_time,omitempty"`
}

// IssueServiceToken issues a token without a session, for our own programs.
func (t *Tokens) IssueServiceToken(userID int64, now time.Time) string {
	return t.IssueToken(publicid.ID{}, userID, time.Time{}, now)
}

// IssueToken issues a token for a session of a user who signed in at signedIn.
func (t *Tokens) IssueToken(session publicid.ID, userID int64, signedIn, now time.Time) string {
	c := claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: issuer, Subject: strconv.FormatInt(userID, 10),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessTTL)),
	}}
	if session != (publicid.ID{}) {
		c.Session = session.String()
	}
	if !signedIn.IsZero() {
		c.SignedIn = jwt.NewNumericDate(signedIn)
	}
	key := t.current(now)
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	token.Header["kid"] = key.id
	signed, err := token.SignedString(key.private)
	if err != nil {
		panic(err) // Ed25519 never fails
	}
	return signed
}

// Verify returns the claims of a token. Every failure is ErrInvalidToken.
func (t *Tokens) Verify(token string, now time.Time) (AccessClaims, error) {
	t.mu.RLock()
	known, ok := t.cache[token]
	t.mu.RUnlock()
	if ok && now.Before(known.until) {
		return known.bearer, nil
	}
	b, until, err := t.check(token, now)
	if err != nil {
		return AccessClaims{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cache == nil || len(t.cache) >= maxCachedTokens {
		t.cache = map[string]cachedToken{}
	}
	t.cache[token] = cachedToken{b, until}
	return b, nil
}

// check verifies a token and returns until when the result may be cached.
func (t *Tokens) check(token string, now time.Time) (b AccessClaims, until time.Time, err error) {
	var c claims
	_, err = jwt.ParseWithClaims(token, &c, func(parsed *jwt.Token) (any, error) {
		key, retired, ok := t.verifying(parsed.Header["kid"], now)
		if !ok {
			return nil, ErrInvalidToken
		}
		until = retired
		return key, nil
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithIssuedAt(),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(func() time.Time { return now }))
	if err != nil {
		return AccessClaims{}, until, fmt.Errorf("%w: %w", ErrInvalidToken, err)
	}
	if until.IsZero() || c.ExpiresAt.Before(until) {
		until = c.ExpiresAt.Time
	}
	if b.UserID, err = strconv.ParseInt(c.Subject, 10, 64); err != nil || b.UserID <= 0 {
		return AccessClaims{}, until, ErrInvalidToken
	}
	if c.SignedIn != nil {
		b.SignedIn = c.SignedIn.Time
	}
	if c.Session != "" {
		if b.Session, err = publicid.Parse(c.Session); err != nil {
			return AccessClaims{}, until, ErrInvalidToken
		}
	}
	return b, until, nil
}
