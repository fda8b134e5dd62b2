package account

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/account/social"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Reasons why a provider cannot be linked or unlinked. They do not reveal whose
// the identity is.
var (
	errIdentityTaken    = problem.New(problem.Conflict, "signin.taken", "Этот профиль уже привязан к другому аккаунту.")
	errAlreadyLinked    = problem.New(problem.Conflict, "signin.already_bound", "К аккаунту уже привязан другой профиль этого сервиса. Сначала отвяжите его.")
	errLastSignInMethod = problem.New(problem.Conflict, "signin.last_way", "Это последний способ войти. Сначала привяжите другой.")
	// errStaff is returned only after the identity was verified.
	errStaff = problem.New(problem.Forbidden, "signin.staff", "Сотрудники входят по почте, паролю и коду из приложения.")
)

// errConcurrentChange is returned if another request changed the same rows; the
// caller retries.
var errConcurrentChange = errors.New("account: concurrent change")

// SignInRequest is a completed visit to a provider, to be verified.
type SignInRequest struct {
	SignInCallback
	Email   string // entered by the user, not confirmed
	Device  string
	Country string
}

// SignInResult is the result of a sign-in.
type SignInResult struct {
	TokenPair
	UserID   int64 // also of a user who may not sign in
	SignedUp bool  // the account was just created
}

// Complete signs a user in with a provider, and creates an account if
// there is none. Users are matched by the provider's subject, and by email
// only if the provider has verified it; our own addresses always are.
func (s *SignIns) Complete(ctx context.Context, e SignInRequest) (SignInResult, error) {
	can, err := s.allowedProviders(ctx, e.Country)
	if err != nil {
		return SignInResult{}, err
	}
	if here, known := can[e.Provider]; known && !here {
		return SignInResult{}, ErrNotAllowedHere
	}
	who, err := s.verifyCallback(ctx, e.SignInCallback)
	if err != nil {
		return SignInResult{}, err
	}
	var in SignInResult
	for range 3 {
		err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			q := s.q.WithTx(tx)
			if in.UserID, in.SignedUp, err = s.findOrCreateUser(ctx, q, e.Provider, who); err != nil {
				return err
			}
			u, err := q.LockUser(ctx, in.UserID)
			if err != nil {
				return fmt.Errorf("lock user %d: %w", in.UserID, err)
			}
			if u.Barred != nil {
				return errBanned(*u.Barred)
			}
			if u.IsStaff {
				return errStaff // the transaction is rolled back, including the new link
			}
			in.TokenPair, err = s.sessions.open(ctx, q, in.UserID, e.Device)
			return err
		})
		if !errors.Is(err, errConcurrentChange) && !taken(err) {
			break
		}
	}
	if err != nil {
		return SignInResult{UserID: in.UserID}, fmt.Errorf("sign in with %s: %w", e.Provider, err)
	}
	return in, s.users.offerConfirmation(ctx, in.UserID, in.SignedUp, e.Email, who)
}

// findOrCreateUser returns the account of an identity, or creates one.
func (s *SignIns) findOrCreateUser(ctx context.Context, q *accountdb.Queries, provider string, who social.Identity) (id int64, isNew bool, err error) {
	id, err = q.IdentityUser(ctx, accountdb.IdentityUserParams{Provider: provider, Subject: who.Subject})
	if !errors.Is(err, pgx.ErrNoRows) {
		return id, false, err
	}
	bind := func(id int64) (bool, error) {
		n, err := q.Bind(ctx, accountdb.BindParams{Provider: provider, Subject: who.Subject, UserID: id, Now: s.clock()})
		return n == 1, err
	}
	params := accountdb.CreateUserParams{Nickname: nickname(who.Name), Created: s.clock()}
	if who.Email != "" && who.EmailVerified {
		params.Email = &who.Email
		id, err = q.UserByEmail(ctx, who.Email)
		if err == nil {
			staff, err := q.IsStaff(ctx, id)
			if err != nil {
				return 0, false, err
			}
			if staff {
				return 0, false, errStaff
			}
			if bound, err := bind(id); bound || err != nil {
				return id, false, err
			}
			// The account has another identity of this provider: not the same user.
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return 0, false, err
		}
	}
	user, err := q.CreateUser(ctx, params)
	if err != nil {
		return 0, false, err
	}
	bound, err := bind(user.ID)
	if err == nil && !bound {
		err = errConcurrentChange
	}
	return user.ID, true, err
}

// nickname returns the name at the provider, truncated, or a random one.
func nickname(name string) string {
	if name == "" {
		return randomNickname()
	}
	r := []rune(name)
	return string(r[:min(len(r), 60)])
}

// Bind links a provider to a buyer's account. Staff accounts cannot be linked.
func (s *SignIns) Bind(ctx context.Context, userID int64, p SignInCallback) error {
	staff, err := s.q.IsStaff(ctx, userID)
	if err != nil {
		return fmt.Errorf("bind %s: %w", p.Provider, err)
	}
	if staff {
		return errStaff
	}
	who, err := s.verifyCallback(ctx, p)
	if err != nil {
		return err
	}
	n, err := s.q.Bind(ctx, accountdb.BindParams{Provider: p.Provider, Subject: who.Subject, UserID: userID, Now: s.clock()})
	if err != nil {
		return fmt.Errorf("bind %s: %w", p.Provider, err)
	}
	if n == 1 {
		return nil
	}
	owner, err := s.q.IdentityUser(ctx, accountdb.IdentityUserParams{Provider: p.Provider, Subject: who.Subject})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return errAlreadyLinked
	case err != nil:
		return fmt.Errorf("bind %s: %w", p.Provider, err)
	case owner != userID:
		return errIdentityTaken
	}
	return nil // already bound
}

// Unbind unlinks a provider, unless it is the last way to sign in from this
// country.
func (s *SignIns) Unbind(ctx context.Context, userID int64, provider, country string) error {
	can, err := s.allowedProviders(ctx, country)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q := s.q.WithTx(tx)
		u, err := q.LockUser(ctx, userID) // concurrent calls must not remove the last one
		if err != nil {
			return fmt.Errorf("lock user %d: %w", userID, err)
		}
		socials, err := q.BoundProviders(ctx, userID)
		if err != nil {
			return fmt.Errorf("list bound providers: %w", err)
		}
		if !slices.Contains(socials, provider) {
			return nil
		}
		if u.Password == nil && !slices.ContainsFunc(socials, func(p string) bool { return p != provider && can[p] }) {
			return errLastSignInMethod
		}
		if _, err := q.Unbind(ctx, accountdb.UnbindParams{UserID: userID, Provider: provider}); err != nil {
			return fmt.Errorf("unbind %s: %w", provider, err)
		}
		return nil
	})
}
