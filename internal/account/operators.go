package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/problem"
)

// Problems of what operators do to accounts.
var (
	errErasureAsked = problem.New(problem.Conflict, "user.erasure_asked", "Стереть этот профиль уже просили, или он стёрт. Обновите страницу.")
	errNoErasure    = problem.New(problem.Conflict, "user.no_erasure", "Стереть этот профиль никто не просит. Обновите страницу.")
	// ErrSamePerson refuses the person who asked to decide.
	ErrSamePerson = problem.New(problem.Conflict, "user.same_person", "Подтвердить должен другой человек, не тот, кто попросил.")
)

// AddNote writes what operators should know about a user.
func (s *Service) AddNote(ctx context.Context, tx pgx.Tx, userID, staffID int64, text string) (int64, error) {
	id, err := s.q.WithTx(tx).InsertNote(ctx, accountdb.InsertNoteParams{UserID: userID, StaffID: staffID, At: s.clock(), Text: text})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errNoUser
	}
	if err != nil {
		return 0, fmt.Errorf("note about user %d: %w", userID, err)
	}
	return id, nil
}

// AskToErase records a member's request to erase a user's data, on behalf of the user.
func (s *Service) AskToErase(ctx context.Context, tx pgx.Tx, userID, staffID int64, reason string) (int64, error) {
	id, err := s.q.WithTx(tx).AskToErase(ctx, accountdb.AskToEraseParams{UserID: userID, Reason: reason, AskedBy: staffID, AskedAt: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errErasureAsked
	}
	if err != nil {
		return 0, fmt.Errorf("ask to erase user %d: %w", userID, err)
	}
	return id, nil
}

// Erasure is a request to erase a user that is not decided.
type Erasure = accountdb.LockErasureRow

// LockErasure locks the request to erase a user until tx ends.
func (s *Service) LockErasure(ctx context.Context, tx pgx.Tx, userID int64) (Erasure, error) {
	r, err := s.q.WithTx(tx).LockErasure(ctx, userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNoErasure
	}
	if err != nil {
		return r, fmt.Errorf("request to erase user %d: %w", userID, err)
	}
	return r, nil
}

// DecideErasure approves or declines what another person asked for. Who approves erases
// in the same transaction.
func (s *Service) DecideErasure(ctx context.Context, tx pgx.Tx, userID, staffID int64, approve bool) (int64, error) {
	q, state := s.q.WithTx(tx), "declined"
	r, err := s.LockErasure(ctx, tx, userID)
	if err != nil {
		return 0, err
	}
	if approve {
		if state = "approved"; r.AskedBy == staffID {
			return 0, ErrSamePerson
		}
	}
	err = q.DecideErasure(ctx, accountdb.DecideErasureParams{ID: r.ID, State: state, DecidedBy: &staffID, DecidedAt: new(s.clock())})
	if err == nil && approve {
		err = q.ForgetNotes(ctx, userID)
	}
	if err != nil {
		return 0, fmt.Errorf("decide request %d: %w", r.ID, err)
	}
	return r.ID, nil
}

// LockOpen locks a user who is there and not erased until tx ends, and returns their
// email address, or an empty text.
func (s *Service) LockOpen(ctx context.Context, tx pgx.Tx, userID int64) (string, error) {
	u, err := s.q.WithTx(tx).LockUser(ctx, userID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && u.ErasedAt != nil {
		return "", errNoUser
	}
	if err != nil {
		return "", fmt.Errorf("lock user %d: %w", userID, err)
	}
	if u.Email == nil {
		return "", nil
	}
	return *u.Email, nil
}
