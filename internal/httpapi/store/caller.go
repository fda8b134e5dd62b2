package store

import (
	"context"
	"encoding/base32"
	"net/http"
	"strings"
	"time"

	"larek/internal/httpapi/storeapi"
	"larek/internal/ident"
	"larek/internal/order"
	"larek/internal/problem"
	"larek/internal/seal"
)

// guestCookie proves which browser created an order: <hash>.<mac>.
const guestCookie = "guest"

// errUnauthorized must not be no_access: that one signs the buyer out, this
// one makes the client fetch a new token and try again.
var errUnauthorized = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы продолжить.")

var macText = base32.StdEncoding.WithPadding(base32.NoPadding)

type callerKey struct{}

// caller is everything somebody has proved, and the device they are on.
type caller struct {
	order.Owner
	session ident.Hash
	// signedIn is when they last proved who they are.
	signedIn time.Time
}

// access says of which calls the caller matters.
var access = func() map[string]storeapi.Access {
	m := map[string]storeapi.Access{}
	for _, op := range storeapi.Operations {
		m[strings.ToUpper(op.OperationID[:1])+op.OperationID[1:]] = op.Access
	}
	return m
}()

// WithCaller finds out who calls. A token that is not good any more is
// refused even where guests are welcome: an order must not end up a guest's
// because a token expired a moment ago.
func (h *Handlers) WithCaller(next storeapi.StrictHandlerFunc, operation string) storeapi.StrictHandlerFunc {
	if access[operation] == storeapi.Public {
		return next
	}
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		who, err := h.identify(r)
		if err != nil {
			return nil, err
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
		if err != nil || h.Accounts.SignedOut(b.Session) {
			return caller{}, errUnauthorized
		}
		who.UserID, who.session, who.signedIn = &b.UserID, b.Session, b.SignedIn
	}
	if c, err := r.Cookie(guestCookie); err == nil {
		who.Guest = readGuest(h.GuestKey, c.Value)
	}
	if hash, err := ident.ParseHash(r.Header.Get("X-Order-Hash")); err == nil {
		who.Hash = &hash
	}
	return who, nil
}

// caller is everything the caller has proved.
func (h *Handlers) caller(ctx context.Context) order.Owner {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who.Owner
}

// session is the device the caller is signed in on.
func (h *Handlers) session(ctx context.Context) ident.Hash {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who.session
}

// user is for calls that need somebody signed in.
func (h *Handlers) user(ctx context.Context) (int64, error) {
	who := h.caller(ctx)
	if who.UserID == nil {
		return 0, errUnauthorized
	}
	return *who.UserID, nil
}

// signed is a name we can recognise as given by us.
func signed(key seal.Key, name ident.Hash) string {
	return name.String() + "." + macText.EncodeToString(key.Mac(name[:]))
}

// readGuest is nil for a cookie we did not write.
func readGuest(key seal.Key, value string) *ident.Hash {
	name, text, _ := strings.Cut(value, ".")
	guest, err := ident.ParseHash(name)
	if err != nil {
		return nil
	}
	mac, err := macText.DecodeString(text)
	if err != nil || !key.Verify(guest[:], mac) {
		return nil
	}
	return &guest
}

// writeGuest is the cookie of a browser, renewed with every order.
func writeGuest(ctx context.Context, key seal.Key, guest ident.Hash) *string {
	cookie := http.Cookie{
		Name: guestCookie, Value: signed(key, guest), Path: "/",
		MaxAge: int((365 * 24 * time.Hour).Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: requestOf(ctx).Header.Get("X-Forwarded-Proto") == "https",
	}
	return new(cookie.String())
}
