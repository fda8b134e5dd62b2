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

// Why a provider cannot be linked or let go. Whose the identity is is not said.
var (
	errTaken   = problem.New(problem.Conflict, "signin.taken", "Этот профиль уже привязан к другому аккаунту.")
	errHasOne  = problem.New(problem.Conflict, "signin.already_bound", "К аккаунту уже привязан другой профиль этого сервиса. Сначала отвяжите его.")
	errLastWay = problem.New(problem.Conflict, "signin.last_way", "Это последний способ войти. Сначала привяжите другой.")
	// errStaff is only said to somebody who has proved who they are.
	errStaff = problem.New(problem.Forbidden, "signin.staff", "Сотрудники входят по почте, паролю и коду из приложения.")
)

// errAgain: somebody else was faster; look once more.
var errAgain = errors.New("account: changed meanwhile")

// Entry is how somebody wants to come in.
type Entry struct {
	Proof
	Email   string // told by the person, not proven
	Device  string
	Country string
}

// Entered is somebody who came in.
type Entered struct {
	Pair
	SignedUp bool // the account was made just now
}

// Enter signs in with a provider, making an account if there is none. People
// are known by the provider's name for them; by e-mail only when the provider
// has verified it, and ours always are.
func (s *Service) Enter(ctx context.Context, e Entry) (Entered, error) {
	can, err := s.allowed(ctx, e.Country)
	if err != nil {
		return Entered{}, err
	}
	if here, known := can[e.Provider]; known && !here {
		return Entered{}, ErrNotHere
	}
	who, err := s.prove(ctx, e.Proof)
	if err != nil {
		return Entered{}, err
	}
	var in Entered
	var userID int64
	for range 3 {
		err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			q := s.q.WithTx(tx)
			if userID, in.SignedUp, err = s.whoIs(ctx, q, e.Provider, who); err != nil {
				return err
			}
			u, err := q.LockUser(ctx, userID)
			if err != nil {
				return fmt.Errorf("user %d: %w", userID, err)
			}
			if u.Barred != nil {
				return barred(*u.Barred)
			}
			if u.IsStaff {
				return errStaff // what was linked on the way is taken back with the transaction
			}
			in.Pair, err = s.open(ctx, q, userID, e.Device)
			return err
		})
		if !errors.Is(err, errAgain) && !taken(err) {
			break
		}
	}
	if err != nil {
		return Entered{}, fmt.Errorf("enter with %s: %w", e.Provider, err)
	}
	return in, s.suggestEmail(ctx, userID, in.SignedUp, e.Email, who)
}

// whoIs finds the account of an identity, or makes one.
func (s *Service) whoIs(ctx context.Context, q *accountdb.Queries, provider string, who social.Person) (id int64, isNew bool, err error) {
	id, err = q.IdentityUser(ctx, accountdb.IdentityUserParams{Provider: provider, Subject: who.Subject})
	if !errors.Is(err, pgx.ErrNoRows) {
		return id, false, err
	}
	bind := func(id int64) (bool, error) {
		n, err := q.Bind(ctx, accountdb.BindParams{Provider: provider, Subject: who.Subject, UserID: id, Now: s.clock()})
		return n == 1, err
	}
	made := accountdb.CreateUserParams{Nickname: nickname(who.Name), Created: s.clock()}
	if who.Email != "" && who.EmailVerified {
		made.Email = &who.Email
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
			// The account has another identity there: this is somebody else.
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return 0, false, err
		}
	}
	user, err := q.CreateUser(ctx, made)
	if err != nil {
		return 0, false, err
	}
	bound, err := bind(user.ID)
	if err == nil && !bound {
		err = errAgain
	}
	return user.ID, true, err
}

// nickname is what fits of the name somebody has elsewhere.
func nickname(name string) string {
	if name == "" {
		return someName()
	}
	r := []rune(name)
	return string(r[:min(len(r), 60)])
}

// Bind links a provider to an account of a buyer.
func (s *Service) Bind(ctx context.Context, userID int64, p Proof) error {
	staff, err := s.q.IsStaff(ctx, userID)
	if err != nil {
		return fmt.Errorf("bind %s: %w", p.Provider, err)
	}
	if staff {
		return errStaff
	}
	who, err := s.prove(ctx, p)
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
		return errHasOne
	case err != nil:
		return fmt.Errorf("bind %s: %w", p.Provider, err)
	case owner != userID:
		return errTaken
	}
	return nil // bound already
}

// Unbind lets a provider go, unless the person could not come back from here.
func (s *Service) Unbind(ctx context.Context, userID int64, provider, country string) error {
	can, err := s.allowed(ctx, country)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q := s.q.WithTx(tx)
		u, err := q.LockUser(ctx, userID) // two at a time would leave none
		if err != nil {
			return fmt.Errorf("user %d: %w", userID, err)
		}
		socials, err := q.BoundProviders(ctx, userID)
		if err != nil {
			return fmt.Errorf("ways in: %w", err)
		}
		if !slices.Contains(socials, provider) {
			return nil
		}
		if u.Password == nil && !slices.ContainsFunc(socials, func(p string) bool { return p != provider && can[p] }) {
			return errLastWay
		}
		if _, err := q.Unbind(ctx, accountdb.UnbindParams{UserID: userID, Provider: provider}); err != nil {
			return fmt.Errorf("unbind %s: %w", provider, err)
		}
		return nil
	})
}
