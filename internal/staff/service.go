package staff

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/password"
	"larek/internal/seal"
	"larek/internal/staff/staffdb"
)

// Config holds the dependencies of a Service.
type Config struct {
	Pool      *pgxpool.Pool
	Passwords *password.Hasher
	// Ring encrypts second factors.
	Ring *seal.Keyring
	// Secret derives the links of invitations and recovery codes.
	Secret seal.Key
	// Origin is the shop's public address: passkeys are bound to it.
	Origin string
	Clock  clock.Clock
}

// Service manages people, roles, invitations and sessions.
type Service struct {
	pool      *pgxpool.Pool
	q         *staffdb.Queries
	passwords *password.Hasher
	ring      *seal.Keyring
	secret    seal.Key
	origin    string
	passkeys  *webauthn.WebAuthn
	clock     clock.Clock
}

// passkeyTimeout is how long a person may look for their key.
const passkeyTimeout = 5 * time.Minute

// NewService returns a Service. It reads from the primary, because a lagging replica
// could accept an ended session.
func NewService(c Config) (*Service, error) {
	origin, err := url.Parse(c.Origin)
	if err != nil {
		return nil, fmt.Errorf("staff: public address: %w", err)
	}
	timeout := webauthn.TimeoutConfig{Enforce: true, Timeout: passkeyTimeout, TimeoutUVD: passkeyTimeout}
	passkeys, err := webauthn.New(&webauthn.Config{
		RPID: origin.Hostname(), RPDisplayName: "Ларёк", RPOrigins: []string{c.Origin},
		AuthenticatorSelection: protocol.AuthenticatorSelection{UserVerification: protocol.VerificationPreferred},
		AttestationPreference:  protocol.PreferNoAttestation,
		Timeouts:               webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
	if err != nil {
		return nil, fmt.Errorf("staff: passkeys: %w", err)
	}
	return &Service{
		pool: c.Pool, q: staffdb.New(c.Pool), passwords: c.Passwords, ring: c.Ring, secret: c.Secret, origin: c.Origin,
		passkeys: passkeys, clock: c.Clock,
	}, nil
}

// newSecret returns 256 random bits as text.
func newSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

// digest returns the stored form of a random secret. The secrets are long, so no
// slow hash is needed.
func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
