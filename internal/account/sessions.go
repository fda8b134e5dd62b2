package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"larek/internal/account/accountdb"
	"larek/internal/ident"
	"larek/internal/problem"
)

// SessionLifetime is how long a device that is not used stays signed in.
const SessionLifetime = 30 * 24 * time.Hour

// ErrSessionOver is final: the client signs out.
var ErrSessionOver = problem.New(problem.Invalid, "session.over", "Вы давно не заходили или вышли на другом устройстве. Войдите ещё раз.")

var errNoSession = problem.New(problem.NotFound, "session.not_found", "Такого устройства нет.")

// Pair is what a device holds: who it is now, and the right to ask again.
type Pair struct{ Access, Refresh string }

// Session is a device somebody is signed in on.
type Session struct {
	Name    ident.Hash
	Device  string
	Created time.Time
	UsedAt  time.Time
}

func newSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

// open begins a session on a device.
func (s *Service) open(ctx context.Context, q *accountdb.Queries, userID int64, device string) (Pair, error) {
	now, name, refresh := s.clock(), ident.NewHash(), newSecret()
	err := q.CreateSession(ctx, accountdb.CreateSessionParams{
		Name: name, UserID: userID, Device: device, Digest: digest(refresh), Now: now, ExpiresAt: now.Add(SessionLifetime),
	})
	if err != nil {
		return Pair{}, fmt.Errorf("open a session: %w", err)
	}
	return Pair{Access: s.tokens.AccessIn(name, userID, now, now), Refresh: refresh}, nil
}

// SignOut ends the session a refresh token belongs to, used or not. A token
// that is nobody's is no news.
func (s *Service) SignOut(ctx context.Context, refresh string) error {
	names, err := s.q.EndByToken(ctx, accountdb.EndByTokenParams{Digest: digest(refresh), Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("sign out: %w", err)
	}
	s.forget(names)
	return nil
}

// EndSession signs out one device of a person.
func (s *Service) EndSession(ctx context.Context, userID int64, name ident.Hash) error {
	names, err := s.q.EndSession(ctx, accountdb.EndSessionParams{Name: name, UserID: userID, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	if len(names) == 0 {
		return errNoSession
	}
	s.forget(names)
	return nil
}

// EndSessions signs a person out everywhere.
func (s *Service) EndSessions(ctx context.Context, userID int64) error {
	return s.endAll(ctx, s.q, userID)
}

func (s *Service) endAll(ctx context.Context, q *accountdb.Queries, userID int64) error {
	names, err := q.EndSessions(ctx, accountdb.EndSessionsParams{UserID: userID, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	s.forget(names)
	return nil
}

// Sessions lists the devices of a person, the one used last first.
func (s *Service) Sessions(ctx context.Context, userID int64) ([]Session, error) {
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
