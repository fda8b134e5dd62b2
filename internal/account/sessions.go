package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account/accountdb"
	"larek/internal/clock"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/seal"
)

const (
	// SessionTTL is how long an unused session stays valid.
	SessionTTL = 30 * 24 * time.Hour
	// sessionLifeDays is how long a session lasts at most, however often it is used: a copied
	// token is no use for longer.
	sessionLifeDays = 180
)

// ErrSessionExpired is final: the client signs out.
var ErrSessionExpired = problem.New(problem.Invalid, "session.over", "Вы давно не входили или вышли на другом устройстве. Войдите ещё раз.")

var errNoSession = problem.New(problem.NotFound, "session.not_found", "Такого устройства нет.")

// TokenPair is an access token and the refresh token that renews it.
type TokenPair struct{ Access, Refresh string }

// Session is one signed-in device.
type Session struct {
	Name    publicid.ID
	Device  string
	Created time.Time
	UsedAt  time.Time
}

func newSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

// Sessions are the sessions of users: opened, refreshed and ended.
type Sessions struct {
	tokens *Tokens
	q      *accountdb.Queries
	// successors derives refresh tokens from the ones they replace.
	successors seal.Key
	clock      clock.Clock
	revoked    revokedSessions
}

// NewSessions returns Sessions with keys derived from the shop's secret. They are read from
// the primary, because a lagging replica could accept an ended session.
func NewSessions(pool *pgxpool.Pool, tokens *Tokens, secret seal.Key, now clock.Clock) *Sessions {
	return &Sessions{tokens: tokens, q: accountdb.New(pool), successors: secret.Derive("refresh"), clock: now}
}

// open creates a session.
func (s *Sessions) open(ctx context.Context, q *accountdb.Queries, userID int64, device string) (TokenPair, error) {
	now, name, refresh := s.clock(), publicid.New(), newSecret()
	err := q.CreateSession(ctx, accountdb.CreateSessionParams{
		Name: name, UserID: userID, Device: device, Digest: digest(refresh), Now: now, ExpiresAt: now.Add(SessionTTL),
	})
	if err != nil {
		return TokenPair{}, fmt.Errorf("create session: %w", err)
	}
	return TokenPair{Access: s.tokens.IssueToken(name, userID, now, now), Refresh: refresh}, nil
}

// SignOut ends the session of a refresh token, current or used. An unknown
// token is not an error.
func (s *Sessions) SignOut(ctx context.Context, refresh string) error {
	names, err := s.q.EndByToken(ctx, accountdb.EndByTokenParams{Digest: digest(refresh), Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("sign out: %w", err)
	}
	s.revokeLocally(names)
	return nil
}

// EndSession ends one session of a user.
func (s *Sessions) EndSession(ctx context.Context, userID int64, name publicid.ID) error {
	return s.end(ctx, s.q, userID, name)
}

func (s *Sessions) end(ctx context.Context, q *accountdb.Queries, userID int64, name publicid.ID) error {
	names, err := q.EndSession(ctx, accountdb.EndSessionParams{Name: name, UserID: userID, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if len(names) == 0 {
		return errNoSession
	}
	s.revokeLocally(names)
	return nil
}

// EndSessions ends all sessions of a user.
func (s *Sessions) EndSessions(ctx context.Context, userID int64) error {
	return s.endAll(ctx, s.q, userID)
}

// EndSessionsTx ends one session of a user, or all of them if name is nil.
func (s *Sessions) EndSessionsTx(ctx context.Context, tx pgx.Tx, userID int64, name *publicid.ID) error {
	if name == nil {
		return s.endAll(ctx, s.q.WithTx(tx), userID)
	}
	return s.end(ctx, s.q.WithTx(tx), userID, *name)
}

func (s *Sessions) endAll(ctx context.Context, q *accountdb.Queries, userID int64) error {
	names, err := q.EndSessions(ctx, accountdb.EndSessionsParams{UserID: userID, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	s.revokeLocally(names)
	return nil
}

// List returns the sessions of a user, the last used first.
func (s *Sessions) List(ctx context.Context, userID int64) ([]Session, error) {
	rows, err := s.q.ListSessions(ctx, accountdb.ListSessionsParams{UserID: userID, Now: s.clock()})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := make([]Session, len(rows))
	for i, r := range rows {
		list[i] = Session(r)
	}
	return list, nil
}

// revokeLocally rejects the access tokens of ended sessions in this instance.
func (s *Sessions) revokeLocally(names []publicid.ID) { s.revoked.add(names, s.clock()) }
