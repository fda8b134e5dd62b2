package admin

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/address"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/device"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// GetSession answers GET /api/admin/session/.
func (h *Handlers) GetSession(ctx context.Context, _ adminapi.GetSessionRequestObject) (adminapi.GetSessionResponseObject, error) {
	return adminapi.GetSession200JSONResponse(sessionShape(session(ctx))), nil
}

// OpenSession answers POST /api/admin/session/.
func (h *Handlers) OpenSession(ctx context.Context, r adminapi.OpenSessionRequestObject) (adminapi.OpenSessionResponseObject, error) {
	// Counted apart from the storefront's, where a stranger could use up the tries of a
	// known member of staff.
	if err := ratelimit.SlowGuesses(ctx, h.slow, requestOf(ctx), "console "+r.Body.Email); err != nil {
		return nil, err
	}
	httperr.NoteOf(ctx).Who = r.Body.Email
	who, err := h.Credentials.CheckPassword(ctx, r.Body.Email, r.Body.Password, visitor(ctx))
	if err != nil {
		return nil, err
	}
	var token string
	a := entering(ctx, who, "session.open")
	err = h.Desk.Enter(ctx, a, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		token, err = h.StaffSessions.Open(ctx, tx, who, a.Actor.Session, visitor(ctx))
		return desk.Outcome{}, err
	})
	if err != nil {
		return nil, err
	}
	shape, cookie, err := h.opened(ctx, token)
	return adminapi.OpenSession200JSONResponse{Body: shape, Headers: adminapi.OpenSession200ResponseHeaders{SetCookie: cookie}}, err
}

// AskPasskey answers POST /api/admin/session/challenge/.
func (h *Handlers) AskPasskey(ctx context.Context, _ adminapi.AskPasskeyRequestObject) (adminapi.AskPasskeyResponseObject, error) {
	options, err := h.Credentials.AskPasskey(ctx, session(ctx))
	return adminapi.AskPasskey200JSONResponse{Options: options}, err
}

// ProveSession answers POST /api/admin/session/prove/.
func (h *Handlers) ProveSession(ctx context.Context, r adminapi.ProveSessionRequestObject) (adminapi.ProveSessionResponseObject, error) {
	x := session(ctx)
	httperr.NoteOf(ctx).Way = string(r.Body.Method)
	if err := h.slow(ctx, "password", "staff "+strconv.FormatInt(x.Actor.ID, 10)); err != nil {
		return nil, err
	}
	proof := staff.Proof{Method: staff.Method(r.Body.Method), Secret: deref(r.Body.Secret), Credential: deref(r.Body.Credential)}
	if err := h.Credentials.CheckProof(ctx, x, proof, visitor(ctx)); err != nil {
		if errors.Is(err, staff.ErrWrongProof) {
			err = errors.Join(err, h.warnGuessed(ctx, x.Actor.ID))
		}
		return nil, err
	}
	var token string
	err := h.Desk.Enter(ctx, sessionAction(x, "session.prove"), func(ctx context.Context, tx pgx.Tx) (done desk.Outcome, err error) {
		token, err = h.StaffSessions.MarkProven(ctx, tx, x, proof.Method, visitor(ctx))
		return desk.Outcome{After: map[string]any{"method": proof.Method, "from": x.State}}, err
	})
	if err != nil {
		return nil, err
	}
	shape, cookie, err := h.opened(ctx, token)
	return adminapi.ProveSession200JSONResponse{Body: shape, Headers: adminapi.ProveSession200ResponseHeaders{SetCookie: cookie}}, err
}

// warnGuessed warns a person whose second factor somebody may be guessing.
func (h *Handlers) warnGuessed(ctx context.Context, staffID int64) error {
	to, err := h.Credentials.Guessed(ctx, staffID)
	if err != nil || to == "" || h.slow(ctx, "warning", "guessed "+number(staffID)) != nil {
		return err
	}
	return h.Emails.WarnGuessed(ctx, to)
}

// EndOwnSession answers POST /api/admin/session/end/.
func (h *Handlers) EndOwnSession(ctx context.Context, _ adminapi.EndOwnSessionRequestObject) (adminapi.EndOwnSessionResponseObject, error) {
	x := session(ctx)
	err := h.Desk.Enter(ctx, sessionAction(x, "session.end"), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.StaffSessions.EndSession(ctx, tx, x.Actor.ID, x.Actor.Session)
	})
	if err != nil {
		return nil, err
	}
	return adminapi.EndOwnSession204Response{Headers: adminapi.EndOwnSession204ResponseHeaders{SetCookie: setCookie(requestOf(ctx), "")}}, nil
}

// LockOwnSession answers POST /api/admin/session/lock/.
func (h *Handlers) LockOwnSession(ctx context.Context, _ adminapi.LockOwnSessionRequestObject) (adminapi.LockOwnSessionResponseObject, error) {
	x := session(ctx)
	err := h.Desk.Enter(ctx, sessionAction(x, "session.lock"), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, h.StaffSessions.Lock(ctx, tx, x.Actor.ID, x.Actor.Session)
	})
	if err != nil {
		return nil, err
	}
	shape, _, err := h.opened(ctx, "")
	return adminapi.LockOwnSession200JSONResponse(shape), err
}

// opened returns a session that has changed, and the cookie to set if its secret has.
func (h *Handlers) opened(ctx context.Context, token string) (adminapi.ConsoleSession, *string, error) {
	r := requestOf(ctx)
	if token == "" {
		x, err := h.StaffSessions.Find(ctx, tokenOf(r))
		return sessionShape(x), nil, err
	}
	x, err := h.StaffSessions.Find(ctx, token)
	return sessionShape(x), setCookie(r, token), err
}

// entering is the action of a person who has no session yet.
func entering(ctx context.Context, who staff.Person, name string) desk.Action {
	session := publicid.New()
	return desk.Action{
		Actor: staff.Actor{
			ID: who.ID, Name: who.Name, Session: session, RequestID: httperr.RequestID(ctx), Address: address.Of(requestOf(ctx)),
		},
		Permission: withoutSession, Name: name, Object: audit.Object{Kind: "session", ID: session.String()},
	}
}

// sessionAction is an action of a person on their own session, whatever its state.
func sessionAction(x staff.Session, name string) desk.Action {
	return desk.Action{Actor: x.Actor, Permission: anySession, Name: name, Object: audit.Object{Kind: "session", ID: x.Actor.Session.String()}}
}

func visitor(ctx context.Context) staff.Visitor {
	r := requestOf(ctx)
	return staff.Visitor{Device: device.Name(r.UserAgent()), Address: address.Of(r)}
}

func (h *Handlers) slow(ctx context.Context, what, who string) error {
	if h.Slow == nil {
		return nil
	}
	return h.Slow(ctx, what, who)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func sessionShape(x staff.Session) adminapi.ConsoleSession {
	shape := adminapi.ConsoleSession{State: adminapi.SessionState(x.State), Methods: []adminapi.ProofMethod{}}
	if x.State == staff.NoSession {
		return shape
	}
	for _, m := range x.Methods() {
		shape.Methods = append(shape.Methods, adminapi.ProofMethod(m))
	}
	shape.Name, shape.ExpiresAt = &x.Actor.Name, &x.ExpiresAt
	if x.State == staff.Open {
		shape.LocksAt = new(x.UsedAt.Add(staff.IdleLock))
		shape.FreshUntil = new(x.Actor.FreshAt.Add(staff.FreshFor))
	}
	return shape
}
