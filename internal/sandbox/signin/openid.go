package signin

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"math/big"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/golang-jwt/jwt/v5"
	"larek/internal/sandbox/core"
)

const openIDKey = "sandbox-1"

// keys generates the keys at the first sign-in: it takes a while.
func (m *memory) keys() (good, forged *rsa.PrivateKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range []**rsa.PrivateKey{&m.key, &m.forged} {
		if *k == nil {
			generated, err := rsa.GenerateKey(rand.Reader, 2048)
			if err != nil {
				panic(err) // only when the machine has no randomness
			}
			*k = generated
		}
	}
	return m.key, m.forged
}

func (s *Service) issuer(provider string) string { return s.core.Origin() + Path + provider }

func (s *Service) openIDConfiguration(w http.ResponseWriter, r *http.Request) {
	at := s.issuer(chi.URLParam(r, "provider"))
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"issuer": at, "authorization_endpoint": at + "/auth", "token_endpoint": at + "/token", "jwks_uri": at + "/jwks",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"RS256"}, "code_challenge_methods_supported": []string{"S256"},
	})
}

func (s *Service) openIDKeys(w http.ResponseWriter, _ *http.Request) {
	key, _ := s.memory.keys()
	encoding := base64.RawURLEncoding
	core.WriteJSON(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "use": "sig", "alg": "RS256", "kid": openIDKey,
		"n": encoding.EncodeToString(key.N.Bytes()), "e": encoding.EncodeToString(big.NewInt(int64(key.E)).Bytes()),
	}}})
}

// idToken returns the signed identity. Telegram writes the app as a number.
func (s *Service) idToken(g *grant) string {
	now := s.core.Now()
	c := jwt.MapClaims{
		"iss": s.issuer(g.provider), "sub": strconv.FormatInt(g.who.Number, 10), "aud": clientID(g.provider),
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "nonce": g.nonce, "name": g.who.Name(),
	}
	if g.fault == WrongNonce {
		c["nonce"] = rand.Text()
	}
	switch g.provider {
	case "telegram":
		c["aud"], _ = strconv.ParseInt(TelegramClientID, 10, 64)
		c["preferred_username"] = g.who.Login
	case "google":
		if email := g.email(); email != "" {
			c["email"], c["email_verified"] = email, g.fault != UnverifiedEmail
		}
	}
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	token.Header["kid"] = openIDKey
	key, forged := s.memory.keys()
	if g.fault == BadSignature {
		key = forged
	}
	signed, err := token.SignedString(key)
	if err != nil {
		panic(err) // an RSA key signs anything
	}
	return signed
}
