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

// refreshGrace is how long a spent refresh token is answered with the successor
// it was spent on: an answer may be lost on its way, and two tabs may ask at
// once. Short, because in that time a stolen token is not noticed.
const refreshGrace = 30 * time.Second

const saltSizeRefresh = 16

// Refresh changes a refresh token for a new pair. A token works once. Within
// refreshGrace the same device is given the same successor again, as long as
// that was not used; any other second use means that two people hold the token,
// and signs the device out.
func (s *Service) Refresh(ctx context.Context, refresh, device string) (Pair, error) {
	now, spent, salt := s.clock(), digest(refresh), make([]byte, saltSizeRefresh)
	_, _ = rand.Read(salt) // never fails since Go 1.24
	fresh := s.successor(refresh, salt)
	r, err := s.q.Rotate(ctx, accountdb.RotateParams{Spent: spent, Fresh: digest(fresh), Salt: salt, Now: now, ExpiresAt: now.Add(SessionLifetime)})
	if errors.Is(err, pgx.ErrNoRows) {
		return s.refreshAgain(ctx, refresh, device)
	}
	if err != nil {
		return Pair{}, fmt.Errorf("refresh: %w", err)
	}
	if r.Barred != nil {
		return Pair{}, barred(*r.Barred)
	}
	return Pair{Access: s.tokens.AccessIn(r.Name, r.UserID, r.Created, now), Refresh: fresh}, nil
}

// refreshAgain answers for a token that is not the current one of any device.
func (s *Service) refreshAgain(ctx context.Context, refresh, device string) (Pair, error) {
	now, spent := s.clock(), digest(refresh)
	words, err := s.q.BarredByToken(ctx, spent)
	if err == nil {
		return Pair{}, barred(*words)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return Pair{}, fmt.Errorf("refresh: %w", err)
	}
	r, err := s.q.SpentRefresh(ctx, accountdb.SpentRefreshParams{Spent: spent, Now: now})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Pair{}, fmt.Errorf("refresh: %w", err)
	}
	if err == nil && now.Sub(r.SpentAt) <= refreshGrace && r.Device == device {
		fresh := s.successor(refresh, r.Salt)
		if subtle.ConstantTimeCompare(digest(fresh), r.Current) == 1 {
			return Pair{Access: s.tokens.AccessIn(r.Name, r.UserID, r.Created, now), Refresh: fresh}, nil
		}
	}
	names, err := s.q.EndReused(ctx, accountdb.EndReusedParams{Spent: spent, Now: &now})
	if err != nil {
		return Pair{}, fmt.Errorf("end a stolen session: %w", err)
	}
	s.forget(names)
	return Pair{}, ErrSessionOver
}

// successor is the token that takes a token's place. It is derived, so that it
// can be given again without being stored: neither the salt in the database nor
// our key gives it away without the token itself.
func (s *Service) successor(refresh string, salt []byte) string {
	return base64.RawURLEncoding.EncodeToString(s.successors.Mac(append([]byte(refresh+" "), salt...)))
}
