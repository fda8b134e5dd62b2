package staff

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
	"larek/internal/staff/staffdb"
)

// Why a role is not changed.
var (
	errOwnRole   = problem.New(problem.Forbidden, "role.own", "Свою роль и свои права менять нельзя. Попросите другого администратора.")
	errRoleTaken = problem.New(problem.Conflict, "role.exists", "Роль с таким именем уже есть.")
	errChanged   = problem.New(problem.Conflict, "desk.stale", "Пока вы смотрели, это изменили. Обновите страницу и повторите.")
	errGrant     = problem.InvalidFields(problem.Field{Name: "grants", Code: "wrong_value", Detail: "Права нет, или оно указано дважды, или сумма есть не у того права."})
)

// Role is a role with what it may do.
type Role struct {
	RoleRef
	Version int64
	People  int64
	Grants  Grants
}

// Grant is one permission of a role as it is asked for.
type Grant struct {
	Permission Permission
	Limit      *money.RUB // only and always for a permission that has one
}

// ParseGrants checks a list of permissions.
func ParseGrants(list []Grant) (Grants, error) {
	all := Grants{}
	for _, g := range list {
		_, twice := all[g.Permission]
		if twice || !slices.Contains(Permissions, g.Permission) || g.Permission.HasLimit() != (g.Limit != nil) {
			return nil, errGrant
		}
		all[g.Permission] = 0
		if g.Limit != nil {
			all[g.Permission] = *g.Limit
		}
	}
	return all, nil
}

// Roles lists all roles.
func (s *Service) Roles(ctx context.Context) ([]Role, error) {
	rows, err := s.q.ListRoles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list roles: %w", err)
	}
	grants, err := s.q.ListGrants(ctx)
	if err != nil {
		return nil, fmt.Errorf("list grants: %w", err)
	}
	list := make([]Role, len(rows))
	for i, r := range rows {
		list[i] = Role{RoleRef: RoleRef{ID: r.ID, Name: r.Name, Title: r.Title}, Version: r.Version, People: r.People, Grants: Grants{}}
		for _, g := range grants {
			if g.RoleID == r.ID {
				list[i].Grants[Permission(g.Permission)] = g.AloneLimit
			}
		}
	}
	return list, nil
}

// RoleNamed returns a role by its name.
func (s *Service) RoleNamed(ctx context.Context, name string) (RoleRef, error) {
	r, err := s.q.RoleByName(ctx, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return RoleRef{}, errUnknownRole
	}
	return RoleRef(r), err
}

// roleGrants returns what a role may do.
func roleGrants(ctx context.Context, q *staffdb.Queries, roleID int64) (Grants, error) {
	if _, err := q.LockRole(ctx, roleID); errors.Is(err, pgx.ErrNoRows) {
		return nil, errUnknownRole
	} else if err != nil {
		return nil, fmt.Errorf("lock role: %w", err)
	}
	rows, err := q.RoleGrants(ctx, roleID)
	if err != nil {
		return nil, fmt.Errorf("read grants: %w", err)
	}
	grants := Grants{}
	for _, r := range rows {
		grants[Permission(r.Permission)] = r.AloneLimit
	}
	return grants, nil
}

// CreateRole makes a role. A person gives no more than they have.
func (s *Service) CreateRole(ctx context.Context, tx pgx.Tx, by Actor, name, title string, grants Grants) (int64, error) {
	if !by.Grants.Covers(grants) {
		return 0, errTooMuch
	}
	q := s.q.WithTx(tx)
	id, err := q.CreateRole(ctx, staffdb.CreateRoleParams{Name: name, Title: title})
	if pg.Violates(err, "staff_roles_name_key") {
		return 0, errRoleTaken
	}
	if err != nil {
		return 0, fmt.Errorf("create role: %w", err)
	}
	return id, setGrants(ctx, q, id, grants)
}

// RoleChange is a new content of a role that had this version.
type RoleChange struct {
	ID      int64
	Version int64
	Title   string
	Grants  Grants
}

// UpdateRole changes a role and returns it as it was. A person changes neither their
// own role nor one that may do more than they, and gives no more than they have.
func (s *Service) UpdateRole(ctx context.Context, tx pgx.Tx, by Actor, c RoleChange) (Role, error) {
	q := s.q.WithTx(tx)
	if c.ID == by.Role.ID {
		return Role{}, errOwnRole
	}
	was, err := roleGrants(ctx, q, c.ID)
	if err != nil {
		return Role{}, err
	}
	if !by.Grants.Covers(was) || !by.Grants.Covers(c.Grants) {
		return Role{}, errTooMuch
	}
	r, err := q.LockRole(ctx, c.ID)
	if err != nil {
		return Role{}, fmt.Errorf("lock role: %w", err)
	}
	n, err := q.UpdateRole(ctx, staffdb.UpdateRoleParams{ID: c.ID, Version: c.Version, Title: c.Title})
	if err != nil {
		return Role{}, fmt.Errorf("update role: %w", err)
	}
	if n == 0 {
		return Role{}, errChanged
	}
	old := Role{RoleRef: RoleRef{ID: r.ID, Name: r.Name, Title: r.Title}, Version: r.Version, Grants: was}
	if err := q.DeleteGrants(ctx, c.ID); err != nil {
		return Role{}, fmt.Errorf("update role: %w", err)
	}
	return old, setGrants(ctx, q, c.ID, c.Grants)
}

func setGrants(ctx context.Context, q *staffdb.Queries, roleID int64, grants Grants) error {
	for p, limit := range grants {
		g := staffdb.AddGrantParams{RoleID: roleID, Permission: string(p), HasLimit: p.HasLimit()}
		if g.HasLimit {
			g.AloneLimit = &limit
		}
		if err := q.AddGrant(ctx, g); err != nil {
			return fmt.Errorf("grant %s: %w", p, err)
		}
	}
	return nil
}
