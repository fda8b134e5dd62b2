package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/staff/staffdb"
)

const (
	// SessionTTL is how long a session lasts at most.
	SessionTTL = 8 * time.Hour
	// IdleLock is how long a session stays open without being used.
	IdleLock = 15 * time.Minute
	// touchEvery bounds how often the use of a session is written down.
	touchEvery = 20 * time.Second
	// sessionRetention is how long an ended session is kept.
	sessionRetention = 30 * 24 * time.Hour
)

var ErrNoSession = problem.New(problem.NotFound, "session.not_found", "Такого входа нет или он уже завершён.")

// Sessions are the sessions of people and the log of their sign-ins.
type Sessions struct {
	// Unlocked sessions neither lock nor need a new proof: those of a demo.
	Unlocked bool

	q     *staffdb.Queries
	clock clock.Clock
}

// NewSessions returns Sessions. They are read from the primary, because a lagging replica
// could accept an ended session.
func NewSessions(pool *pgxpool.Pool, now clock.Clock) *Sessions {
	return &Sessions{q: staffdb.New(pool), clock: now}
}

// State is how far a session has come.
type State string

// The states of a session.
const (
	NoSession      State = "none"      // no person is signed in
	NeedsProof     State = "factor"    // the password was right, a second factor is due
	NeedsEnrolment State = "enrolment" // there is no second factor yet
	Locked         State = "locked"    // idle too long
	Open           State = "open"      // everything the role allows
)

// Method is a way to prove that one is the person.
type Method string

// The methods.
const (
	ByPassword Method = "password"
	ByPasskey  Method = "passkey"
	ByTOTP     Method = "totp"
	ByRecovery Method = "recovery"
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

	id     int64
	digest []byte
}

// Find returns the session of a cookie. An unknown, ended or expired one, and one of
// a suspended person, has the state NoSession.
func (s *Sessions) Find(ctx context.Context, token string) (Session, error) {
	if token == "" {
		return Session{State: NoSession}, nil
	}
	now, sum := s.clock(), digest(token)
	r, err := s.q.SessionByDigest(ctx, staffdb.SessionByDigestParams{Digest: sum, Now: now})
	if errors.Is(err, pgx.ErrNoRows) {
		return Session{State: NoSession}, nil
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	if s.Unlocked {
		r.UsedAt, r.FreshAt = now, &now
	}
	x := Session{
		Actor: Actor{
			ID: r.StaffID, Name: r.StaffName, Email: r.Email, Role: RoleRef{ID: r.RoleID, Name: r.RoleName, Title: r.RoleTitle},
			Grants: Grants{}, Session: r.Name,
		},
		Device: r.Device, Created: r.Created, UsedAt: r.UsedAt, ExpiresAt: r.ExpiresAt, HasTOTP: r.HasTotp, HasPasskey: r.HasPasskey,
		id: r.ID, digest: sum,
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

// Touch writes down that the person used an open session.
func (s *Sessions) Touch(ctx context.Context, x Session) error {
	now := s.clock()
	if x.State != Open || now.Sub(x.UsedAt) < touchEvery {
		return nil
	}
	if err := s.q.TouchSession(ctx, staffdb.TouchSessionParams{ID: x.id, Now: now, IdleSince: now.Add(-IdleLock)}); err != nil {
		return fmt.Errorf("touch session: %w", err)
	}
	return nil
}

// SessionInfo is a session as lists show it.
type SessionInfo struct {
	Name      publicid.ID
	Device    string
	Address   string
	Created   time.Time
	UsedAt    time.Time
	ExpiresAt time.Time
	Proven    bool
}

// List lists the sessions of a person, the last used first.
func (s *Sessions) List(ctx context.Context, staffID int64) ([]SessionInfo, error) {
	rows, err := s.q.ListSessions(ctx, staffdb.ListSessionsParams{StaffID: staffID, Now: s.clock()})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := make([]SessionInfo, len(rows))
	for i, r := range rows {
		list[i] = SessionInfo(r)
	}
	return list, nil
}

// Lock locks a session of a person now, as after IdleLock without use.
func (s *Sessions) Lock(ctx context.Context, tx pgx.Tx, staffID int64, name publicid.ID) error {
	n, err := s.q.WithTx(tx).LockSession(ctx, staffdb.LockSessionParams{Name: name, StaffID: staffID, UsedAt: s.clock().Add(-IdleLock - time.Second)})
	if err != nil {
		return fmt.Errorf("lock session: %w", err)
	}
	if n == 0 {
		return ErrNoSession
	}
	return nil
}

// EndSession ends one session of a person; from the next request on it is refused.
func (s *Sessions) EndSession(ctx context.Context, tx pgx.Tx, staffID int64, name publicid.ID) error {
	n, err := s.q.WithTx(tx).EndSession(ctx, staffdb.EndSessionParams{Name: name, StaffID: staffID, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if n == 0 {
		return ErrNoSession
	}
	return nil
}

// EndSessions ends all sessions of a person but one, if keep is not nil, and returns how
// many.
func (s *Sessions) EndSessions(ctx context.Context, tx pgx.Tx, staffID int64, keep *publicid.ID) (int64, error) {
	n, err := s.q.WithTx(tx).EndSessions(ctx, staffdb.EndSessionsParams{StaffID: staffID, Now: new(s.clock()), Keep: keep})
	if err != nil {
		return 0, fmt.Errorf("end sessions: %w", err)
	}
	return n, nil
}

// SignInEvent is one try to come in.
type SignInEvent struct {
	At      time.Time
	Event   string
	Method  string
	Device  string
	Address string
}

// SignIns lists the last tries to come in as a person, the newest first.
func (s *Sessions) SignIns(ctx context.Context, staffID int64) ([]SignInEvent, error) {
	rows, err := s.q.ListSignIns(ctx, &staffID)
	if err != nil {
		return nil, fmt.Errorf("list sign-ins: %w", err)
	}
	list := make([]SignInEvent, len(rows))
	for i, r := range rows {
		list[i] = SignInEvent(r)
	}
	return list, nil
}
