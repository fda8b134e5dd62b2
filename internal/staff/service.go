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

	"larek/internal/brand"
	"larek/internal/clock"
	"larek/internal/password"
	"larek/internal/seal"
	"larek/internal/staff/staffdb"
)

// Service manages people, roles and invitations.
type Service struct {
	q        *staffdb.Queries
	sessions *Sessions
	secret   seal.Key
	origin   string
	clock    clock.Clock
}

// NewService returns a Service. The links of invitations lead to origin and are derived
// from the secret.
func NewService(pool *pgxpool.Pool, sessions *Sessions, secret seal.Key, origin string, now clock.Clock) *Service {
	return &Service{q: staffdb.New(pool), sessions: sessions, secret: secret, origin: origin, clock: now}
}

// CredentialsConfig holds the dependencies of Credentials.
type CredentialsConfig struct {
	Pool      *pgxpool.Pool
	Sessions  *Sessions
	Passwords *password.Hasher
	// Ring encrypts second factors.
	Ring *seal.Keyring
	// Secret derives recovery codes.
	Secret seal.Key
	// Origin is the shop's public address: passkeys are bound to it.
	Origin string
	Brand  *brand.Reader
	Clock  clock.Clock
}

// Credentials verifies passwords and second factors, and enrols and removes the latter.
type Credentials struct {
	q         *staffdb.Queries
	sessions  *Sessions
	passwords *password.Hasher
	ring      *seal.Keyring
	secret    seal.Key
	passkeys  *webauthn.WebAuthn
	brand     *brand.Reader
	clock     clock.Clock
}

// passkeyTimeout is how long a person may look for their key.
const passkeyTimeout = 5 * time.Minute

// NewCredentials returns Credentials.
func NewCredentials(c CredentialsConfig) (*Credentials, error) {
	origin, err := url.Parse(c.Origin)
	if err != nil {
		return nil, fmt.Errorf("staff: public address: %w", err)
	}
	timeout := webauthn.TimeoutConfig{Enforce: true, Timeout: passkeyTimeout, TimeoutUVD: passkeyTimeout}
	passkeys, err := webauthn.New(&webauthn.Config{
		RPID: origin.Hostname(), RPDisplayName: brand.Default.Name, RPOrigins: []string{c.Origin},
		AuthenticatorSelection: protocol.AuthenticatorSelection{UserVerification: protocol.VerificationPreferred},
		AttestationPreference:  protocol.PreferNoAttestation,
		Timeouts:               webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
	if err != nil {
		return nil, fmt.Errorf("staff: passkeys: %w", err)
	}
	return &Credentials{
		q: staffdb.New(c.Pool), sessions: c.Sessions, passwords: c.Passwords, ring: c.Ring, secret: c.Secret, passkeys: passkeys, brand: c.Brand, clock: c.Clock,
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
