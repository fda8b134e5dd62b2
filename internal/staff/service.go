package staff

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/staff/staffdb"
)

const (
	// SessionTTL is how long a session lasts at most.
	SessionTTL = 8 * time.Hour
	// IdleLock is how long a session stays open without being used.
	IdleLock = 15 * time.Minute
	// touchEvery bounds how often the use of a session is written down.
	touchEvery = 20 * time.Second
)

// Service manages people, roles, invitations and sessions.
type Service struct {
	pool  *pgxpool.Pool
	q     *staffdb.Queries
	clock clock.Clock
}

// NewService returns a Service. It reads from the primary, because a lagging replica
// could accept an ended session.
func NewService(pool *pgxpool.Pool, now clock.Clock) *Service {
	return &Service{pool: pool, q: staffdb.New(pool), clock: now}
}

// State is how far a session has come.
type State string

// The states of a session.
const (
	NoSession      State = "none"      // nobody is signed in
	NeedsProof     State = "factor"    // the password was right, a second factor is due
	NeedsEnrolment State = "enrolment" // there is no second factor yet
	Locked         State = "locked"    // idle too long
	Open           State = "open"      // everything the role allows
)

// Session is a session of the console with the person it belongs to.
type Session struct {
	Actor               Actor // without request and address
	State               State
	Device              string
	Created             time.Time
	UsedAt              time.Time
	ExpiresAt           time.Time
	HasTOTP, HasPasskey bool

	id int64
}

// Find returns the session of a cookie. An unknown, ended or expired one, and one of
// a suspended person, has the state NoSession.
func (s *Service) Find(ctx context.Context, token string) (Session, error) {
	if token == "" {
		return Session{State: NoSession}, nil
	}
	now := s.clock()
	r, err := s.q.SessionByDigest(ctx, staffdb.SessionByDigestParams{Digest: digest(token), Now: now})
	if errors.Is(err, pgx.ErrNoRows) {
		return Session{State: NoSession}, nil
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	x := Session{
		Actor: Actor{
			ID: r.StaffID, Name: r.StaffName, Email: r.Email, Role: RoleRef{ID: r.RoleID, Name: r.RoleName, Title: r.RoleTitle},
			Grants: Grants{}, Session: r.Name,
		},
		Device: r.Device, Created: r.Created, UsedAt: r.UsedAt, ExpiresAt: r.ExpiresAt, HasTOTP: r.HasTotp, HasPasskey: r.HasPasskey, id: r.ID,
	}
	for i, p := range r.Permissions {
		x.Actor.Grants[Permission(p)] = r.Limits[i]
	}
	if r.FreshAt != nil {
		x.Actor.FreshAt = *r.FreshAt
	}
	switch {
	case r.FactorAt == nil && (r.HasTotp || r.HasPasskey):
		x.State = NeedsProof
	case r.FactorAt == nil:
		x.State = NeedsEnrolment
	case now.Sub(r.UsedAt) > IdleLock:
		x.State = Locked
	default:
		x.State = Open
	}
	return x, nil
}

// Touch writes down that the person used an open session.
func (s *Service) Touch(ctx context.Context, x Session) error {
	now := s.clock()
	if x.State != Open || now.Sub(x.UsedAt) < touchEvery {
		return nil
	}
	if err := s.q.TouchSession(ctx, staffdb.TouchSessionParams{ID: x.id, Now: now}); err != nil {
		return fmt.Errorf("touch session: %w", err)
	}
	return nil
}

// digest returns the stored form of a random secret. The secrets are long, so no
// slow hash is needed.
func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// Method is a way to prove that one is the person.
type Method string

// The methods.
const (
	ByPassword Method = "password"
	ByPasskey  Method = "passkey"
	ByTOTP     Method = "totp"
	ByRecovery Method = "recovery"
)

// Methods returns what the next proof may be made with, the preferred first.
func (x Session) Methods() []Method {
	var list []Method
	if x.HasPasskey {
		list = append(list, ByPasskey)
	}
	if x.HasTOTP {
		list = append(list, ByTOTP)
	}
	switch x.State {
	case NeedsProof:
		return append(list, ByRecovery)
	case Locked:
		return append(list, ByPassword)
	case Open:
		return list
	default:
		return nil
	}
}
