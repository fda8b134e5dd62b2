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
	// confirmLifetime is how long the link in the letter works.
	confirmLifetime = 24 * time.Hour
	// stopLifetime is how long a letter to the old address can stop a change:
	// people do not read an old mailbox every day.
	stopLifetime = 7 * 24 * time.Hour
)

var (
	errLinkOver     = problem.New(problem.Invalid, "email.link_over", "Ссылка уже не действует. Попросите новую в настройках.")
	errOtherAccount = problem.New(problem.Forbidden, "email.other_account", "Эту почту просили подтвердить из другого аккаунта. Войдите в него и откройте ссылку ещё раз.")
	errNoLetter     = problem.New(problem.Unavailable, "email.not_sent", "Письмо не ушло. Попробуйте ещё раз через минуту.")
	errStopOver     = problem.New(problem.Invalid, "email.stop_over", "Ссылка уже не действует. Напишите нам, если в аккаунт вошли не вы.")
)

// Letters are the letters about somebody's address. They go out at once and are
// not kept: their links must not be.
type Letters interface {
	// Confirm sends the link that proves an address.
	Confirm(ctx context.Context, to, link string) error
	// EmailChanging warns the old address that another was asked for; stop is
	// a link that ends it.
	EmailChanging(ctx context.Context, to, wanted, stop string) error
	// EmailChanged says that letters go to another address now.
	EmailChanged(ctx context.Context, to, now, stop string) error
}

// WantEmail sends a letter to the address; it becomes the person's when they
// follow the link and press the button there, signed in. The address they have
// is warned. Whether somebody else has the new one is not said here.
func (s *Service) WantEmail(ctx context.Context, userID int64, email string) error {
	u, err := s.User(ctx, userID)
	if err != nil {
		return err
	}
	token := newSecret()
	err = s.q.WantEmail(ctx, accountdb.WantEmailParams{
		UserID: userID, Email: email, Digest: digest(token), ExpiresAt: s.clock().Add(confirmLifetime),
	})
	if err != nil {
		return fmt.Errorf("want an e-mail: %w", err)
	}
	if s.letters == nil {
		return nil
	}
	// The warning first: a change nobody was warned of must not become possible.
	if u.Email != nil {
		stop, err := s.stopLink(ctx, s.q, userID)
		if err != nil {
			return err
		}
		if err := s.letters.EmailChanging(ctx, *u.Email, email, stop); err != nil {
			return fmt.Errorf("%w: %w", errNoLetter, err)
		}
	}
	if err := s.letters.Confirm(ctx, email, s.origin+"/ru/profile/settings?confirm="+token); err != nil {
		return fmt.Errorf("%w: %w", errNoLetter, err)
	}
	return nil
}

func (s *Service) stopLink(ctx context.Context, q *accountdb.Queries, userID int64) (string, error) {
	token := newSecret()
	err := q.KeepEmailStop(ctx, accountdb.KeepEmailStopParams{Digest: digest(token), UserID: userID, ExpiresAt: s.clock().Add(stopLifetime)})
	if err != nil {
		return "", fmt.Errorf("keep a stop: %w", err)
	}
	return s.origin + "/ru/auth/stop?token=" + token, nil
}

// suggestEmail asks a new person to prove the address they or their provider
// told us. That it failed is no reason not to let them in.
func (s *Service) suggestEmail(ctx context.Context, userID int64, isNew bool, told string, who social.Person) error {
	if told == "" && isNew && !who.EmailVerified {
		told = who.Email
	}
	if told == "" {
		return nil
	}
	u, err := s.User(ctx, userID)
	if err != nil || u.Email != nil {
		return err
	}
	if err := s.WantEmail(ctx, userID, told); err != nil && !errors.Is(err, errNoLetter) {
		return err
	}
	return nil
}

// EmailWanted returns the address a link is about, to the person who asked for
// it and to nobody else. It changes nothing.
func (s *Service) EmailWanted(ctx context.Context, userID int64, token string) (email string, err error) {
	return s.wanted(ctx, s.q, userID, token)
}

func (s *Service) wanted(ctx context.Context, q *accountdb.Queries, userID int64, token string) (email string, err error) {
	c, err := q.EmailChange(ctx, digest(token))
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && s.clock().After(c.ExpiresAt):
		return "", errLinkOver
	case err != nil:
		return "", fmt.Errorf("wanted e-mail: %w", err)
	case c.UserID != userID:
		return "", errOtherAccount
	}
	return c.Email, nil
}

// ConfirmEmail makes an address the person's who asked for it. Reading the
// letter is not enough: somebody may have asked for the reader's address.
// It returns the address before, empty when there was none.
func (s *Service) ConfirmEmail(ctx context.Context, tx pgx.Tx, userID int64, token string) (before, email string, err error) {
	q := s.q.WithTx(tx)
	if _, err := s.wanted(ctx, q, userID, token); err != nil {
		return "", "", err
	}
	u, err := q.LockUser(ctx, userID)
	if err != nil {
		return "", "", fmt.Errorf("user %d: %w", userID, err)
	}
	if u.Barred != nil {
		return "", "", barred(*u.Barred)
	}
	c, err := q.TakeEmailChange(ctx, accountdb.TakeEmailChangeParams{Digest: digest(token), UserID: userID})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(c.ExpiresAt) {
		return "", "", errLinkOver
	}
	if err != nil {
		return "", "", fmt.Errorf("confirm an e-mail: %w", err)
	}
	err = q.SetEmail(ctx, accountdb.SetEmailParams{ID: userID, Email: &c.Email})
	if taken(err) {
		return "", "", ErrEmailTaken
	}
	if err != nil {
		return "", "", fmt.Errorf("set an e-mail: %w", err)
	}
	if u.Email != nil {
		before = *u.Email
	}
	return before, c.Email, nil
}

// TellOldAddress says to the address before that it is not the account's any
// more. The change is done; a letter that did not go out does not undo it.
func (s *Service) TellOldAddress(ctx context.Context, userID int64, before, email string) error {
	if before == "" || s.letters == nil {
		return nil
	}
	stop, err := s.stopLink(ctx, s.q, userID)
	if err != nil {
		return err
	}
	return s.letters.EmailChanged(ctx, before, email, stop)
}

// StopOf returns the nickname of the account a letter to an old address is about.
func (s *Service) StopOf(ctx context.Context, token string) (nickname string, err error) {
	e, err := s.q.EmailStop(ctx, digest(token))
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(e.ExpiresAt) {
		return "", errStopOver
	}
	if err != nil {
		return "", fmt.Errorf("stop: %w", err)
	}
	return e.Nickname, nil
}

// StopEmail gives up the change of an address that is under way and signs the
// person out everywhere. It gives no address back: a mailbox somebody has left
// behind must not become a way into the account.
func (s *Service) StopEmail(ctx context.Context, tx pgx.Tx, token string) error {
	q := s.q.WithTx(tx)
	e, err := q.TakeEmailStop(ctx, digest(token))
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(e.ExpiresAt) {
		return errStopOver
	}
	if err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	if err := q.DropEmailChange(ctx, e.UserID); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return s.endAll(ctx, q, e.UserID)
}
