package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/account/social"
	"larek/internal/problem"
)

const (
	// confirmTTL is how long the confirmation link is valid.
	confirmTTL = 24 * time.Hour
	// stopTTL is how long the old address can stop a change: an old mailbox is
	// not read every day.
	stopTTL = 7 * 24 * time.Hour
)

var (
	errLinkExpired  = problem.New(problem.Invalid, "email.link_over", "Ссылка уже не действует. Попросите новую в настройках.")
	errOtherAccount = problem.New(problem.Forbidden, "email.other_account", "Эту почту просили подтвердить из другого аккаунта. Войдите в него и откройте ссылку ещё раз.")
	errEmailNotSent = problem.New(problem.Unavailable, "email.not_sent", "Письмо не ушло. Попробуйте ещё раз через минуту.")
	errStopExpired  = problem.New(problem.Invalid, "email.stop_over", "Ссылка уже не действует. Напишите нам, если в аккаунт вошли не вы.")
)

// EmailSender sends the emails about a change of address. They are sent
// immediately and not stored, because their links must not be.
type EmailSender interface {
	// Confirm sends the link that confirms an address.
	Confirm(ctx context.Context, to, link string) error
	// EmailChanging warns the old address that a change was requested; stop is
	// a link that cancels it.
	EmailChanging(ctx context.Context, to, wanted, stop string) error
	// EmailChanged notifies the old address that it was replaced.
	EmailChanged(ctx context.Context, to, now, stop string) error
}

// RequestEmailChange sends a confirmation link to a new address. The address is
// set when the signed-in user confirms it. The current address is warned.
// Whether another account has the new address is not revealed.
func (s *Service) RequestEmailChange(ctx context.Context, userID int64, email string) error {
	u, err := s.User(ctx, userID)
	if err != nil {
		return err
	}
	if s.limitLetters != nil {
		if err := s.limitLetters(ctx, email); err != nil {
			return err
		}
	}
	token := newSecret()
	err = s.q.InsertEmailChange(ctx, accountdb.InsertEmailChangeParams{
		UserID: userID, Email: email, Digest: digest(token), ExpiresAt: s.clock().Add(confirmTTL),
	})
	if err != nil {
		return fmt.Errorf("request e-mail change: %w", err)
	}
	if s.emails == nil {
		return nil
	}
	// The warning goes first: no change may be possible without it.
	if u.Email != nil {
		stop, err := s.stopLink(ctx, s.q, userID)
		if err != nil {
			return err
		}
		if err := s.emails.EmailChanging(ctx, *u.Email, email, stop); err != nil {
			return fmt.Errorf("%w: %w", errEmailNotSent, err)
		}
	}
	if err := s.emails.Confirm(ctx, email, s.origin+"/ru/profile/settings?confirm="+token); err != nil {
		return fmt.Errorf("%w: %w", errEmailNotSent, err)
	}
	return nil
}

func (s *Service) stopLink(ctx context.Context, q *accountdb.Queries, userID int64) (string, error) {
	token := newSecret()
	err := q.InsertEmailStop(ctx, accountdb.InsertEmailStopParams{Digest: digest(token), UserID: userID, ExpiresAt: s.clock().Add(stopTTL)})
	if err != nil {
		return "", fmt.Errorf("save stop link: %w", err)
	}
	return s.origin + "/ru/auth/stop?token=" + token, nil
}

// offerConfirmation asks a new user to confirm the address that they entered or
// their provider reported. An email that is not sent does not prevent the sign-in.
func (s *Service) offerConfirmation(ctx context.Context, userID int64, isNew bool, email string, who social.Identity) error {
	if email == "" && isNew && !who.EmailVerified {
		email = who.Email
	}
	if email == "" {
		return nil
	}
	u, err := s.User(ctx, userID)
	if err != nil || u.Email != nil {
		return err
	}
	err = s.RequestEmailChange(ctx, userID, email)
	if p, is := errors.AsType[*problem.Error](err); is && (p == errEmailNotSent || p.Kind == problem.TooManyRequests) {
		return nil
	}
	return err
}

// PendingEmail returns the address a confirmation link is for, only to the user
// who requested it. It changes nothing.
func (s *Service) PendingEmail(ctx context.Context, userID int64, token string) (email string, err error) {
	return s.wanted(ctx, s.q, userID, token)
}

func (s *Service) wanted(ctx context.Context, q *accountdb.Queries, userID int64, token string) (email string, err error) {
	c, err := q.EmailChange(ctx, digest(token))
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && s.clock().After(c.ExpiresAt):
		return "", errLinkExpired
	case err != nil:
		return "", fmt.Errorf("read e-mail change: %w", err)
	case c.UserID != userID:
		return "", errOtherAccount
	}
	return c.Email, nil
}

// ConfirmEmail sets the address for the user who requested it. Reading the
// email alone is not enough, because another user may have entered the
// reader's address. It returns the previous address, or "".
func (s *Service) ConfirmEmail(ctx context.Context, tx pgx.Tx, userID int64, token string) (before, email string, err error) {
	q := s.q.WithTx(tx)
	if _, err := s.wanted(ctx, q, userID, token); err != nil {
		return "", "", err
	}
	u, err := q.LockUser(ctx, userID)
	if err != nil {
		return "", "", fmt.Errorf("lock user %d: %w", userID, err)
	}
	if u.Barred != nil {
		return "", "", errBanned(*u.Barred)
	}
	c, err := q.TakeEmailChange(ctx, accountdb.TakeEmailChangeParams{Digest: digest(token), UserID: userID})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(c.ExpiresAt) {
		return "", "", errLinkExpired
	}
	if err != nil {
		return "", "", fmt.Errorf("confirm e-mail: %w", err)
	}
	err = q.SetEmail(ctx, accountdb.SetEmailParams{ID: userID, Email: &c.Email})
	if taken(err) {
		return "", "", ErrEmailTaken
	}
	if err != nil {
		return "", "", fmt.Errorf("set e-mail: %w", err)
	}
	if u.Email != nil {
		before = *u.Email
	}
	return before, c.Email, nil
}

// NotifyOldAddress notifies the previous address of the change. If it fails,
// the change stays in effect.
func (s *Service) NotifyOldAddress(ctx context.Context, userID int64, before, email string) error {
	if before == "" || s.emails == nil {
		return nil
	}
	stop, err := s.stopLink(ctx, s.q, userID)
	if err != nil {
		return err
	}
	return s.emails.EmailChanged(ctx, before, email, stop)
}

// StopNickname returns the nickname of the account a stop link is for.
func (s *Service) StopNickname(ctx context.Context, token string) (nickname string, err error) {
	e, err := s.q.EmailStop(ctx, digest(token))
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(e.ExpiresAt) {
		return "", errStopExpired
	}
	if err != nil {
		return "", fmt.Errorf("stop e-mail change: %w", err)
	}
	return e.Nickname, nil
}

// StopEmail cancels a pending change of address and ends all sessions of the
// user. It does not restore an old address: a lost mailbox must not give access
// to the account.
func (s *Service) StopEmail(ctx context.Context, tx pgx.Tx, token string) error {
	q := s.q.WithTx(tx)
	e, err := q.TakeEmailStop(ctx, digest(token))
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(e.ExpiresAt) {
		return errStopExpired
	}
	if err != nil {
		return fmt.Errorf("stop e-mail change: %w", err)
	}
	if err := q.DeleteEmailChange(ctx, e.UserID); err != nil {
		return fmt.Errorf("stop e-mail change: %w", err)
	}
	return s.sessions.endAll(ctx, q, e.UserID)
}
