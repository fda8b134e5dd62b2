package staff

import (
	"time"

	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// FreshFor is how long after a proof of a factor money and codes may be touched.
const FreshFor = 10 * time.Minute

// ErrStaleProof asks for a new proof before the call is repeated.
var ErrStaleProof = problem.New(problem.Forbidden, "console.stale_proof", "Подтвердите, что это вы: прошло больше десяти минут.")

// errForbidden is the problem of a person whose role lacks a permission.
const errForbidden = "console.forbidden"

// Grants are the permissions of a role; a permission with a limit has the largest
// sum it may be used for alone.
type Grants map[Permission]money.RUB

// Covers reports whether g allows everything other allows, with limits at least as
// high: one may give others no more than one has.
func (g Grants) Covers(other Grants) bool {
	for p, limit := range other {
		own, has := g[p]
		if !has || own < limit {
			return false
		}
	}
	return true
}

// RoleRef names a role.
type RoleRef struct {
	ID    int64
	Name  string
	Title string
}

// Actor is a signed-in person as they make one request.
type Actor struct {
	ID      int64
	Name    string
	Email   string
	Role    RoleRef
	Grants  Grants
	Session publicid.ID
	// FreshAt is when a factor was last proven.
	FreshAt time.Time
	// RequestID and Address say which request, and from where.
	RequestID string
	Address   string
}

// Can reports whether the person may do something.
func (a Actor) Can(p Permission) bool {
	if a.ID == 0 {
		return false
	}
	_, has := a.Grants[p]
	return has || p == Self
}

// Limit returns the largest sum the person may use a permission for alone; zero
// without the permission.
func (a Actor) Limit(p Permission) money.RUB { return a.Grants[p] }

// Need returns the problem to answer with if the person may not do something.
func (a Actor) Need(p Permission) error {
	if a.Can(p) {
		return nil
	}
	return Forbidden(p)
}

// Forbidden returns the problem of a person who lacks a permission. Its field names
// the permission.
func Forbidden(p Permission) *problem.Error {
	return &problem.Error{
		Kind: problem.Forbidden, Code: errForbidden, Detail: "Вашей роли это нельзя. Права меняет администратор.",
		Fields: []problem.Field{{Name: "permission", Code: string(p), Detail: "Нужно право " + string(p) + "."}},
	}
}

// NeedFresh returns ErrStaleProof if the last proof of a factor is too old.
func (a Actor) NeedFresh(now time.Time) error {
	if a.FreshAt.IsZero() || now.Sub(a.FreshAt) > FreshFor {
		return ErrStaleProof
	}
	return nil
}
