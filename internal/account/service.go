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
	"larek/internal/clock"
	"larek/internal/picture"
	"larek/internal/problem"
)

// errUserDeleted is returned for a token of a deleted user.
var errUserDeleted = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы продолжить.")

// Service manages users: their addresses, consents and bans, and what operators do to them.
type Service struct {
	pool     *pgxpool.Pool
	q        *accountdb.Queries
	sessions *Sessions
	origin   string
	emails   EmailSender
	clock    clock.Clock
	// limitLetters refuses an email to an address that got many; see SetLetterLimit.
	limitLetters func(ctx context.Context, to string) error
}

// NewService returns a Service of a shop with a public address. Emails about a change of
// address are sent by emails; nil sends none.
func NewService(pool *pgxpool.Pool, sessions *Sessions, emails EmailSender, origin string, now clock.Clock) *Service {
	return &Service{pool: pool, q: accountdb.New(pool), sessions: sessions, emails: emails, origin: origin, clock: now}
}

// SetLetterLimit sets what bounds how many emails strangers may have sent to one
// address.
func (s *Service) SetLetterLimit(limit func(ctx context.Context, to string) error) {
	s.limitLetters = limit
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
