package store

import (
	"context"
	"time"

	"larek/internal/problem"
)

// freshFor is how long after a sign-in somebody may do what could take their
// account from them. Refreshing a token does not make it longer.
const freshFor = 10 * time.Minute

var errNotFresh = problem.New(problem.Forbidden, "fresh_sign_in_required", "Войдите ещё раз: так мы убедимся, что это вы.")

// freshUser is for calls that need somebody who signed in a moment ago: a token
// that was stolen, or a computer left open, is not enough for them.
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
