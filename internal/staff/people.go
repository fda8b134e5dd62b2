package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/problem"
	"larek/internal/staff/staffdb"
)

// Why a person is not changed.
var (
	ErrNoPerson   = problem.New(problem.NotFound, "staff.not_found", "Такого сотрудника нет.")
	errSelf       = problem.New(problem.Forbidden, "staff.self", "С собой этого сделать нельзя. Попросите другого администратора.")
	errAlready    = problem.New(problem.Conflict, "staff.state", "Так уже и есть: обновите страницу.")
	errOutranking = problem.New(problem.Forbidden, "role.too_much", "У этого человека больше прав, чем у вас.")
)

// Member is a member of staff as lists show them.
type Member struct {
	Person
	Email        string
	Version      int64
	Role         RoleRef
	Created      time.Time
	SeenAt       time.Time
	SuspendedAt  *time.Time
	SuspendedFor *string
	HasTOTP      bool
	Passkeys     int64
	Sessions     int64
}

// Members lists all people by name.
func (s *Service) Members(ctx context.Context) ([]Member, error) { return s.members(ctx, nil) }

// Member returns one person.
func (s *Service) Member(ctx context.Context, id int64) (Member, error) {
	list, err := s.members(ctx, &id)
	if err == nil && len(list) == 0 {
		err = ErrNoPerson
	}
	if err != nil {
		return Member{}, err
	}
	return list[0], nil
}

// PersonByEmail returns who signs in with an address.
func (s *Service) PersonByEmail(ctx context.Context, email string) (Person, error) {
	r, err := s.q.PersonByEmail(ctx, email)
	if errors.Is(err, pgx.ErrNoRows) {
		return Person{}, ErrNoPerson
	}
	if err != nil {
		return Person{}, fmt.Errorf("find person: %w", err)
	}
	return Person{ID: r.ID, Name: r.Name}, nil
}

func (s *Service) members(ctx context.Context, only *int64) ([]Member, error) {
	rows, err := s.q.ListPeople(ctx, staffdb.ListPeopleParams{Now: s.clock(), Only: only})
	if err != nil {
		return nil, fmt.Errorf("list people: %w", err)
	}
	list := make([]Member, len(rows))
	for i, r := range rows {
		list[i] = Member{
			Person: Person{ID: r.ID, Name: r.Name}, Email: r.Email, Version: r.Version,
			Role:    RoleRef{ID: r.RoleID, Name: r.RoleName, Title: r.RoleTitle},
			Created: r.Created, SeenAt: r.SeenAt, SuspendedAt: r.SuspendedAt, SuspendedFor: r.SuspendedFor,
			HasTOTP: r.HasTotp, Passkeys: r.Passkeys, Sessions: r.Sessions,
		}
	}
	return list, nil
}

// Colleagues lists the names of those who may come in.
func (s *Service) Colleagues(ctx context.Context) ([]Person, error) {
	rows, err := s.q.Colleagues(ctx)
	if err != nil {
		return nil, fmt.Errorf("list colleagues: %w", err)
	}
	list := make([]Person, len(rows))
	for i, r := range rows {
		list[i] = Person(r)
	}
	return list, nil
}

// lockOther locks a person whom by may change: another one, with no more rights.
func lockOther(ctx context.Context, q *staffdb.Queries, by Actor, id int64) (staffdb.LockPersonRow, error) {
	if id == by.ID {
		return staffdb.LockPersonRow{}, errSelf
	}
	r, err := q.LockPerson(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, ErrNoPerson
	}
	if err != nil {
		return r, fmt.Errorf("lock person: %w", err)
	}
	grants, err := roleGrants(ctx, q, r.RoleID)
	if err == nil && !by.Grants.Covers(grants) {
		err = errOutranking
	}
	return r, err
}

// MemberChange is a new name and role of a person who had this version.
type MemberChange struct {
	ID      int64
	Version int64
	Name    string
	RoleID  int64
}

// UpdateMember changes the name or the role of another person and returns both as they
// were. A changed role counts from the next request on.
func (s *Service) UpdateMember(ctx context.Context, tx pgx.Tx, by Actor, c MemberChange) (MemberChange, error) {
	q := s.q.WithTx(tx)
	r, err := lockOther(ctx, q, by, c.ID)
	if err != nil {
		return MemberChange{}, err
	}
	grants, err := roleGrants(ctx, q, c.RoleID)
	if err != nil {
		return MemberChange{}, err
	}
	if !by.Grants.Covers(grants) {
		return MemberChange{}, errTooMuch
	}
	n, err := q.UpdatePerson(ctx, staffdb.UpdatePersonParams{ID: c.ID, Version: c.Version, Name: c.Name, RoleID: c.RoleID})
	if err != nil {
		return MemberChange{}, fmt.Errorf("update person: %w", err)
	}
	if n == 0 {
		return MemberChange{}, errChanged
	}
	return MemberChange{ID: r.ID, Version: r.Version, Name: r.Name, RoleID: r.RoleID}, nil
}

