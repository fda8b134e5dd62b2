package store

import (
	"context"
	"encoding/base32"
	"net/http"
	"strconv"
	"strings"
	"time"

	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/storeapi"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/problem"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// guestCookie proves which browser created an order: <hash>.<mac>.
const guestCookie = "guest"

// errUnauthorized must not have the code no_access: that one signs the buyer out,
// this one makes the client refresh its token and try again.
var errUnauthorized = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы продолжить.")

var macText = base32.StdEncoding.WithPadding(base32.NoPadding)

type callerKey struct{}

// caller is what a caller has proved, and the device they use.
type caller struct {
	order.Owner
	session publicid.ID
	// signedIn is when the user last signed in.
	signedIn time.Time
}

// access maps operations to who may call them.
var access = func() map[string]storeapi.Access {
	m := map[string]storeapi.Access{}
	for _, op := range storeapi.Operations {
		m[strings.ToUpper(op.OperationID[:1])+op.OperationID[1:]] = op.Access
	}
	return m
}()

// WithCaller authenticates the caller. An invalid token is refused even where
// guests are accepted: an order must not become a guest's because a token expired a
// moment ago.
func (h *Handlers) WithCaller(next storeapi.StrictHandlerFunc, operation string) storeapi.StrictHandlerFunc {
	if access[operation] == storeapi.Public {
		return next
	}
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		who, err := h.identify(r)
		if err != nil {
			return nil, err
		}
		if c, err := r.Cookie(opening.Cookie); err == nil {
			ctx = opening.WithPass(ctx, c.Value)
		}
		return next(context.WithValue(ctx, callerKey{}, who), w, r, request)
	}
}

func (h *Handlers) identify(r *http.Request) (caller, error) {
	var who caller
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") || h.Tokens == nil {
			return caller{}, errUnauthorized
		}
		b, err := h.Tokens.Verify(token, h.Clock())
		if err != nil || h.Sessions.IsRevoked(b.Session) {
			return caller{}, errUnauthorized
		}
		who.UserID, who.session, who.signedIn = &b.UserID, b.Session, b.SignedIn
		httperr.NoteOf(r.Context()).Who = userName(b.UserID)
	}
	if c, err := r.Cookie(guestCookie); err == nil {
		who.Guest = readGuest(h.GuestKey, c.Value)
	}
	if hash, err := publicid.Parse(r.Header.Get("X-Order-Hash")); err == nil {
		who.Hash = &hash
	}
	return who, nil
}

// userName names a user for the note of a request.
func userName(id int64) string { return "user " + strconv.FormatInt(id, 10) }

// caller returns what the caller has proved.
func (h *Handlers) caller(ctx context.Context) order.Owner {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who.Owner
}

// session returns the session the caller is signed in with.
func (h *Handlers) session(ctx context.Context) publicid.ID {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who.session
}

// user returns the signed-in user, for calls that need one.
func (h *Handlers) user(ctx context.Context) (int64, error) {
	who := h.caller(ctx)
	if who.UserID == nil {
		return 0, errUnauthorized
	}
	return *who.UserID, nil
}

// signed returns a name with a signature, so that we recognise it as ours.
func signed(key seal.Key, name publicid.ID) string {
	return name.String() + "." + macText.EncodeToString(key.MAC(name[:]))
}

// readGuest returns the guest of a cookie, or nil if we did not sign it.
func readGuest(key seal.Key, value string) *publicid.ID {
	name, text, _ := strings.Cut(value, ".")
	guest, err := publicid.Parse(name)
	if err != nil {
		return nil
	}
	mac, err := macText.DecodeString(text)
	if err != nil || !key.Verify(guest[:], mac) {
		return nil
	}
	return &guest
}

// writeGuest returns the cookie of a browser, renewed with every order.
func writeGuest(ctx context.Context, key seal.Key, guest publicid.ID) *string {
	cookie := http.Cookie{
		Name: guestCookie, Value: signed(key, guest), Path: "/",
		MaxAge: int((365 * 24 * time.Hour).Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: requestOf(ctx).Header.Get("X-Forwarded-Proto") == "https",
	}
	return new(cookie.String())
}
