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

	"larek/internal/ident"
	"larek/internal/seal"
)

// AccessLifetime is how long an access token is good for. Short, because it is
// checked without asking the database.
const AccessLifetime = 15 * time.Minute

// ErrToken is returned for an access token that is not ours or not good any more.
var ErrToken = errors.New("account: bad access token")

const issuer = "larek"

// Bearer is what a good token says.
type Bearer struct {
	UserID  int64
	Session ident.Hash // of a device; zero for a token made without one
	// SignedIn is when the person last proved who they are; a refresh does not
	// move it. Zero when nobody knows.
	SignedIn time.Time
}

// Tokens signs and checks access tokens. Every copy of the API derives the
// same keys from the same secret.
type Tokens struct {
	secret seal.Key
	keys   atomic.Pointer[[]signingKey] // oldest first

	mu   sync.RWMutex
	seen map[string]seenToken
}

// seenToken is a token that was found good. A page makes many calls with one,
// and checking a signature costs as much as a query.
type seenToken struct {
	bearer Bearer
	until  time.Time
}

// maxSeen bounds what is remembered; beyond it the past is forgotten.
const maxSeen = 10_000

// signingKey signs from a moment on, until the next one does; what it signed
// is taken until that has expired.
type signingKey struct {
	id      string
	private ed25519.PrivateKey
	from    time.Time
}

// NewTokens derives the first key; Turn adds the others.
func NewTokens(key seal.Key) *Tokens {
	t := &Tokens{secret: key}
	t.keys.Store(&[]signingKey{t.derive("access", time.Time{})})
	return t
}

func (t *Tokens) derive(name string, from time.Time) signingKey {
	seed := t.secret.For(name)
	private := ed25519.NewKeyFromSeed(seed[:])
	sum := sha256.Sum256(private.Public().(ed25519.PublicKey))
	return signingKey{id: hex.EncodeToString(sum[:4]), private: private, from: from}
}

// KeyTurn names a key and the moment it begins to sign.
type KeyTurn struct {
	Name string
	From time.Time
}

// Turn tells which keys there are besides the first, oldest first.
func (t *Tokens) Turn(turns []KeyTurn) {
	keys := (*t.keys.Load())[:1:1]
	for _, turn := range turns {
		keys = append(keys, t.derive("access/"+turn.Name, turn.From))
	}
	if same(keys, *t.keys.Load()) {
		return
	}
	t.keys.Store(&keys)
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.seen)
}

// current is the newest key whose time has come.
func (t *Tokens) current(now time.Time) signingKey {
	keys := *t.keys.Load()
	for i := len(keys) - 1; i > 0; i-- {
		if !now.Before(keys[i].from) {
			return keys[i]
		}
	}
	return keys[0]
}

// verifying finds a key by its id, and tells from when on all it signed has
// expired; zero while it still signs.
func (t *Tokens) verifying(id any, now time.Time) (key crypto.PublicKey, retired time.Time, ok bool) {
	keys := *t.keys.Load()
	for i, k := range keys {
		if k.id != id {
			continue
		}
		if i+1 == len(keys) {
			return k.private.Public(), time.Time{}, true
		}
		retired = keys[i+1].from.Add(AccessLifetime)
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
	// SignedIn has the name OpenID Connect gives it.
	SignedIn *jwt.NumericDate `json:"auth_time,omitempty"`
}

// Access makes a token that belongs to no device, for programs of ours.
func (t *Tokens) Access(userID int64, now time.Time) string {
	return t.AccessIn(ident.Hash{}, userID, time.Time{}, now)
}

// AccessIn makes a token for somebody who signed in on a device at signedIn.
func (t *Tokens) AccessIn(session ident.Hash, userID int64, signedIn, now time.Time) string {
	c := claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: issuer, Subject: strconv.FormatInt(userID, 10),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLifetime)),
	}}
	if session != (ident.Hash{}) {
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
		panic(err) // an Ed25519 key signs anything
	}
	return signed
}

// Verify tells whose token it is. Every failure is ErrToken: the caller has
// nothing to learn from the difference.
func (t *Tokens) Verify(token string, now time.Time) (Bearer, error) {
	t.mu.RLock()
	known, ok := t.seen[token]
	t.mu.RUnlock()
	if ok && now.Before(known.until) {
		return known.bearer, nil
	}
	b, until, err := t.check(token, now)
	if err != nil {
		return Bearer{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.seen == nil || len(t.seen) >= maxSeen {
		t.seen = map[string]seenToken{}
	}
	t.seen[token] = seenToken{b, until}
	return b, nil
}

// check also tells until when the answer holds.
func (t *Tokens) check(token string, now time.Time) (b Bearer, until time.Time, err error) {
	var c claims
	_, err = jwt.ParseWithClaims(token, &c, func(parsed *jwt.Token) (any, error) {
		key, retired, ok := t.verifying(parsed.Header["kid"], now)
		if !ok {
			return nil, ErrToken
		}
		until = retired
		return key, nil
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithIssuedAt(),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(func() time.Time { return now }))
	if err != nil {
		return Bearer{}, until, fmt.Errorf("%w: %w", ErrToken, err)
	}
	if until.IsZero() || c.ExpiresAt.Before(until) {
		until = c.ExpiresAt.Time
	}
	if b.UserID, err = strconv.ParseInt(c.Subject, 10, 64); err != nil || b.UserID <= 0 {
		return Bearer{}, until, ErrToken
	}
	if c.SignedIn != nil {
		b.SignedIn = c.SignedIn.Time
	}
	if c.Session != "" {
		if b.Session, err = ident.ParseHash(c.Session); err != nil {
			return Bearer{}, until, ErrToken
		}
	}
	return b, until, nil
}
