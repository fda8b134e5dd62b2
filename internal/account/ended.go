package account

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"larek/internal/account/accountdb"
	"larek/internal/ident"
)

const (
	// watchEvery is how soon a copy learns that a device was signed out, or
	// that a key takes its turn.
	watchEvery = 2 * time.Second
	// sweepEvery is how often what nobody needs any more is thrown away.
	sweepEvery = 10 * time.Minute
	// keepEnded is how long an ended session is kept: a stolen token that comes
	// back later is only unknown.
	keepEnded = 35 * 24 * time.Hour
)

// ended are devices signed out so lately that their access tokens would still
// be good. It is small, so it is asked on every call without the database.
type ended struct {
	mu    sync.RWMutex
	until map[ident.Hash]time.Time
}

func (e *ended) add(names []ident.Hash, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.until == nil {
		e.until = map[ident.Hash]time.Time{}
	}
	for _, n := range names {
		e.until[n] = at.Add(AccessLifetime)
	}
}

func (e *ended) has(name ident.Hash) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	_, is := e.until[name]
	return is
}

func (e *ended) sweep(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for n, until := range e.until {
		if now.After(until) {
			delete(e.until, n)
		}
	}
}

// SignedOut tells of a device whose access tokens are not good any more.
func (s *Service) SignedOut(session ident.Hash) bool { return s != nil && s.ended.has(session) }

// Watch learns what other copies did, until ctx ends.
func (s *Service) Watch(ctx context.Context, log *slog.Logger) {
	swept := time.Time{}
	for {
		err := s.Look(ctx)
		if now := s.clock(); err == nil && now.Sub(swept) > sweepEvery {
			swept, err = now, s.sweep(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "accounts not watched", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(watchEvery):
		}
	}
}

// Look reads the keys and the devices signed out lately, once. It ends the
// sessions of people who are barred, whichever way that was written.
func (s *Service) Look(ctx context.Context) error {
	now := s.clock()
	keys, err := s.q.TokenKeys(ctx)
	if err != nil {
		return fmt.Errorf("token keys: %w", err)
	}
	turns := make([]KeyTurn, len(keys))
	for i, k := range keys {
		turns[i] = KeyTurn{Name: k.ID, From: k.SignsFrom}
	}
	s.tokens.Turn(turns)
	if _, err := s.q.EndBarred(ctx, &now); err != nil {
		return fmt.Errorf("end sessions of barred people: %w", err)
	}
	rows, err := s.q.EndedSessions(ctx, now.Add(-AccessLifetime))
	if err != nil {
		return fmt.Errorf("ended sessions: %w", err)
	}
	for _, r := range rows {
		s.ended.add([]ident.Hash{r.Name}, *r.EndedAt)
	}
	s.ended.sweep(now)
	return nil
}

func (s *Service) sweep(ctx context.Context) error {
	now := s.clock()
	if err := s.q.ForgetSignIns(ctx, now); err != nil {
		return fmt.Errorf("forget sign-ins: %w", err)
	}
	if _, err := s.q.ForgetSessions(ctx, now.Add(-keepEnded)); err != nil {
		return fmt.Errorf("forget sessions: %w", err)
	}
	if _, err := s.q.ForgetTokenKeys(ctx, now.Add(-time.Hour)); err != nil {
		return fmt.Errorf("forget keys: %w", err)
	}
	return nil
}

// turnAfter lets every copy learn of a key before it signs.
const turnAfter = time.Minute

// RotateKey lets a new key sign from a minute on.
func (s *Service) RotateKey(ctx context.Context) (KeyTurn, error) {
	turn := KeyTurn{Name: ident.NewHash().String()[:8], From: s.clock().Add(turnAfter)}
	if err := s.q.AddTokenKey(ctx, accountdb.AddTokenKeyParams{ID: turn.Name, SignsFrom: turn.From}); err != nil {
		return KeyTurn{}, fmt.Errorf("new key: %w", err)
	}
	return turn, nil
}