// SuspendMember closes the console to another person and ends their sessions.
func (s *Service) SuspendMember(ctx context.Context, tx pgx.Tx, by Actor, id int64, reason string) error {
	if _, err := lockOther(ctx, s.q.WithTx(tx), by, id); err != nil {
		return err
	}
	return s.suspend(ctx, tx, id, reason)
}

func (s *Service) suspend(ctx context.Context, tx pgx.Tx, id int64, reason string) error {
	n, err := s.q.WithTx(tx).Suspend(ctx, staffdb.SuspendParams{ID: id, Now: new(s.clock()), Reason: &reason})
	if err != nil {
		return fmt.Errorf("suspend: %w", err)
	}
	if n == 0 {
		return errAlready
	}
	_, err = s.sessions.EndSessions(ctx, tx, id, nil)
	return err
}

// RestoreMember lets a suspended person come in again.
func (s *Service) RestoreMember(ctx context.Context, tx pgx.Tx, by Actor, id int64) error {
	q := s.q.WithTx(tx)
	if _, err := lockOther(ctx, q, by, id); err != nil {
		return err
	}
	n, err := q.Restore(ctx, staffdb.RestoreParams{ID: id, Now: s.clock()})
	if err == nil && n == 0 {
		err = errAlready
	}
	return err
}

// ResetFactors removes the second factors of a person who has lost them and ends their
// sessions: with their password they can only add a new one.
func (s *Service) ResetFactors(ctx context.Context, tx pgx.Tx, by Actor, id int64) error {
	q := s.q.WithTx(tx)
	if _, err := lockOther(ctx, q, by, id); err != nil {
		return err
	}
	if err := q.SetTOTP(ctx, staffdb.SetTOTPParams{ID: id}); err != nil {
		return fmt.Errorf("reset factors: %w", err)
	}
	if _, err := q.RemovePasskeys(ctx, id); err != nil {
		return fmt.Errorf("reset factors: %w", err)
	}
	if err := q.DeleteRecoveryCodes(ctx, id); err != nil {
		return fmt.Errorf("reset factors: %w", err)
	}
	_, err := s.sessions.EndSessions(ctx, tx, id, nil)
	return err
}

// EndMemberSessions ends the sessions of another person and returns how many.
func (s *Service) EndMemberSessions(ctx context.Context, tx pgx.Tx, by Actor, id int64) (int64, error) {
	if _, err := lockOther(ctx, s.q.WithTx(tx), by, id); err != nil {
		return 0, err
	}
	return s.sessions.EndSessions(ctx, tx, id, nil)
}

// SetPassword sets the own password of a person, as DigestPassword has returned it, and
// ends their other sessions.
func (s *Service) SetPassword(ctx context.Context, tx pgx.Tx, who Actor, stored string) error {
	if err := s.q.WithTx(tx).SetPassword(ctx, staffdb.SetPasswordParams{ID: who.ID, Password: stored}); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	_, err := s.sessions.EndSessions(ctx, tx, who.ID, &who.Session)
	return err
}

// IdleMembers lists people who have not been here for IdleDays.
func (s *Service) IdleMembers(ctx context.Context) ([]Person, error) {
	rows, err := s.q.IdlePeople(ctx, s.clock().Add(-IdleDays*24*time.Hour))
	if err != nil {
		return nil, fmt.Errorf("list idle people: %w", err)
	}
	list := make([]Person, len(rows))
	for i, r := range rows {
		list[i] = Person(r)
	}
	return list, nil
}

// SuspendIdle suspends a person who has not been here for long.
func (s *Service) SuspendIdle(ctx context.Context, tx pgx.Tx, id int64) error {
	return s.suspend(ctx, tx, id, fmt.Sprintf("не заходили %d дней", IdleDays))
}

// DeleteOldSessions forgets sessions that expired long ago.
func (s *Sessions) DeleteOldSessions(ctx context.Context) error {
	if _, err := s.q.DeleteOldSessions(ctx, s.clock().Add(-sessionRetention)); err != nil {
		return fmt.Errorf("delete old sessions: %w", err)
	}
	return nil
}
