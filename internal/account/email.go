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

// confirmLifetime is how long the link in the letter works.
const confirmLifetime = 24 * time.Hour

var (
	errLinkOver = problem.New(problem.Invalid, "email.link_over", "Ссылка уже не действует. Попросите новую в настройках.")
	errNoLetter = problem.New(problem.Unavailable, "email.not_sent", "Письмо не ушло. Попробуйте ещё раз через минуту.")
)

// WantEmail sends a letter to the address; it becomes the person's when they
// follow the link. Whether somebody else has it is not said here.
func (s *Service) WantEmail(ctx context.Context, userID int64, email string) error {
	token := newSecret()
	err := s.q.WantEmail(ctx, accountdb.WantEmailParams{
		UserID: userID, Email: email, Digest: digest(token), ExpiresAt: s.clock().Add(confirmLifetime),
	})
	if err != nil {
		return fmt.Errorf("want an e-mail: %w", err)
	}
	if s.confirm == nil {
		return nil
	}
	if err := s.confirm(ctx, email, s.origin+"/ru/profile/settings?confirm="+token); err != nil {
		return fmt.Errorf("%w: %w", errNoLetter, err)
	}
	return nil
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

// ConfirmEmail makes an address the person's, whoever follows the link: only
// somebody who reads its letters has it.
func (s *Service) ConfirmEmail(ctx context.Context, tx pgx.Tx, token string) (userID int64, email string, err error) {
	q := s.q.WithTx(tx)
	c, err := q.TakeEmailChange(ctx, digest(token))
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.clock().After(c.ExpiresAt) {
		return 0, "", errLinkOver
	}
	if err != nil {
		return 0, "", fmt.Errorf("confirm an e-mail: %w", err)
	}
	err = q.SetEmail(ctx, accountdb.SetEmailParams{ID: c.UserID, Email: &c.Email})
	if taken(err) {
		return 0, "", ErrEmailTaken
	}
	if err != nil {
		return 0, "", fmt.Errorf("set an e-mail: %w", err)
	}
	return c.UserID, c.Email, nil
}
