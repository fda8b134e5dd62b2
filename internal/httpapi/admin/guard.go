package admin

import (
	"context"
	"net/http"
	"net/netip"
	"slices"

	"larek/internal/httpapi/address"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httperr"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Why a call is refused before its handler runs.
var (
	errNoSession = problem.New(problem.Unauthorized, "console.session", "Войдите в консоль.")
	errFactor    = problem.New(problem.Forbidden, "console.factor", "Подтвердите вход вторым фактором.")
	errEnrolment = problem.New(problem.Forbidden, "console.enrolment", "Добавьте второй фактор: без него консоль закрыта.")
	errLocked    = problem.New(problem.Forbidden, "console.locked", "Вы давно ничего не делали. Введите пароль или подтвердите вход.")
	errCrossSite = problem.New(problem.Forbidden, "console.cross_site", "Запрос пришёл не со страницы консоли.")
	errNetwork   = problem.New(problem.Forbidden, "console.network", "Из этой сети консоль не открывается.")
)

// The values of x-permission that are no permission of a role.
const (
	withoutSession = "none"
	anySession     = "session"
	enrolment      = "enrolment"
)

// Guard lets a call through to next if its caller may make it. What is not said to be
// allowed is refused.
func (h *Handlers) Guard(op adminapi.Operation, respond *httperr.Responder, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x, err := h.admit(r, op)
		if err != nil {
			respond.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sessionKey{}, x)))
	})
}

// admit returns the session of a caller who may make a call.
func (h *Handlers) admit(r *http.Request, op adminapi.Operation) (staff.Session, error) {
	if !h.inNetwork(r) {
		return staff.Session{}, errNetwork
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !h.fromOurPage(r) {
		return staff.Session{}, errCrossSite
	}
	x, err := h.StaffSessions.Find(r.Context(), tokenOf(r))
	if err != nil {
		return staff.Session{}, err
	}
	x.Actor.RequestID, x.Actor.Address = httperr.RequestID(r.Context()), address.Of(r)
	if x.Actor.ID != 0 {
		httperr.NoteOf(r.Context()).Who = "staff " + number(x.Actor.ID)
	}
	if err := h.allow(x, op); err != nil {
		return staff.Session{}, err
	}
	if r.Header.Get("X-Background") == "" && r.URL.Path != streamPath {
		err = h.StaffSessions.Touch(r.Context(), x)
	}
	return x, err
}

// streamPath is the address of the stream of changes. Browsers open it without headers
// of ours, and open it again by themselves: it does not keep a session from locking.
const streamPath = "/api/admin/stream/"

// StreamOperation is the stream of changes, which the contract does not have.
var StreamOperation = adminapi.Operation{OperationID: "stream", Method: http.MethodGet, Path: streamPath, Permission: string(staff.OrdersRead)}

// StreamReader returns who reads a stream, and whether they still may: a session that
// was locked reads no further.
func (h *Handlers) StreamReader(r *http.Request) (staffID int64, mayRead bool) {
	x, err := h.StaffSessions.Find(r.Context(), tokenOf(r))
	return x.Actor.ID, err == nil && h.allow(x, StreamOperation) == nil
}

// allow checks the state of the session and the permission of the role.
func (h *Handlers) allow(x staff.Session, op adminapi.Operation) error {
	if op.Permission == withoutSession {
		return nil
	}
	if x.State == staff.NoSession {
		return errNoSession
	}
	if op.Permission == anySession || op.Permission == enrolment && x.State == staff.NeedsEnrolment {
		return nil
	}
	switch x.State {
	case staff.Open:
	case staff.NeedsProof:
		return errFactor
	case staff.NeedsEnrolment:
		return errEnrolment
	default:
		return errLocked
	}
	if op.Permission != enrolment {
		if err := x.Actor.Need(staff.Permission(op.Permission)); err != nil {
			return err
		}
	}
	if op.Fresh {
		return x.Actor.NeedFresh(h.Clock())
	}
	return nil
}

// fromOurPage reports whether a page of the console made the call: a form of another
// site cannot set the header, and a script of another site is not allowed to. Browsers
// say where a call comes from by one of two more headers.
func (h *Handlers) fromOurPage(r *http.Request) bool {
	if r.Header.Get("X-Console") != "1" {
		return false
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin != "" && origin == h.Origin
}

// inNetwork reports whether the console may be used from the caller's address.
func (h *Handlers) inNetwork(r *http.Request) bool {
	if len(h.Networks) == 0 {
		return true
	}
	ip, err := address.Exact(r)
	return err == nil && slices.ContainsFunc(h.Networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// The names of the cookie. With https the prefix makes browsers refuse one that a
// neighbouring site has set.
const (
	cookieSecure = "__Host-console"
	cookieHTTP   = "console"
)

func isSecure(r *http.Request) bool { return r.Header.Get("X-Forwarded-Proto") == "https" }

func cookieName(r *http.Request) string {
	if isSecure(r) {
		return cookieSecure
	}
	return cookieHTTP
}

// tokenOf returns the secret of the session's cookie, or an empty text.
func tokenOf(r *http.Request) string {
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie returns the header that sets the cookie; an empty token removes it.
func setCookie(r *http.Request, token string) *string {
	cookie := http.Cookie{
		Name: cookieName(r), Value: token, Path: "/", MaxAge: int(staff.SessionTTL.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: isSecure(r),
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return new(cookie.String())
}
