package admin

import (
	"context"
	"crypto/subtle"
	"net/http"
	"net/netip"
	"slices"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/httpapi/address"
	"larek/internal/httpapi/httperr"
)

// DemoPath begins the link into the console of a demo, which its token ends.
const DemoPath = "/api/demo/"

// Demo is the link that signs its visitor in to the console of a demo.
type Demo struct {
	Email string // whose session it opens
	Token string
	// From are the addresses it works from besides those of this machine.
	From []netip.Addr
}

// EnterDemo opens a session without a second factor and leads to the console. To everybody
// who may not it is an unknown address.
func (h *Handlers) EnterDemo(d Demo, respond *httperr.Responder) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !d.admits(r) {
			httperr.Write(w, httperr.ErrNotFound)
			return
		}
		ctx := context.WithValue(r.Context(), requestKey{}, r)
		token, err := h.openDemo(ctx, d.Email)
		if err != nil {
			respond.Fail(w, r, err)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Set-Cookie", *setCookie(r, token))
		http.Redirect(w, r, h.Origin+"/console/", http.StatusSeeOther)
	})
}

func (d Demo) admits(r *http.Request) bool {
	from, err := address.Exact(r)
	return err == nil && (from.IsLoopback() || slices.Contains(d.From, from)) &&
		subtle.ConstantTimeCompare([]byte(chi.URLParam(r, "token")), []byte(d.Token)) == 1
}

func (h *Handlers) openDemo(ctx context.Context, email string) (token string, err error) {
	who, err := h.Staff.PersonByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	a := entering(ctx, who, "session.open")
	err = h.Desk.Enter(ctx, a, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		token, err = h.StaffSessions.OpenProven(ctx, tx, who, a.Actor.Session, visitor(ctx))
		return desk.Outcome{After: map[string]any{"way": "demo"}}, err
	})
	return token, err
}
