package store

import (
	"context"
	"time"

	"larek/internal/problem"
)

// freshFor is how long after a sign-in a user may do what could take the account
// from them. Refreshing a token does not make it longer.
const freshFor = 10 * time.Minute

var errNotFresh = problem.New(problem.Forbidden, "fresh_sign_in_required", "Войдите ещё раз: так мы убедимся, что это вы.")

// freshUser returns the user of calls that need a recent sign-in: a stolen token,
// or a computer left unlocked, is not enough for them.
func (h *Handlers) freshUser(ctx context.Context) (int64, error) {
	user, err := h.user(ctx)
	if err != nil {
		return 0, err
	}
	who, _ := ctx.Value(callerKey{}).(caller)
	if since := h.Clock().Sub(who.signedIn); who.signedIn.IsZero() || since > freshFor {
		return 0, errNotFresh
	}
	return user, nil
}
