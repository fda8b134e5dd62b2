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
	"larek/internal/ident"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/seal"
)

// errGone is for a token whose person is not here any more.
var errGone = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы продолжить.")

// Config is what a service is built from.
type Config struct {
	Pool *pgxpool.Pool
	// Secret is the shop's; keys for each purpose are derived from it.
	Secret    seal.Key
	Tokens    *Tokens
	Passwords *Passwords
	// Ring seals second factors.
	Ring      *seal.Ring
	Providers []social.Provider
	// Origin is the shop's public address: providers send people back to it.
	Origin string
	// Letters sends the letters about an address. Nil sends none.
	Letters Letters
	Clock   clock.Clock
}

// Service keeps people, their ways in and their devices.
type Service struct {
	tokens    *Tokens
	pool      *pgxpool.Pool
	q         *accountdb.Queries
	passwords *Passwords
	ring      *seal.Ring
	states    seal.Key
	providers map[string]social.Provider
	origin    string
	letters   Letters
	// successors derives refresh tokens from those they replace.
	successors seal.Key
	clock      clock.Clock
	ended      ended
}

// NewService reads from the writing pool: somebody signed out on the primary
// must not be let in by a replica.
func NewService(c Config) *Service {
	s := &Service{
		tokens: c.Tokens, pool: c.Pool, q: accountdb.New(c.Pool), passwords: c.Passwords, ring: c.Ring,
		states: c.Secret.For("signin"), providers: map[string]social.Provider{}, origin: c.Origin, letters: c.Letters, clock: c.Clock,
		successors: c.Secret.For("refresh"),
	}
	for _, p := range c.Providers {
		s.providers[p.Name()] = p
	}
	return s
}

// User is a person as they may see themselves.
type User struct {
	ID           int64
	Email        *string
	PendingEmail *string // asked for and not proven yet
	Nickname     string
	Avatar       *picture.Key
	Created      time.Time
	HasPassword  bool
	Socials      []string
}

// User reads a person who may come in.
func (s *Service) User(ctx context.Context, id int64) (User, error) {
	r, err := s.q.ReadUser(ctx, accountdb.ReadUserParams{ID: id, Now: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && r.ErasedAt != nil {
		return User{}, errGone
	}
	if err != nil {
		return User{}, fmt.Errorf("user %d: %w", id, err)
	}
	if r.Barred != nil {
		return User{}, barred(*r.Barred)
	}
	u := User{
		ID: r.ID, Email: r.Email, Nickname: r.Nickname, Avatar: r.Avatar, Created: r.Created, HasPassword: r.HasPassword, Socials: r.Socials,
	}
	if r.PendingEmail != "" {
		u.PendingEmail = &r.PendingEmail
	}
	return u, nil
}

// barred makes the storefront sign out and show the words.
func barred(words string) error { return problem.New(problem.Forbidden, "no_access", words) }

// digest is how secrets that come back are kept: they are long and random, so
// nothing slow is needed.
func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// taken tells a value that somebody else has from any other failure.
func taken(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505"
}

// forget stops the access tokens of devices that were just signed out.
func (s *Service) forget(names []ident.Hash) { s.ended.add(names, s.clock()) }
