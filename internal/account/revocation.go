package account

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"larek/internal/account/accountdb"
	"larek/internal/publicid"
)

const (
	// syncInterval is how often an instance reads the ended sessions and the
	// token keys.
	syncInterval = 2 * time.Second
	// purgeInterval is how often expired rows are deleted.
	purgeInterval = 10 * time.Minute
	// endedRetention is how long an ended session is stored. A stolen token
	// used later is only unknown.
	endedRetention = 35 * 24 * time.Hour
)

// revokedSessions are the sessions that ended so recently that their access
// tokens have not expired. It is kept in memory, so that checking needs no
// query.
type revokedSessions struct {
	mu    sync.RWMutex
	until map[publicid.ID]time.Time
}

func (e *revokedSessions) add(names []publicid.ID, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.until == nil {
		e.until = map[publicid.ID]time.Time{}
	}
	for _, n := range names {
		e.until[n] = at.Add(AccessTTL)
	}
}

func (e *revokedSessions) has(name publicid.ID) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	_, is := e.until[name]
	return is
}

func (e *revokedSessions) purgeExpired(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for n, until := range e.until {
		if now.After(until) {
			delete(e.until, n)
		}
	}
}

// IsRevoked reports whether the session has ended, so that its access tokens
// are invalid.
func (s *Sessions) IsRevoked(session publicid.ID) bool { return s != nil && s.revoked.has(session) }

// RunSync synchronizes sessions and keys with the other instances until ctx
// ends.
func (s *Sessions) RunSync(ctx context.Context, log *slog.Logger) {
	purged := time.Time{}
	for {
		err := s.Sync(ctx)
		if now := s.clock(); err == nil && now.Sub(purged) > purgeInterval {
			purged, err = now, s.purgeExpired(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "sync sessions and keys failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(syncInterval):
		}
	}
}

// Sync reads the token keys and the recently ended sessions once. It ends the
// sessions of banned users, in case they were banned by SQL.
func (s *Sessions) Sync(ctx context.Context) error {
	now := s.clock()
	keys, err := s.q.TokenKeys(ctx)
	if err != nil {
		return fmt.Errorf("read token keys: %w", err)
	}
	keyActivations := make([]KeyActivation, len(keys))
	for i, k := range keys {
		keyActivations[i] = KeyActivation{ID: k.ID, ActiveFrom: k.SignsFrom}
	}
	s.tokens.SetKeys(keyActivations)
	if _, err := s.q.EndBanned(ctx, &now); err != nil {
		return fmt.Errorf("end sessions of banned users: %w", err)
	}
	rows, err := s.q.EndedSessions(ctx, now.Add(-AccessTTL))
	if err != nil {
		return fmt.Errorf("read ended sessions: %w", err)
	}
	for _, r := range rows {
		s.revoked.add([]publicid.ID{r.Name}, *r.EndedAt)
	}
	s.revoked.purgeExpired(now)
	return nil
}

func (s *Sessions) purgeExpired(ctx context.Context) error {
	now := s.clock()
	if err := s.q.DeleteExpiredSignIns(ctx, now); err != nil {
		return fmt.Errorf("delete expired sign-ins: %w", err)
	}
	if _, err := s.q.DeleteEndedSessions(ctx, now.Add(-endedRetention)); err != nil {
		return fmt.Errorf("delete ended sessions: %w", err)
	}
	if _, err := s.q.DeleteRetiredKeys(ctx, now.Add(-time.Hour)); err != nil {
		return fmt.Errorf("delete retired keys: %w", err)
	}
	return nil
}

// keyActivationDelay gives every instance time to read a key before it signs.
const keyActivationDelay = time.Minute

// RotateKey adds a key that signs after keyActivationDelay.
func (s *Sessions) RotateKey(ctx context.Context) (KeyActivation, error) {
	key := KeyActivation{ID: publicid.New().String()[:8], ActiveFrom: s.clock().Add(keyActivationDelay)}
	if err := s.q.AddTokenKey(ctx, accountdb.AddTokenKeyParams{ID: key.ID, SignsFrom: key.ActiveFrom}); err != nil {
		return KeyActivation{}, fmt.Errorf("add token key: %w", err)
	}
	return key, nil
}
