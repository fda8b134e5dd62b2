package account

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account/accountdb"
	"larek/internal/account/social"
	"larek/internal/clock"
	"larek/internal/password"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// errUserDeleted is returned for a token of a deleted user.
var errUserDeleted = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы продолжить.")

// Config holds the dependencies of a Service.
type Config struct {
	Pool *pgxpool.Pool
	// Secret is the shop's secret; the keys are derived from it.
	Secret    seal.Key
	Tokens    *Tokens
	Passwords *password.Hasher
	// Ring encrypts second factors.
	Ring      *seal.Keyring
	Providers []social.Provider
	// Origin is the shop's public address, to which providers redirect.
	Origin string
	// Emails sends emails about a change of address. Nil sends none.
	Emails EmailSender
	Clock  clock.Clock
}

// Service manages users, their identities and their sessions.
type Service struct {
	tokens    *Tokens
	pool      *pgxpool.Pool
	q         *accountdb.Queries
	passwords *password.Hasher
	ring      *seal.Keyring
	states    seal.Key
	providers map[string]social.Provider
	origin    string
	emails    EmailSender
	// successors derives refresh tokens from the ones they replace.
	successors seal.Key
	clock      clock.Clock
	revoked    revokedSessions
	// limitLetters refuses an email to an address that got many; see SetLetterLimit.
	limitLetters func(ctx context.Context, to string) error
}

// SetLetterLimit sets what bounds how many emails strangers may have sent to one
// address.
func (s *Service) SetLetterLimit(limit func(ctx context.Context, to string) error) {
	s.limitLetters = limit
}

// NewService returns a Service. It reads from the primary, because a lagging
// replica could accept an ended session.
func NewService(c Config) *Service {
	s := &Service{
		tokens: c.Tokens, pool: c.Pool, q: accountdb.New(c.Pool), passwords: c.Passwords, ring: c.Ring,
		states: c.Secret.Derive("signin"), providers: map[string]social.Provider{}, origin: c.Origin, emails: c.Emails, clock: c.Clock,
		successors: c.Secret.Derive("refresh"),
	}
	for _, p := range c.Providers {
		s.providers[p.Name()] = p
	}
	return s
}

// User is a user as shown to themselves.
type User struct {
	ID           int64
	Email        *string
	PendingEmail *string // requested and not confirmed yet
	Nickname     string
	Avatar       *picture.Key
	Created      time.Time
	HasPassword  bool
	Socials      []string
}

// User returns a user who may sign in.
func (s *Service) User(ctx context.Context, id int64) (User, error) {
	r, err := s.q.ReadUser(ctx, accountdb.ReadUserParams{ID: id, Now: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && r.ErasedAt != nil {
		return User{}, errUserDeleted
	}
	if err != nil {
		return User{}, fmt.Errorf("read user %d: %w", id, err)
	}
	if r.Barred != nil {
		return User{}, errBanned(*r.Barred)
	}
	u := User{
		ID: r.ID, Email: r.Email, Nickname: r.Nickname, Avatar: r.Avatar, Created: r.Created, HasPassword: r.HasPassword, Socials: r.Socials,
	}
	if r.PendingEmail != "" {
		u.PendingEmail = &r.PendingEmail
	}
	return u, nil
}

// errBanned returns the problem of a banned user. The storefront signs out and
// shows the reason.
func errBanned(reason string) error { return problem.New(problem.Forbidden, "no_access", reason) }

// digest returns the stored form of a random secret. The secrets are long, so
// no slow hash is needed.
func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// taken reports whether err is a violation of a unique constraint.
func taken(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505"
}

// revokeLocally rejects the access tokens of ended sessions in this instance.
func (s *Service) revokeLocally(names []publicid.ID) { s.revoked.add(names, s.clock()) }
