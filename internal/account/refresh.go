package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
)

// refreshGrace is how long a used refresh token still returns the successor it
// was exchanged for, because a response may be lost and two tabs may refresh at
// once. A browser tries five times with 30 seconds each, so the last attempt
// begins two minutes after the first. It is not longer, because a stolen token
// is not detected during that time.
const refreshGrace = 150 * time.Second

const saltSizeRefresh = 16

// Refresh exchanges a refresh token for a new pair. A token works once. Within
// refreshGrace the same device gets the same successor again, as long as that
// was not used; any other second use means that the token was stolen, and ends
// the session.
func (s *Sessions) Refresh(ctx context.Context, refresh, device string) (TokenPair, error) {
	now, spent, salt := s.clock(), digest(refresh), make([]byte, saltSizeRefresh)
	_, _ = rand.Read(salt) // never fails since Go 1.24
	fresh := s.successor(refresh, salt)
	r, err := s.q.Rotate(ctx, accountdb.RotateParams{
		Spent: spent, Fresh: digest(fresh), Salt: salt, Now: now, ExpiresAt: now.Add(SessionTTL), LifeDays: sessionLifeDays,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return s.refreshAgain(ctx, refresh, device)
	}
	if err != nil {
		return TokenPair{}, fmt.Errorf("refresh: %w", err)
	}
	if r.Barred != nil {
		return TokenPair{}, errBanned(*r.Barred)
	}
	return TokenPair{Access: s.tokens.IssueToken(r.Name, r.UserID, r.Created, now), Refresh: fresh}, nil
}

// refreshAgain handles a token that is not the current one of any session.
func (s *Sessions) refreshAgain(ctx context.Context, refresh, device string) (TokenPair, error) {
	now, spent := s.clock(), digest(refresh)
	reason, err := s.q.BannedByToken(ctx, spent)
	if err == nil {
		return TokenPair{}, errBanned(*reason)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return TokenPair{}, fmt.Errorf("refresh: %w", err)
	}
	r, err := s.q.SpentRefresh(ctx, accountdb.SpentRefreshParams{Spent: spent, Now: now})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return TokenPair{}, fmt.Errorf("refresh: %w", err)
	}
	if err == nil && now.Sub(r.SpentAt) <= refreshGrace && r.Device == device {
		fresh := s.successor(refresh, r.Salt)
		if subtle.ConstantTimeCompare(digest(fresh), r.Current) == 1 {
			return TokenPair{Access: s.tokens.IssueToken(r.Name, r.UserID, r.Created, now), Refresh: fresh}, nil
		}
	}
	names, err := s.q.EndReused(ctx, accountdb.EndReusedParams{Spent: spent, Now: &now})
	if err != nil {
		return TokenPair{}, fmt.Errorf("end session with reused token: %w", err)
	}
	s.revokeLocally(names)
	return TokenPair{}, ErrSessionExpired
}

// successor returns the token that replaces refresh. It is derived, so that it
// can be returned again without being stored: neither the stored salt nor our
// key reveals it without the token itself.
func (s *Sessions) successor(refresh string, salt []byte) string {
	return base64.RawURLEncoding.EncodeToString(s.successors.MAC(append([]byte(refresh+" "), salt...)))
}
