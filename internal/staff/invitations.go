package staff

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff/staffdb"
)

// InvitationTTL is how long the link of an invitation works.
const InvitationTTL = 48 * time.Hour

// Why an invitation is not made or accepted.
var (
	ErrInvitation   = problem.New(problem.NotFound, "invitation.not_found", "Приглашение не подходит: им уже воспользовались, его отозвали или прошло двое суток.")
	errStaffExists  = problem.New(problem.Conflict, "staff.exists", "У этого человека уже есть доступ.")
	errInvited      = problem.New(problem.Conflict, "invitation.exists", "Этого человека уже пригласили. Отзовите приглашение, чтобы сделать новое.")
	errTooMuch      = problem.New(problem.Forbidden, "role.too_much", "Нельзя дать больше прав, чем есть у вас.")
	errUnknownRole  = problem.New(problem.NotFound, "role.not_found", "Такой роли нет.")
	errNoInvitation = problem.New(problem.NotFound, "invitation.not_found", "Такого приглашения нет или им уже воспользовались.")
)

// InvitationLink returns the link an invitation with this nonce has. The secret follows
// the #, so that no server logs it; it is derived, so that a lost answer can be given
// again without storing it.
func (s *Service) InvitationLink(nonce string) string {
	return s.origin + "/console/invitation#" + s.invitationToken(nonce)
}

func (s *Service) invitationToken(nonce string) string {
	return base64.RawURLEncoding.EncodeToString(s.secret.Derive("staff-invitation").MAC([]byte(nonce)))
}

// NewNonce returns a nonce for an invitation made without a request.
func NewNonce() string { return newSecret() }

// Invite makes an invitation to a role. by is nil on the command line; a person may
// only give what they have.
func (s *Service) Invite(ctx context.Context, tx pgx.Tx, by *Actor, email string, roleID int64, nonce string) (int64, error) {
	q, now := s.q.WithTx(tx), s.clock()
	grants, err := roleGrants(ctx, q, roleID)
	if err != nil {
		return 0, err
	}
	p := staffdb.CreateInvitationParams{
		Email: email, RoleID: roleID, Digest: digest(s.invitationToken(nonce)), Created: now, ExpiresAt: now.Add(InvitationTTL),
	}
	if by != nil {
		if !by.Grants.Covers(grants) {
			return 0, errTooMuch
		}
		p.CreatedBy = &by.ID
	}
	if _, err := q.PersonByEmail(ctx, email); err == nil {
		return 0, errStaffExists
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("invite: %w", err)
	}
	if err := q.RevokeExpiredInvitations(ctx, staffdb.RevokeExpiredInvitationsParams{Email: email, Now: &now}); err != nil {
		return 0, fmt.Errorf("invite: %w", err)
	}
	id, err := q.CreateInvitation(ctx, p)
	if pg.Violates(err, "staff_invitations_open_key") {
		return 0, errInvited
	}
	if err != nil {
		return 0, fmt.Errorf("invite: %w", err)
	}
	return id, nil
}

// Invitation is an open invitation.
type Invitation struct {
	ID        int64
	Email     string
	Role      RoleRef
	Created   time.Time
	ExpiresAt time.Time
	CreatedBy string // empty: the command line
}

// ShowInvitation returns what a link invites to, without using it.
func (s *Service) ShowInvitation(ctx context.Context, token string) (Invitation, error) {
	r, err := s.q.Invitation(ctx, staffdb.InvitationParams{Digest: digest(token), Now: s.clock()})
	if errors.Is(err, pgx.ErrNoRows) {
		return Invitation{}, ErrInvitation
	}
	if err != nil {
		return Invitation{}, fmt.Errorf("show invitation: %w", err)
	}
	return Invitation{ID: r.ID, Email: r.Email, Role: RoleRef{ID: r.RoleID, Title: r.RoleTitle}, ExpiresAt: r.ExpiresAt}, nil
}

// Newcomer is what a person who accepts an invitation says about themselves.
type Newcomer struct {
	Token    string
	Name     string
	Password string // as Digest has returned it
}

// DigestPassword returns the stored form of a password. It is slow on purpose, so it is
// called outside a transaction.
func (s *Credentials) DigestPassword(ctx context.Context, password string) (string, error) {
	return s.passwords.Digest(ctx, password)
}

// AcceptInvitation makes a person of an invitation, once.
func (s *Service) AcceptInvitation(ctx context.Context, tx pgx.Tx, n Newcomer) (Person, error) {
	q, now := s.q.WithTx(tx), s.clock()
	r, err := q.LockInvitation(ctx, staffdb.LockInvitationParams{Digest: digest(n.Token), Now: now})
	if errors.Is(err, pgx.ErrNoRows) {
		return Person{}, ErrInvitation
	}
	if err != nil {
		return Person{}, fmt.Errorf("accept invitation: %w", err)
	}
	id, err := q.CreatePerson(ctx, staffdb.CreatePersonParams{Email: r.Email, Name: n.Name, RoleID: r.RoleID, Password: n.Password, Now: now})
	if pg.Violates(err, "staff_email_key") {
		return Person{}, errStaffExists
	}
	if err != nil {
		return Person{}, fmt.Errorf("create person: %w", err)
	}
	if err := q.AcceptInvitation(ctx, staffdb.AcceptInvitationParams{ID: r.ID, Now: &now, AcceptedBy: &id}); err != nil {
		return Person{}, fmt.Errorf("accept invitation: %w", err)
	}
	return Person{ID: id, Name: n.Name}, nil
}

// RevokeInvitation makes the link of an invitation worthless.
func (s *Service) RevokeInvitation(ctx context.Context, tx pgx.Tx, id int64) error {
	rows, err := s.q.WithTx(tx).RevokeInvitation(ctx, staffdb.RevokeInvitationParams{ID: id, Now: new(s.clock())})
	if err != nil {
		return fmt.Errorf("revoke invitation: %w", err)
	}
	if len(rows) == 0 {
		return errNoInvitation
	}
	return nil
}

// Invitations lists the open invitations, the newest first.
func (s *Service) Invitations(ctx context.Context) ([]Invitation, error) {
	rows, err := s.q.ListInvitations(ctx)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	list := make([]Invitation, len(rows))
	for i, r := range rows {
		list[i] = Invitation{
			ID: r.ID, Email: r.Email, Role: RoleRef{ID: r.RoleID, Name: r.RoleName, Title: r.RoleTitle}, Created: r.Created,
			ExpiresAt: r.ExpiresAt, CreatedBy: r.CreatedBy,
		}
	}
	return list, nil
}
